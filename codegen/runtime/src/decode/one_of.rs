//! One of several kinds of value, told apart by their JSON type: the pass that reads the value
//! hands it to the alternative of that type.

use std::marker::PhantomData;

use serde::de::value::{Error, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor as _};
use serde_json::Value;

use super::json_visitor::{JsonVisitor, visit};
use super::number::whole;
use super::passthrough::{Keep, Skip, skip_items, skip_members};
use super::{JsonPath, Model, ViolationSink};

/// JSON's types, as far as a value can be told apart by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// Text.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

/// An emitted enum of kinds of value.
pub trait OneOf: Model {
    /// The kinds of the alternatives.
    const KINDS: &'static [Kind];
    /// What is expected, in words: `a boolean or an object`.
    const EXPECTED: &'static str;

    /// The variant for what the contract does not list.
    fn other(value: Value) -> Self;

    /// Decodes and judges the alternative of a kind of [`OneOf::KINDS`].
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode_alternative<'de, D: Deserializer<'de>>(
        kind: Kind,
        deserializer: D,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<Self>, D::Error>;
}

/// Decodes an emitted enum of kinds of value.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn one_of<'de, T: OneOf, D: Deserializer<'de>>(
    deserializer: D,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) -> Result<Option<T>, D::Error> {
    visit(&Whole(PhantomData::<fn() -> T>), deserializer, at, found)
}

/// Judges a value that stands beside the alternatives or variants: on the wire it is what it is.
pub fn other<T: Model>(value: &Value, at: &JsonPath<'_>, found: &mut ViolationSink) {
    if let Err(error) = T::decode(value, at, found) {
        at.note(found, T::CLAUSE, "type", error.to_string());
    }
}

struct Whole<T>(PhantomData<fn() -> T>);

impl<T: OneOf> Whole<T> {
    /// The first of some kinds that there is an alternative of.
    fn takes(kinds: &[Kind]) -> Option<Kind> {
        kinds.iter().copied().find(|kind| T::KINDS.contains(kind))
    }

    /// Hands on a value that is no list and no object; read leniently, one of another kind is kept.
    fn hand_on<'v, V: IntoDeserializer<'v, Error> + Into<Value>>(
        &self,
        value: V,
        (kind, says): (Option<Kind>, &'static str),
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Option<T> {
        match kind {
            // A value that is in hand already cannot fail to be read.
            Some(kind) => T::decode_alternative(kind, value.into_deserializer(), at, found)
                .unwrap_or_default(),
            None if found.is_lenient() => Some(T::other(value.into())),
            None => self.wrong(says, at, found),
        }
    }
}

impl<T: OneOf> JsonVisitor for Whole<T> {
    type Value = T;
    const EXPECTED: &'static str = T::EXPECTED;

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn null(&self, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<T> {
        match found.is_lenient() {
            true if at.is_optional() => None,
            true => Some(T::other(Value::Null)),
            false => self.wrong("null", at, found),
        }
    }

    fn boolean(&self, value: bool, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<T> {
        self.hand_on(value, (Self::takes(&[Kind::Boolean]), "a boolean"), at, found)
    }

    fn integer(&self, value: i64, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<T> {
        self.hand_on(value, (Self::takes(&[Kind::Integer, Kind::Number]), "a number"), at, found)
    }

    fn float(&self, value: f64, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<T> {
        let (kinds, says) = match Self::takes(&[Kind::Integer]) {
            Some(_) if value.fract() != 0.0 => (&[][..], "a number with a fraction"),
            // There is no place for it in the alternative, but there is one beside it.
            Some(_) if found.is_lenient() && whole(value).is_none() => (&[][..], "a number"),
            _ => (&[Kind::Number, Kind::Integer][..], "a number"),
        };
        self.hand_on(value, (Self::takes(kinds), says), at, found)
    }

    fn text(&self, text: &str, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<T> {
        self.hand_on(text, (Self::takes(&[Kind::String]), "a string"), at, found)
    }

    fn owned_text(&self, text: String, at: &JsonPath<'_>, found: &mut ViolationSink) -> Option<T> {
        self.hand_on(text, (Self::takes(&[Kind::String]), "a string"), at, found)
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        items: A,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        if let Some(kind) = Self::takes(&[Kind::Array]) {
            return T::decode_alternative(kind, SeqAccessDeserializer::new(items), at, found);
        }
        if found.is_lenient() {
            return Keep::at(at).visit_seq(items).map(T::other).map(Some);
        }
        let value = self.wrong("an array", at, found);
        skip_items(items, Skip::inside(at)).map(|()| value)
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        members: A,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        if let Some(kind) = Self::takes(&[Kind::Object]) {
            return T::decode_alternative(kind, MapAccessDeserializer::new(members), at, found);
        }
        if found.is_lenient() {
            return Keep::at(at).visit_map(members).map(T::other).map(Some);
        }
        let value = self.wrong("an object", at, found);
        skip_members(members, Skip::inside(at)).map(|()| value)
    }
}
