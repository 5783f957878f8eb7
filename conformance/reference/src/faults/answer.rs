//! Faults of responses: what is sent back is not what was made.
//!
//! It must not know what a response says.

use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::value_path::{Step, ValuePath};

/// Some responses are not as they should be.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerFault {
    /// The identity of the operation; none for all.
    pub operation: Option<String>,
    /// Which of its responses.
    pub on: On,
    /// What is done to them.
    pub change: AnswerChange,
}

/// Which responses.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum On {
    /// Every success.
    Success,
    /// Every error with a row of the catalogue, by its identity.
    Error(String),
}

/// What is done to a response.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AnswerChange {
    /// It has another status.
    Status(u16),
    /// A header has another value, or is not sent.
    Header(String, Option<String>),
    /// It has another body, which need not be JSON.
    Text(String),
    /// The second half of its body is not sent.
    Truncated,
    /// A member of the body is sent once more, with another value, at its end or at its beginning.
    Twice {
        /// The name of the member.
        name: String,
        /// The other value.
        value: Value,
        /// Whether the other value stands at the end.
        is_last: bool,
    },
    /// Something in the body is changed.
    Body(ValuePath, MemberChange),
    /// Something is changed in each object of the body, at any depth, that has the first member of a
    /// place.
    Anywhere(ValuePath, MemberChange),
}

/// What is done to a part of a body.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum MemberChange {
    /// It is left out.
    Dropped,
    /// It has another name.
    Renamed(String),
    /// It is something else.
    Replaced(Value),
    /// An object has a member more.
    Added(String, Value),
    /// It is another UUID in each response.
    FreshUuid,
    /// A list has one item less.
    LastItemDropped,
    /// It is something else, unless it is null or not there.
    ReplacedUnlessNull(Value),
    /// It is something else where it is null.
    ReplacedIfNull(Value),
    /// A date and time is written with a blank between, and without an offset.
    WithoutOffset,
}

impl AnswerFault {
    /// What is done to a response: a success, or an error with a row of the catalogue.
    pub(super) fn change(
        &self,
        operation: Option<&str>,
        row: Option<&str>,
    ) -> Option<&AnswerChange> {
        let is_own = self.operation.is_none() || self.operation.as_deref() == operation;
        let is_on = match (&self.on, row) {
            (On::Success, None) => true,
            (On::Error(wanted), Some(row)) => wanted == row,
            _ => false,
        };
        (is_own && is_on).then_some(&self.change)
    }
}

impl AnswerChange {
    /// A response as it is sent with a fault.
    pub(crate) async fn apply(&self, answer: Response) -> Response {
        let (mut parts, body) = answer.into_parts();
        // A body that the server made itself is there as a whole.
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
            Self::Anywhere(..) => text,
        };
        let text = match (self, serde_json::from_str(&text)) {
            (Self::Anywhere(place, change), Ok(mut body)) => {
                change_anywhere(place, change, &mut body);
                body.to_string()
            }
            _ => text,
        };
        if text.is_empty() {
            parts.headers.remove(CONTENT_TYPE);
        }
        Response::from_parts(parts, Body::from(text))
    }
}

/// The text of an object with a member more.
fn twice(text: &str, name: &str, value: &Value, is_last: bool) -> String {
    let member = format!("{}:{value}", Value::from(name));
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    match inner {
        Some(inner) if is_last => format!("{{{inner},{member}}}"),
        Some(inner) => format!("{{{member},{inner}}}"),
        None => text.to_owned(),
    }
}

fn changed(place: &ValuePath, change: &MemberChange, mut body: Value) -> Value {
    match change {
        MemberChange::Dropped => {
            place.change_owner(&mut body, |owner, name| drop(owner.shift_remove(name)));
        }
        MemberChange::Renamed(other) => place.change_owner(&mut body, |owner, name| {
            if let Some(value) = owner.shift_remove(name) {
                owner.insert(other.clone(), value);
            }
        }),
        MemberChange::Replaced(other) => replace(place, other, &mut body),
        MemberChange::ReplacedUnlessNull(other) => place.change(&mut body, &mut |value| {
            if !value.is_null() {
                *value = other.clone();
            }
        }),
        MemberChange::ReplacedIfNull(other) => place.change(&mut body, &mut |value| {
            if value.is_null() {
                *value = other.clone();
            }
        }),
        MemberChange::WithoutOffset => place.change(&mut body, &mut |value| {
            let text = value.as_str().and_then(|text| text.get(..19));
            if let Some(text) = text.map(|text| text.replace('T', " ")) {
                *value = text.into();
            }
        }),
        MemberChange::Added(name, member) => place.change(&mut body, &mut |value| {
            if let Value::Object(members) = value {
                members.insert(name.clone(), member.clone());
            }
        }),
        MemberChange::FreshUuid => place.change(&mut body, &mut |value| {
            *value = Uuid::new_v4().to_string().into();
        }),
        MemberChange::LastItemDropped => place.change(&mut body, &mut |value| {
            if let Value::Array(items) = value {
                items.pop();
            }
        }),
    }
    body
}

fn change_anywhere(place: &ValuePath, change: &MemberChange, value: &mut Value) {
    let has_first = match (place.0.first(), &*value) {
        (Some(Step::Member(name)), Value::Object(members)) => members.contains_key(name),
        _ => false,
    };
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(|own| change_anywhere(place, change, own));
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|own| change_anywhere(place, change, own));
        }
        _ => {}
    }
    if has_first {
        *value = changed(place, change, value.take());
    }
}

/// Puts a value where another one stands; of an object with a member that is not there, the member
/// too, as a list of the value where the place is an item of it.
fn replace(place: &ValuePath, other: &Value, body: &mut Value) {
    place.change(body, &mut |value| *value = other.clone());
    let items = place.0.iter().rev().take_while(|step| matches!(step, Step::Each)).count();
    let (outer, _) = place.0.split_at(place.0.len() - items);
    let missing = (0..items).fold(other.clone(), |value, _| Value::Array(vec![value]));
    ValuePath(outer.to_vec()).fill(body, &missing);
}
