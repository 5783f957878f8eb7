//! Conversions of values. Some change the meaning, such as a truncated list; others only the form, such as another
//! offset of a time.
//!
//! Each conversion changes one value. This module does not know where a value comes from.

use std::collections::BTreeMap;

use chrono::{NaiveDateTime, SecondsFormat, TimeDelta};
use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Number, Value, json};
use uuid::Uuid;
use webdata_spec::model::Shape;
use webdata_spec::prose::plain;

use super::walk::{Place, Visited};
use crate::exchange::error_text;

/// A regular expression. A malformed one matches nothing; a file that has one is rejected.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Pattern(Option<Regex>);

impl Pattern {
    pub(crate) fn new(text: &str) -> Self {
        Self(Regex::new(text).ok())
    }

    /// Returns the regular expression, if it is well-formed.
    pub(crate) fn regex(&self) -> Option<Regex> {
        self.0.clone()
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.0.as_ref().is_some_and(|pattern| pattern.is_match(text))
    }

    /// Replaces every match. `$1` in the replacement stands for the first group.
    pub(super) fn substitute(&self, text: &str, with: &str) -> String {
        match &self.0 {
            Some(pattern) => pattern.replace_all(text, with).into_owned(),
            None => text.to_owned(),
        }
    }
}

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Regex::new(&text).map(|pattern| Self(Some(pattern)))
    }
}

/// The value that another value becomes. A value that cannot be converted stays unchanged.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Conversion {
    Null,
    /// No value: the property or item is dropped.
    Absent,
    /// The zero value of the type: `false`, 0, or an empty string, list or object.
    Zero,
    /// This value.
    Value(Value),
    /// The right side of the first pair whose left side equals the value.
    As(Vec<(Value, Value)>),
    /// Another UUID in each response.
    FreshUuid,
    /// Another date and time in each response.
    FreshTime,
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
    SinglePrecision,
    /// A list with the value as its only item.
    ListOfOne,
    FirstItem,
    /// The enum value at the index that a number, or a string of digits, states.
    WordOfIndex,
    /// The enum value that differs only in letter case or surrounding blanks.
    WordInAnyCase,
    FirstWord,
    /// The string without surrounding blanks.
    Trimmed,
    LowerCase,
    /// The string or the list, truncated to this many characters or items.
    Cut(usize),
    /// The string with a replacement for each match of a pattern. `$1` in the replacement stands for the first group.
    Substituted(Pattern, String),
    /// The string, escaped for HTML.
    Escaped,
    EscapedTwice,
    /// The string in the composed form of Unicode, for common letters.
    Composed,
    /// The email address with its domain in lower case.
    LowerCaseDomain,
    /// An empty list in place of an object.
    EmptyList,
    /// An empty object in place of a list.
    EmptyObject,
    /// The object with its properties matched in any letter case. Of several, the last one counts.
    ListedNames,
    /// The object with its names in upper case.
    UpperCaseNames,
    /// The object with its names in camel case.
    CamelCaseNames,
    /// The object without these properties.
    WithoutNames(Vec<String>),
    /// The object without the properties whose names match a pattern.
    WithoutNamesLike(Pattern),
    /// The object with the first property renamed to the second name.
    Renamed(String, String),
    /// The values of the object, as a list.
    Values,
    /// The object or list that the string holds as JSON.
    Parsed,
    /// The time in the notation of another country: `01/31/2026 12:00:00`.
    OtherOrder,
    /// The time, this many seconds later.
    Later(i64),
    /// The time with an offset, with or without a fraction, in letters of either case.
    OtherOffset,
    /// The text of an error row.
    ErrorOf(String),
    /// The number, written with a fraction of zero.
    WithFraction,
    UpperCase,
    /// The parts of the string that are not empty, as a list.
    SplitAt(String),
    /// An object with the value as its only property.
    ObjectWith(String),
    /// An object with these properties, whose values are the items of a list. A null item omits its property.
    ObjectOf(Vec<String>),
    /// The value of the only property of the object.
    OnlyValue,
    /// The object with these properties, which replace those of the same name.
    #[serde(deserialize_with = "members")]
    Members(Map<String, Value>),
    /// The object, to which these properties are added where they are missing.
    #[serde(deserialize_with = "members")]
    Missing(Map<String, Value>),
    /// The object, to which missing properties of its schema are added: with their value here, or with their
    /// default.
    #[serde(deserialize_with = "members")]
    Defaults(Map<String, Value>),
    /// The object with these properties, each with one value from its list.
    #[serde(deserialize_with = "members")]
    AnyOf(Map<String, Value>),
    /// The object with a boolean property inverted. A missing one counts as its default.
    Inverted(String),
    /// The object with the value of the first property copied to the second.
    Copied(String, String),
    /// The object with the property `to` in place of `from`, if `values` has the value of `from`.
    Translated {
        from: String,
        to: String,
        values: BTreeMap<String, String>,
    },
    /// The object with its properties at other places, each a JSON Pointer. `*` stands for all other properties,
    /// and `-` for a new item of a list.
    Moved(Vec<(String, String)>),
    /// An object with the objects of a list, grouped by the string in this property, which is removed.
    GroupedBy(String),
    /// The list with two further items, which are given as JSON: one before the others, one after.
    Surrounded {
        first: String,
        last: String,
    },
    /// The list without its last item.
    WithoutLast,
    /// The list in reverse order.
    Reversed,
    /// The value with the properties of every object in reverse order.
    ReverseOrder,
}

