//! Unions: one of several objects, selected by a discriminator, which may come anywhere among the properties.

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

/// The message for an object with several discriminators.
const DUPLICATE_DISCRIMINATOR: &str = "is given more than once";

/// A generated enum of objects.
pub trait Union: Model {
    /// The name of the property that selects the variant.
    const DISCRIMINATOR: &'static str;
    /// The values of the discriminator.
    const VARIANTS: &'static [&'static str];

    /// Returns the catch-all variant of a value that the contract does not list.
    fn other(value: Value) -> Self;

    /// Decodes and validates the variant of a discriminator of [`Union::VARIANTS`].
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    fn decode_variant<'de, A: MapAccess<'de>>(
        value: &str,
        members: Members<'_, 'de, A>,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<Self>, A::Error>;
}

/// Decodes a generated enum of objects.
///
/// # Errors
/// Only those of the deserializer: the input is not well formed.
pub fn union<'de, T: Union, D: Deserializer<'de>>(
    deserializer: D,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) -> Result<Option<T>, D::Error> {
    visit(&UnionVisitor(PhantomData::<fn() -> T>), deserializer, at, sink)
}

/// The check of a discriminator's value. An unlisted value, or one that is not a string, breaks a clause of
/// the union.
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
        sink: &mut ViolationSink,
    ) -> Option<&'static str> {
        let message = Message::wrong_kind(kind, Self::EXPECTED);
        at.note(sink, T::CLAUSE, "discriminator", message);
        None
    }

    fn text(
        &self,
        text: &str,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<&'static str> {
        let value = listed::<T>(text);
        if value.is_none() {
            at.note(sink, T::CLAUSE, "discriminator", Message::none_of_listed(T::VARIANTS));
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
        sink: &mut ViolationSink,
    ) -> Result<Option<&'static str>, D::Error> {
        visit(self, deserializer, at, sink)
    }

    fn validate(&self, _: &&'static str, _: &JsonPath<'_>, _: &mut ViolationSink) {}
}

/// Reads and validates a union.
struct UnionVisitor<T>(PhantomData<fn() -> T>);

impl<T: Union> JsonVisitor for UnionVisitor<T> {
    type Value = T;
    const EXPECTED: &'static str = "an object";

    fn clause(&self) -> &'static str {
        T::CLAUSE
    }

    fn object<'de, A: MapAccess<'de>>(
        &self,
        mut members: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        let mut early = EarlyMembers::default();
        let here = at.member(T::DISCRIMINATOR);
        while let Some(name) = members.next_key::<Name<'de>>()? {
            if name.as_str() != T::DISCRIMINATOR {
                let value = Early::read(&mut members, &here, sink)?;
                early.push(name.into_inner(), value);
                continue;
            }
            let value = if sink.is_lenient() {
                let value = members.next_value_seed(Keep::at(&here))?;
                match value.as_str().and_then(listed::<T>) {
                    Some(value) => Some(value),
                    None => {
                        early.push(Cow::Borrowed(T::DISCRIMINATOR), Early::Value(value));
                        return other(early, members, &here, sink).map(Some);
                    }
                }
            } else {
                let check = Discriminator(PhantomData::<fn() -> T>);
                members.next_value_seed(Seed { check: &check, at: &here, sink: &mut *sink })?
            };
            let has_second_discriminator = Cell::new(false);
            let decoded = match value {
                Some(value) => {
                    let members = Members {
                        early: &mut early,
                        discriminator: T::DISCRIMINATOR,
                        depth: here.depth(),
                        next: Next::Discriminator(value),
                        rest: members,
                        has_second_discriminator: &has_second_discriminator,
                    };
                    T::decode_variant(value, members, at, sink)?
                }
                None => {
                    while let Some(name) = members.next_key::<Name<'de>>()? {
                        has_second_discriminator.set(
                            has_second_discriminator.get() || name.as_str() == T::DISCRIMINATOR,
                        );
                        members.next_value_seed(Skip::inside(at))?;
                    }
                    None
                }
            };
            if has_second_discriminator.get() {
                // The last discriminator counts, but the properties before it have been decoded already.
                here.note(sink, T::CLAUSE, "discriminator", DUPLICATE_DISCRIMINATOR);
                sink.reread();
            }
            return Ok(decoded);
        }
        if sink.is_lenient() {
            return other(early, members, &here, sink).map(Some);
        }
        let message = format!("has no `{}`, which selects its type", T::DISCRIMINATOR);
        at.note(sink, T::CLAUSE, "discriminator", message);
        Ok(None)
    }
}

fn listed<T: Union>(text: &str) -> Option<&'static str> {
    T::VARIANTS.iter().find(|value| **value == text).copied()
}

/// Keeps an object without a listed discriminator, with the properties read so far. A second discriminator is
/// noted, since it may be a listed one.
fn other<'de, T: Union, A: MapAccess<'de>>(
    early: EarlyMembers<'de>,
    mut members: A,
    discriminator: &JsonPath<'_>,
    sink: &mut ViolationSink,
) -> Result<T, A::Error> {
    let mut kept = Map::new();
    for (name, value) in early {
        let value = value.deserialize(Keep::at(discriminator), discriminator.depth())?;
        kept.insert(name.into_owned(), value);
    }
    while let Some(name) = members.next_key::<Name<'de>>()? {
        let value = members.next_value_seed(Keep::at(discriminator))?;
        if name.as_str() == T::DISCRIMINATOR {
            discriminator.note(sink, T::CLAUSE, "discriminator", DUPLICATE_DISCRIMINATOR);
        }
        kept.insert(name.into_inner().into_owned(), value);
    }
    Ok(T::other(Value::Object(kept)))
}

/// All properties of a variant: the discriminator, those that precede it, and the rest of the input.
pub struct Members<'u, 'de, A> {
    early: &'u mut EarlyMembers<'de>,
    discriminator: &'static str,
    /// The nesting depth of the values.
    depth: usize,
    next: Next<'de>,
    rest: A,
    /// Whether the object has a second discriminator.
    has_second_discriminator: &'u Cell<bool>,
}

/// The next item that [`Members`] returns.
enum Next<'de> {
    /// The name of the discriminator that has this value.
    Discriminator(&'static str),
    /// This value of the discriminator, whose name has been returned.
    DiscriminatorValue(&'static str),
    /// The value of an early property, whose name has been returned.
    EarlyValue(Early<'de>),
    /// The next early property, or the next part of the input.
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
            self.has_second_discriminator.set(true);
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
