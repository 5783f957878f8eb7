//! The errors that responses of an operation may have, and their causes: from the operation's page and from
//! its parts.

use indexmap::IndexMap;

use crate::model::{
    ErrorRow, Idempotency, Operation, Precondition, Refusal, Schema, SituationResponse, Spec,
};

/// The errors of an operation by identity, each with the causes that the contract states for this operation.
type ErrorCauses<'s> = IndexMap<&'s str, Vec<String>>;

impl Spec {
    /// Returns the errors that responses of an operation may have, in the order of the catalogue.
    ///
    /// These are the errors that the operation and the service list, and the errors of its parameters, body,
    /// refusals, resource, authentication and situations of lifecycles. A refusal of a type in the body
    /// counts in two cases: if it depends on the state of the team, or if the operation lists its error. An
    /// operation that only stores the value never checks the other refusals.
    #[must_use]
    pub fn operation_errors(&self, operation: &Operation) -> Vec<&ErrorRow> {
        let causes = self.causes(operation);
        self.in_catalogue_order(causes).into_iter().map(|(row, _)| row).collect()
    }

    /// Returns the errors of [`Self::operation_errors`], each with its cause in the operation's own terms.
    ///
    /// The cause is the one under `causes` on the page. Without it, the cause follows from the resource, the
    /// refusals and the situations of the operation, or is the cause of the catalogue.
    #[must_use]
    pub fn operation_causes(&self, operation: &Operation) -> Vec<(&ErrorRow, String)> {
        let causes = self.in_catalogue_order(self.causes(operation)).into_iter();
        let with_cause = causes.map(|(row, causes)| {
            let cause = match operation.causes.get(&row.id) {
                Some(cause) => cause.clone(),
                None if causes.is_empty() => row.cause.clone(),
                None => causes.join(" Or: "),
            };
            (row, cause)
        });
        with_cause.collect()
    }

    /// Returns the errors that every operation lists, if there are several operations.
    #[must_use]
    pub fn common_errors(&self) -> Vec<&ErrorRow> {
        let is_common = |row: &&ErrorRow| {
            let mut operations = self.operations.values();
            self.operations.len() > 1
                && operations.all(|operation| operation.errors.contains(&row.id))
        };
        self.errors.values().filter(is_common).collect()
    }

    /// Returns the errors of [`Self::operation_causes`] without the errors in `common` that have the cause of
    /// the catalogue.
    #[must_use]
    pub fn own_errors(
        &self,
        operation: &Operation,
        common: &[&ErrorRow],
    ) -> Vec<(&ErrorRow, String)> {
        let is_common = |row: &ErrorRow, cause: &str| {
            cause == row.cause && common.iter().any(|other| other.id == row.id)
        };
        let mut errors = self.operation_causes(operation);
        errors.retain(|(row, cause)| !is_common(row, cause));
        errors
    }

    fn causes<'s>(&'s self, operation: &'s Operation) -> ErrorCauses<'s> {
        let mut causes = ErrorCauses::new();
        for error in &operation.errors {
            causes.entry(error).or_default();
        }
        let scheme = operation.authentication.as_ref();
        if let Some(scheme) = scheme.and_then(|id| self.service.authentication.get(id)) {
            self.add_general(&mut causes, &scheme.rejected);
            self.add_general(&mut causes, &scheme.forbidden);
        }
        let mut sent: Vec<&Schema> =
            operation.parameters.values().map(|parameter| &parameter.schema).collect();
        for sent_type in operation.sent_types() {
            self.add_general(&mut causes, &self.service.validation_failure);
            sent.extend(self.types.get(sent_type).map(|named_type| &named_type.schema));
        }
        if let Some(resource) = &operation.resource {
            let type_name = &resource.type_name;
            if let Some(error) = &resource.unknown {
                add(&mut causes, error, format!("The {type_name} does not exist."));
            }
            if let Some(error) = &resource.foreign {
                add(&mut causes, error, format!("The {type_name} belongs to another team."));
            }
            if let Some(Precondition { header, error }) = &operation.precondition {
                let cause =
                    format!("`{header}` does not have the current version of the {type_name}.");
                add(&mut causes, error, cause);
            }
            if let Some(Idempotency { header, reused: Some(error) }) = &operation.idempotency {
                add(&mut causes, error, format!("`{header}` was sent with another body before."));
            }
        }
        if let Some(error) =
            operation.pagination.as_ref().and_then(|pagination| pagination.unknown.as_ref())
        {
            self.add_general(&mut causes, error);
        }
        for refusal in &operation.refusals {
            add(&mut causes, &refusal.error, refusal.doc.clone());
        }
        for schema in self.reached(sent) {
            if let Some(error) = &schema.error {
                self.add_general(&mut causes, error);
            }
            let Some(object) = schema.object() else { continue };
            let is_returned = |refusal: &&Refusal| {
                refusal.team_state.is_some() || operation.errors.contains(&refusal.error)
            };
            for refusal in object.refusals.iter().filter(is_returned) {
                self.add_general(&mut causes, &refusal.error);
            }
        }
        let situations = self.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
        for situation in situations.filter(|situation| situation.operation == operation.id) {
            if let SituationResponse::Error(error) = &situation.response {
                add(&mut causes, error, situation.doc.clone());
            }
        }
        causes
    }

    /// Returns the rows of errors with their causes, in the order of the catalogue.
    fn in_catalogue_order(&self, causes: ErrorCauses<'_>) -> Vec<(&ErrorRow, Vec<String>)> {
        let rows = causes.into_iter().filter_map(|(id, causes)| {
            let (place, _, row) = self.errors.get_full(id)?;
            Some((place, row, causes))
        });
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by_key(|(place, ..)| *place);
        rows.into_iter().map(|(_, row, causes)| (row, causes)).collect()
    }

    /// Adds an error with the cause of the catalogue.
    fn add_general<'s>(&'s self, causes: &mut ErrorCauses<'s>, error: &'s str) {
        if let Some(row) = self.errors.get(error) {
            add(causes, error, row.cause.clone());
        }
    }
}

fn add<'s>(causes: &mut ErrorCauses<'s>, error: &'s str, cause: String) {
    let causes = causes.entry(error).or_default();
    if !causes.contains(&cause) {
        causes.push(cause);
    }
}
