//! One of several types: objects that a discriminator selects, which may come anywhere among the properties, and
//! alternatives that the JSON type of the value selects. One pass reads the value and selects its type.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::VecDeque;
use std::marker::PhantomData;

use serde::de::value::{
    BorrowedStrDeserializer, Error as ValueError, MapAccessDeserializer, SeqAccessDeserializer,
    StringDeserializer,
};
use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};

use crate::Message;
use crate::decode::json_visitor::{JsonVisitor, Keep, Skip, skip_items, skip_members, visit};
use crate::decode::number::whole;
use crate::decode::reader::{Reader, TEXT};
use crate::decode::{JsonPath, Model, Name, Seed, ViolationSink};

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

impl<T: Union> crate::decode::Check for Discriminator<T> {
    decode_by_visitor!(&'static str);

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
                        return keep_other(early, members, &here, sink).map(Some);
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
                        if name.as_str() == T::DISCRIMINATOR {
                            has_second_discriminator.set(true);
                        }
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
            return keep_other(early, members, &here, sink).map(Some);
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
fn keep_other<'de, T: Union, A: MapAccess<'de>>(
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

/// The number of properties of an object that are kept without an allocation.
const INLINE: usize = 8;

/// The value of a property that precedes the discriminator.
#[derive(Debug)]
pub(crate) enum Early<'de> {
    /// Its JSON text, whose syntax was checked.
    Text(&'de str),
    Value(Value),
}

impl<'de> Early<'de> {
    /// Reads the value of a property at a place.
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    pub(crate) fn read<A: MapAccess<'de>>(
        members: &mut A,
        at: &JsonPath<'_>,
        sink: &ViolationSink,
    ) -> Result<Self, A::Error> {
        if sink.is_text() {
            return members.next_value_seed(TextOf).map(Self::Text);
        }
        members.next_value_seed(Keep::at(at)).map(Self::Value)
    }

    /// Deserializes the value, which is nested `depth` levels deep.
    ///
    /// # Errors
    /// The errors of the seed.
    pub(crate) fn deserialize<S: DeserializeSeed<'de>, E: Error>(
        self,
        seed: S,
        depth: usize,
    ) -> Result<S::Value, E> {
        match self {
            Self::Text(text) => {
                // Unless the reader of the whole text is lossy, it has rejected what this reader replaces.
                seed.deserialize(&mut Reader::lossy(text, depth)).map_err(E::custom)
            }
            Self::Value(value) => seed.deserialize(value).map_err(E::custom),
        }
    }
}

/// Requests the JSON text of a value from a [`Reader`].
struct TextOf;

impl<'de> DeserializeSeed<'de> for TextOf {
    type Value = &'de str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'de str, D::Error> {
        deserializer.deserialize_newtype_struct(TEXT, self)
    }
}

impl<'de> Visitor<'de> for TextOf {
    type Value = &'de str;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the text of a value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<&'de str, E> {
        Ok(text)
    }
}

/// The properties that precede the discriminator, in order.
#[derive(Debug, Default)]
pub(crate) struct EarlyMembers<'de> {
    /// The first properties, if they are kept as text.
    texts: [Option<(Cow<'de, str>, &'de str)>; INLINE],
    /// The number of `texts`, and the number of those that the iterator has returned.
    count: usize,
    gone: usize,
    others: VecDeque<(Cow<'de, str>, Early<'de>)>,
}

impl<'de> EarlyMembers<'de> {
    pub(crate) fn push(&mut self, name: Cow<'de, str>, value: Early<'de>) {
        match (self.texts.get_mut(self.count), value) {
            (Some(place), Early::Text(text)) => {
                *place = Some((name, text));
                self.count += 1;
            }
            (_, value) => self.others.push_back((name, value)),
        }
    }
}

impl<'de> Iterator for EarlyMembers<'de> {
    type Item = (Cow<'de, str>, Early<'de>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.gone == self.count {
            return self.others.pop_front();
        }
        let (name, text) = self.texts.get_mut(self.gone)?.take()?;
        self.gone += 1;
        Some((name, Early::Text(text)))
    }
}

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
    visit(&OneOfVisitor(PhantomData::<fn() -> T>), deserializer, at, sink)
}

/// Validates the value of a catch-all variant, as if it were received: it may fit a listed variant after all.
pub fn other<T: Model>(value: &Value, at: &JsonPath<'_>, sink: &mut ViolationSink) {
    if let Err(error) = T::decode(value, at, sink) {
        at.note(sink, T::CLAUSE, "type", error.to_string());
    }
}

/// Reads and validates a value of one of several JSON types.
struct OneOfVisitor<T>(PhantomData<fn() -> T>);

impl<T: OneOf> OneOfVisitor<T> {
    /// Returns the first of `kinds` that has an alternative.
    fn first_listed(kinds: &[Kind]) -> Option<Kind> {
        kinds.iter().copied().find(|kind| T::KINDS.contains(kind))
    }

    /// Decodes a value that is neither a list nor an object. In lenient mode, a value without an alternative
    /// is kept.
    fn decode_scalar<'v, V: IntoDeserializer<'v, ValueError> + Into<Value>>(
        &self,
        value: V,
        (kind, received): (Option<Kind>, &'static str),
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Option<T> {
        match kind {
            // Deserializing a value in memory cannot fail.
            Some(kind) => {
                T::decode_alternative(kind, value.into_deserializer(), at, sink).unwrap_or_default()
            }
            None if sink.is_lenient() => Some(T::other(value.into())),
            None => self.wrong(received, at, sink),
        }
    }
}

impl<T: OneOf> JsonVisitor for OneOfVisitor<T> {
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
        self.decode_scalar(value, (Self::first_listed(&[Kind::Boolean]), "a boolean"), at, sink)
    }

    fn integer(&self, value: i64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        self.decode_scalar(
            value,
            (Self::first_listed(&[Kind::Integer, Kind::Number]), "a number"),
            at,
            sink,
        )
    }

    fn float(&self, value: f64, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        let (kinds, received) = match Self::first_listed(&[Kind::Integer]) {
            Some(_) if value.fract() != 0.0 => (&[][..], "a number with a fraction"),
            // The integer alternative cannot hold the number, but the catch-all variant can.
            Some(_) if sink.is_lenient() && whole(value).is_none() => (&[][..], "a number"),
            _ => (&[Kind::Number, Kind::Integer][..], "a number"),
        };
        self.decode_scalar(value, (Self::first_listed(kinds), received), at, sink)
    }

    fn text(&self, text: &str, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        self.decode_scalar(text, (Self::first_listed(&[Kind::String]), "a string"), at, sink)
    }

    fn owned_text(&self, text: String, at: &JsonPath<'_>, sink: &mut ViolationSink) -> Option<T> {
        self.decode_scalar(text, (Self::first_listed(&[Kind::String]), "a string"), at, sink)
    }

    fn list<'de, A: SeqAccess<'de>>(
        &self,
        items: A,
        at: &JsonPath<'_>,
        sink: &mut ViolationSink,
    ) -> Result<Option<T>, A::Error> {
        if let Some(kind) = Self::first_listed(&[Kind::Array]) {
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
        if let Some(kind) = Self::first_listed(&[Kind::Object]) {
            return T::decode_alternative(kind, MapAccessDeserializer::new(members), at, sink);
        }
        if sink.is_lenient() {
            return Keep::at(at).visit_map(members).map(T::other).map(Some);
        }
        let value = self.wrong("an object", at, sink);
        skip_members(members, Skip::inside(at)).map(|()| value)
    }
}
