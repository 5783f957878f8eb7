//! Unions: one of several objects, told apart by a property that may stand anywhere among the
//! members.

use std::borrow::Cow;
use std::cell::Cell;
use std::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, MapAccess};
use serde_json::{Map, Value};

use super::early::{Early, EarlyMembers};
use super::json_visitor::{JsonVisitor, visit};
use super::passthrough::{Keep, Skip};
use super::{JsonPath, Model, Name, Seed, ViolationSink};
use crate::Message;

/// What is said of a discriminator that cannot be judged for another that came before it.
const AGAIN: &str = "is given more than once";

/// An emitted enum of objects.
pub trait Union: Model {
    /// The property that tells the variants apart.
    const DISCRIMINATOR: &'static str;
    /// The discriminator's values.
    const VARIANTS: &'static [&'static str];

    /// The variant for what the contract does not list.
    fn other(value: Value) -> Self;

    /// Decodes and judges the variant of a value of [`Union::VARIANTS`].
    ///
    /// # Errors
    /// Only the deserializer's own: the input is not well formed.
    fn decode_variant<'de, A: MapAccess<'de>>(
        value: &str,
        members: Members<'_, 'de, A>,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<Self>, A::Error>;
}

/// Decodes an emitted enum of objects.
///
/// # Errors
/// Only the deserializer's own: the input is not well formed.
pub fn union<'de, T: Union, D: Deserializer<'de>>(
    deserializer: D,
    at: &JsonPath<'_>,
    found: &mut ViolationSink,
) -> Result<Option<T>, D::Error> {
    visit(&Whole(PhantomData::<fn() -> T>), deserializer, at, found)
}

/// The value of a discriminator; one that is not listed, or no text, is noted by the clause of the
/// union.
struct Discriminator<T>(PhantomData<fn() -> T>);

impl<T: Union> JsonVisitor for Discriminator<T> {
    type Value = &'static str;
    const EXPECTED: &'static str = "a string";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn wrong(
        &self,
        kind: &'static str,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Option<&'static str> {
        let message = Message::wrong_kind(kind, Self::EXPECTED);
        at.note(found, T::CLAUSE, "discriminator", message);
        None
    }

    fn text(
        &self,
        text: &str,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Option<&'static str> {
        let value = listed::<T>(text);
        if value.is_none() {
            at.note(found, T::CLAUSE, "discriminator", Message::none_of(T::VARIANTS));
        }
        value
    }
}

impl<T: Union> super::Check for Discriminator<T> {
    type Value = &'static str;

    fn decode<'de, D: Deserializer<'de>>(
        &self,
        deserializer: D,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<&'static str>, D::Error> {
        visit(self, deserializer, at, found)
    }

    fn validate(&self, _: &&'static str, _: &JsonPath<'_>, _: &mut ViolationSink) {}
}

struct Whole<T>(PhantomData<fn() -> T>);

impl<T: Union> JsonVisitor for Whole<T> {
    type Value = T;
    const EXPECTED: &'static str = "an object";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        mut members: A,
        at: &JsonPath<'_>,
        found: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        let mut early = EarlyMembers::default();
        let here = at.member(T::DISCRIMINATOR);
        while let Some(name) = members.next_key::<Name<'de>>()? {
            if name.as_str() != T::DISCRIMINATOR {
                let value = Early::read(&mut members, &here, found)?;
                early.push(name.into_inner(), value);
                continue;
            }
            let value = if found.is_lenient() {
                let value = members.next_value_seed(Keep::at(&here))?;
                match value.as_str().and_then(listed::<T>) {
                    Some(value) => Some(value),
                    None => {
                        early.push(Cow::Borrowed(T::DISCRIMINATOR), Early::Value(value));
                        return other(early, members, &here, found).map(Some);
                    }
                }
            } else {
                let check = Discriminator(PhantomData::<fn() -> T>);
                members.next_value_seed(Seed { check: &check, at: &here, found: &mut *found })?
            };
            let again = Cell::new(false);
            let decoded = match value {
                Some(value) => {
                    let members = Members {
                        early: &mut early,
                        discriminator: T::DISCRIMINATOR,
                        depth: here.depth(),
                        next: Next::Discriminator(value),
                        rest: members,
                        again: &again,
                    };
                    T::decode_variant(value, members, at, found)?
                }
                None => {
                    while let Some(name) = members.next_key::<Name<'de>>()? {
                        again.set(again.get() || name.as_str() == T::DISCRIMINATOR);
                        members.next_value_seed(Skip::inside(at))?;
                    }
                    None
                }
            };
            if again.get() {
                // The last one counts, but what came before it was read already.
                here.note(found, T::CLAUSE, "discriminator", AGAIN);
                found.reread();
            }
            return Ok(decoded);
        }
        if found.is_lenient() {
            return other(early, members, &here, found).map(Some);
        }
        let message = format!("has no `{}`, which tells what it is", T::DISCRIMINATOR);
        at.note(found, T::CLAUSE, "discriminator", message);
        Ok(None)
    }
}

