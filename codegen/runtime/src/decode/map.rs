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
use super::kept::enter;

/// The name of the only member of a number that is handed over as its text.
const NUMBER: &str = "$serde_json::private::Number";

/// Whether numbers are handed over as their texts: then one beyond the floats can be held.
static AS_TEXT: LazyLock<bool> = LazyLock::new(|| "1e999".parse::<Number>().is_ok());

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

/// Tells what a map is, which so many levels are around.
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

#[cfg(test)]
mod tests {
    use serde::de::DeserializeSeed as _;
    use serde::de::value::{Error, MapDeserializer};
    use serde_json::{Value, json};

    use super::super::kept::{Keep, Skip};
    use super::super::{Any, At, Check, Found, Integer, List, Number, Text};
    use super::NUMBER;

    /// The one value that is handed over as its text, and the places where it is wrong.
    fn decode<C: Check>(check: &C, text: &str) -> Result<(Option<C::Value>, String), Error> {
        let mut found = Found::strict();
        let map = MapDeserializer::<_, Error>::new([(NUMBER, text)].into_iter());
        let value = check.decode(map, &At::ROOT, &mut found)?;
        Ok((value, found.into_violations().to_string()))
    }

    #[test]
    fn numbers_that_come_as_their_texts() {
        let valid = String::new;
        assert_eq!(decode(&Number::new("N"), "1.5"), Ok((Some(1.5), valid())));
        assert_eq!(decode(&Number::new("N"), "-3"), Ok((Some(-3.0), valid())));
        assert_eq!(decode(&Integer::new("N"), "-3"), Ok((Some(-3), valid())));
        assert_eq!(decode(&Integer::new("N"), "3e2"), Ok((Some(300), valid())));
        assert_eq!(decode(&Any, "1.5"), Ok((Some(json!(1.5)), valid())));
        for (found, message) in [
            (
                decode(&Integer::new("N"), "18446744073709551615").map(|(_, found)| found),
                "the value is beyond the whole numbers of 64 bits (N.type)",
            ),
            (
                decode(&Integer::new("N").maximum(3), "4").map(|(_, found)| found),
                "the value is above 3, the most allowed (N.maximum)",
            ),
            (
                decode(&Integer::new("N"), "1.5").map(|(_, found)| found),
                "the value is a number with a fraction instead of an integer (N.type)",
            ),
            (
                decode(&Text::new("N"), "1.5").map(|(_, found)| found),
                "the value is a number instead of a string (N.type)",
            ),
            (
                decode(&List::new("N", Any), "1").map(|(_, found)| found),
                "the value is a number instead of an array (N.type)",
            ),
        ] {
            assert_eq!(found, Ok(message.to_owned()));
        }
    }

    #[test]
    fn a_text_that_is_no_number_is_not_repeated() {
        for text in ["secret", "", "1e999", "NaN"] {
            let error = decode(&Number::new("N"), text).expect_err("is none");
            assert_eq!(error.to_string(), "number out of range", "{text}");
            decode(&Any, text).expect_err("is none");
        }
    }

    #[test]
    fn a_number_is_no_level() {
        let map = || MapDeserializer::<_, Error>::new([(NUMBER, "1")].into_iter());
        assert_eq!(Keep(127).deserialize(map()), Ok(Value::from(1)));
        assert_eq!(Skip(127).deserialize(map()), Ok(()));
        let object = || MapDeserializer::<_, Error>::new([("a", "1")].into_iter());
        assert_eq!(Keep(126).deserialize(object()), Ok(json!({ "a": "1" })));
        Keep(127).deserialize(object()).expect_err("is too deep");
        Skip(127).deserialize(object()).expect_err("is too deep");
    }
}
