//! Booleans, and values that the contract does not restrict.

use serde::de::{DeserializeSeed as _, Deserializer};
use serde_json::Value;

use super::json_visitor::{JsonVisitor, visit};
use super::passthrough::Keep;
use super::{Check, JsonPath, ViolationSink};

/// The check of a boolean.
#[derive(Debug)]
pub struct Boolean {
    clause: &'static str,
    constant: Option<bool>,
}

impl Boolean {
    /// Makes a check that accepts both booleans.
    #[must_use]
    pub const fn new(clause: &'static str) -> Self {
        Self { clause, constant: None }
    }

    /// Accepts only `constant`.
    #[must_use]
    pub const fn constant(self, constant: bool) -> Self {
        Self { constant: Some(constant), ..self }
    }

    fn check_limits(&self, value: bool, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        let constant = self.constant.filter(|constant| value != *constant && !sink.is_lenient());
        if let Some(constant) = constant {
            at.note(
                sink,
                self.clause,
                "const",
                if constant { "is not true" } else { "is not false" },
            );
        }
    }
}

impl JsonVisitor for Boolean {
    type Value = bool;
    const EXPECTED: &'static str = "a boolean";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn boolean(&self, value: bool, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<bool> {
        self.check_limits(value, at, sink);
        Some(value)
    }
}

impl Check for Boolean {
    type Value = bool;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<bool>, D::Error> {
        visit(self, deserializer, at, sink)
    }

    fn validate(&self, value: &bool, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        self.check_limits(*value, at, sink);
    }
}

/// The check that accepts any JSON value, including null.
#[derive(Debug)]
pub struct Any;

impl Check for Any {
    type Value = Value;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        _: &mut ViolationSink,
    ) -> Result<Option<Value>, D::Error> {
        Keep::at(at).deserialize(deserializer).map(Some)
    }

    fn validate(&self, _: &Value, _: &JsonPath<'_>, _: &mut ViolationSink) {}
}
