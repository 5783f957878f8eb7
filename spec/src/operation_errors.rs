//! Which errors an operation may answer with: those that its page lists, and those that its
//! parts earn.

use std::collections::HashSet;

use crate::model::{ErrorRow, Operation, Refusal, Resource, Schema, Shape, SituationAnswer, Spec};

impl Spec {
    /// The errors that an operation may answer with, in the order of the catalogue.
    ///
    /// Beside those that the operation and the service list, they are the ones that its
    /// parameters, its body, its refusals, its resource, its authentication and the situations of
    /// lifecycles earn.
    #[must_use]
    pub fn operation_errors(&self, operation: &Operation) -> Vec<&ErrorRow> {
        let mut earned: HashSet<&str> = operation.errors.iter().map(String::as_str).collect();
        earned.extend(operation.resource.iter().flat_map(Resource::errors));
        earned.extend(errors(&operation.refusals));
        let mut sent: Vec<&Schema> =
            operation.parameters.values().map(|parameter| &parameter.schema).collect();
        for sent_type in operation.sent_types() {
            earned.insert(&self.service.validation_failure);
            sent.extend(self.types.get(sent_type).map(|found| &found.schema));
        }
        for schema in self.reached(sent) {
            earned.extend(schema.error.as_deref());
            if let Shape::Object(object) = &schema.shape {
                earned.extend(errors(&object.refusals));
            }
        }
        let scheme = operation.authentication.as_ref();
        if let Some(scheme) = scheme.and_then(|id| self.service.authentication.get(id)) {
            earned.extend([scheme.rejected.as_str(), scheme.forbidden.as_str()]);
        }
        let situations = self.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
        for situation in situations.filter(|situation| situation.operation == operation.id) {
            if let SituationAnswer::Error(error) = &situation.answer {
                earned.insert(error);
            }
        }
        self.errors.values().filter(|row| earned.contains(row.id.as_str())).collect()
    }
}

fn errors(refusals: &[Refusal]) -> impl Iterator<Item = &str> {
    refusals.iter().map(|refusal| refusal.error.as_str())
}
