//! Unions: one of several objects, told apart by a property that may stand anywhere among the
//! members.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, CowStrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess};
use serde_json::Value;

use super::choice::none_of;
use super::object::Name;
use super::receive::{Receive, receive};
use super::{At, Model, Seed};
use crate::Violations;

/// An emitted enum of objects.
pub trait Union: Model {
    /// The property that tells the variants apart.
    const DISCRIMINATOR: &'static str;
    /// The discriminator's values.
    const VARIANTS: &'static [&'static str];

    /// Decodes and judges the variant of a value of [`Union::VARIANTS`].
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode_variant<'de, A: MapAccess<'de>>(
        value: &str,
        members: Members<'de, A>,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<Self>, A::Error>;
}

/// Decodes an emitted enum of objects.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn union<'de, T: Union, D: Deserializer<'de>>(
    deserializer: D,
    at: &At<'_>,
    found: &mut Violations,
) -> Result<Option<T>, D::Error> {
    receive(&Whole(PhantomData::<fn() -> T>), deserializer, at, found)
}

/// Notes a variant that the contract does not list.
pub fn unlisted<T: Union>(at: &At<'_>, found: &mut Violations) {
    let here = at.member(T::DISCRIMINATOR);
    here.note(found, T::CLAUSE, "discriminator", none_of(T::VARIANTS));
}

/// The value of a discriminator; one that is not listed, or no text, is noted by the clause of the
/// union.
struct Discriminator<T>(PhantomData<fn() -> T>);

impl<T: Union> Receive for Discriminator<T> {
    type Value = &'static str;
    const EXPECTED: &'static str = "a string";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn wrong(&self, kind: &str, at: &At<'_>, found: &mut Violations) -> Option<&'static str> {
        let message = format!("is {kind} instead of {}", Self::EXPECTED);
        at.note(found, T::CLAUSE, "discriminator", message);
        None
    }

    fn text(&self, text: &str, at: &At<'_>, found: &mut Violations) -> Option<&'static str> {
        let value = T::VARIANTS.iter().find(|value| **value == text);
        if value.is_none() {
            at.note(found, T::CLAUSE, "discriminator", none_of(T::VARIANTS));
        }
        value.copied()
    }
}

impl<T: Union> super::Check for Discriminator<T> {
    type Value = &'static str;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<&'static str>, D::Error> {
        receive(self, deserializer, at, found)
    }

    fn validate(&self, _: &&'static str, _: &At<'_>, _: &mut Violations) {}
}

struct Whole<T>(PhantomData<fn() -> T>);

impl<T: Union> Receive for Whole<T> {
    type Value = T;
    const EXPECTED: &'static str = "an object";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        mut members: A,
        at: &At<'_>,
        found: &mut Violations,
    ) -> Result<Option<T>, A::Error> {
        let mut early = Vec::new();
        while let Some(name) = members.next_key::<Name<'de>>()? {
            if name.as_str() != T::DISCRIMINATOR {
                early.push((name.into_inner(), members.next_value::<Value>()?));
                continue;
            }
            let (check, here) =
                (Discriminator(PhantomData::<fn() -> T>), at.member(T::DISCRIMINATOR));
            let seed = Seed { check: &check, at: &here, found: &mut *found };
            let Some(value) = members.next_value_seed(seed)? else {
                while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                return Ok(None);
            };
            let discriminator = Next::Discriminator(T::DISCRIMINATOR, value);
            let members = Members { early: early.into_iter(), next: discriminator, rest: members };
            return T::decode_variant(value, members, at, found);
        }
        let message = format!("has no `{}`, which tells what it is", T::DISCRIMINATOR);
        at.note(found, T::CLAUSE, "discriminator", message);
        Ok(None)
    }
}

/// All members of a variant: the discriminator, those that came before it, the rest of the input.
pub struct Members<'de, A> {
    early: std::vec::IntoIter<(Cow<'de, str>, Value)>,
    next: Next,
    rest: A,
}

/// What is handed out next.
enum Next {
    /// The discriminator, name and value.
    Discriminator(&'static str, &'static str),
    /// The discriminator's value; its name is handed out.
    DiscriminatorValue(&'static str),
    /// The value of an early member whose name is handed out.
    EarlyValue(Value),
    /// Another early member, or else whatever the input has.
    Member,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Members<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        if let Next::Discriminator(name, value) = self.next {
            self.next = Next::DiscriminatorValue(value);
            return seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some);
        }
        match self.early.next() {
            Some((name, value)) => {
                self.next = Next::EarlyValue(value);
                seed.deserialize(CowStrDeserializer::new(name)).map(Some)
            }
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match std::mem::replace(&mut self.next, Next::Member) {
            Next::DiscriminatorValue(value) => {
                seed.deserialize(BorrowedStrDeserializer::new(value))
            }
            Next::EarlyValue(value) => seed.deserialize(value).map_err(A::Error::custom),
            Next::Discriminator(..) | Next::Member => self.rest.next_value_seed(seed),
        }
    }
}
