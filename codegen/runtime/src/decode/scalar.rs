//! Booleans, and values about which nothing is said.

use serde::Deserialize as _;
use serde::de::Deserializer;
use serde_json::Value;

use super::receive::{Receive, receive};
use super::{At, Check};
use crate::Violations;

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

    fn judge(&self, value: bool, at: &At<'_>, found: &mut Violations) {
        if let Some(constant) = self.constant.filter(|constant| value != *constant) {
            at.note(found, self.clause, "const", format!("is not {constant}"));
        }
    }
}

impl Receive for Boolean {
    type Value = bool;
    const EXPECTED: &'static str = "a boolean";

    fn clause(&self) -> &'static str {
        self.clause
    }

    fn boolean(&self, value: bool, at: &At<'_>, found: &mut Violations) -> Option<bool> {
        self.judge(value, at, found);
        Some(value)
    }
}

impl Check for Boolean {
    type Value = bool;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<bool>, D::Error> {
        receive(self, deserializer, at, found)
    }

    fn validate(&self, value: &bool, at: &At<'_>, found: &mut Violations) {
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
        _: &At<'_>,
        _: &mut Violations,
    ) -> Result<Option<Value>, D::Error> {
        Value::deserialize(deserializer).map(Some)
    }

    fn validate(&self, _: &Value, _: &At<'_>, _: &mut Violations) {}
}
