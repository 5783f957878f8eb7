//! Booleans; checks that wrap other checks (named types, nullable values, boxed values); and values that no
//! clause restricts, which are kept as received, or skipped.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::decode::json_visitor::{JsonVisitor, enter, visit};
use crate::decode::{Check, JsonPath, Model, Name, ViolationSink, json_visitor};

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

/// Stores a value that is nested this many levels deep.
pub(crate) struct Keep(pub(crate) usize);

impl Keep {
    /// Stores the value at a place.
    pub(crate) const fn at(at: &JsonPath<'_>) -> Self {
        Self(at.depth())
    }
}

impl<'de> DeserializeSeed<'de> for Keep {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keep {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        enter(self.0)?;
        let mut values = Vec::new();
        while let Some(item) = items.next_element_seed(Self(self.0 + 1))? {
            values.push(item);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Value, A::Error> {
        let mut members = match json_visitor::open(members, self.0)? {
            json_visitor::Map::Object(members) => members,
            json_visitor::Map::Number(digits) => return digits.number().map(Value::Number),
        };
        let mut values = Map::new();
        while let Some(name) = members.next_key::<Name<'de>>()? {
            let value = members.next_value_seed(Self(self.0 + 1))?;
            values.insert(name.into_inner().into_owned(), value);
        }
        Ok(Value::Object(values))
    }
}

/// Skips a value that is nested this many levels deep.
#[derive(Clone, Copy)]
pub(crate) struct Skip(pub(crate) usize);

impl Skip {
    /// Skips the value of a property or item at a place.
    pub(crate) const fn inside(at: &JsonPath<'_>) -> Self {
        Self(at.depth() + 1)
    }
}

impl<'de> DeserializeSeed<'de> for Skip {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Skip {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        enter(self.0)?;
        skip_items(items, Self(self.0 + 1))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        match json_visitor::open(members, self.0)? {
            json_visitor::Map::Object(members) => skip_members(members, Self(self.0 + 1)),
            json_visitor::Map::Number(digits) => digits.float().map(|_| ()),
        }
    }
}

/// Skips the items of a list.
pub(crate) fn skip_items<'de, A: SeqAccess<'de>>(mut items: A, skip: Skip) -> Result<(), A::Error> {
    while items.next_element_seed(skip)?.is_some() {}
    Ok(())
}

/// Skips the members of an object.
pub(crate) fn skip_members<'de, A: MapAccess<'de>>(
    mut members: A,
    skip: Skip,
) -> Result<(), A::Error> {
    // `skip` also fits the names, which are strings.
    while members.next_entry_seed(skip, skip)?.is_some() {}
    Ok(())
}
