//! Conversions that a careless server applies to values: coercion, truncation, other units.
//!
//! This module does not know the place of a value.

use serde_json::{Map, Number, Value};

/// The conversion of a value. Values that a conversion does not apply to stay unchanged.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// Reads a string of digits as a number.
    StringToNumber,
    /// Rounds a number with a fraction down.
    FractionToInteger,
    /// Reads 0 and 1 as false and true.
    NumberToBool,
    /// Reads `"true"` and `"false"` as booleans.
    StringToBool,
    /// Reads a number as a string.
    NumberToString,
    /// Reads a boolean as a string.
    BoolToString,
    /// Wraps any other value in an array.
    ValueToArray,
    /// Treats null as a missing property.
    NullToAbsent,
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
    ValueToProperty(String),
    /// Reads an array of one item as the item.
    ArrayToItem,
    /// Reads the first value as the second.
    As(Value, Value),
    /// Treats an empty string as a missing property.
    EmptyToAbsent,
    /// Parses a string that holds a JSON object or array.
    StringToJson,
    /// Splits a string at commas.
    SplitAtCommas,
    /// Reads an object as the array of its values.
    ObjectToValues,
    /// Reads any other value as its JSON text.
    AnyToString,
    /// Keeps only this number of lower bits of an integer.
    TruncatedToBits(u32),
    /// Rounds a number to single precision.
    InSinglePrecision,
    /// Composes `e` and an acute accent, as Unicode's form NFC does.
    Composed,
    /// Removes control characters from a string.
    WithoutControls,
    /// Cuts a string before its first NUL.
    CutAtNul,
    /// Removes invisible characters from a string, such as marks of direction.
    WithoutInvisibles,
    /// Replaces several spaces in a row by one.
    WithSingleSpaces,
    /// Replaces `\r\n` by `\n` in a string.
    WithLineFeeds,
    /// Reads an empty string as null.
    EmptyToNull,
    /// Converts every number and boolean inside a value to a string.
    ScalarsToStrings,
    /// Empties every object inside a value.
    WithoutInnerObjects,
    /// Removes every array inside a value.
    WithoutArrays,
    /// Removes properties and items inside a value that are false, zero or empty strings.
    WithoutFalsy,
    /// Truncates every number inside a value to an integer.
    NumbersToIntegers,
    /// Renames the properties of an object to camel case, at every level.
    CamelCased,
    /// Removes properties with a dot or a dollar sign in their names, at every level.
    WithoutSpecialNames,
}

