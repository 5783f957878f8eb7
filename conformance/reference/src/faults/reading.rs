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
    /// Reads an array with a value for each of these properties as the object; null stands for no value.
    ArrayToProperties(Vec<String>),
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
            (Self::ArrayToProperties(names), Value::Array(items)) => {
                let properties = names.iter().cloned().zip(items.iter().cloned());
                let properties = properties.filter(|(_, value)| !value.is_null());
                (names.len() == items.len()).then(|| Value::Object(properties.collect()))
            }
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
                let whole = whole.or_else(|| number.to_string().parse().ok())?;
                i64::try_from(whole.rem_euclid(1_i128 << bits)).ok().map(Value::from)
            }
            (Self::InSinglePrecision, Value::Number(number)) => {
                #[expect(clippy::cast_possible_truncation, reason = "that is the fault")]
                let single = number.as_f64()? as f32;
                let text = single.to_string();
                let whole = text.parse::<i64>().ok().map(Value::from);
                whole.or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number))
            }
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
