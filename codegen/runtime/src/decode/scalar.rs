//! Booleans, values that no clause restricts, and checks that wrap other checks: named types, nullable values,
//! boxed values.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed as _, Deserializer, Visitor};
use serde_json::Value;

use crate::decode::json_visitor::{JsonVisitor, Keep};
use crate::decode::{Check, JsonPath, Model, ViolationSink};

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
    decode_by_visitor!(bool);

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

/// The check of a named type.
pub struct Named<T>(PhantomData<fn() -> T>);

impl<T> Named<T> {
    /// Makes the check of the type `T`.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Model> Check for Named<T> {
    type Value = T;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<T>, D::Error> {
        T::decode(deserializer, at, sink)
    }

    fn validate(&self, value: &T, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        value.validate_at(at, sink);
    }
}

/// The check of a boxed value, for types that contain themselves.
#[derive(Debug)]
pub struct Boxed<C>(pub C);

impl<C: Check> Check for Boxed<C> {
    type Value = Box<C::Value>;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, D::Error> {
        Ok(self.0.decode(deserializer, at, sink)?.map(Box::new))
    }

    fn validate(&self, value: &Self::Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        self.0.validate(value, at, sink);
    }
}

/// The check of a value that may be null.
#[derive(Debug)]
pub struct Nullable<C>(pub C);

impl<C: Check> Check for Nullable<C> {
    type Value = Option<C::Value>;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self::Value>, D::Error> {
        deserializer.deserialize_option(OrNull { check: &self.0, at, sink })
    }

    fn validate(&self, value: &Self::Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
        if let Some(value) = value {
            self.0.validate(value, at, sink);
        }
    }
}

struct OrNull<'n, C> {
    check: &'n C,
    at: &'n JsonPath<'n>,
    sink: &'n mut ViolationSink,
}

impl<'de, C: Check> Visitor<'de> for OrNull<'_, C> {
    type Value = Option<Option<C::Value>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null or a value")
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(Some(None))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Some(None))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        Ok(self.check.decode(deserializer, self.at, self.sink)?.map(Some))
    }
}
