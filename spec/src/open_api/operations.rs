//! Operations: as paths where the contract shows how they are called.

use serde_json::{Map, Value, json};

use super::facts;
use super::sample::{Extent, sample};
use super::view::View;
use crate::json_schema::{Words, keywords};
use crate::model::{Endpoint, Operation, Parameter};

/// The methods that a path item of OpenAPI 3.1 has a key for.
const METHODS: [&str; 8] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

impl View<'_> {
    pub(super) fn paths(&self) -> Map<String, Value> {
        let mut paths = Map::new();
        for operation in self.spec.operations.values() {
            let Some(Endpoint { method, path }) = expressible(operation) else { continue };
            let item = paths.entry(path.as_str()).or_insert_with(|| json!({}));
            item[method.to_ascii_lowercase()] = self.operation(operation).into();
        }
        paths
    }

    /// Operations whose call is not shown, or of a method that OpenAPI has no key for.
    pub(super) fn unbound_operations(&self) -> Map<String, Value> {
        let operations = self.spec.operations.iter();
        let unbound = operations.filter(|(_, operation)| expressible(operation).is_none());
        let described = unbound.map(|(id, operation)| {
            let mut words = self.operation(operation);
            if let Some(Endpoint { method, path }) = &operation.endpoint {
                words.insert("method".to_owned(), method.as_str().into());
                words.insert("path".to_owned(), path.as_str().into());
            }
            (id.clone(), words.into())
        });
        described.collect()
    }

    fn operation(&self, operation: &Operation) -> Map<String, Value> {
        let mut words = Words::default();
        words.set("operationId", operation.id.as_str());
        words.set("summary", first_sentence(&operation.doc));
        words.set("description", description(operation));
        let security: Vec<Value> =
            operation.authentication.iter().map(|id| json!({ id.as_str(): [] })).collect();
        words.set("security", security);
        let parameters = operation.parameters.values().map(|one| self.parameter(one));
        words.set_filled("parameters", parameters.collect::<Vec<_>>());
        if let Some(request) = &operation.request {
            let body = self.body(request, Extent::Least);
            let required = operation.request_required;
            words
                .set("requestBody", json!({ "required": required, "content": self.content(body) }));
        }
        words.set("responses", self.responses(operation));
        words.set_some("x-resource", operation.resource.as_ref().map(facts::resource));
        words.set_filled("x-effects", facts::each(&operation.effects, facts::effect));
        words.set_filled("x-refusals", facts::each(&operation.refusals, facts::refusal));
        words.set_filled("x-behaviour", facts::behaviour(&operation.behaviour));
        words.set("x-clause", operation.clause().as_str());
        words.set("x-level", operation.level.to_string());
        words.set("x-source", operation.source.as_str());
        words.0
    }

    fn parameter(&self, parameter: &Parameter) -> Value {
        let mut words = Words::default();
        words.set("name", parameter.name.as_str());
        words.set("in", "path");
        words.set("required", true);
        words.set_filled("description", parameter.schema.doc.as_str());
        words.set("schema", keywords(&parameter.schema, &self.dialect));
        words.set_some("example", sample(self.spec, &parameter.schema, Extent::Least));
        words.0.into()
    }
}

fn expressible(operation: &Operation) -> Option<&Endpoint> {
    operation.endpoint.as_ref().filter(|endpoint| METHODS.contains(&endpoint.method.as_str()))
}

/// For people: tools hide the `x-` facts.
fn description(operation: &Operation) -> String {
    let effects = operation.effects.iter().map(|effect| effect.doc.as_str());
    let refusals = operation.refusals.iter().map(|refusal| refusal.doc.as_str());
    let behaviour = operation.behaviour.values().map(String::as_str);
    let points: Vec<String> =
        effects.chain(refusals).chain(behaviour).map(|says| format!("\n- {says}")).collect();
    if points.is_empty() {
        return operation.doc.clone();
    }
    format!("{}\n{}", operation.doc, points.concat())
}

pub(super) fn first_sentence(doc: &str) -> &str {
    let sentence = doc.split_once(". ").map_or(doc, |(sentence, _)| sentence);
    sentence.trim_end_matches('.')
}
