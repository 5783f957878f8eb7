//! What `serde` calls a map: an object, or a number that `serde_json` hands over as its text.
//!
//! It does so under its feature `arbitrary_precision`, which any crate beside this one may turn on
//! for all.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Error, MapAccess};
use serde_json::Number;

use super::Name;
use super::nesting::enter;

/// The name of the only member of a number that is handed over as its text.
pub(super) const NUMBER: &str = "$serde_json::private::Number";

/// Whether numbers are handed over as their texts: then one beyond the floats can be held.
static AS_TEXT: LazyLock<bool> = LazyLock::new(|| "1e999".parse::<Number>().is_ok());

/// Whether `serde_json` hands numbers over as their texts, to the last digit.
pub(super) fn numbers_are_text() -> bool {
    *AS_TEXT
}

/// What a map is.
pub(super) enum Map<'de, A> {
    /// A number.
    Number(Digits),
    /// The members of an object.
    Object(Members<'de, A>),
}

/// The text of a number.
pub(super) struct Digits(String);

impl Digits {
    /// The number, where it is whole and of 64 bits without a sign.
    pub(super) fn unsigned(&self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// The number, where it is whole and of 64 bits with a sign.
    pub(super) fn integer(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// As near as a float can be.
    ///
    /// # Errors
    /// When it is beyond the floats, as without the feature.
    pub(super) fn float<E: Error>(&self) -> Result<f64, E> {
        let value = self.0.parse().ok().filter(|value: &f64| value.is_finite());
        value.ok_or_else(|| E::custom("number out of range"))
    }

    /// All digits of the number, as far as the features let it be held.
    ///
    /// # Errors
    /// As [`Digits::float`].
    pub(super) fn number<E: Error>(&self) -> Result<Number, E> {
        self.float::<E>()?;
        self.0.parse().map_err(|_| E::custom("invalid number"))
    }
}

/// The members of an object, the name of the first of which may have been read.
pub(super) struct Members<'de, A> {
    first: Option<Name<'de>>,
    rest: A,
}

/// Finds out what a map that is nested this many levels deep is.
///
/// # Errors
/// When it is an object and there may be no more levels, or the deserializer's own.
pub(super) fn open<'de, A: MapAccess<'de>>(
    mut members: A,
    depth: usize,
) -> Result<Map<'de, A>, A::Error> {
    // Without the feature it is an object whatever its members are called; the tests have both.
    if !*AS_TEXT && !cfg!(test) {
        enter(depth)?;
        return Ok(Map::Object(Members { first: None, rest: members }));
    }
    let first = members.next_key::<Name<'de>>()?;
    if first.as_ref().is_some_and(|name| name.as_str() == NUMBER) {
        // The error of `serde` would repeat what was submitted.
        let text = members.next_value::<Name<'de>>();
        let text = text.map_err(|_| A::Error::custom("invalid number"))?;
        return Ok(Map::Number(Digits(text.into_inner().into_owned())));
    }
    enter(depth)?;
    Ok(Map::Object(Members { first, rest: members }))
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Members<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.first.take().map(Name::into_inner) {
            None => self.rest.next_key_seed(seed),
            Some(Cow::Borrowed(name)) => {
                seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
            }
            Some(Cow::Owned(name)) => seed.deserialize(StringDeserializer::new(name)).map(Some),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}