fn listed<T: Union>(text: &str) -> Option<&'static str> {
    T::VARIANTS.iter().find(|value| **value == text).copied()
}

/// Keeps an object that is none of the variants, with the members that have come already; with a
/// second discriminator it might be one after all.
fn other<'de, T: Union, A: MapAccess<'de>>(
    early: EarlyMembers<'de>,
    mut members: A,
    discriminator: &JsonPath<'_>,
    found: &mut ViolationSink,
) -> Result<T, A::Error> {
    let mut kept = Map::new();
    for (name, value) in early {
        let value = value.deserialize(Keep::at(discriminator), discriminator.depth())?;
        kept.insert(name.into_owned(), value);
    }
    while let Some(name) = members.next_key::<Name<'de>>()? {
        let value = members.next_value_seed(Keep::at(discriminator))?;
        if name.as_str() == T::DISCRIMINATOR {
            discriminator.note(found, T::CLAUSE, "discriminator", AGAIN);
        }
        kept.insert(name.into_inner().into_owned(), value);
    }
    Ok(T::other(Value::Object(kept)))
}

/// All members of a variant: the discriminator, those that came before it, the rest of the input.
pub struct Members<'u, 'de, A> {
    early: &'u mut EarlyMembers<'de>,
    discriminator: &'static str,
    /// How many lists and objects are around the values of the members.
    depth: usize,
    next: Next<'de>,
    rest: A,
    /// Whether the rest has the discriminator again.
    again: &'u Cell<bool>,
}

/// What is handed out next.
enum Next<'de> {
    /// The discriminator, of this value.
    Discriminator(&'static str),
    /// The discriminator's value; its name is handed out.
    DiscriminatorValue(&'static str),
    /// The value of an early member whose name is handed out.
    EarlyValue(Early<'de>),
    /// Another early member, or else whatever the input has.
    Member,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Members<'_, 'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        if let Next::Discriminator(value) = self.next {
            self.next = Next::DiscriminatorValue(value);
            return seed.deserialize(BorrowedStrDeserializer::new(self.discriminator)).map(Some);
        }
        let name = match self.early.next() {
            Some((name, value)) => {
                self.next = Next::EarlyValue(value);
                name
            }
            None => match self.rest.next_key::<Name<'de>>()? {
                Some(name) => name.into_inner(),
                None => return Ok(None),
            },
        };
        if name == self.discriminator {
            self.again.set(true);
        }
        match name {
            Cow::Borrowed(name) => seed.deserialize(BorrowedStrDeserializer::new(name)),
            Cow::Owned(name) => seed.deserialize(StringDeserializer::new(name)),
        }
        .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match std::mem::replace(&mut self.next, Next::Member) {
            Next::DiscriminatorValue(value) => {
                seed.deserialize(BorrowedStrDeserializer::new(value))
            }
            Next::EarlyValue(value) => value.deserialize(seed, self.depth),
            Next::Discriminator(_) | Next::Member => self.rest.next_value_seed(seed),
        }
    }
}
