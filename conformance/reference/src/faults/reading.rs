//! Conversions that a careless server applies to values: coercion, truncation, other units.
//!
//! This module does not know the place of a value.

mod careless;
mod nested;

use serde::Serialize;
use serde_json::{Number, Value};

/// The conversion of a value. Values that a conversion does not apply to stay unchanged.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reading {
    /// Reads a string of digits as a number.
    NumberOfText,
    /// Rounds a number with a fraction down.
    WholeOfFraction,
    /// Reads 0 and 1 as false and true.
    TruthOfNumber,
    /// Reads `"true"` and `"false"` as booleans.
    TruthOfText,
    /// Reads a number as a string.
    TextOfNumber,
    /// Reads a boolean as a string.
    TextOfTruth,
    /// Wraps any other value in an array.
    ListOfOne,
    /// Treats null as a missing property.
    NothingOfNull,
    /// Trims whitespace off both ends of a string.
    Trimmed,
    /// Converts a string to lower case.
    LowerCase,
    /// Truncates a string to this number of characters.
    Cut(usize),
    /// Replaces each character outside the Basic Multilingual Plane by a question mark.
    WithoutEmoji,
    /// Escapes a string for HTML.
    Escaped,
    /// Replaces a string by one with as many characters as the string has bytes.
    InBytes,
    /// Multiplies a number.
    Times(f64),
    /// Keeps only the first item of an array.
    FirstItem,
    /// Reverses an array.
    Reversed,
    /// Wraps any other value in an object, as the property of this name.
    MemberOf(String),
    /// Reads an array of one item as the item.
    ItemOfList,
    /// Reads the first value as the second.
    As(Value, Value),
    /// Treats an empty string as a missing property.
    NothingOfEmpty,
    /// Parses a string that holds a JSON object or array.
    ParsedText,
    /// Splits a string at commas.
    ListOfParts,
    /// Reads an object as the array of its values.
    ListOfValues,
    /// Reads any other value as its JSON text.
    TextOfAnything,
    /// Keeps only this number of lower bits of an integer.
    InBits(u32),
    /// Rounds a number to single precision.
    InSinglePrecision,
    /// Composes `e` and an acute accent, as Unicode's form NFC does.
    Composed,
    /// Removes control characters from a string.
    WithoutControls,
    /// Cuts a string before its first NUL.
    CutAtNul,
    /// Removes invisible characters from a string, such as marks of direction.
    WithoutMarks,
    /// Replaces several spaces in a row by one.
    WithSingleBlanks,
    /// Replaces `\r\n` by `\n` in a string.
    WithLineFeeds,
    /// Reads an empty string as null.
    NullOfEmpty,
    /// Converts every number and boolean inside a value to a string.
    TextsWithin,
    /// Empties every object inside a value.
    WithoutInnerObjects,
    /// Removes every array inside a value.
    WithoutLists,
    /// Removes properties and items inside a value that are false, zero or empty strings.
    WithoutFalsy,
    /// Truncates every number inside a value to an integer.
    WholeWithin,
    /// Renames the properties of an object to camel case, at every level.
    CamelCased,
    /// Removes properties with a dot or a dollar sign in their names, at every level.
    WithoutOddNames,
}

