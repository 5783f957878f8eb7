//! One of several alternatives, selected by the JSON type of the value. The pass that reads the value also
//! decodes the alternative.

use std::marker::PhantomData;

use serde::de::value::{Error, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor as _};
use serde_json::Value;

use super::json_visitor::{JsonVisitor, visit};
use super::number::whole;
use super::passthrough::{Keep, Skip, skip_items, skip_members};
use super::{JsonPath, Model, ViolationSink};

/// The JSON types that select an alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer,
    /// Any number.
    Number,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

/// A generated enum with one variant for each JSON type.
pub trait OneOf: Model {
    /// The JSON types of the alternatives.
    const KINDS: &'static [Kind];
    /// The expected types in words: `a boolean or an object`.
    const EXPECTED: &'static str;

    /// Returns the catch-all variant of a value that the contract does not list.
    fn other(value: Value) -> Self;

    /// Decodes and validates the alternative of a type of [`OneOf::KINDS`].
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    fn decode_alternative<'de, D: Deserializer<'de>>(
        kind: Kind,
        deserializer: D,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self>, D::Error>;
}

/// Decodes a generated enum of alternatives.
///
/// # Errors
/// Only those of the deserializer: the input is not well formed.
pub fn one_of<'de, T: OneOf, D: Deserializer<'de>>(
    deserializer: D,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) -> Result<Option<T>, D::Error> {
    visit(&Whole(PhantomData::<fn() -> T>), deserializer, at, sink)
}

/// Validates the value of a catch-all variant, as if it were received: it may fit a listed variant after all.
pub fn other<T: Model>(value: &Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
    if let Err(error) = T::decode(value, at, sink) {
        at.note(sink, T::CLAUSE, "type", error.to_string());
    }
}

struct Whole<T>(PhantomData<fn() -> T>);

impl<T: OneOf> Whole<T> {
    /// Returns the first of `kinds` that has an alternative.
    fn takes(kinds: &[Kind]) -> Option<Kind> {
        kinds.iter().copied().find(|kind| T::KINDS.contains(kind))
    }

    /// Decodes a value that is neither a list nor an object. In lenient mode, a value without an alternative
    /// is kept.
    fn hand_on<'v, V: IntoDeserializer<'v, Error> + Into<Value>>(
        &self,
        value: V,
        (kind, says): (Option<Kind>, &'static str),
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<T> {
        match kind {
            // Deserializing a value in memory cannot fail.
            Some(kind) => {
                T::decode_alternative(kind, value.into_deserializer(), at, sink).unwrap_or_default()
            }
            None if sink.is_lenient() => Some(T::other(value.into())),
            None => self.wrong(says, at, sink),
        }
    }
}

impl<T: OneOf> JsonVisitor for Whole<T> {
    type Value = T;
    const EXPECTED: &'static str = T::EXPECTED;

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn null(&self, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        match sink.is_lenient() {
            true if at.is_optional() => None,
            true => Some(T::other(Value::Null)),
            false => self.wrong("null", at, sink),
        }
    }

    fn boolean(&self, value: bool, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        self.hand_on(value, (Self::takes(&[Kind::Boolean]), "a boolean"), at, sink)
    }

    fn integer(&self, value: i64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        self.hand_on(value, (Self::takes(&[Kind::Integer, Kind::Number]), "a number"), at, sink)
    }

    fn float(&self, value: f64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        let (kinds, expected) = match Self::takes(&[Kind::Integer]) {
            Some(_) if value.fract() != 0.0 => (&[][..], "a number with a fraction"),
            // The integer alternative cannot hold the number, but the catch-all variant can.
            Some(_) if sink.is_lenient() && whole(value).is_none() => (&[][..], "a number"),
            _ => (&[Kind::Number, Kind::Integer][..], "a number"),
        };
        self.hand_on(value, (Self::takes(kinds), expected), at, sink)
    }

    fn text(&self, text: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        self.hand_on(text, (Self::takes(&[Kind::String]), "a string"), at, sink)
    }

    fn owned_text(&self, text: String, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        self.hand_on(text, (Self::takes(&[Kind::String]), "a string"), at, sink)
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        items: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        if let Some(kind) = Self::takes(&[Kind::Array]) {
            return T::decode_alternative(kind, SeqAccessDeserializer::new(items), at, sink);
        }
        if sink.is_lenient() {
            return Keep::at(at).visit_seq(items).map(T::other).map(Some);
        }
        let value = self.wrong("an array", at, sink);
        skip_items(items, Skip::inside(at)).map(|()| value)
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        members: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        if let Some(kind) = Self::takes(&[Kind::Object]) {
            return T::decode_alternative(kind, MapAccessDeserializer::new(members), at, sink);
        }
        if sink.is_lenient() {
            return Keep::at(at).visit_map(members).map(T::other).map(Some);
        }
        let value = self.wrong("an object", at, sink);
        skip_members(members, Skip::inside(at)).map(|()| value)
    }
}
