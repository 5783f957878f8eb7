//! Values that are read as others: coerced, truncated, normalized or lost.
//!
//! This module does not know where a value comes from.

use serde::Deserialize;
use serde_json::{Number, Value, json};
use webdata_spec::model::Shape;

use super::walk::{Place, Visited};

/// The value that another value becomes. A value that cannot be converted stays unchanged.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Coercion {
    /// Null.
    Null,
    /// No value: the property or item is dropped.
    Absent,
    /// The zero value of the type: `false`, 0, or an empty string, list or object.
    Zero,
    /// A language's word for null, such as `None`.
    Word(String),
    /// A value that the table states.
    Value(Value),
    /// The number that a string spells, with surrounding blanks ignored.
    NumberOfText,
    /// The number that a string begins with.
    NumberOfPrefix,
    /// The boolean that a word such as `yes`, or 0 or 1, means.
    BooleanByMeaning,
    /// The boolean that 0 or 1 means, as a number or as a string.
    BooleanOfDigit,
    /// `true` for every value that is not empty, null or zero.
    Truth,
    /// `true` for a string that ends with 1, `false` for every other string.
    TruthOfLastDigit,
    /// 1 for `true` and 0 for `false`.
    NumberOfBoolean,
    /// The string that a language converts a value of another type to, where only strings are valid.
    Text,
    /// The string that a language converts a value to, even if the value is valid.
    Stringified,
    /// The integer part of a number.
    Floor,
    /// The number, rounded to a double.
    Double,
    /// A list with the value as its only item.
    ListOfOne,
    /// The first item of a list.
    FirstItem,
    /// The enum value at the index that a number, or a string of digits, states.
    WordOfIndex,
    /// The enum value that differs only in letter case or surrounding blanks.
    WordInAnyCase,
    /// The first enum value.
    FirstWord,
    /// The string without surrounding blanks.
    Trimmed,
    /// The string in lower case.
    LowerCase,
    /// The string, truncated to this many characters.
    Cut(usize),
    /// The string with the first substring replaced by the second.
    Replaced(String, String),
    /// The string without any of these characters.
    Without(String),
    /// The string, escaped for HTML.
    Escaped,
    /// The string, escaped for HTML twice.
    EscapedTwice,
    /// The string without HTML tags.
    WithoutTags,
    /// The string in the composed form of Unicode, for common letters.
    Composed,
    /// The URL in the form of the browsers' URL standard: letter case, slash after the host, default port,
    /// blanks.
    UrlOfBrowser,
    /// The URL with a slash after its host.
    SlashBehindHost,
    /// The email address with its domain in lower case.
    LowerCaseDomain,
    /// An empty list in place of an object.
    EmptyList,
    /// An empty object in place of a list.
    EmptyObject,
    /// The object with its properties matched in any letter case. Of several, the last one counts.
    ListedNames,
    /// The object without these properties.
    WithoutNames(Vec<String>),
    /// The time without its offset.
    WithoutZone,
    /// The time with a blank in place of its `T`.
    TimeWithBlank,
    /// The time without fractions of a second.
    WithoutFraction,
    /// The time in the notation of another country: `01/31/2026 12:00:00`.
    OtherOrder,
    /// The time, this many seconds later.
    Later(i64),
}

impl Coercion {
    /// Converts a value at a place.
    pub(super) fn apply(&self, place: &Place<'_>, value: &mut Value) -> Visited {
        if *self == Self::Absent {
            return Visited::Goes;
        }
        if let Some(read) = self.read(place, value) {
            *value = read;
        }
        Visited::Stays
    }

    fn read(&self, place: &Place<'_>, value: &Value) -> Option<Value> {
        let takes_number =
            || place.takes(|shape| matches!(shape, Shape::Integer | Shape::Number | Shape::Any));
        let takes_text =
            || place.takes(|shape| matches!(shape, Shape::String | Shape::Enum(_) | Shape::Any));
        let takes_list = || place.takes(|shape| matches!(shape, Shape::Array { .. }));
        let is_unfit = || !place.takes_type_of(value);
        match self {
            Self::Null => Some(Value::Null),
            Self::Word(word) => Some(word.as_str().into()),
            Self::Value(value) => Some(value.clone()),
            Self::Zero => zero_value(place),
            Self::EmptyList => Some(json!([])),
            Self::EmptyObject => Some(json!({})),
            Self::NumberOfText | Self::NumberOfPrefix | Self::NumberOfBoolean => {
                (is_unfit() && takes_number()).then(|| self.number(value)).flatten()
            }
            Self::Floor | Self::Double => {
                takes_number().then(|| self.of_number(value.as_number()?)).flatten()
            }
            Self::BooleanByMeaning
            | Self::BooleanOfDigit
            | Self::Truth
            | Self::TruthOfLastDigit => {
                let takes = place.takes(|shape| matches!(shape, Shape::Boolean));
                (is_unfit() && takes).then(|| self.boolean(value)).flatten().map(Value::Bool)
            }
            Self::Text => {
                (!value.is_null() && is_unfit() && takes_text()).then(|| to_text(value).into())
            }
            Self::Stringified => Some(to_text(value).into()),
            Self::ListOfOne => {
                (!value.is_null() && is_unfit() && takes_list()).then(|| json!([value]))
            }
            Self::FirstItem => value.as_array().filter(|_| is_unfit())?.first().cloned(),
            Self::WordOfIndex | Self::WordInAnyCase | Self::FirstWord => {
                self.enum_value(place, value)
            }
            _ => match value {
                Value::String(text) => {
                    takes_text().then(|| super::string_coercion::read(self, text)).flatten()
                }
                Value::Object(members) => self.coerce_object(place, members),
                _ => None,
            },
        }
    }

