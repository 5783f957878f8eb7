//! Booleans, and values about which nothing is said.

use serde::de::{DeserializeSeed as _, Deserializer};
use serde_json::Value;

use super::json_visitor::{JsonVisitor, visit};
use super::passthrough::Keep;
use super::{Check, JsonPath, ViolationSink};

/// `true` or `false`.
#[derive(Debug)]
pub struct Boolean {
    clause: &'static str,
    constant: Option<bool>,
}

impl Boolean {
    /// Either.
    #[must_use]
    pub const fn new(clause: &'static str) -> Self {
        Self { clause, constant: None }
    }

    /// Only this one.
    #[must_use]
    pub const fn constant(self, constant: bool) -> Self {
        Self { constant: Some(constant), ..self }
    }

    fn judge(&self, value: bool, at: &JsonPath<'_>, found: &mut ViolationSink) {
        let constant = self.constant.filter(|constant| value != *constant && !found.is_lenient());
        if let Some(constant) = constant {
            at.note(
                found,
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

    fn boolean(&self, value: bool, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<bool> {
        self.judge(value, at, found);
        Some(value)
    }
}

impl Check for Boolean {
    type Value = bool;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<bool>, D::Error> {
        visit(self, deserializer, at, found)
    }

    fn validate(&self, value: &bool, at: &JsonPath<'_>, found: &mut ViolationSink) {
        self.judge(*value, at, found);
    }
}

/// Any JSON value, null included.
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
