//! Queries and headers: objects whose properties are sent one by one, as text.
//!
//! ```text
//! struct ──serde──► JSON object ──written──► name and texts of each property
//! names and texts ──object──► JSON object ──Model::decode──► struct + Violations
//! ```
//!
//! This module depends on no HTTP library. Its callers put the texts into URLs and headers.

#[cfg(any(feature = "client", feature = "server"))]
use serde::Serialize;
#[cfg(any(feature = "client", feature = "server"))]
use serde_json::{Map, Value};

use crate::decode::Model;

/// A type whose properties are the parameters of a query, or headers.
pub trait Parameters: Model {
    /// The listed properties, in the contract's order.
    const PARAMETERS: &'static [Parameter];
}

/// A listed property of a query or of headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// How a text is read.
    pub form: Form,
    /// Whether the property is a list. A query repeats the name for each item; a header separates items by
    /// commas.
    pub is_list: bool,
}

/// How the text of a parameter is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As a string.
    Text,
    /// As a JSON number or boolean, if it is one.
    Json,
}

#[cfg(any(feature = "client", feature = "server"))]
impl Form {
    /// Reads a text. A text that is neither a number nor a boolean stays a string, so that validation reports
    /// the wrong type.
    pub(crate) fn read(self, text: &str) -> Value {
        let is_plain = |value: &Value| matches!(value, Value::Number(_) | Value::Bool(_));
        let json = match self {
            Self::Text => None,
            // JSON would ignore white space around a value.
            Self::Json if text.trim() != text => None,
            Self::Json => serde_json::from_str(text).ok().filter(is_plain),
        };
        json.unwrap_or_else(|| Value::from(text))
    }
}

#[cfg(any(feature = "client", feature = "server"))]
impl Parameter {
    /// Returns the value of the property from its texts, or `None` without texts. A property that is not a
    /// list becomes one if its name is repeated, so that validation reports the wrong type.
    pub(crate) fn read<T: AsRef<str>>(&self, texts: &[T]) -> Option<Value> {
        match texts {
            [] => None,
            [text] if !self.is_list => Some(self.form.read(text.as_ref())),
            texts => Some(texts.iter().map(|text| self.form.read(text.as_ref())).collect()),
        }
    }

    /// Returns the texts of a header: the items of a list, whatever the number of header lines.
    pub(crate) fn split<'t>(&self, lines: impl Iterator<Item = &'t [u8]>) -> Vec<String> {
        let lines = lines.map(String::from_utf8_lossy);
        if !self.is_list {
            return lines.map(std::borrow::Cow::into_owned).collect();
        }
        let lines: Vec<_> = lines.collect();
        let items = lines.iter().flat_map(|line| line.split(',')).map(str::trim);
        items.filter(|item| !item.is_empty()).map(str::to_owned).collect()
    }
}

/// Returns the JSON object of a query.
#[cfg(feature = "server")]
pub(crate) fn query<T: Parameters>(pairs: impl Iterator<Item = (String, String)>) -> Value {
    // In a list, the time would grow with the square of the number of names, which the client decides.
    let mut texts: Map<String, Value> = Map::new();
    for (name, text) in pairs {
        let list = texts.entry(name).or_insert_with(|| Value::Array(Vec::new()));
        list.as_array_mut().into_iter().for_each(|items| items.push(Value::from(text.as_str())));
    }
    let members = texts.into_iter().filter_map(|(name, texts)| {
        let texts: Vec<&str> =
            texts.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let listed = T::PARAMETERS.iter().find(|parameter| parameter.name == name);
        let unlisted = Parameter { name: "", form: Form::Text, is_list: false };
        let value = listed.unwrap_or(&unlisted).read(&texts)?;
        Some((name, value))
    });
    Value::Object(members.collect())
}

/// Returns the JSON object of the listed headers. A message has many others. `lines` returns the lines of a header by
/// its name.
#[cfg(any(feature = "client", feature = "server"))]
pub(crate) fn headers<'l, T: Parameters, L: Iterator<Item = &'l [u8]>>(
    lines: impl Fn(&'static str) -> L,
) -> Value {
    let members = T::PARAMETERS.iter().filter_map(|parameter| {
        let value = parameter.read(&parameter.split(lines(parameter.name)))?;
        Some((parameter.name.to_owned(), value))
    });
    Value::Object(members.collect())
}

/// Returns the names and texts of present properties, the listed ones first.
///
/// # Errors
/// If the value cannot be written as a JSON object.
#[cfg(any(feature = "client", feature = "server"))]
pub(crate) fn written<T: Parameters + Serialize>(
    value: &T,
) -> Result<Vec<(String, Vec<String>)>, serde_json::Error> {
    let mut members: Map<String, Value> = serde_json::from_value(serde_json::to_value(value)?)?;
    let listed = T::PARAMETERS.iter().filter_map(|parameter| members.remove_entry(parameter.name));
    let mut parameters: Vec<(String, Value)> = listed.collect();
    parameters.extend(members);
    let texts = |value: Value| match value {
        Value::Array(items) => items.iter().filter_map(text).collect(),
        value => text(&value).into_iter().collect(),
    };
    Ok(parameters.into_iter().map(|(name, value)| (name, texts(value))).collect())
}

/// Returns the text of a value; `None` for null, which is not sent.
#[cfg(any(feature = "client", feature = "server"))]
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
