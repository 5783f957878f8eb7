//! What leads to an error: everything in the contract that names it.

use super::markdown::{code, prose};
use super::outline::{Row, Topic};
use super::writer::Writer;
use crate::model::{Schema, SituationAnswer};

impl Writer<'_> {
    /// Everything that names an error, one phrase of Markdown each.
    pub(super) fn origins(&self, error: &str) -> Vec<String> {
        let mut origins = Vec::new();
        let service = &self.spec.service;
        if service.validation_failure == error {
            origins.push("a body that breaks a constraint without an error of its own".to_owned());
        }
        if service.unknown_path == error {
            origins.push("a path that no operation has".to_owned());
        }
        self.of_authentication(error, &mut origins);
        self.of_values(error, &mut origins);
        for (of, refusal) in self.refusals() {
            if refusal.error == error {
                origins.push(format!("{}: {}", self.outline.link(&of), prose(&refusal.doc)));
            }
        }
        self.of_situations(error, &mut origins);
        for (id, limit) in &self.spec.limits {
            if limit.error == error {
                let link = Row::Limit(id).link(&prose(id));
                origins.push(format!("exceeding the limit {link}"));
            }
        }
        self.of_operations(error, &mut origins);
        origins
    }

    fn of_authentication(&self, error: &str, origins: &mut Vec<String>) {
        for (id, scheme) in &self.spec.service.authentication {
            let link = self.outline.link_as(&prose(id), &Topic::Authentication);
            if scheme.rejected == error {
                origins.push(format!("{link}: a key that is missing, malformed or revoked"));
            }
            if scheme.forbidden == error {
                origins.push(format!("{link}: a key without permission"));
            }
        }
    }

    fn of_values(&self, error: &str, origins: &mut Vec<String>) {
        let earns = |schema: &Schema| schema.error.as_deref() == Some(error);
        for (name, schema) in self.schemas().filter(|(_, schema)| earns(schema)) {
            let path = schema.clause.as_str();
            let path = path.strip_prefix(name).unwrap_or(path).trim_start_matches('.');
            let value = if path.is_empty() { String::new() } else { format!(" {}", code(path)) };
            origins.push(format!("{}: a broken{value}", self.type_link(name)));
        }
        for (id, operation) in &self.spec.operations {
            let parameters = operation.parameters.values();
            for parameter in parameters.filter(|parameter| earns(&parameter.schema)) {
                let (link, name) = (self.operation_link(id), code(&parameter.name));
                origins.push(format!("{link}: a broken {name}"));
            }
            if let Some(resource) = &operation.resource
                && resource.errors().any(|own| own == error)
            {
                let (link, of) = (self.operation_link(id), self.type_link(&resource.type_name));
                origins.push(format!("{link}: no such {of}"));
            }
            if let Some(pagination) = &operation.pagination
                && pagination.unknown.as_deref() == Some(error)
            {
                let link = self.operation_link(id);
                origins.push(format!("{link}: a cursor that was not given out"));
            }
        }
    }

    fn of_situations(&self, error: &str, origins: &mut Vec<String>) {
        for lifecycle in &self.spec.lifecycles {
            let of = Topic::Lifecycle(lifecycle.type_name.clone(), lifecycle.property.clone());
            for situation in &lifecycle.situations {
                if matches!(&situation.answer, SituationAnswer::Error(answer) if answer == error) {
                    let by = self.operation_link(&situation.operation);
                    let (of, doc) = (self.outline.link(&of), prose(&situation.doc));
                    origins.push(format!("{by}, by {of}: {doc}"));
                }
            }
        }
    }

    /// Operations that list the error, unless something above says when they answer with it.
    fn of_operations(&self, error: &str, origins: &mut Vec<String>) {
        let operations = self.spec.operations.iter();
        let listing: Vec<&String> = operations
            .filter(|(_, o)| o.errors.iter().any(|e| e == error))
            .map(|(id, _)| id)
            .collect();
        if listing.is_empty() {
            return;
        }
        if listing.len() == self.spec.operations.len() && listing.len() > 1 {
            let link = self.outline.link_as("every operation", &Topic::Operations);
            origins.push(format!("listed by {link}"));
        } else {
            let links = listing.into_iter().map(|id| self.operation_link(id));
            origins.push(format!("listed by {}", links.collect::<Vec<_>>().join(", ")));
        }
    }
}
