//! Symptoms: how responses deviate.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::subject::{SentType, is_of_error, keyword, sent_type};
use crate::judge::{BODY, NOTHING, WEBHOOK, header_at};
use crate::outcome::{Deviation, ResponseRecord};

/// How a response deviates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symptom {
    /// A success where an error is due.
    Accepted,
    /// Another status code than the one that is due, with the text if it is one of the catalogue.
    Status(u16, Option<String>),
    /// Any status code but the one of the error that is due.
    Other,
    /// The right status code of an error, with another text or code.
    ErrorBody,
    /// A value or a header is missing.
    Missing,
    /// A value is null.
    Null,
    /// A value of another JSON type.
    Type(SentType),
    /// Another value than the one that is due.
    Value,
    /// No response, to this request and to any other for a time.
    Silent,
}

impl Symptom {
    /// Returns the symptom of a deviation of a response's content, which is wrong at a place.
    pub(super) fn of_content(
        deviation: &Deviation,
        place: &str,
        response: &ResponseRecord,
        body: Option<&Value>,
    ) -> Self {
        let Deviation { clause, received, .. } = deviation;
        let is_type = keyword(clause) == Some("type");
        let is_in_body = place.is_empty() || place.starts_with('/');
        match body.filter(|_| is_in_body).map(|body| body.pointer(place)) {
            _ if is_of_error(clause) => Self::ErrorBody,
            Some(None) => Self::Missing,
            Some(Some(Value::Null)) => Self::Null,
            Some(Some(value)) if is_type => Self::Type(sent_type(value)),
            Some(Some(_)) => Self::Value,
            // A long body is cut in the record.
            None if received == NOTHING => Self::Missing,
            None if received.starts_with("null") => Self::Null,
            None if is_type => shown_type(received).map_or(Self::Value, Self::Type),
            None if has_header(response, place) || is_in_body => Self::Value,
            None if [BODY, WEBHOOK].contains(&place) => Self::Value,
            None => Self::Missing,
        }
    }

    /// Returns whether an error that is due does not come, or comes in another form.
    pub(super) fn is_of_error(&self) -> bool {
        match self {
            Self::Accepted | Self::Other | Self::Status(..) | Self::ErrorBody => true,
            Self::Missing | Self::Null | Self::Type(_) | Self::Value | Self::Silent => false,
        }
    }
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str("accepted"),
            Self::Status(status, None) => write!(f, "got-status={status}"),
            Self::Status(status, Some(text)) => write!(f, "got-status={status} {text}"),
            Self::Other => f.write_str("other"),
            Self::ErrorBody => f.write_str("error-body"),
            Self::Missing => f.write_str("missing"),
            Self::Null => f.write_str("null"),
            Self::Type(json_type) => write!(f, "got-type={json_type}"),
            Self::Value => f.write_str("value"),
            Self::Silent => f.write_str("silent"),
        }
    }
}

impl FromStr for Symptom {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(json_type) = text.strip_prefix("got-type=") {
            let json_type = serde_json::from_value(Value::from(json_type));
            return json_type.map(Self::Type).map_err(|_| ());
        }
        if let Some(shown) = text.strip_prefix("got-status=") {
            let mut parts = shown.splitn(2, ' ');
            let status = parts.next().and_then(|status| status.parse().ok()).ok_or(())?;
            return Ok(Self::Status(status, parts.next().map(str::to_owned)));
        }
        let others = [
            Self::Accepted,
            Self::Other,
            Self::ErrorBody,
            Self::Missing,
            Self::Null,
            Self::Value,
            Self::Silent,
        ];
        others.into_iter().find(|symptom| symptom.to_string() == text).ok_or(())
    }
}

/// Returns the JSON type of a value that a deviation shows, by its first character.
fn shown_type(received: &str) -> Option<SentType> {
    Some(match received.chars().next()? {
        '"' => SentType::String,
        '[' => SentType::Array,
        '{' => SentType::Object,
        't' | 'f' => SentType::Boolean,
        '-' | '0'..='9' => SentType::Number,
        _ => return None,
    })
}

fn has_header(response: &ResponseRecord, place: &str) -> bool {
    let name = header_at(place).unwrap_or(place);
    response.headers.iter().any(|(header, _)| header.eq_ignore_ascii_case(name))
}

/// Returns the outermost place, at or above a place, that the body lacks, or whose value cannot hold the next
/// step.
pub(super) fn outermost_wrong_place<'p>(place: &'p str, body: Option<&Value>) -> &'p str {
    let Some(mut value) = body.filter(|_| place.starts_with('/')) else { return place };
    let ends = place.match_indices('/').map(|(end, _)| end).skip(1).chain([place.len()]);
    let mut start = 0;
    for end in ends {
        let step = &place[start..end];
        let can_hold = match value {
            Value::Object(_) => true,
            Value::Array(_) => step[1..].bytes().all(|byte| byte.is_ascii_digit()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        };
        if !can_hold {
            return &place[..start];
        }
        let Some(inside) = value.pointer(step) else { return &place[..end] };
        (value, start) = (inside, end);
    }
    place
}
