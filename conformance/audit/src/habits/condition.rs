//! Conditions on an exchange under which a mistake happens.
//!
//! This module does not know what the mistake is.

use axum::http::header::{ACCEPT, CONTENT_ENCODING};
use serde::Deserialize;
use serde_json::Value;

use super::walk::operation;
use crate::proxy::exchange::{Answer, Known, Sent};

/// A condition on a request, or on its correct response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum When {
    // Conditions on the request.
    MalformedJson,
    NoBody,
    BodyIsNoObject,
    NanInBody,
    BadUtf8,
    /// A string of the body contains an escaped NUL.
    Nul,
    LoneSurrogate,
    Compressed,
    /// `Accept` does not include JSON.
    OtherAccept,
    /// An update leaves out some properties.
    Partial,
    /// The stored goal is null.
    OverNullGoal,
    EverySecond,
    BrokenEscapeInPath,
    Latin1EscapeInPath,
    MalformedIdInPath,
    WrongKey,
    // Conditions on the correct response.
    /// The status code is 400, although the body is JSON.
    ValidationFailure,
    EveryError,
    Success,
    UnknownPath,
    UnknownResource,
    NullDateInResponse,
    NullInResponse,
}

/// The part of an exchange that a condition looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Body,
    Path,
    Headers,
    Response,
}

impl When {
    pub(super) fn part(self) -> Part {
        match self {
            Self::BrokenEscapeInPath | Self::Latin1EscapeInPath | Self::MalformedIdInPath => {
                Part::Path
            }
            Self::WrongKey | Self::OtherAccept => Part::Headers,
            Self::ValidationFailure
            | Self::EveryError
            | Self::Success
            | Self::UnknownPath
            | Self::UnknownResource
            | Self::NullDateInResponse
            | Self::NullInResponse => Part::Response,
            _ => Part::Body,
        }
    }

    /// Returns whether the condition holds for a request; `count` is the number of matching requests before
    /// it.
    pub(super) fn is_of(self, known: &Known<'_>, sent: &Sent, count: usize) -> bool {
        let text = || String::from_utf8_lossy(&sent.text);
        let path = sent.uri.path();
        let has_body = operation(known.spec, &sent.method, path)
            .is_some_and(|operation| operation.request.is_some());
        let is_json = || serde_json::from_slice::<Value>(&sent.text).is_ok();
        match self {
            Self::BrokenEscapeInPath => escapes(path).is_none(),
            Self::Latin1EscapeInPath => {
                escapes(path).is_some_and(|bytes| String::from_utf8(bytes).is_err())
            }
            Self::MalformedIdInPath => {
                operation(known.spec, &sent.method, path).is_some_and(|operation| {
                    let named = operation.endpoint.iter().flat_map(|own| own.path.split('/'));
                    let base = known.spec.service.base_path.split('/').count();
                    // Skips the empty part before the first slash, and the parts of the base path.
                    let given = path.split('/').skip(base);
                    let is_id = |own: &str| {
                        own.len() == 36 && own.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
                    };
                    named
                        .skip(1)
                        .zip(given)
                        .any(|(own, given)| own.starts_with('{') && !is_id(given))
                })
            }
            Self::WrongKey => sent.headers.contains_key("authorization"),
            Self::OtherAccept => {
                sent.headers.get(ACCEPT).and_then(|own| own.to_str().ok()).is_some_and(|own| {
                    !["json", "*/*", "application/*"].iter().any(|all| own.contains(all))
                })
            }
            Self::UnknownPath => operation(known.spec, &sent.method, path).is_none(),
            Self::UnknownResource => operation(known.spec, &sent.method, path).is_some(),
            Self::EverySecond => count % 2 == 1,
            _ if !has_body => false,
            Self::NoBody => sent.text.is_empty(),
            Self::MalformedJson => !sent.text.is_empty() && !is_json(),
            Self::BodyIsNoObject => is_json() && !sent.body.is_object(),
            Self::NanInBody => {
                !is_json() && ["NaN", "Infinity"].iter().any(|word| text().contains(word))
            }
            Self::BadUtf8 => std::str::from_utf8(&sent.text).is_err(),
            Self::Nul => is_json() && (text().contains("\\u0000") || sent.text.contains(&0)),
            Self::LoneSurrogate => super::lenient_json::has_lone_surrogate(&text()),
            Self::Compressed => sent.headers.contains_key(CONTENT_ENCODING),
            Self::Partial => {
                sent.method == "PATCH" && sent.body.as_object().is_some_and(|own| own.len() < 9)
            }
            Self::OverNullGoal => known.before.get("goal").is_some_and(Value::is_null),
            _ => true,
        }
    }

    /// Returns whether the condition holds for a response.
    pub(super) fn is_of_response(self, sent: &Sent, answer: &Answer) -> bool {
        let is_null = |name: &str| {
            let data = answer.body.get("data");
            answer.status.is_success()
                && data.and_then(|own| own.get(name)).is_some_and(Value::is_null)
        };
        match self {
            Self::ValidationFailure => {
                answer.status == 400 && serde_json::from_slice::<Value>(&sent.text).is_ok()
            }
            Self::EveryError => !answer.status.is_success(),
            Self::Success => answer.status.is_success(),
            Self::WrongKey => answer.status == 401,
            Self::UnknownPath => answer.status == 404 && answer.body["error"] == "Not Found",
            Self::UnknownResource => answer.status == 404,
            Self::NullDateInResponse => is_null("lastRunAt"),
            Self::NullInResponse => is_null("currentCheckId"),
            _ => true,
        }
    }
}

/// Returns the bytes of a path with its percent-escapes decoded, or `None` if an escape is malformed.
fn escapes(path: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(own) = rest.next() {
        let is_escape = own == b'%';
        let digit = |own: Option<u8>| char::from(own?).to_digit(16);
        bytes.push(match is_escape {
            true => u8::try_from(digit(rest.next())? * 16 + digit(rest.next())?).ok()?,
            false => own,
        });
    }
    Some(bytes)
}