/// Reads the properties of an object from JSON text, since TOML has no null.
pub(super) fn members<'de, D: serde::Deserializer<'de>>(
    source: D,
) -> Result<Map<String, Value>, D::Error> {
    let text = String::deserialize(source)?;
    serde_json::from_str(&text).map_err(serde::de::Error::custom)
}

impl Conversion {
    pub(super) fn apply(&self, place: &Place<'_>, value: &mut Value) -> Visited {
        if matches!(self, Self::Absent) {
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
        let takes_boolean = || place.takes(|shape| matches!(shape, Shape::Boolean));
        let is_unfit = || !place.takes_type_of(value);
        let words = || place.schemas.iter().find_map(|schema| schema.words());
        match (self, value) {
            (Self::Null, _) => Some(Value::Null),
            (Self::Value(value), _) => Some(value.clone()),
            (Self::As(pairs), _) => {
                let (_, other) = pairs.iter().find(|(from, _)| from == value)?;
                Some(other.clone())
            }
            (Self::FreshUuid, _) => Some(Uuid::new_v4().to_string().into()),
            (Self::FreshTime, _) => {
                let microseconds = Uuid::new_v4().as_u128() % 1_000_000;
                Some(format!("2026-01-02T03:04:05.{microseconds:06}Z").into())
            }
            (Self::Zero, _) => zero_value(place),
            (Self::EmptyList, _) => Some(json!([])),
            (Self::EmptyObject, _) => Some(json!({})),
            (Self::ErrorOf(row), _) => error_text(place.spec, row).map(Value::from),
            (Self::ObjectWith(name), _) => Some(json!({ name: value })),
            (Self::Stringified, _) => Some(to_text(value).into()),
            (Self::ReverseOrder, _) => Some(in_reverse_order(value)),
            (Self::NumberOfText, Value::String(text)) if is_unfit() && takes_number() => {
                number(text.trim())
            }
            (Self::NumberOfPrefix, Value::String(text)) if is_unfit() && takes_number() => {
                let text = text.trim_start();
                let is_digit = |c: char| c.is_ascii_digit() || c == '-';
                number(&text[..text.find(|c| !is_digit(c)).unwrap_or(text.len())])
            }
            (Self::NumberOfBoolean, Value::Bool(boolean)) if is_unfit() && takes_number() => {
                Some(u8::from(*boolean).into())
            }
            (Self::Floor, Value::Number(sent)) if sent.is_f64() && takes_number() => {
                number(&format!("{:.0}", sent.as_f64()?.trunc()))
            }
            (Self::Double, Value::Number(sent)) if takes_number() => {
                let float = sent.as_f64()?;
                number(&format!("{float:.0}")).filter(|_| float.fract() == 0.0)
            }
            (Self::SinglePrecision, Value::Number(sent)) => {
                #[expect(clippy::cast_possible_truncation, reason = "that is the difference")]
                let single = sent.as_f64()? as f32;
                number(&single.to_string())
            }
            (Self::WithFraction, Value::Number(number)) => Some(json!(number.as_i64()? as f64)),
            (
                Self::BooleanByMeaning
                | Self::BooleanOfDigit
                | Self::Truth
                | Self::TruthOfLastDigit,
                _,
            ) if is_unfit() && takes_boolean() => self.boolean(value).map(Value::Bool),
            (Self::Text, _) if !value.is_null() && is_unfit() && takes_text() => {
                Some(to_text(value).into())
            }
            (Self::ListOfOne, _) if !value.is_null() && is_unfit() && takes_list() => {
                Some(json!([value]))
            }
            (Self::FirstItem, Value::Array(items)) if is_unfit() => items.first().cloned(),
            (Self::FirstWord, _) => words()?.first().map(|word| json!(word)),
            (Self::WordInAnyCase, Value::String(text)) => {
                let is_same = |word: &&String| word.eq_ignore_ascii_case(text.trim());
                words()?.iter().find(is_same).map(|word| json!(word))
            }
            (Self::WordOfIndex, _) => {
                let at: usize = to_text(value).parse().ok()?;
                words()?.get(at).map(|word| json!(word))
            }
            (Self::SplitAt(separator), Value::String(text)) => {
                let parts = text.split(separator.as_str()).filter(|part| !part.is_empty());
                Some(parts.map(Value::from).collect())
            }
            (Self::Parsed, Value::String(text)) => {
                let parsed: Value = serde_json::from_str(text).ok()?;
                (parsed.is_object() || parsed.is_array()).then_some(parsed)
            }
            (Self::UpperCase, Value::String(text)) => Some(text.to_uppercase().into()),
            (Self::OtherOffset, Value::String(text)) => time_with_offset(text),
            (_, Value::String(text)) if takes_text() => coerce_string(self, text),
            (Self::Surrounded { first, last }, Value::Array(items)) => {
                let ends = |text: &String| serde_json::from_str::<Value>(text).ok();
                let items = items.iter().cloned().map(Some);
                std::iter::once(ends(first)).chain(items).chain([ends(last)]).collect()
            }
            (Self::Cut(length), Value::Array(items)) => {
                Some(items.iter().take(*length).cloned().collect())
            }
            (Self::WithoutLast, Value::Array(items)) => {
                items.split_last().map(|(_, others)| others.to_vec().into())
            }
            (Self::ObjectOf(names), Value::Array(items)) => {
                let members = names.iter().cloned().zip(items.iter().cloned());
                let members = members.filter(|(_, value)| !value.is_null());
                (names.len() == items.len()).then(|| members.collect::<Map<_, _>>().into())
            }
            (Self::GroupedBy(name), Value::Array(items)) => grouped(name, items),
            (Self::Reversed, Value::Array(items)) => Some(items.iter().rev().cloned().collect()),
            (_, Value::Object(members)) => self.coerce_object(place, members.clone()),
            _ => None,
        }
    }

    fn boolean(&self, value: &Value) -> Option<bool> {
        let digit = |text: &str| match text {
            "1" => Some(true),
            "0" => Some(false),
            _ => None,
        };
        match (self, value) {
            (Self::TruthOfLastDigit, Value::String(text)) => Some(text.ends_with('1')),
            (Self::Truth, Value::Null) => Some(false),
            (Self::Truth, Value::Number(number)) => Some(number.as_f64() != Some(0.0)),
            (Self::Truth, Value::String(text)) => Some(!text.is_empty()),
            (Self::Truth, _) => Some(true),
            (Self::BooleanByMeaning, Value::String(text)) => {
                match text.trim().to_lowercase().as_str() {
                    "true" | "yes" | "on" | "y" | "t" => Some(true),
                    "false" | "no" | "off" | "n" | "f" => Some(false),
                    text => digit(text),
                }
            }
            (Self::BooleanOfDigit, Value::String(text)) => digit(text),
            (Self::BooleanByMeaning | Self::BooleanOfDigit, Value::Number(number)) => {
                digit(&number.to_string())
            }
            _ => None,
        }
    }

    fn coerce_object(&self, place: &Place<'_>, mut members: Map<String, Value>) -> Option<Value> {
        match self {
            Self::WithoutNames(names) => members.retain(|name, _| !names.contains(name)),
            Self::ListedNames => {
                let listed = |name: &String| {
                    let mut names = place.objects().flat_map(|object| object.properties.keys());
                    names.find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name).clone()
                };
                members = with_names(members, listed);
            }
            Self::UpperCaseNames => members = with_names(members, |name| name.to_uppercase()),
            Self::CamelCaseNames => members = with_names(members, |name| to_camel_case(name)),
            Self::WithoutNamesLike(pattern) => members.retain(|name, _| !pattern.is_match(name)),
            Self::Renamed(from, to) => {
                let value = members.shift_remove(from)?;
                members.insert(to.clone(), value);
            }
            Self::Values => return Some(members.into_values().collect()),
            Self::Members(given) => members.extend(given.clone()),
            Self::Missing(given) => {
                for (name, value) in given {
                    members.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
            Self::Defaults(given) => {
                for (name, property) in place.objects().flat_map(|object| &object.properties) {
                    let default = given.get(name).or(property.schema.default.as_ref());
                    if let Some(default) = default {
                        members.entry(name.clone()).or_insert_with(|| default.clone());
                    }
                }
            }
            Self::AnyOf(lists) => {
                // The length takes the place of a random number, so that equal responses stay equal.
                let length = Value::Object(members.clone()).to_string().len();
                for (name, values) in lists {
                    let values = values.as_array().filter(|values| !values.is_empty())?;
                    members.insert(name.clone(), values[length % values.len()].clone());
                }
            }
            Self::Inverted(name) => {
                let listed = place.objects().find_map(|object| object.properties.get(name));
                let default = listed.and_then(|property| property.schema.default.as_ref());
                let stored = members.get(name).or(default).and_then(Value::as_bool)?;
                members.insert(name.clone(), (!stored).into());
            }
            Self::Copied(from, to) => {
                let value = members.get(from).cloned()?;
                members.insert(to.clone(), value);
            }
            Self::OnlyValue => {
                let mut values = members.into_iter().map(|(_, value)| value);
                return values.next().filter(|_| values.next().is_none());
            }
            Self::Translated { from, to, values } => {
                let value = values.get(members.get(from)?.as_str()?)?.clone();
                if members.contains_key(to) {
                    return None;
                }
                members.shift_remove(from);
                members.insert(to.clone(), value.into());
            }
            Self::Moved(moves) => return Some(moved(members, moves)),
            _ => return None,
        }
        Some(Value::Object(members))
    }
}

pub(super) fn number(text: &str) -> Option<Value> {
    let whole = text.parse::<i64>().ok().map(Value::from);
    whole.or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number))
}

