//! Gaps: what the contract leaves open, and how a run handles it; and the causes of each error.

use std::collections::{HashMap, HashSet};

use crate::model::{
    ClauseId, ClauseRoot, Gap, Idempotency, Observation, Precondition, SituationResponse, Spec,
};
use crate::reference_page::markdown::{Table, code, prose};
use crate::reference_page::writer::{ClauseRow, Row, Topic, Writer};

impl<'s> Writer<'s> {
    pub(super) fn gaps(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.gaps.is_empty() {
            return;
        }
        self.heading(&Topic::Gaps);
        self.add(
            "What the contract does not show, or states with two readings. Gaps are never judged: a run \
             reports what it observes of the server."
                .to_owned(),
        );
        let clauses = self.take_below("gaps");
        let mut table = Table::new(&["Question", "About", "Observation", "Clause", "Contract"]);
        for (id, gap) in &spec.gaps {
            let identity = format!("gaps.{id}");
            let how = match &gap.observation {
                Observation::Probe(probe) => {
                    let values: Vec<String> =
                        gap.values.iter().map(|value| code(&value.to_string())).collect();
                    let with = if values.is_empty() { "" } else { " with " };
                    let probe = code(&probe.to_string());
                    format!("observed by {probe}{with}{}", values.join(", "))
                }
                Observation::Unobservable(reason) => {
                    format!("cannot be observed: {}", prose(reason))
                }
            };
            table.row([
                format!("{}{}", Row::Gap(id).anchor(), prose(&gap.question)),
                self.place(gap),
                how,
                ClauseRow::identity(clauses.iter().find(|clause| clause.id.as_str() == identity)),
                prose(&gap.source),
            ]);
        }
        self.add(table.markdown());
    }

    /// Returns the place of a gap, with a link to its section or row.
    fn place(&self, gap: &Gap) -> String {
        let shown = prose(gap.place.as_str());
        let row = self.row_at(&gap.place);
        row.map_or_else(
            || self.outline.link_as(&shown, &self.topic_at(&gap.place)),
            |r| r.link(&shown),
        )
    }

