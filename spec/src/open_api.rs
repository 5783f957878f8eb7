//! The view of the whole contract as OpenAPI 3.1.
//!
//! Facts that OpenAPI has no keyword for are under `x-` keys, in the terms of the spec language. The view
//! adds no facts: a response that the contract does not show is described as not shown.

mod operations;
mod schemas;

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value, json};

use self::schemas::{Extent, OpenApi, sample};
use crate::json_schema::{Dialect, JsonObject, keywords};
use crate::model::{
    Authentication, Charge, ClauseRoot, Endpoint, ErrorRow, ErrorText, Operation, ServiceLimit,
    Spec,
};

impl Spec {
    /// Returns the contract as an OpenAPI 3.1 document.
    #[must_use]
    pub fn open_api(&self) -> Value {
        self.open_api_document(&any_server(), &BTreeMap::new())
    }

    /// Returns the contract as an OpenAPI 3.1 document of one server. `bound` has the endpoints that the
    /// server chose for operations whose method and path the contract does not show.
    #[must_use]
    pub fn open_api_of_server(&self, address: &str, bound: &BTreeMap<String, Endpoint>) -> Value {
        let mut served = self.clone();
        for (id, endpoint) in bound {
            if let Some(operation) = served.operations.get_mut(id)
                && operation.endpoint.is_none()
            {
                operation.endpoint = Some(endpoint.clone());
            }
        }
        let server =
            json!([{ "url": address, "description": "The server that sent this document." }]);
        served.open_api_document(&server, bound)
    }

    fn open_api_document(&self, servers: &Value, bound: &BTreeMap<String, Endpoint>) -> Value {
        let view = View { spec: self, dialect: OpenApi { types: &self.types }, bound };
        let mut document = JsonObject::default();
        document.set("openapi", "3.1.0");
        document.set("info", view.info());
        document.set("servers", servers.clone());
        document.set_filled("tags", view.tags());
        document.set("paths", view.paths());
        document.set_filled("webhooks", view.webhooks());
        document.set("components", view.components());
        view.service_facts(&mut document);
        document.set_filled("x-unboundOperations", view.unbound_operations());
        document.0.into()
    }
}

impl View<'_> {
    fn info(&self) -> Value {
        let service = &self.spec.service;
        let mut info = JsonObject::default();
        info.set("title", service.name.as_str());
        info.set("version", service.version.as_str());
        info.set("description", service.doc.as_str());
        info.set_some("contact", service.contact.as_ref().map(stated));
        info.set_some("license", service.license.as_ref().map(stated));
        info.set_filled("x-source", service.source.as_str());
        info.0.into()
    }

    /// Returns the groups of operations: those that the contract names, and those that follow from its
    /// resources.
    fn tags(&self) -> Vec<Value> {
        let mut docs: IndexMap<&str, &str> = IndexMap::new();
        for (name, doc) in &self.spec.service.tags {
            docs.insert(name, doc);
        }
        for operation in self.spec.operations.values() {
            let name = self.tag(operation);
            let resource =
                self.spec.types.get(name).map(|named_type| named_type.schema.doc.as_str());
            docs.entry(name).or_insert(resource.unwrap_or(&self.spec.service.doc));
        }
        let tags = docs.into_iter().map(|(name, doc)| json!({ "name": name, "description": doc }));
        tags.collect()
    }

    fn components(&self) -> Value {
        let types = self.spec.types.iter();
        let mut schemas = Map::new();
        for (name, named_type) in types {
            let mut json = keywords(&named_type.schema, &self.dialect);
            let source = named_type.schema.source.as_str();
            json.extend((!source.is_empty()).then(|| ("x-source".to_owned(), source.into())));
            schemas.insert(name.clone(), json.into());
            schemas.extend(self.dialect.alternatives(&named_type.schema));
        }
        let schemes = self.spec.service.authentication.iter();
        let schemes: Map<String, Value> =
            schemes.map(|(id, scheme)| (id.clone(), security_scheme(scheme))).collect();
        let mut components = JsonObject::default();
        components.set("schemas", schemas);
        components.set_filled("securitySchemes", schemes);
        components.0.into()
    }

    /// Returns the group of an operation.
    fn tag<'o>(&'o self, operation: &'o Operation) -> &'o str {
        let resource = operation.resource.as_ref().map(|resource| &resource.type_name);
        operation.tag.as_ref().or(resource).unwrap_or(&self.spec.service.name)
    }

    /// Returns content of the service's media type.
    fn content(&self, media_type: Value) -> Value {
        let mut content = JsonObject::default();
        content.set(&self.spec.service.media_type, media_type);
        content.0.into()
    }

    /// Returns the schema of a named type, with an example if a sample is found.
    fn body(&self, type_name: &str, extent: Extent) -> Value {
        let mut json = JsonObject::default();
        json.set("schema", json!({ "$ref": self.dialect.reference(type_name) }));
        let named_type = self.spec.types.get(type_name);
        let example =
            named_type.and_then(|named_type| sample(self.spec, &named_type.schema, extent));
        json.set_some("example", example);
        json.0.into()
    }

    fn service_facts(&self, document: &mut JsonObject) {
        let service = &self.spec.service;
        document.set_filled("x-behaviour", json!(service.behaviour));
        document.set("x-unknownPath", service.unknown_path.as_str());
        document.set("x-validationFailure", service.validation_failure.as_str());
        document.set("x-errors", map_by_identity(&self.spec.errors, error));
        document.set_some("x-retry", service.retry.as_ref().map(stated));
        let states = map_by_identity(&service.team_states, stated);
        document.set_filled("x-teamStates", states);
        document.set_filled("x-limits", map_by_identity(&self.spec.limits, limit));
        document.set_filled("x-charges", map_by_identity(&self.spec.charges, charge));
        document.set_filled("x-lifecycles", json!(self.spec.lifecycles));
        document.set_filled("x-events", self.channels());
        document.set_some("x-versioning", service.versioning.as_ref().map(stated));
        document.set_filled("x-gaps", map_by_identity(&self.spec.gaps, stated));
    }
}