/// Returns the string that most languages convert a value to.
fn to_text(value: &Value) -> String {
    match value {
        Value::Object(_) => "[object Object]".to_owned(),
        Value::Array(items) => items.iter().map(to_text).collect::<Vec<_>>().join(","),
        other => plain(other),
    }
}

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

/// Returns the value that a string becomes, or `None` if the conversion does not apply to strings.
fn coerce_string(reading: &Conversion, text: &str) -> Option<Value> {
    let read = match reading {
        Conversion::Trimmed => text.trim().to_owned(),
        Conversion::LowerCase => text.to_lowercase(),
        Conversion::Cut(length) => text.chars().take(*length).collect(),
        Conversion::Substituted(pattern, with) => pattern.substitute(text, with),
        Conversion::Escaped => escaped(text),
        Conversion::EscapedTwice => escaped(&escaped(text)),
        Conversion::Composed => composed(text),
        Conversion::LowerCaseDomain => match text.rsplit_once('@') {
            Some((local, domain)) => format!("{local}@{}", domain.to_lowercase()),
            None => text.to_owned(),
        },
        Conversion::OtherOrder => date_time(text)?.format("%m/%d/%Y %H:%M:%S").to_string(),
        Conversion::Later(by) => {
            let later = date_time(text)?.and_utc() + TimeDelta::seconds(*by);
            later.to_rfc3339_opts(SecondsFormat::Secs, true)
        }
        _ => return None,
    };
    Some(read.into())
}