impl Reading {
    /// Returns the converted value; `None` if the value stays unchanged.
    pub(super) fn apply(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::StringToNumber, Value::String(text)) => {
                let number = text.trim().parse::<f64>().ok()?;
                let whole = text.trim().parse::<i64>().ok().map(Value::from);
                whole.or_else(|| Number::from_f64(number).map(Value::Number))
            }
            (Self::FractionToInteger, Value::Number(number)) if !number.is_i64() => {
                let whole = number.as_f64()?.floor();
                format!("{whole:.0}").parse::<i64>().ok().map(Value::from)
            }
            (Self::NumberToBool, Value::Number(number)) => match number.as_i64()? {
                0 => Some(false.into()),
                1 => Some(true.into()),
                _ => None,
            },
            (Self::StringToBool, Value::String(text)) => text.parse::<bool>().ok().map(Value::from),
            (Self::NumberToString, Value::Number(number)) => Some(number.to_string().into()),
            (Self::BoolToString, Value::Bool(truth)) => Some(truth.to_string().into()),
            (Self::ValueToArray, Value::Array(_) | Value::Null) => None,
            (Self::ValueToArray, one) => Some(Value::Array(vec![one.clone()])),
            (Self::Times(factor), Value::Number(number)) => {
                let product = number.as_f64()? * factor;
                match format!("{product}").parse::<i64>() {
                    Ok(whole) => Some(whole.into()),
                    Err(_) => Number::from_f64(product).map(Value::Number),
                }
            }
            (Self::FirstItem, Value::Array(items)) => Some(items.iter().take(1).cloned().collect()),
            (Self::Reversed, Value::Array(items)) => Some(items.iter().rev().cloned().collect()),
            (Self::ValueToProperty(_), Value::Object(_) | Value::Null) => None,
            (Self::ValueToProperty(name), value_before) => {
                Some(Value::Object([(name.clone(), value_before.clone())].into_iter().collect()))
            }
            (Self::ArrayToItem, Value::Array(items)) => match &items[..] {
                [one] => Some(one.clone()),
                _ => None,
            },
            (Self::As(from, to), value_before) => (value_before == from).then(|| to.clone()),
            (Self::StringToJson, Value::String(text)) => {
                let parsed: Value = serde_json::from_str(text).ok()?;
                (parsed.is_object() || parsed.is_array()).then_some(parsed)
            }
            (Self::SplitAtCommas, Value::String(text)) => {
                let parts = text.split(',').filter(|part| !part.is_empty());
                Some(parts.map(Value::from).collect())
            }
            (Self::ObjectToValues, Value::Object(properties)) => {
                Some(properties.values().cloned().collect())
            }
            (Self::AnyToString, Value::String(_) | Value::Null) => None,
            (Self::AnyToString, value_before) => Some(value_before.to_string().into()),
            (Self::TruncatedToBits(bits), Value::Number(number)) => {
                let whole = number.as_u64().map(i128::from);
                let whole = whole.or_else(|| parse_i128(&number.to_string()))?;
                i64::try_from(whole.rem_euclid(1_i128 << bits)).ok().map(Value::from)
            }
            (Self::InSinglePrecision, Value::Number(number)) => {
                #[expect(clippy::cast_possible_truncation, reason = "that is the fault")]
                let single = number.as_f64()? as f32;
                let text = single.to_string();
                let whole = text.parse::<i64>().ok().map(Value::from);
                whole.or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number))
            }
            (Self::EmptyToNull, Value::String(text)) if text.is_empty() => Some(Value::Null),
            (_, value) => match value.as_str().and_then(|text| self.convert_string(text)) {
                Some(text) => Some(text.into()),
                None => self.convert_nested(value),
            },
        }
    }

    fn convert_string(&self, text: &str) -> Option<String> {
        match self {
            Self::Trimmed => Some(text.trim().to_owned()),
            Self::LowerCase => Some(text.to_lowercase()),
            Self::Cut(length) => Some(text.chars().take(*length).collect()),
            Self::WithoutEmoji => {
                let plain = |c: char| if c.len_utf16() > 1 { '?' } else { c };
                Some(text.chars().map(plain).collect())
            }
            Self::Escaped => {
                let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                Some(escaped.replace('"', "&quot;"))
            }
            Self::InBytes => Some("x".repeat(text.len())),
            Self::Composed => Some(text.replace("e\u{301}", "\u{e9}")),
            Self::WithoutControls => Some(text.chars().filter(|c| !c.is_control()).collect()),
            Self::CutAtNul => text.split('\0').next().map(str::to_owned),
            Self::WithoutInvisibles => {
                let is_mark =
                    |c: &char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
                Some(text.chars().filter(|c| !is_mark(c)).collect())
            }
            Self::WithSingleSpaces => {
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

    /// Converts a value at every level; `None` if the reading is not such a conversion.
    fn convert_nested(&self, value: &Value) -> Option<Value> {
        let kept = match self {
            Self::ScalarsToStrings => map_values(value, &|scalar| match scalar {
                Value::Number(_) | Value::Bool(_) => Some(scalar.to_string().into()),
                other => Some(other.clone()),
            }),
            Self::WithoutInnerObjects => map_values(value, &|inner| match inner {
                Value::Object(_) => Some(Value::Object(Map::new())),
                other => Some(other.clone()),
            }),
            Self::WithoutArrays => {
                map_values(value, &|inner| (!inner.is_array()).then(|| inner.clone()))
            }
            Self::WithoutFalsy => map_values(value, &|inner| {
                let is_falsy = match inner {
                    Value::Bool(boolean) => !boolean,
                    Value::Number(number) => number.as_f64() == Some(0.0),
                    Value::String(text) => text.is_empty(),
                    Value::Null | Value::Array(_) | Value::Object(_) => false,
                };
                (!is_falsy).then(|| inner.clone())
            }),
            Self::NumbersToIntegers => map_values(value, &|inner| match inner.as_f64() {
                Some(number) if !inner.is_i64() && number.abs() < 1e15 => {
                    format!("{:.0}", number.trunc()).parse::<i64>().ok().map(Value::from)
                }
                _ => Some(inner.clone()),
            }),
            Self::CamelCased => map_names(value, &|name| Some(to_camel_case(name))),
            Self::WithoutSpecialNames => {
                map_names(value, &|name| (!name.contains(['.', '$'])).then(|| name.to_owned()))
            }
            _ => return None,
        };
        Some(kept)
    }
}

/// Parses an integer of up to 128 bits.
fn parse_i128(text: &str) -> Option<i128> {
    text.parse().ok()
}

/// Changes or removes the properties and items of a value, at every level.
fn map_values(value: &Value, change: &impl Fn(&Value) -> Option<Value>) -> Value {
    let inner = |value: &Value| change(value).map(|changed| map_values(&changed, change));
    match value {
        Value::Object(properties) => {
            let kept =
                properties.iter().filter_map(|(name, value)| Some((name.clone(), inner(value)?)));
            Value::Object(kept.collect())
        }
        Value::Array(items) => items.iter().filter_map(inner).collect(),
        scalar => scalar.clone(),
    }
}

/// Renames or removes the properties of a value, at every level.
fn map_names(value: &Value, rename: &impl Fn(&str) -> Option<String>) -> Value {
    match value {
        Value::Object(properties) => {
            let properties = properties.iter();
            let properties = properties
                .filter_map(|(name, value)| Some((rename(name)?, map_names(value, rename))));
            Value::Object(properties.collect())
        }
        Value::Array(items) => items.iter().map(|item| map_names(item, rename)).collect(),
        scalar => scalar.clone(),
    }
}

fn to_camel_case(name: &str) -> String {
    let mut parts = name.split('_').filter(|part| !part.is_empty());
    let mut cased = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        cased.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        cased.push_str(letters.as_str());
    }
    cased
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read_as_others() {
        let table = [
            (Reading::StringToNumber, json!("30"), json!(30)),
            (Reading::StringToNumber, json!("7.5"), json!(7.5)),
            (Reading::StringToNumber, json!("many"), json!("many")),
            (Reading::FractionToInteger, json!(30.5), json!(30)),
            (Reading::NumberToBool, json!(1), json!(true)),
            (Reading::NumberToBool, json!(2), json!(2)),
            (Reading::StringToBool, json!("false"), json!(false)),
            (Reading::NumberToString, json!(7), json!("7")),
            (Reading::BoolToString, json!(true), json!("true")),
            (Reading::ValueToArray, json!("a"), json!(["a"])),
            (Reading::ValueToArray, json!(["a"]), json!(["a"])),
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
            (Reading::ValueToProperty("url".to_owned()), json!("a"), json!({ "url": "a" })),
            (Reading::ArrayToItem, json!([{}]), json!({})),
            (Reading::As(json!(""), json!(false)), json!(""), json!(false)),
            (Reading::StringToJson, json!("{\"a\":1}"), json!({ "a": 1 })),
            (Reading::SplitAtCommas, json!("a,b"), json!(["a", "b"])),
            (Reading::ObjectToValues, json!({ "0": "a" }), json!(["a"])),
            (Reading::AnyToString, json!({ "a": 1 }), json!("{\"a\":1}")),
            (Reading::TruncatedToBits(32), json!(4_294_967_326_u64), json!(30)),
            (Reading::Composed, json!("e\u{301}"), json!("é")),
            (Reading::CutAtNul, json!("a\0b"), json!("a")),
            (Reading::WithoutInvisibles, json!("a\u{200f}b"), json!("ab")),
            (Reading::WithSingleSpaces, json!("a   b"), json!("a b")),
            (Reading::EmptyToNull, json!(""), json!(null)),
            (Reading::ScalarsToStrings, json!({ "a": [1] }), json!({ "a": ["1"] })),
            (Reading::WithoutInnerObjects, json!({ "a": { "b": 1 } }), json!({ "a": {} })),
            (Reading::WithoutArrays, json!({ "a": [1], "b": 1 }), json!({ "b": 1 })),
            (Reading::WithoutFalsy, json!({ "a": false, "b": 1 }), json!({ "b": 1 })),
            (Reading::NumbersToIntegers, json!({ "a": 1.5 }), json!({ "a": 1 })),
            (Reading::CamelCased, json!({ "a_b": 1 }), json!({ "aB": 1 })),
            (Reading::WithoutSpecialNames, json!({ "a.b": 1 }), json!({})),
        ];
        for (reading, value, expected) in table {
            let read = reading.apply(&value).unwrap_or_else(|| value.clone());
            assert_eq!(read, expected, "{reading:?} of {value}");
        }
    }
}