impl Reading {
    /// Returns the converted value; `None` if the value stays unchanged.
    pub(super) fn apply(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::NumberOfText, Value::String(text)) => {
                let number = text.trim().parse::<f64>().ok()?;
                let whole = text.trim().parse::<i64>().ok().map(Value::from);
                whole.or_else(|| Number::from_f64(number).map(Value::Number))
            }
            (Self::WholeOfFraction, Value::Number(number)) if !number.is_i64() => {
                let whole = number.as_f64()?.floor();
                format!("{whole:.0}").parse::<i64>().ok().map(Value::from)
            }
            (Self::TruthOfNumber, Value::Number(number)) => match number.as_i64()? {
                0 => Some(false.into()),
                1 => Some(true.into()),
                _ => None,
            },
            (Self::TruthOfText, Value::String(text)) => text.parse::<bool>().ok().map(Value::from),
            (Self::TextOfNumber, Value::Number(number)) => Some(number.to_string().into()),
            (Self::TextOfTruth, Value::Bool(truth)) => Some(truth.to_string().into()),
            (Self::ListOfOne, Value::Array(_) | Value::Null) => None,
            (Self::ListOfOne, one) => Some(Value::Array(vec![one.clone()])),
            (Self::Times(factor), Value::Number(number)) => {
                let product = number.as_f64()? * factor;
                match format!("{product}").parse::<i64>() {
                    Ok(whole) => Some(whole.into()),
                    Err(_) => Number::from_f64(product).map(Value::Number),
                }
            }
            (Self::FirstItem, Value::Array(items)) => Some(items.iter().take(1).cloned().collect()),
            (Self::Reversed, Value::Array(items)) => Some(items.iter().rev().cloned().collect()),
            (_, value) => self.careless(value).or_else(|| self.nested(value)).or_else(|| {
                let text = value.as_str()?;
                self.of_text(text).map(Value::from)
            }),
        }
    }

    fn of_text(&self, text: &str) -> Option<String> {
        match self {
            Self::Trimmed => Some(text.trim().to_owned()),
            Self::LowerCase => Some(text.to_lowercase()),
            Self::Cut(length) => Some(text.chars().take(*length).collect()),
            Self::WithoutEmoji => {
                let plain = |own: char| if own.len_utf16() > 1 { '?' } else { own };
                Some(text.chars().map(plain).collect())
            }
            Self::Escaped => {
                let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                Some(escaped.replace('"', "&quot;"))
            }
            Self::InBytes => Some("x".repeat(text.len())),
            Self::Composed => Some(text.replace("e\u{301}", "\u{e9}")),
            Self::WithoutControls => Some(text.chars().filter(|own| !own.is_control()).collect()),
            Self::CutAtNul => text.split('\0').next().map(str::to_owned),
            Self::WithoutMarks => {
                let is_mark =
                    |own: &char| matches!(own, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
                Some(text.chars().filter(|own| !is_mark(own)).collect())
            }
            Self::WithSingleBlanks => {
                let mut text = text.to_owned();
                while text.contains("  ") {
                    text = text.replace("  ", " ");
                }
                Some(text)
            }
            Self::WithLineFeeds => Some(text.replace("\r\n", "\n")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read_as_others() {
        let table = [
            (Reading::NumberOfText, json!("30"), json!(30)),
            (Reading::NumberOfText, json!("7.5"), json!(7.5)),
            (Reading::NumberOfText, json!("many"), json!("many")),
            (Reading::WholeOfFraction, json!(30.5), json!(30)),
            (Reading::TruthOfNumber, json!(1), json!(true)),
            (Reading::TruthOfNumber, json!(2), json!(2)),
            (Reading::TruthOfText, json!("false"), json!(false)),
            (Reading::TextOfNumber, json!(7), json!("7")),
            (Reading::TextOfTruth, json!(true), json!("true")),
            (Reading::ListOfOne, json!("a"), json!(["a"])),
            (Reading::ListOfOne, json!(["a"]), json!(["a"])),
            (Reading::Trimmed, json!(" a "), json!("a")),
            (Reading::LowerCase, json!("Aß"), json!("aß")),
            (Reading::Cut(1), json!("ab"), json!("a")),
            (Reading::WithoutEmoji, json!("é🦀"), json!("é?")),
            (Reading::Escaped, json!("<&"), json!("&lt;&amp;")),
            (Reading::InBytes, json!("é"), json!("xx")),
            (Reading::Times(1000.0), json!(2), json!(2000)),
            (Reading::Times(0.001), json!(1500), json!(1.5)),
            (Reading::FirstItem, json!([1, 2]), json!([1])),
            (Reading::Reversed, json!([1, 2]), json!([2, 1])),
            (Reading::MemberOf("url".to_owned()), json!("a"), json!({ "url": "a" })),
            (Reading::ItemOfList, json!([{}]), json!({})),
            (Reading::As(json!(""), json!(false)), json!(""), json!(false)),
            (Reading::ParsedText, json!("{\"a\":1}"), json!({ "a": 1 })),
            (Reading::ListOfParts, json!("a,b"), json!(["a", "b"])),
            (Reading::ListOfValues, json!({ "0": "a" }), json!(["a"])),
            (Reading::TextOfAnything, json!({ "a": 1 }), json!("{\"a\":1}")),
            (Reading::InBits(32), json!(4_294_967_326_u64), json!(30)),
            (Reading::Composed, json!("e\u{301}"), json!("é")),
            (Reading::CutAtNul, json!("a\0b"), json!("a")),
            (Reading::WithoutMarks, json!("a\u{200f}b"), json!("ab")),
            (Reading::WithSingleBlanks, json!("a   b"), json!("a b")),
            (Reading::NullOfEmpty, json!(""), json!(null)),
            (Reading::TextsWithin, json!({ "a": [1] }), json!({ "a": ["1"] })),
            (Reading::WithoutInnerObjects, json!({ "a": { "b": 1 } }), json!({ "a": {} })),
            (Reading::WithoutLists, json!({ "a": [1], "b": 1 }), json!({ "b": 1 })),
            (Reading::WithoutFalsy, json!({ "a": false, "b": 1 }), json!({ "b": 1 })),
            (Reading::WholeWithin, json!({ "a": 1.5 }), json!({ "a": 1 })),
            (Reading::CamelCased, json!({ "a_b": 1 }), json!({ "aB": 1 })),
            (Reading::WithoutOddNames, json!({ "a.b": 1 }), json!({})),
        ];
        for (reading, value, expected) in table {
            let read = reading.apply(&value).unwrap_or_else(|| value.clone());
            assert_eq!(read, expected, "{reading:?} of {value}");
        }
    }
}