fn escaped(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped.replace('"', "&quot;").replace('\'', "&#39;")
}

/// Composes the common letters that are followed by a combining accent.
fn composed(text: &str) -> String {
    const PAIRS: [(&str, &str); 8] = [
        ("e\u{301}", "é"),
        ("a\u{308}", "ä"),
        ("o\u{308}", "ö"),
        ("u\u{308}", "ü"),
        ("A\u{30a}", "Å"),
        ("n\u{303}", "ñ"),
        ("a\u{301}", "á"),
        ("e\u{300}", "è"),
    ];
    PAIRS
        .iter()
        .fold(text.to_owned(), |text, (decomposed, composed)| text.replace(decomposed, composed))
}

/// Parses the date and the time of a string, without its fraction and its offset.
fn date_time(text: &str) -> Option<NaiveDateTime> {
    NaiveDateTime::parse_from_str(text.get(..19)?, "%Y-%m-%dT%H:%M:%S").ok()
}

fn with_names(members: Map<String, Value>, name: impl Fn(&String) -> String) -> Map<String, Value> {
    members.into_iter().map(|(old, value)| (name(&old), value)).collect()
}

fn to_camel_case(name: &str) -> String {
    let mut parts = name.split('_').filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |cased, part| {
        let (letter, rest) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
        cased + &letter.to_uppercase() + rest
    })
}

