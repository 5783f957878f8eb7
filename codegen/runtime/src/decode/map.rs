//! The two things that a `serde` map can be: an object, or a number that `serde_json` passes as a string.
//!
//! `serde_json` passes numbers as strings under its feature `arbitrary_precision`, which any crate of a build
//! may enable for all.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Error, MapAccess};
use serde_json::Number;

use super::Name;
use super::nesting::enter;

/// The name of the only property of a number that is passed as a string.
pub(super) const NUMBER: &str = "$serde_json::private::Number";

/// Whether `serde_json` passes numbers as strings. Only then can it read a number that exceeds all floats.
static AS_TEXT: LazyLock<bool> = LazyLock::new(|| "1e999".parse::<Number>().is_ok());

/// Returns whether `serde_json` passes numbers as strings, with all digits.
pub(super) fn numbers_are_text() -> bool {
    *AS_TEXT
}

/// A `serde` map, by its meaning.
pub(super) enum Map<'de, A> {
    /// A number.
    Number(Digits),
    /// The properties of an object.
    Object(Members<'de, A>),
}

/// The digits of a number, as in the JSON text.
pub(super) struct Digits(String);

impl Digits {
    /// Returns the number if it is a `u64`.
    pub(super) fn unsigned(&self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// Returns the number if it is an `i64`.
    pub(super) fn integer(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// Returns the nearest float.
    ///
    /// # Errors
    /// If the number exceeds all floats, as without the feature.
    pub(super) fn float<E: Error>(&self) -> Result<f64, E> {
        let value = self.0.parse().ok().filter(|value: &f64| value.is_finite());
        value.ok_or_else(|| E::custom("number out of range"))
    }

    /// Returns the number with all digits that the enabled features can hold.
    ///
    /// # Errors
    /// As [`Digits::float`].
    pub(super) fn number<E: Error>(&self) -> Result<Number, E> {
        self.float::<E>()?;
        self.0.parse().map_err(|_| E::custom("invalid number"))
    }
}

/// The properties of an object. The first name may have been read already.
pub(super) struct Members<'de, A> {
    first: Option<Name<'de>>,
    rest: A,
}

/// Finds out whether a map that is nested `depth` levels deep is an object or a number.
///
/// # Errors
/// If the map is an object beyond the deepest allowed level, or those of the deserializer.
pub(super) fn open<'de, A: MapAccess<'de>>(
    mut members: A,
    depth: usize,
) -> Result<Map<'de, A>, A::Error> {
    // Without the feature, every map is an object. Tests cover both cases in one build.
    if !*AS_TEXT && !cfg!(test) {
        enter(depth)?;
        return Ok(Map::Object(Members { first: None, rest: members }));
    }
    let first = members.next_key::<Name<'de>>()?;
    if first.as_ref().is_some_and(|name| name.as_str() == NUMBER) {
        // An error of `serde` would repeat the submitted value.
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
