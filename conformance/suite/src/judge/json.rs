//! Parses a body as JSON, and notes where JSON readers differ: an object with two properties of the same name
//! and different values.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use webdata_spec::pointer;

use crate::memory::{Excess, MAX_JSON_BYTES};

/// Estimates the memory of a body as parsed JSON; zero if it is not JSON.
///
/// # Errors
/// If the body takes more than [`MAX_JSON_BYTES`] bytes.
pub(crate) fn body_cost(body: &[u8]) -> Result<usize, Excess> {
    let mut cost_of_body = cost(body, MAX_JSON_BYTES);
    if let (Err(CostError::NotJson(_)), Some(body)) = (&cost_of_body, replace_lone_surrogates(body))
    {
        cost_of_body = cost(&body, MAX_JSON_BYTES);
    }
    match cost_of_body {
        Ok(cost) => Ok(cost),
        Err(CostError::TooMuch) => Err(Excess::Values),
        Err(CostError::NotJson(_)) => Ok(0),
    }
}

/// Parses a text; returns `None` if it is not JSON or takes too much memory.
pub(crate) fn value(text: &[u8]) -> Option<Value> {
    cost(text, MAX_JSON_BYTES).ok()?;
    serde_json::from_slice(text).ok()
}

/// A body that is JSON.
pub(super) struct Json {
    /// The value. Of two properties with the same name, the last one counts.
    pub(super) value: Value,
    /// The first place, as a JSON Pointer, of a property that its object has twice with different values.
    pub(super) ambiguous: Option<String>,
}

impl Json {
    /// Parses a body; returns `None` if it is not JSON or takes too much memory. An unpaired surrogate escape
    /// is JSON (RFC 8259, section 8.2), and is read as the replacement character.
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        Self::read_whole(body).or_else(|| Self::read_whole(&replace_lone_surrogates(body)?))
    }

    fn read_whole(body: &[u8]) -> Option<Self> {
        // Checked before anything is kept, since a byte of JSON may take a thousand bytes of memory.
        cost(body, MAX_JSON_BYTES).ok()?;
        let mut ambiguous = None;
        let mut reader = serde_json::Deserializer::from_slice(body);
        let seed = PartSeed { place: &JsonPath::Root, ambiguous: &mut ambiguous };
        let value = seed.deserialize(&mut reader).ok()?;
        reader.end().ok()?;
        Some(Self { value, ambiguous })
    }
}

/// Replaces unpaired surrogate escapes in a body, if it has any.
fn replace_lone_surrogates(body: &[u8]) -> Option<Vec<u8>> {
    const ESCAPE: usize = 6;
    let unit = |at: usize| {
        let escape = body.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(escape).ok()?, 16).ok()
    };
    let (mut read, mut at, mut has_lone) = (Vec::with_capacity(body.len()), 0, false);
    while let Some(byte) = body.get(at) {
        let length = match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + ESCAPE), Some(0xdc00..=0xdfff)) => {
                2 * ESCAPE
            }
            Some(0xd800..=0xdfff) => {
                has_lone = true;
                read.extend_from_slice(b"\\ufffd");
                at += ESCAPE;
                continue;
            }
            // The byte after a backslash does not begin an escape.
            _ if *byte == b'\\' => 2,
            _ => 1,
        };
        read.extend_from_slice(body.get(at..at + length).unwrap_or_default());
        at += length;
    }
    has_lone.then_some(read)
}

/// The place of a value, which is only written out when it is needed.
enum JsonPath<'p> {
    Root,
    Member(&'p JsonPath<'p>, &'p str),
    Item(&'p JsonPath<'p>, usize),
}

impl fmt::Display for JsonPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Member(outer, name) => f.write_str(&pointer::child(&outer.to_string(), name)),
            Self::Item(outer, index) => write!(f, "{outer}/{index}"),
        }
    }
}

/// A value that is still to be read.
struct PartSeed<'p> {
    place: &'p JsonPath<'p>,
    ambiguous: &'p mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for PartSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PartSeed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        loop {
            let place = JsonPath::Item(self.place, items.len());
            let part = PartSeed { place: &place, ambiguous: &mut *self.ambiguous };
            match list.next_element_seed(part)? {
                Some(item) => items.push(item),
                None => return Ok(items.into()),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            let place = JsonPath::Member(self.place, &name);
            let part = PartSeed { place: &place, ambiguous: &mut *self.ambiguous };
            let value = object.next_value_seed(part)?;
            if members.get(&name).is_some_and(|earlier| *earlier != value) {
                self.ambiguous.get_or_insert_with(|| place.to_string());
            }
            members.insert(name, value);
        }
        Ok(members.into())
    }
}

/// The size of a value in a list that grows by doubling.
const VALUE_BYTES: usize = 176;

/// The size of an object with its first properties, or of a list with its first items.
const CONTAINER_BYTES: usize = 480;

/// The size of a property besides its name and its value.
const PROPERTY_BYTES: usize = 64;

/// The size of a string besides its bytes.
const STRING_BYTES: usize = 24;

