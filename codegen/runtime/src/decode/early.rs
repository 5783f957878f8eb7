//! Properties that precede the discriminator of their object. They are kept as JSON text, or as JSON values
//! if the input is not text, until the variant is known.

use std::borrow::Cow;
use std::collections::VecDeque;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

use super::passthrough::Keep;
use super::reader::{Reader, TEXT};
use super::{JsonPath, ViolationSink};

/// The number of properties of an object that are kept without an allocation.
const INLINE: usize = 8;

/// The value of a property that precedes the discriminator.
#[derive(Debug)]
pub(super) enum Early<'de> {
    /// Its JSON text, whose syntax was checked.
    Text(&'de str),
    Value(Value),
}

impl<'de> Early<'de> {
    /// Reads the value of a property at a place.
    ///
    /// # Errors
    /// Only those of the deserializer: the input is not well formed.
    pub(super) fn read<A: MapAccess<'de>>(
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
    /// Those of the seed.
    pub(super) fn deserialize<S: DeserializeSeed<'de>, E: Error>(
        self,
        seed: S,
        depth: usize,
    ) -> Result<S::Value, E> {
        match self {
            Self::Text(text) => seed.deserialize(&mut Reader::new(text, depth)).map_err(E::custom),
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
pub(super) struct EarlyMembers<'de> {
    /// The first properties, if they are kept as text.
    texts: [Option<(Cow<'de, str>, &'de str)>; INLINE],
    /// The number of `texts`, and the number of those that the iterator has returned.
    count: usize,
    gone: usize,
    others: VecDeque<(Cow<'de, str>, Early<'de>)>,
}

impl<'de> EarlyMembers<'de> {
    pub(super) fn push(&mut self, name: Cow<'de, str>, value: Early<'de>) {
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