    fn number(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::NumberOfText, Value::String(text)) => number(text.trim()),
            (Self::NumberOfPrefix, Value::String(text)) => {
                let text = text.trim_start();
                let is_digit = |c: char| c.is_ascii_digit() || c == '-';
                let end = text.find(|c| !is_digit(c)).unwrap_or(text.len());
                number(&text[..end])
            }
            (Self::NumberOfBoolean, Value::Bool(boolean)) => Some(u8::from(*boolean).into()),
            _ => None,
        }
    }

    fn of_number(&self, sent: &Number) -> Option<Value> {
        let float = sent.as_f64()?;
        match self {
            Self::Floor => number(&format!("{:.0}", float.trunc())),
            Self::Double => number(&format!("{float:.0}")).filter(|_| float.fract() == 0.0),
            _ => None,
        }
    }

    fn boolean(&self, value: &Value) -> Option<bool> {
        match (self, value) {
            (Self::TruthOfLastDigit, Value::String(text)) => Some(text.ends_with('1')),
            (Self::Truth, value) => Some(match value {
                Value::Null => false,
                Value::Number(number) => number.as_f64() != Some(0.0),
                Value::String(text) => !text.is_empty(),
                _ => true,
            }),
            (Self::BooleanByMeaning, Value::String(text)) => {
                match text.trim().to_lowercase().as_str() {
                    "true" | "yes" | "on" | "y" | "t" | "1" => Some(true),
                    "false" | "no" | "off" | "n" | "f" | "0" => Some(false),
                    _ => None,
                }
            }
            (Self::BooleanOfDigit, Value::String(text)) => match text.as_str() {
                "1" => Some(true),
                "0" => Some(false),
                _ => None,
            },
            (Self::BooleanByMeaning | Self::BooleanOfDigit, Value::Number(number)) => {
                match number.as_i64() {
                    Some(1) => Some(true),
                    Some(0) => Some(false),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the enum value that a value is read as.
    fn enum_value(&self, place: &Place<'_>, value: &Value) -> Option<Value> {
        let words = place.schemas.iter().find_map(|schema| schema.words())?;
        match (self, value) {
            (Self::FirstWord, _) => words.first().map(|word| word.as_str().into()),
            (Self::WordInAnyCase, Value::String(text)) => {
                let is_same = |word: &&String| word.eq_ignore_ascii_case(text.trim());
                words.iter().find(is_same).map(|word| word.as_str().into())
            }
            (Self::WordOfIndex, value) => {
                let at: usize = to_text(value).parse().ok()?;
                words.get(at).map(|word| word.as_str().into())
            }
            _ => None,
        }
    }

    fn coerce_object(
        &self,
        place: &Place<'_>,
        members: &serde_json::Map<String, Value>,
    ) -> Option<Value> {
        let mut members = members.clone();
        match self {
            Self::WithoutNames(names) => members.retain(|name, _| !names.contains(name)),
            Self::ListedNames => {
                let listed = |name: &String| {
                    let objects = place.schemas.iter().filter_map(|schema| schema.object());
                    let mut names = objects.flat_map(|object| object.properties.keys());
                    names.find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name).clone()
                };
                members = members.into_iter().map(|(name, value)| (listed(&name), value)).collect();
            }
            _ => return None,
        }
        Some(Value::Object(members))
    }
}

/// Parses a number.
pub(super) fn number(text: &str) -> Option<Value> {
    let whole = text.parse::<i64>().ok().map(Value::from);
    whole.or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number))
}

/// Returns the string that most languages convert a value to.
fn to_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(_) => "[object Object]".to_owned(),
        Value::Array(items) => items.iter().map(to_text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Returns the zero value of the type at a place.
fn zero_value(place: &Place<'_>) -> Option<Value> {
    place.schemas.iter().find_map(|schema| match &schema.shape {
        Shape::Boolean => Some(json!(false)),
        Shape::Integer | Shape::Number => Some(json!(0)),
        Shape::String => Some(json!("")),
        Shape::Enum(words) => words.first().map(|word| json!(word)),
        Shape::Array { .. } => Some(json!([])),
        Shape::Map(_) | Shape::Object(_) => Some(json!({})),
        _ => None,
    })
}
