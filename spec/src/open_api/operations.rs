//! Operations, which become paths if the contract shows how they are called.

use serde_json::{Map, Value, json};

use super::facts;
use super::sample::{Extent, sample};
use super::shapes::capitalized;
use super::view::View;
use crate::json_schema::{JsonObject, keywords};
use crate::model::{Endpoint, Operation, Schema};

/// The remark about an operation whose path is the choice of one server.
const BOUND: &str =
    "The contract leaves the method and the path open. This server chose the ones shown here.";

/// The methods that a path item of OpenAPI 3.1 has a key for.
const METHODS: [&str; 8] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

impl View<'_> {
    pub(super) fn paths(&self) -> Map<String, Value> {
        let mut paths = Map::new();
        for operation in self.spec.operations.values() {
            let Some(Endpoint { method, path }) = expressible_endpoint(operation) else { continue };
            let path = format!("{}{path}", self.spec.service.base_path);
            let item = paths.entry(path).or_insert_with(|| json!({}));
            item[method.to_ascii_lowercase()] = self.operation(operation).into();
        }
        paths
    }

    /// Returns operations without a shown endpoint, and operations whose method OpenAPI has no key for.
    pub(super) fn unbound_operations(&self) -> Map<String, Value> {
        let operations = self.spec.operations.iter();
        let unbound = operations.filter(|(_, operation)| expressible_endpoint(operation).is_none());
        let described = unbound.map(|(id, operation)| {
            let mut json = self.operation(operation);
            if let Some(Endpoint { method, path }) = &operation.endpoint {
                json.insert("method".to_owned(), method.as_str().into());
                let path = format!("{}{path}", self.spec.service.base_path);
                json.insert("path".to_owned(), path.into());
            }
            (id.clone(), json.into())
        });
        described.collect()
    }

    fn operation(&self, operation: &Operation) -> Map<String, Value> {
        let mut json = JsonObject::default();
        json.set("operationId", operation.id.as_str());
        json.set("tags", json!([self.tag(operation)]));
        let summary = operation.summary.as_deref();
        json.set("summary", summary.unwrap_or_else(|| first_sentence(&operation.doc)));
        json.set("description", self.description(operation));
        json.set_some("deprecated", operation.deprecated.as_ref().map(|_| true));
        let security: Vec<Value> =
            operation.authentication.iter().map(|id| json!({ id.as_str(): [] })).collect();
        json.set("security", security);
        let parameters = operation.parameters.values();
        let parameters = parameters
            .map(|parameter| self.parameter(&parameter.name, "path", true, &parameter.schema));
        let query = self.parameters_of(operation.query.as_ref(), "query");
        let headers = self.parameters_of(operation.headers.as_ref(), "header");
        json.set_filled("parameters", parameters.chain(query).chain(headers).collect::<Vec<_>>());
        json.set_some("x-query", operation.query.as_deref());
        json.set_some("x-headers", operation.headers.as_deref());
        if let Some(request) = &operation.request {
            let body = self.body(request, Extent::Least);
            let required = operation.request_required;
            json.set("requestBody", json!({ "required": required, "content": self.content(body) }));
        }
        json.set("responses", self.responses(operation));
        json.set_some("x-resource", operation.resource.as_ref().map(facts::resource));
        let condition = operation.condition.as_ref();
        json.set_some("x-precondition", operation.precondition.as_ref().map(facts::precondition));
        json.set_some("x-condition", condition.map(|header| json!({ "header": header })));
        json.set_some("x-idempotency", operation.idempotency.as_ref().map(facts::idempotency));
        json.set_some("x-pagination", operation.pagination.as_ref().map(facts::pagination));
        json.set_some("x-order", operation.order.as_ref().map(facts::order));
        json.set_filled("x-effects", facts::each(&operation.effects, facts::effect));
        json.set_filled("x-refusals", facts::each(&operation.refusals, facts::refusal));
        json.set_filled("x-situations", facts::each(&operation.situations, facts::situation));
        json.set_filled("x-behaviour", facts::behaviour(&operation.behaviour));
        json.set("x-clause", operation.clause().as_str());
        json.set("x-level", operation.level.to_string());
        json.set("x-source", operation.source.as_str());
        json.0
    }

    /// Returns the description for people, which repeats `x-` facts because tools hide them.
    fn description(&self, operation: &Operation) -> String {
        let promises = self.spec.promises(operation);
        let promises: Vec<String> =
            promises.iter().map(|(_, statement)| sentence(statement)).collect();
        let effects = operation.effects.iter().map(|effect| effect.doc.as_str());
        let refusals = operation.refusals.iter().map(|refusal| refusal.doc.as_str());
        let behaviour = operation.behaviour.values().map(String::as_str);
        let points = promises.iter().map(String::as_str).chain(effects).chain(refusals);
        let bound = self.bound.contains_key(&operation.id).then_some(BOUND);
        let points: String = points
            .chain(behaviour)
            .chain(bound)
            .map(|statement| format!("\n- {statement}"))
            .collect();
        let deprecated =
            operation.deprecated.as_ref().map(|deprecation| format!(" {}", deprecation.sentence()));
        let doc = format!("{}{}", operation.doc, deprecated.unwrap_or_default());
        if points.is_empty() { doc } else { format!("{doc}\n{points}") }
    }

    /// Returns the properties of a type as parameters. Lists are in OpenAPI's default style: a query repeats
    /// the name, a header has commas.
    fn parameters_of<'v>(
        &'v self,
        type_name: Option<&String>,
        place: &'v str,
    ) -> impl Iterator<Item = Value> + 'v {
        let object = type_name.and_then(|name| self.spec.object(name));
        let properties = object.into_iter().flat_map(|object| &object.properties);
        properties.map(move |(name, property)| {
            self.parameter(name, place, property.required, &property.schema)
        })
    }

    fn parameter(&self, name: &str, place: &str, required: bool, schema: &Schema) -> Value {
        let mut json = JsonObject::default();
        json.set("name", name);
        json.set("in", place);
        json.set("required", required);
        json.set_filled("description", self.spec.doc(schema));
        json.set_some("deprecated", schema.deprecated.as_ref().map(|_| true));
        json.set("schema", keywords(schema, &self.dialect));
        // Tools send examples without being asked. An optional parameter has an example only if the contract
        // states one.
        let example = (required || !schema.examples.is_empty())
            .then(|| sample(self.spec, schema, Extent::Least));
        json.set_some("example", example.flatten());
        json.0.into()
    }
}

fn expressible_endpoint(operation: &Operation) -> Option<&Endpoint> {
    operation.endpoint.as_ref().filter(|endpoint| METHODS.contains(&endpoint.method.as_str()))
}

pub(super) fn first_sentence(doc: &str) -> &str {
    let sentence = doc.split_once(". ").map_or(doc, |(sentence, _)| sentence);
    sentence.trim_end_matches('.')
}

/// Returns the statement of a clause as a sentence.
fn sentence(statement: &str) -> String {
    format!("{}.", capitalized(statement))
}
