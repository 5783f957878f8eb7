//! Versions of stored resources, and whether the conditions of a request hold on them.
//!
//! It must not change a resource.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::http::HeaderMap;
use serde_json::Value;
use webdata_spec::model::ANY_VERSION;

use super::resource_steps::Asked;
use crate::contract::refusal::Refusal;
use crate::contract::schema::Properties;
use crate::faults::ResourceMistake;

impl Asked<'_> {
    /// The version that the response tells.
    pub(super) fn version(&self, properties: &Properties) -> Option<String> {
        self.operation.conditional.version.as_ref()?;
        let keeps = self.mistake() == Some(&ResourceMistake::KeepsVersion);
        let first = || properties.get(&self.resource.identity).cloned();
        let told = keeps.then(|| first().map(|id| Properties::from_iter([(String::new(), id)])));
        Some(version(told.flatten().as_ref().unwrap_or(properties)))
    }

    /// Whether the client has the version that a resource has.
    pub(super) fn is_known(&self, properties: &Properties) -> bool {
        let Some(header) = &self.operation.conditional.condition else { return false };
        let Some(is_known) = is_named(self.headers, header, &version(properties)) else {
            return false;
        };
        match self.mistake() {
            Some(ResourceMistake::IgnoresCondition) => false,
            Some(ResourceMistake::NeverModified) => true,
            _ => is_known,
        }
    }

    /// Refuses to change a resource that has another version than the request says.
    pub(super) fn require_version(&self, properties: &Properties) -> Result<(), Refusal> {
        let Some((header, row)) = &self.operation.conditional.precondition else { return Ok(()) };
        let ignores = self.mistake() == Some(&ResourceMistake::IgnoresPrecondition);
        match is_named(self.headers, header, &version(properties)) {
            Some(false) if !ignores => Err(Refusal::new(row)),
            _ => Ok(()),
        }
    }
}

/// The version of a resource: the same for the same properties.
fn version(properties: &Properties) -> String {
    let mut hasher = DefaultHasher::new();
    Value::Object(properties.clone()).to_string().hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Whether a header names a version, which a read and a change compare alike: this server has no weak
/// versions. None where there is no such header.
fn is_named(headers: &HeaderMap, name: &str, version: &str) -> Option<bool> {
    let mut values = headers.get_all(name).iter().peekable();
    values.peek()?;
    let mut listed = values.filter_map(|value| value.to_str().ok()).flat_map(|own| own.split(','));
    Some(listed.any(|own| [version, ANY_VERSION].contains(&own.trim())))
}
