//! One of several kinds of value, told apart by their JSON type: the pass that reads the value
//! hands it to the alternative of that type.

use std::marker::PhantomData;

use serde::de::value::{Error, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess};
use serde_json::Value;

use super::receive::{Receive, receive};
use super::{At, Model};
use crate::Violations;

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

    /// Decodes and judges the alternative of a kind of [`OneOf::KINDS`].
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode_alternative<'de, D: Deserializer<'de>>(
        kind: Kind,
        deserializer: D,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<Self>, D::Error>;
}

/// Decodes an emitted enum of kinds of value.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn one_of<'de, T: OneOf, D: Deserializer<'de>>(
    deserializer: D,
    at: &At<'_>,
    found: &mut Violations,
) -> Result<Option<T>, D::Error> {
    receive(&Whole(PhantomData::<fn() -> T>), deserializer, at, found)
}

/// Judges a value that stands beside the alternatives: on the wire it is what it is.
pub fn other<T: OneOf>(value: &Value, at: &At<'_>, found: &mut Violations) {
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

    /// Hands on a value that is no list and no object.
    fn hand_on<'v>(
        &self,
        value: impl IntoDeserializer<'v, Error>,
        (kind, says): (Option<Kind>, &str),
        at: &At<'_>,
        found: &mut Violations,
    ) -> Option<T> {
        let Some(kind) = kind else { return self.wrong(says, at, found) };
        // A value that is in hand already cannot fail to be read.
        T::decode_alternative(kind, value.into_deserializer(), at, found).unwrap_or_default()
    }
}

impl<T: OneOf> Receive for Whole<T> {
    type Value = T;
    const EXPECTED: &'static str = T::EXPECTED;

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn boolean(&self, value: bool, at: &At<'_>, found: &mut Violations) -> Option<T> {
        self.hand_on(value, (Self::takes(&[Kind::Boolean]), "a boolean"), at, found)
    }

    fn integer(&self, value: i64, at: &At<'_>, found: &mut Violations) -> Option<T> {
        self.hand_on(value, (Self::takes(&[Kind::Integer, Kind::Number]), "a number"), at, found)
    }

    fn float(&self, value: f64, at: &At<'_>, found: &mut Violations) -> Option<T> {
        let (kinds, says) = match Self::takes(&[Kind::Integer]) {
            Some(_) if value.fract() != 0.0 => (&[][..], "a number with a fraction"),
            _ => (&[Kind::Number, Kind::Integer][..], "a number"),
        };
        self.hand_on(value, (Self::takes(kinds), says), at, found)
    }

    fn text(&self, text: &str, at: &At<'_>, found: &mut Violations) -> Option<T> {
        self.hand_on(text, (Self::takes(&[Kind::String]), "a string"), at, found)
    }

    fn owned_text(&self, text: String, at: &At<'_>, found: &mut Violations) -> Option<T> {
        self.hand_on(text, (Self::takes(&[Kind::String]), "a string"), at, found)
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        mut items: A,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<T>, A::Error> {
        if let Some(kind) = Self::takes(&[Kind::Array]) {
            return T::decode_alternative(kind, SeqAccessDeserializer::new(items), at, found);
        }
        let value = self.wrong("an array", at, found);
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(value)
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        mut members: A,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<T>, A::Error> {
        if let Some(kind) = Self::takes(&[Kind::Object]) {
            return T::decode_alternative(kind, MapAccessDeserializer::new(members), at, found);
        }
        let value = self.wrong("an object", at, found);
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(value)
    }
}
