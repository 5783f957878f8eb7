//! Parses a body as JSON, and notes where JSON readers differ: an object with two properties of the same name
//! and different values.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use webdata_spec::pointer;

use crate::memory::{Excess, MAX_JSON_BYTES};

/// Estimates the memory of a body as parsed JSON; zero if it is not JSON.
///
/// # Errors
/// If the body takes more than [`MAX_JSON_BYTES`] bytes.
pub(crate) fn body_cost(body: &[u8]) -> Result<usize, Excess> {
    match cost(body, MAX_JSON_BYTES) {
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
        let value = PartSeed(&mut ambiguous).deserialize(&mut reader).ok()?;
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

/// A value that is still to be read. Notes the first place in it, as a JSON Pointer, of a property that its object
/// has twice with different values.
struct PartSeed<'p>(&'p mut Option<String>);

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
        let (mut items, mut is_noted) = (Vec::new(), self.0.is_some());
        while let Some(item) = list.next_element_seed(PartSeed(&mut *self.0))? {
            if let Some(place) = self.0.as_mut().filter(|_| !is_noted) {
                place.insert_str(0, &format!("/{}", items.len()));
                is_noted = true;
            }
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let (mut members, mut is_noted) = (Map::new(), self.0.is_some());
        while let Some(name) = object.next_key::<String>()? {
            let value = object.next_value_seed(PartSeed(&mut *self.0))?;
            if !is_noted && members.get(&name).is_some_and(|earlier| *earlier != value) {
                self.0.get_or_insert_default();
            }
            if let Some(place) = self.0.as_mut().filter(|_| !is_noted) {
                place.insert_str(0, &pointer::child("", &name));
                is_noted = true;
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

/// Estimates the memory of a text as parsed JSON, in bytes. The strings of the text may be invalid.
///
/// # Errors
/// If the text is not JSON otherwise, or takes more than `limit` bytes.
pub(crate) fn cost(text: &[u8], limit: usize) -> Result<usize, CostError> {
    serde_json::from_slice::<IgnoredAny>(text).map_err(CostError::NotJson)?;
    let (mut cost, mut is_quoted, mut is_escaped) = (VALUE_BYTES, false, false);
    for byte in text {
        cost += match byte {
            _ if is_escaped => 1,
            b'"' if is_quoted => 0,
            _ if is_quoted => 1,
            b'"' => STRING_BYTES,
            b'[' | b'{' => CONTAINER_BYTES + VALUE_BYTES,
            b',' => VALUE_BYTES,
            b':' => VALUE_BYTES + PROPERTY_BYTES,
            _ => 0,
        };
        is_quoted ^= *byte == b'"' && !is_escaped;
        is_escaped = is_quoted && *byte == b'\\' && !is_escaped;
    }
    if cost > limit { Err(CostError::TooMuch) } else { Ok(cost) }
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
        for text in ["", "{", "[1,]", "{} {}", "{\"a\":}"] {
            assert!(matches!(cost(text.as_bytes(), 1 << 20), Err(CostError::NotJson(_))), "{text}");
        }
    }
}