    fn row_at(&self, place: &ClauseId) -> Option<Row<'s>> {
        let spec: &'s Spec = self.spec;
        match place.root() {
            ClauseRoot::Error(id) => spec.errors.get_key_value(id).map(|(id, _)| Row::Error(id)),
            ClauseRoot::Limit(id) => spec.limits.get_key_value(id).map(|(id, _)| Row::Limit(id)),
            ClauseRoot::Charge(id) => spec.charges.get_key_value(id).map(|(id, _)| Row::Charge(id)),
            _ => None,
        }
    }

    fn topic_at(&self, place: &ClauseId) -> Topic {
        let first = place.first_below_root();
        match place.root() {
            ClauseRoot::Service => match first {
                "retry" => Topic::Retry,
                "versioning" => Topic::Versioning,
                _ => Topic::Service,
            },
            ClauseRoot::Authentication(_) => Topic::Authentication,
            ClauseRoot::Operation("") => Topic::Operations,
            ClauseRoot::Operation(id) => Topic::operation(id),
            ClauseRoot::Error(_) => Topic::Errors,
            ClauseRoot::Limit(_) => Topic::Limits,
            ClauseRoot::Charge(_) => Topic::Charges,
            ClauseRoot::Lifecycle("") => Topic::Lifecycles,
            ClauseRoot::Lifecycle(type_name) => {
                Topic::Lifecycle(type_name.to_owned(), first.to_owned())
            }
            ClauseRoot::Channel("") => Topic::Events,
            ClauseRoot::Channel(id) => Topic::Channel(id.to_owned()),
            ClauseRoot::Gap(_) | ClauseRoot::Profile(_) => Topic::named_type(place.as_str()),
            ClauseRoot::Type(name) => Topic::named_type(name),
        }
    }

    /// Collects everything that names errors.
    pub(super) fn origins(&self) -> Origins<'s> {
        let spec = self.spec;
        let mut origins = Origins::default();
        let broken = "a body that breaks a constraint without an error of its own";
        origins.add(&spec.service.validation_failure, broken.to_owned());
        let unknown = "a path that belongs to no operation";
        origins.add(&spec.service.unknown_path, unknown.to_owned());
        for (id, scheme) in &spec.service.authentication {
            let link = self.outline.link_as(&prose(id), &Topic::Authentication);
            let rejected = format!("{link}: a key that is missing, malformed or revoked");
            origins.add(&scheme.rejected, rejected);
            if let Some(forbidden) = &scheme.forbidden {
                origins.add(forbidden, format!("{link}: a key without permission"));
            }
        }
        self.add_values(&mut origins);
        for (of, refusal) in self.refusals() {
            let origin = format!("{}: {}", self.outline.link(&of), prose(&refusal.doc));
            origins.add(&refusal.error, origin);
        }
        for lifecycle in &spec.lifecycles {
            let of = Topic::Lifecycle(lifecycle.type_name.clone(), lifecycle.property.clone());
            for situation in &lifecycle.situations {
                let SituationResponse::Error(error) = &situation.response else { continue };
                let by = self.operation_link(&situation.operation);
                let (of, doc) = (self.outline.link(&of), prose(&situation.doc));
                origins.add(error, format!("{by}, by {of}: {doc}"));
            }
        }
        for (id, limit) in &spec.limits {
            let link = Row::Limit(id).link(&prose(id));
            origins.add(&limit.error, format!("exceeding the limit {link}"));
        }
        self.add_operations(&mut origins);
        origins
    }

    fn add_values(&self, origins: &mut Origins<'s>) {
        for (name, schema) in self.schemas() {
            let Some(error) = &schema.error else { continue };
            let path = schema.clause.as_str();
            let path = path.strip_prefix(name).unwrap_or(path).trim_start_matches('.');
            let value =
                if path.is_empty() { " value".to_owned() } else { format!(" {}", code(path)) };
            origins.add(error, format!("{}: an invalid{value}", self.type_link(name)));
        }
        for (id, operation) in &self.spec.operations {
            let link = self.operation_link(id);
            for parameter in operation.parameters.values() {
                let Some(error) = &parameter.schema.error else { continue };
                origins.add(error, format!("{link}: an invalid {}", code(&parameter.name)));
            }
            let pages = operation.pagination.as_ref();
            if let Some(error) = pages.and_then(|pages| pages.unknown.as_ref()) {
                origins.add(error, format!("{link}: a cursor that the service did not issue"));
            }
            if let Some(Precondition { header, error }) = &operation.precondition {
                origins.add(error, format!("{link}: {} names another version", code(header)));
            }
            if let Some(Idempotency { header, reused: Some(error) }) = &operation.idempotency {
                origins.add(error, format!("{link}: a known {} with another body", code(header)));
            }
            let Some(resource) = &operation.resource else { continue };
            for error in resource.errors().collect::<HashSet<_>>() {
                let of = self.type_link(&resource.type_name);
                origins.add(error, format!("{link}: a {of} that does not exist"));
            }
            for parent in resource.parents() {
                let of = self.type_link(&parent.type_name);
                for error in parent.errors().collect::<HashSet<_>>() {
                    origins.add(error, format!("{link}: a {of} that does not exist"));
                }
            }
        }
    }

    /// Adds operations that list an error, unless another cause names the operation.
    fn add_operations(&self, origins: &mut Origins<'s>) {
        let mut listing: HashMap<&str, Vec<&str>> = HashMap::new();
        for (id, operation) in &self.spec.operations {
            for error in operation.errors.iter().collect::<HashSet<_>>() {
                listing.entry(error).or_default().push(id);
            }
        }
        for (error, listing) in listing {
            let is_everywhere = listing.len() == self.spec.operations.len() && listing.len() > 1;
            let links = if is_everywhere {
                self.outline.link_as("every operation", &Topic::Operations)
            } else {
                let links = listing.into_iter().map(|id| self.operation_link(id));
                links.collect::<Vec<_>>().join(", ")
            };
            origins.add(error, format!("listed by {links}"));
        }
    }
}

/// The causes of each error, by its identity: a phrase of Markdown for each thing that names the error.
#[derive(Default)]
pub(super) struct Origins<'s>(pub(super) HashMap<&'s str, Vec<String>>);

impl<'s> Origins<'s> {
    fn add(&mut self, error: &'s str, origin: String) {
        self.0.entry(error).or_default().push(origin);
    }
}
