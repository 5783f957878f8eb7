//! The context that all parts of the document are written in, with what several parts share.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::dialect::OpenApi;
use super::sample::{Extent, sample};
use crate::json_schema::{Dialect, JsonObject};
use crate::model::{Endpoint, Operation, Spec};

/// The contract, and the dialect of its schemas.
pub(super) struct View<'s> {
    pub(super) spec: &'s Spec,
    pub(super) dialect: OpenApi<'s>,
    /// The endpoints that one server chose for operations.
    pub(super) bound: &'s BTreeMap<String, Endpoint>,
}

impl View<'_> {
    /// Returns the group of an operation.
    pub(super) fn tag<'o>(&'o self, operation: &'o Operation) -> &'o str {
        let resource = operation.resource.as_ref().map(|resource| &resource.type_name);
        operation.tag.as_ref().or(resource).unwrap_or(&self.spec.service.name)
    }

    /// Returns content of the service's media type.
    pub(super) fn content(&self, media_type: Value) -> Value {
        let mut content = JsonObject::default();
        content.set(&self.spec.service.media_type, media_type);
        content.0.into()
    }

    /// Returns the schema of a named type, with an example if a sample is found.
    pub(super) fn body(&self, type_name: &str, extent: Extent) -> Value {
        let mut json = JsonObject::default();
        json.set("schema", json!({ "$ref": self.dialect.reference(type_name) }));
        let named_type = self.spec.types.get(type_name);
        let example =
            named_type.and_then(|named_type| sample(self.spec, &named_type.schema, extent));
        json.set_some("example", example);
        json.0.into()
    }
}
