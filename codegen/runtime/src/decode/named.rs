//! Checks that wrap other checks: named types, nullable values, boxed values.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Visitor};

use super::{Check, JsonPath, Model, ViolationSink};

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
