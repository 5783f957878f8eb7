//! Values read as others: what is coerced, cut, normalised or lost on the way.
//!
//! It must not know where a value comes from.

use serde::Deserialize;
use serde_json::{Number, Value, json};
use webdata_spec::model::Shape;

use super::walk::{Place, Visited};

/// What a value becomes. A value that has no such form stays as it is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reading {
    /// Null.
    Null,
    /// Nothing: the property or item is dropped.
    Absent,
    /// The emptiest value of its place: false, 0, an empty text or list.
    Zero,
    /// The word that some language has for null, such as `None`.
    Word(String),
    /// A value of the table's own.
    Value(Value),
    /// The number that a text is, blanks around it allowed.
    NumberOfText,
    /// The number that a text begins with.
    NumberOfPrefix,
    /// The boolean that a text, or 0 and 1, mean.
    BooleanByMeaning,
    /// The boolean of 0 and 1 alone, also as digits in a text.
    BooleanOfDigit,
    /// True of everything that is not empty and not zero.
    Truth,
    /// True of a text that ends with 1, false of every other text.
    TruthOfLastDigit,
    /// 1 and 0 of a boolean.
    NumberOfBoolean,
    /// The text that a language makes of a value that is no text.
    Text,
    /// The same, although the value may stand there.
    Stringified,
    /// The whole number below.
    Floor,
    /// A number as a double holds it.
    Double,
    /// A list with the value alone.
    ListOfOne,
    /// The first item of a list.
    FirstItem,
    /// The listed word that a number, or digits in a text, stand for.
    WordOfIndex,
    /// The listed word that differs in letter case or blanks around it.
    WordInAnyCase,
    /// The first listed word.
    FirstWord,
    /// A text without blanks around it.
    Trimmed,
    /// A text in lower case.
    LowerCase,
    /// A text cut behind so many characters.
    Cut(usize),
    /// A text with another stretch of text in place of one.
    Replaced(String, String),
    /// A text without the characters of another one.
    Without(String),
    /// A text escaped for HTML.
    Escaped,
    /// The same twice.
    EscapedTwice,
    /// A text without tags.
    WithoutTags,
    /// A text with its characters composed where that is simple.
    Composed,
    /// A URL as browsers write it: letter case, slash behind the host, default port, blanks.
    UrlOfBrowser,
    /// A URL with a slash behind its host.
    SlashBehindHost,
    /// An e-mail address with its domain in lower case.
    LowerCaseDomain,
    /// An object as a list of nothing.
    EmptyList,
    /// A list as an object of nothing.
    EmptyObject,
    /// An object whose listed properties are found in any letter case; the last one counts.
    ListedNames,
    /// An object without these names.
    WithoutNames(Vec<String>),
    /// A time without its zone.
    WithoutZone,
    /// A time with a blank in place of its T.
    TimeWithBlank,
    /// A time without a fraction of its seconds.
    WithoutFraction,
    /// A time as it is written in another country: `01/31/2026 12:00:00`.
    OtherOrder,
    /// A time so many seconds later.
    Later(i64),
}

