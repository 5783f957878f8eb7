//! The causes of each error: everything in the contract that names it.

use std::collections::{HashMap, HashSet};

use super::markdown::{code, prose};
use super::outline::{Row, Topic};
use super::writer::Writer;
use crate::model::SituationResponse;

/// The causes of each error, by its identity: a phrase of Markdown for each thing that names the error.
type Origins<'s> = HashMap<&'s str, Vec<String>>;

impl<'s> Writer<'s> {
    /// Collects everything that names errors.
    pub(super) fn origins(&self) -> Origins<'s> {
        let spec = self.spec;
        let mut origins = Origins::new();
        let broken = "a body that breaks a constraint without an error of its own";
        origins.entry(&spec.service.validation_failure).or_default().push(broken.to_owned());
        let unknown = "a path that belongs to no operation";
        origins.entry(&spec.service.unknown_path).or_default().push(unknown.to_owned());
        self.add_authentication(&mut origins);
        self.add_values(&mut origins);
        for (of, refusal) in self.refusals() {
            let origin = format!("{}: {}", self.outline.link(&of), prose(&refusal.doc));
            origins.entry(&refusal.error).or_default().push(origin);
        }
        self.add_situations(&mut origins);
        for (id, limit) in &spec.limits {
            let link = Row::Limit(id).link(&prose(id));
            origins.entry(&limit.error).or_default().push(format!("exceeding the limit {link}"));
        }
        self.add_operations(&mut origins);
        origins
    }

    fn add_authentication(&self, origins: &mut Origins<'s>) {
        for (id, scheme) in &self.spec.service.authentication {
            let link = self.outline.link_as(&prose(id), &Topic::Authentication);
            let rejected = format!("{link}: a key that is missing, malformed or revoked");
            origins.entry(&scheme.rejected).or_default().push(rejected);
            let forbidden = format!("{link}: a key without permission");
            origins.entry(&scheme.forbidden).or_default().push(forbidden);
        }
    }

    fn add_values(&self, origins: &mut Origins<'s>) {
        for (name, schema) in self.schemas() {
            let Some(error) = &schema.error else { continue };
            let path = schema.clause.as_str();
            let path = path.strip_prefix(name).unwrap_or(path).trim_start_matches('.');
            let value =
                if path.is_empty() { " value".to_owned() } else { format!(" {}", code(path)) };
            let origin = format!("{}: an invalid{value}", self.type_link(name));
            origins.entry(error).or_default().push(origin);
        }
        for (id, operation) in &self.spec.operations {
            for parameter in operation.parameters.values() {
                let Some(error) = &parameter.schema.error else { continue };
                let (link, name) = (self.operation_link(id), code(&parameter.name));
                origins.entry(error).or_default().push(format!("{link}: an invalid {name}"));
            }
            let unknown =
                operation.pagination.as_ref().and_then(|pagination| pagination.unknown.as_ref());
            if let Some(error) = unknown {
                let origin =
                    format!("{}: a cursor that the service did not issue", self.operation_link(id));
                origins.entry(error).or_default().push(origin);
            }
            let precondition = operation.precondition.as_ref();
            if let Some(condition) = precondition {
                let header = code(&condition.header);
                let origin = format!("{}: {header} names another version", self.operation_link(id));
                origins.entry(&condition.error).or_default().push(origin);
            }
            let idempotency = operation.idempotency.as_ref();
            if let Some((key, error)) = idempotency
                .and_then(|idempotency| Some((idempotency, idempotency.reused.as_ref()?)))
            {
                let header = code(&key.header);
                let origin =
                    format!("{}: a known {header} with another body", self.operation_link(id));
                origins.entry(error).or_default().push(origin);
            }
            let Some(resource) = &operation.resource else { continue };
            for error in resource.errors().collect::<HashSet<_>>() {
                let (link, of) = (self.operation_link(id), self.type_link(&resource.type_name));
                origins
                    .entry(error)
                    .or_default()
                    .push(format!("{link}: a {of} that does not exist"));
            }
        }
    }

    fn add_situations(&self, origins: &mut Origins<'s>) {
        for lifecycle in &self.spec.lifecycles {
            let of = Topic::Lifecycle(lifecycle.type_name.clone(), lifecycle.property.clone());
            for situation in &lifecycle.situations {
                let SituationResponse::Error(error) = &situation.response else { continue };
                let by = self.operation_link(&situation.operation);
                let (of, doc) = (self.outline.link(&of), prose(&situation.doc));
                origins.entry(error).or_default().push(format!("{by}, by {of}: {doc}"));
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
            origins.entry(error).or_default().push(format!("listed by {links}"));
        }
    }
}
