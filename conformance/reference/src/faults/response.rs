//! Faults of responses: changes to a correct response before it is sent.
//!
//! This module does not know the contents of responses.

use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::Value;
use uuid::Uuid;

use super::value_path::{Segment, ValuePath};

/// Selects responses.
#[derive(Debug, Clone, PartialEq)]
pub enum ResponseFilter {
    /// Every success.
    Success,
    /// Every error response of an error row, by the identity of the row.
    Error(String),
}

/// A change to a response.
#[derive(Debug, Clone, PartialEq)]
pub enum ResponseChange {
    /// Replaces the status code.
    Status(u16),
    /// Replaces the value of a header; `None` removes the header.
    Header(String, Option<String>),
    /// Replaces the body by a string, which need not be JSON.
    Text(String),
    /// Cuts off the second half of the body.
    Truncated,
    /// Repeats a property of the body with another value, at the end or at the beginning.
    Twice {
        /// The name of the property.
        name: String,
        /// The other value.
        value: Value,
        /// Whether the other value comes last.
        is_last: bool,
    },
    /// Changes a value of the body.
    Body(ValuePath, ValueChange),
    /// Changes a value in every object of the body, at any depth, that has the first property of the path.
    Anywhere(ValuePath, ValueChange),
}

/// A change to a value of a body.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueChange {
    /// Removes the value.
    Dropped,
    /// Renames the property.
    Renamed(String),
    /// Replaces the value.
    Replaced(Value),
    /// Adds a property to an object.
    Added(String, Value),
    /// Replaces the value by a new UUID in each response.
    FreshUuid,
    /// Replaces the value by a new date and time in each response.
    FreshTime,
    /// Removes the last item of an array.
    LastItemDropped,
    /// Replaces the value, unless it is null or missing.
    ReplacedUnlessNull(Value),
    /// Replaces the value if it is null.
    ReplacedIfNull(Value),
    /// Writes a date and time with a space, and without an offset.
    WithoutOffset,
}

impl ResponseFilter {
    /// Returns whether a response is selected. `row` is the error row, or `None` for a success.
    pub(super) fn selects(&self, row: Option<&str>) -> bool {
        match self {
            Self::Success => row.is_none(),
            Self::Error(wanted) => row == Some(wanted),
        }
    }
}

impl ResponseChange {
    pub(crate) async fn apply(&self, response: Response) -> Response {
        let (mut parts, body) = response.into_parts();
        // The server's own bodies are in memory as a whole.
        let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text = match self {
            Self::Status(status) => {
                parts.status = StatusCode::from_u16(*status).unwrap_or(parts.status);
                text
            }
            Self::Header(name, value) => {
                if let Ok(name) = HeaderName::try_from(name) {
                    parts.headers.remove(&name);
                    let value = value.as_ref().and_then(|value| HeaderValue::try_from(value).ok());
                    parts.headers.extend(value.map(|value| (name, value)));
                }
                text
            }
            Self::Text(text) => text.clone(),
            Self::Truncated => text.chars().take(text.chars().count() / 2).collect(),
            Self::Twice { name, value, is_last } => twice(&text, name, value, *is_last),
            Self::Body(place, change) => match serde_json::from_str(&text) {
                Ok(body) => changed(place, change, body).to_string(),
                Err(_) => text,
            },
            Self::Anywhere(place, change) => match serde_json::from_str(&text) {
                Ok(mut body) => {
                    change_anywhere(place, change, &mut body);
                    body.to_string()
                }
                Err(_) => text,
            },
        };
        if text.is_empty() {
            parts.headers.remove(CONTENT_TYPE);
        }
        Response::from_parts(parts, Body::from(text))
    }
}

/// Adds a property to the JSON text of an object, even if the object has a property of that name.
fn twice(text: &str, name: &str, value: &Value, is_last: bool) -> String {
    let property = format!("{}:{value}", Value::from(name));
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    match inner {
        Some(inner) if is_last => format!("{{{inner},{property}}}"),
        Some(inner) => format!("{{{property},{inner}}}"),
        None => text.to_owned(),
    }
}

fn changed(place: &ValuePath, change: &ValueChange, mut body: Value) -> Value {
    match change {
        ValueChange::Dropped => {
            place.change_owner(&mut body, |owner, name| drop(owner.shift_remove(name)));
        }
        ValueChange::Renamed(other) => place.change_owner(&mut body, |owner, name| {
            if let Some(value) = owner.shift_remove(name) {
                owner.insert(other.clone(), value);
            }
        }),
        ValueChange::Replaced(other) => replace(place, other, &mut body),
        ValueChange::ReplacedUnlessNull(other) => place.change(&mut body, &mut |value| {
            if !value.is_null() {
                *value = other.clone();
            }
        }),
        ValueChange::ReplacedIfNull(other) => place.change(&mut body, &mut |value| {
            if value.is_null() {
                *value = other.clone();
            }
        }),
        ValueChange::WithoutOffset => place.change(&mut body, &mut |value| {
            let text = value.as_str().and_then(|text| text.get(..19));
            if let Some(text) = text.map(|text| text.replace('T', " ")) {
                *value = text.into();
            }
        }),
        ValueChange::Added(name, property) => place.change(&mut body, &mut |value| {
            if let Value::Object(properties) = value {
                properties.insert(name.clone(), property.clone());
            }
        }),
        ValueChange::FreshUuid => place.change(&mut body, &mut |value| {
            *value = Uuid::new_v4().to_string().into();
        }),
        ValueChange::FreshTime => place.change(&mut body, &mut |value| {
            let microseconds = Uuid::new_v4().as_u128() % 1_000_000;
            *value = format!("2026-01-02T03:04:05.{microseconds:06}Z").into();
        }),
        ValueChange::LastItemDropped => place.change(&mut body, &mut |value| {
            if let Value::Array(items) = value {
                items.pop();
            }
        }),
    }
    body
}

fn change_anywhere(place: &ValuePath, change: &ValueChange, value: &mut Value) {
    let has_first = match (place.0.first(), &*value) {
        (Some(Segment::Member(name)), Value::Object(properties)) => properties.contains_key(name),
        _ => false,
    };
    match value {
        Value::Object(properties) => {
            properties.values_mut().for_each(|value| change_anywhere(place, change, value));
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| change_anywhere(place, change, item));
        }
        _ => {}
    }
    if has_first {
        *value = changed(place, change, value.take());
    }
}

/// Replaces the values at a path. Objects that lack the last property of the path get it, wrapped in one
/// array for each step into items after it.
fn replace(place: &ValuePath, other: &Value, body: &mut Value) {
    place.change(body, &mut |value| *value = other.clone());
    let items = place.0.iter().rev().take_while(|step| matches!(step, Segment::Each)).count();
    let (outer, _) = place.0.split_at(place.0.len() - items);
    let missing = (0..items).fold(other.clone(), |value, _| Value::Array(vec![value]));
    ValuePath(outer.to_vec()).fill(body, &missing);
}
