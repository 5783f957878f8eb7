//! Versions of stored resources, and the conditions of requests on them.
//!
//! This module does not change a resource.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::http::HeaderMap;
use serde_json::Value;
use webdata_spec::model::ANY_VERSION;

use super::resource_steps::ResourceRequest;
use crate::contract::request_error::RequestError;
use crate::contract::schema::Properties;
use crate::faults::ResourceMistake;

impl ResourceRequest<'_> {
    /// Returns the version for the response, if the operation sends one.
    pub(super) fn version(&self, properties: &Properties) -> Option<String> {
        self.operation.conditional.version.as_ref()?;
        let keeps = self.mistake() == Some(&ResourceMistake::KeepsVersion);
        let first = || properties.get(&self.resource.identity).cloned();
        let fixed = keeps.then(|| first().map(|id| Properties::from_iter([(String::new(), id)])));
        Some(version(fixed.flatten().as_ref().unwrap_or(properties)))
    }

    /// Returns whether the client already has the current version of a resource.
    pub(super) fn is_current(&self, properties: &Properties) -> bool {
        let Some(header) = &self.operation.conditional.condition else { return false };
        let Some(is_current) = is_named(self.headers, header, &version(properties)) else {
            return false;
        };
        match self.mistake() {
            Some(ResourceMistake::IgnoresCondition) => false,
            Some(ResourceMistake::NeverModified) => true,
            _ => is_current,
        }
    }

    /// Rejects the change of a resource whose version differs from the precondition of the request.
    pub(super) fn require_version(&self, properties: &Properties) -> Result<(), RequestError> {
        let Some((header, row)) = &self.operation.conditional.precondition else { return Ok(()) };
        let ignores = self.mistake() == Some(&ResourceMistake::IgnoresPrecondition);
        match is_named(self.headers, header, &version(properties)) {
            Some(false) if !ignores => Err(RequestError::new(row)),
            _ => Ok(()),
        }
    }
}

/// Returns the version of a resource; equal properties have equal versions.
fn version(properties: &Properties) -> String {
    let mut hasher = DefaultHasher::new();
    Value::Object(properties.clone()).to_string().hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Returns whether a header lists a version, or `None` without such a header. Reads and changes compare
/// alike, since this server has no weak versions.
fn is_named(headers: &HeaderMap, name: &str, version: &str) -> Option<bool> {
    let mut values = headers.get_all(name).iter().peekable();
    values.peek()?;
    let mut listed =
        values.filter_map(|value| value.to_str().ok()).flat_map(|list| list.split(','));
    Some(listed.any(|tag| [version, ANY_VERSION].contains(&tag.trim())))
}