/// Moves properties to other places, and drops the others. `*` stands for all properties that are left.
fn moved(mut members: Map<String, Value>, moves: &[(String, String)]) -> Value {
    let mut whole = Value::Object(Map::new());
    for (name, to) in moves {
        let value = match name.as_str() {
            "*" => Some(Value::Object(std::mem::take(&mut members))),
            name => members.shift_remove(name),
        };
        if let Some(value) = value {
            put(&mut whole, to, value);
        }
    }
    whole
}

/// Puts a value at a JSON Pointer, in which `-` stands for a new item of a list. Makes the objects and lists on the
/// way, and adds the properties of an object to those that are there.
fn put(whole: &mut Value, pointer: &str, value: Value) {
    let mut place = whole;
    for token in pointer.split('/').skip(1) {
        if token == "-" {
            if !place.is_array() {
                *place = json!([]);
            }
            let Value::Array(items) = place else { return };
            items.push(Value::Null);
            let Some(last) = items.last_mut() else { return };
            place = last;
        } else {
            if !place.is_object() {
                *place = json!({});
            }
            place = &mut place[token];
        }
    }
    match (place, value) {
        (Value::Object(members), Value::Object(value)) => members.extend(value),
        (place, value) => *place = value,
    }
}

/// Groups objects by the string in a property, and removes the property.
fn grouped(name: &str, items: &[Value]) -> Option<Value> {
    let mut groups = Map::new();
    for item in items {
        let mut members = item.as_object()?.clone();
        let key = members.shift_remove(name)?.as_str()?.to_owned();
        if let Value::Array(group) = groups.entry(key).or_insert_with(|| json!([])) {
            group.push(members.into());
        }
    }
    Some(groups.into())
}

fn in_reverse_order(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            members.map(|(name, value)| (name.clone(), in_reverse_order(value))).collect()
        }
        Value::Array(items) => items.iter().map(in_reverse_order).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// Writes a time with an offset, with or without a fraction, and in letters of either case (RFC 3339).
fn time_with_offset(text: &str) -> Option<Value> {
    const ENDS: [&str; 4] = ["-00:30", ".5+14:00", ".000000000Z", "-00:00"];
    // The sum of the bytes takes the place of a random number, so that equal times stay equal.
    let chance: usize = text.bytes().map(usize::from).sum();
    let time = format!("{}{}", text.get(..19)?, ENDS[chance % ENDS.len()]);
    Some(if chance.is_multiple_of(3) { time.to_lowercase() } else { time }.into())
}