/// The reason why a text has no estimate.
#[derive(Debug)]
pub(crate) enum CostError {
    /// The text is not JSON.
    NotJson(serde_json::Error),
    /// The value takes more memory than allowed.
    TooMuch,
}

/// Estimates the memory of a text as parsed JSON, in bytes.
///
/// # Errors
/// If the text is not JSON, or takes more than `limit` bytes.
pub(crate) fn cost(text: &[u8], limit: usize) -> Result<usize, CostError> {
    let mut left = Some(limit);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let read = CostCounter(&mut left).deserialize(&mut reader).and_then(|()| reader.end());
    match (read, left) {
        (_, None) => Err(CostError::TooMuch),
        (Err(error), Some(_)) => Err(CostError::NotJson(error)),
        (Ok(()), Some(left)) => Ok(limit - left),
    }
}

/// Counts down the remaining memory; `None` once it is exceeded.
struct CostCounter<'c>(&'c mut Option<usize>);

impl CostCounter<'_> {
    fn take<E: Error>(&mut self, bytes: usize) -> Result<(), E> {
        *self.0 = self.0.and_then(|left| left.checked_sub(bytes));
        match self.0 {
            Some(_) => Ok(()),
            None => Err(E::custom("it takes too much memory")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for CostCounter<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for CostCounter<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(mut self) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_bool<E: Error>(mut self, _: bool) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_i64<E: Error>(mut self, _: i64) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_u64<E: Error>(mut self, _: u64) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_f64<E: Error>(mut self, _: f64) -> Result<(), E> {
        self.take(VALUE_BYTES)
    }

    fn visit_str<E: Error>(mut self, text: &str) -> Result<(), E> {
        self.take(VALUE_BYTES + STRING_BYTES + text.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        self.take(VALUE_BYTES)?;
        let mut first = CONTAINER_BYTES;
        while list.next_element_seed(CostCounter(&mut *self.0))?.is_some() {
            self.take(std::mem::take(&mut first))?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<(), A::Error> {
        self.take(VALUE_BYTES)?;
        let mut first = CONTAINER_BYTES;
        // A property name counts as a string.
        while object.next_key_seed(CostCounter(&mut *self.0))?.is_some() {
            self.take(PROPERTY_BYTES + std::mem::take(&mut first))?;
            object.next_value_seed(CostCounter(&mut *self.0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CostError, Json, cost};

    fn ambiguous(body: &str) -> Option<String> {
        Json::read(body.as_bytes()).expect("JSON").ambiguous
    }

    #[test]
    fn ambiguous_names_are_found_at_any_depth() {
        assert_eq!(ambiguous(r#"{"a": 1, "b": {"a": 1}, "c": [{"a": 1}]}"#), None);
        assert_eq!(ambiguous(r#"{"a": 1, "a": 1}"#), None);
        assert_eq!(ambiguous(r#"{"a": 1, "a": 2}"#).as_deref(), Some("/a"));
        assert_eq!(ambiguous(r#"[{}, {"x/y": {"a": [], "a": {}}}]"#).as_deref(), Some("/1/x~1y/a"));
    }

    #[test]
    fn values_equal_those_of_serde_json() {
        let body =
            br#"{"n": -1, "u": 18446744073709551615, "f": 1.5, "s": "\u00e9", "l": [null, true]}"#;
        let read = Json::read(body).expect("JSON").value;
        assert_eq!(read, serde_json::from_slice::<serde_json::Value>(body).expect("JSON"));
        let halves = br#"["\ud83d", "\udc1f\ud83d\udc1f", "\\ud83d"]"#;
        let expected = serde_json::json!(["\u{fffd}", "\u{fffd}\u{1f41f}", "\\ud83d"]);
        assert_eq!(Json::read(halves).expect("JSON").value, expected);
        assert!(Json::read(b"{").is_none());
        assert!(Json::read(b"{} {}").is_none());
    }

    #[test]
    fn cost_grows_with_width_depth_and_length() {
        let check = |text: &str, limit: usize, fits: bool| {
            let cost_of_text = cost(text.as_bytes(), limit);
            assert_eq!(cost_of_text.is_ok(), fits, "{} of {limit}: {cost_of_text:?}", text.len());
            assert!(fits || matches!(cost_of_text, Err(CostError::TooMuch)));
        };
        check("[]", 1000, true);
        check(&format!("[{}0]", "0,".repeat(999)), 100_000, false);
        check(&format!("[{}0]", "0,".repeat(999)), 200_000, true);
        check(&format!("[{}{{}}]", r#"{"":0},"#.repeat(999)), 900_000, false);
        check(&format!("\"{}\"", "a".repeat(1000)), 1000, false);
        check(&format!("\"{}\"", "a".repeat(1000)), 1200, true);
        check(&format!("{}{}", "[".repeat(100), "]".repeat(100)), 50_000, false);
    }

    #[test]
    fn invalid_json_has_no_cost() {
        for text in ["", "{", "[1,]", "{} {}", "{\"a\":}", "\"\\ud800\""] {
            assert!(matches!(cost(text.as_bytes(), 1 << 20), Err(CostError::NotJson(_))), "{text}");
        }
    }
}