/// Returns a server with a variable address. The contract shows no address, and OpenAPI demands one.
fn any_server() -> Value {
    json!([{
        "url": "{baseUrl}",
        "description":
            "Any server that implements the contract, which leaves the address of the server open.",
        // Without a description: swagger-parser and the tools that use it reject one, although OpenAPI allows one.
        "variables": { "baseUrl": { "default": "https://api.example.com" } },
    }])
}

/// Returns a security scheme. OpenAPI's `http` schemes use the header `Authorization`.
fn security_scheme(scheme: &Authentication) -> Value {
    let Authentication { scheme: word, header, .. } = scheme;
    let mut json = JsonObject::default();
    if word.is_empty() {
        json.set("type", "apiKey");
        json.set("in", "header");
        json.set("name", header.as_str());
    } else {
        json.set("type", "http");
        json.set("scheme", word.to_ascii_lowercase());
    }
    let sent = format!("{header}: {}<key>", scheme.prefix());
    json.set("description", format!("Each request has the header `{sent}`."));
    json.set("x-rejected", scheme.rejected.as_str());
    json.set_filled("x-forbidden", json!(scheme.forbidden));
    json.set_filled("x-behaviour", json!(scheme.behaviour));
    json.set("x-clause", ClauseRoot::Authentication(&scheme.id).clause().as_str());
    json.set("x-level", scheme.level.to_string());
    json.set_filled("x-source", scheme.source.as_str());
    json.0.into()
}

/// The contract, and the dialect of its schemas.
struct View<'s> {
    spec: &'s Spec,
    dialect: OpenApi<'s>,
    /// The endpoints that one server chose for operations.
    bound: &'s BTreeMap<String, Endpoint>,
}

/// Returns a part whose fields are those of its page, without empty ones.
fn stated<T: Serialize>(part: &T) -> Value {
    let mut json = json!(part);
    if let Some(members) = json.as_object_mut() {
        members.retain(|_, value| match value {
            Value::Null | Value::Bool(false) => false,
            Value::Array(items) => !items.is_empty(),
            Value::Object(members) => !members.is_empty(),
            Value::Bool(true) | Value::Number(_) | Value::String(_) => true,
        });
    }
    json
}

fn map_by_identity<T>(parts: &IndexMap<String, T>, fact: fn(&T) -> Value) -> Map<String, Value> {
    parts.iter().map(|(id, part)| (id.clone(), fact(part))).collect()
}

fn limit(limit: &ServiceLimit) -> Value {
    let mut json = JsonObject::default();
    json.set("doc", limit.doc.as_str());
    json.set("error", limit.error.as_str());
    json.set_some("value", limit.value);
    json.set_some("gap", limit.gap.as_deref());
    json.set("clause", ClauseRoot::Limit(&limit.id).clause().as_str());
    json.set_filled("source", limit.source.as_str());
    json.0.into()
}

fn charge(charge: &Charge) -> Value {
    let mut json = JsonObject::default();
    json.set("doc", charge.doc.as_str());
    json.set_some("credits", charge.credits);
    json.set("per", json!(charge.per));
    if let Some((type_name, when)) = &charge.when {
        json.set("type", type_name.as_str());
        json.set("when", json!(when));
    }
    json.set_some("insteadOf", charge.instead_of.as_deref());
    json.set_some("gap", charge.gap.as_deref());
    json.set("clause", ClauseRoot::Charge(&charge.id).clause().as_str());
    json.set_filled("source", charge.source.as_str());
    json.0.into()
}

fn error(row: &ErrorRow) -> Value {
    let mut json = JsonObject::default();
    json.set("status", row.status);
    match &row.text {
        ErrorText::Exact(text) => json.set("error", text.as_str()),
        ErrorText::Free(text) => {
            json.set("error", text.as_str());
            json.set("wording", "free");
        }
        ErrorText::Described(description) => {
            json.set("says", description.as_str());
            json.set_filled("words", row.words.clone());
        }
        ErrorText::NotShown => {}
    }
    json.set_some("code", row.code.as_deref());
    json.set("retry", row.retry.name());
    json.set("cause", row.cause.as_str());
    json.set("clause", ClauseRoot::Error(&row.id).clause().as_str());
    json.set("level", row.level.to_string());
    json.set_filled("source", row.source.as_str());
    json.0.into()
}