impl Reading {
    /// Reads a value at a place.
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
            || place.takes(|own| matches!(own, Shape::Integer | Shape::Number | Shape::Any));
        let takes_text =
            || place.takes(|own| matches!(own, Shape::String | Shape::Enum(_) | Shape::Any));
        let takes_list = || place.takes(|own| matches!(own, Shape::Array { .. }));
        let is_unfit = || !place.takes_type_of(value);
        match self {
            Self::Null => Some(Value::Null),
            Self::Word(word) => Some(word.as_str().into()),
            Self::Value(own) => Some(own.clone()),
            Self::Zero => zero(place),
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
                let takes = place.takes(|own| matches!(own, Shape::Boolean));
                (is_unfit() && takes).then(|| self.boolean(value)).flatten().map(Value::Bool)
            }
            Self::Text => {
                (!value.is_null() && is_unfit() && takes_text()).then(|| text_of(value).into())
            }
            Self::Stringified => Some(text_of(value).into()),
            Self::ListOfOne => {
                (!value.is_null() && is_unfit() && takes_list()).then(|| json!([value]))
            }
            Self::FirstItem => value.as_array().filter(|_| is_unfit())?.first().cloned(),
            Self::WordOfIndex | Self::WordInAnyCase | Self::FirstWord => self.word(place, value),
            _ => match value {
                Value::String(text) => {
                    takes_text().then(|| super::texts::read(self, text)).flatten()
                }
                Value::Object(members) => self.of_object(place, members),
                _ => None,
            },
        }
    }

    fn number(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::NumberOfText, Value::String(text)) => number(text.trim()),
            (Self::NumberOfPrefix, Value::String(text)) => {
                let text = text.trim_start();
                let is_digit = |own: char| own.is_ascii_digit() || own == '-';
                let end = text.find(|own| !is_digit(own)).unwrap_or(text.len());
                number(&text[..end])
            }
            (Self::NumberOfBoolean, Value::Bool(own)) => Some(u8::from(*own).into()),
            _ => None,
        }
    }

    fn of_number(&self, own: &Number) -> Option<Value> {
        let float = own.as_f64()?;
        match self {
            Self::Floor => number(&format!("{:.0}", float.trunc())),
            Self::Double => number(&format!("{float:.0}")).filter(|_| float.fract() == 0.0),
            _ => None,
        }
    }

    fn boolean(&self, value: &Value) -> Option<bool> {
        match (self, value) {
            (Self::TruthOfLastDigit, Value::String(text)) => Some(text.ends_with('1')),
            (Self::Truth, own) => Some(match own {
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

    /// The listed word that a value stands for.
    fn word(&self, place: &Place<'_>, value: &Value) -> Option<Value> {
        let listed = |own: &&Shape| matches!(own, Shape::Enum(_));
        let shape = place.schemas.iter().map(|own| &own.shape).find(listed)?;
        let Shape::Enum(words) = shape else { return None };
        match (self, value) {
            (Self::FirstWord, _) => words.first().map(|word| word.as_str().into()),
            (Self::WordInAnyCase, Value::String(text)) => {
                let is_same = |word: &&String| word.eq_ignore_ascii_case(text.trim());
                words.iter().find(is_same).map(|word| word.as_str().into())
            }
            (Self::WordOfIndex, own) => {
                let at: usize = text_of(own).parse().ok()?;
                words.get(at).map(|word| word.as_str().into())
            }
            _ => None,
        }
    }

    fn of_object(
        &self,
        place: &Place<'_>,
        members: &serde_json::Map<String, Value>,
    ) -> Option<Value> {
        let mut members = members.clone();
        match self {
            Self::WithoutNames(names) => members.retain(|name, _| !names.contains(name)),
            Self::ListedNames => {
                let listed = |name: &String| {
                    let objects = place.schemas.iter().filter_map(|own| match &own.shape {
                        Shape::Object(object) => Some(object),
                        _ => None,
                    });
                    let mut names = objects.flat_map(|own| own.properties.keys());
                    names.find(|own| own.eq_ignore_ascii_case(name)).unwrap_or(name).clone()
                };
                members = members.into_iter().map(|(name, own)| (listed(&name), own)).collect();
            }
            _ => return None,
        }
        Some(Value::Object(members))
    }
}

/// Returns the number that a text is, if it is one.
pub(super) fn number(text: &str) -> Option<Value> {
    let whole = text.parse::<i64>().ok().map(Value::from);
    whole.or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number))
}

/// The text that most languages make of a value.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(_) => "[object Object]".to_owned(),
        Value::Array(items) => items.iter().map(text_of).collect::<Vec<_>>().join(","),
        own => own.to_string(),
    }
}

/// The emptiest value of a place.
fn zero(place: &Place<'_>) -> Option<Value> {
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
