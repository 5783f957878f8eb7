//! Conditions on a request, or on the correct response to it, that select exchanges.
//!
//! This module does not look at single values of a body.

use axum::http::header::{ACCEPT, CONTENT_ENCODING};
use serde::Deserialize;
use serde_json::Value;

use super::leniency::has_lone_surrogate;
use super::walk::{called, is_update};
use crate::exchange::{LayerContext, ProxyRequest, ProxyResponse, error_text};

/// A condition on a request, or on its correct response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Condition {
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
    /// The server has not responded to another update of the same resource yet.
    Concurrent,
    /// `Accept` does not include JSON.
    OtherAccept,
    /// An update leaves out some properties.
    Partial,
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
    /// The resource was returned before, to a request with any key.
    KnownResource,
    /// The last response for the same path has a 4xx status code.
    AfterRejection,
    EverySecond,
    EveryEighth,
}

/// The part of an exchange that a condition looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Body,
    Path,
    Headers,
    Response,
}

impl Condition {
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
            | Self::KnownResource
            | Self::AfterRejection
            | Self::EverySecond
            | Self::EveryEighth => Part::Response,
            Self::MalformedJson
            | Self::NoBody
            | Self::BodyIsNoObject
            | Self::NanInBody
            | Self::BadUtf8
            | Self::Nul
            | Self::LoneSurrogate
            | Self::Compressed
            | Self::Concurrent
            | Self::Partial => Part::Body,
        }
    }

    /// Returns whether the condition holds for a request; `count` is the number of matching requests before
    /// it.
    pub(super) fn holds_for(
        self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        count: usize,
    ) -> bool {
        let text = || String::from_utf8_lossy(&request.text);
        let path = request.uri.path();
        let called = called(context.spec, request);
        let has_body = called.is_some_and(|called| called.request.is_some());
        let is_json = || serde_json::from_slice::<Value>(&request.text).is_ok();
        match self {
            Self::BrokenEscapeInPath => decode_escapes(path).is_none(),
            Self::Latin1EscapeInPath => {
                decode_escapes(path).is_some_and(|bytes| String::from_utf8(bytes).is_err())
            }
            Self::MalformedIdInPath => called.is_some_and(|called| {
                let named = called.endpoint.iter().flat_map(|it| it.path.split('/'));
                let base = context.spec.service.base_path.split('/').count();
                // Skips the empty part before the first slash, and the parts of the base path.
                let mut pairs = named.skip(1).zip(path.split('/').skip(base));
                let is_of_id = |b: u8| b.is_ascii_hexdigit() || b == b'-';
                let is_id = |given: &str| given.len() == 36 && given.bytes().all(is_of_id);
                pairs.any(|(segment, given)| segment.starts_with('{') && !is_id(given))
            }),
            Self::WrongKey => {
                let mut schemes = context.spec.service.authentication.values();
                schemes.any(|scheme| request.headers.contains_key(scheme.header.as_str()))
            }
            Self::OtherAccept => {
                let accept = request.headers.get(ACCEPT).and_then(|value| value.to_str().ok());
                let is_json = |accept: &str| {
                    ["json", "*/*", "application/*"].iter().any(|all| accept.contains(all))
                };
                accept.is_some_and(|accept| !is_json(accept))
            }
            Self::UnknownPath => called.is_none(),
            Self::UnknownResource => called.is_some(),
            Self::KnownResource => !context.before.is_null(),
            Self::AfterRejection => context.after_rejection,
            Self::EverySecond => count % 2 == 1,
            Self::EveryEighth => count % 8 == 7,
            // The response decides.
            Self::ValidationFailure | Self::EveryError | Self::Success => true,
            _ if !has_body => false,
            Self::NoBody => request.text.is_empty(),
            Self::MalformedJson => !request.text.is_empty() && !is_json(),
            Self::BodyIsNoObject => is_json() && !request.body.is_object(),
            Self::NanInBody => {
                !is_json() && ["NaN", "Infinity"].iter().any(|word| text().contains(word))
            }
            Self::BadUtf8 => std::str::from_utf8(&request.text).is_err(),
            Self::Nul => is_json() && (text().contains("\\u0000") || request.text.contains(&0)),
            Self::LoneSurrogate => has_lone_surrogate(&text()),
            Self::Concurrent => context.in_flight > 0 && is_update(context.spec, request),
            Self::Compressed => request.headers.contains_key(CONTENT_ENCODING),
            Self::Partial => {
                let listed = called
                    .and_then(|called| context.spec.object(called.request.as_ref()?))
                    .map_or(0, |object| object.properties.len());
                let members = request.body.as_object();
                is_update(context.spec, request)
                    && members.is_some_and(|members| members.len() < listed)
            }
        }
    }

    pub(super) fn holds_for_response(
        self,
        context: &LayerContext<'_>,
        response: &ProxyResponse,
    ) -> bool {
        let LayerContext { spec, original, .. } = context;
        match self {
            Self::ValidationFailure => {
                response.status == 400 && serde_json::from_slice::<Value>(&original.text).is_ok()
            }
            Self::EveryError => !response.status.is_success(),
            Self::Success => response.status.is_success(),
            Self::WrongKey => response.status == 401,
            Self::UnknownPath => {
                let text = error_text(spec, &spec.service.unknown_path);
                response.status == 404 && response.body["error"].as_str() == text
            }
            Self::UnknownResource => response.status == 404,
            // The request decided.
            _ => true,
        }
    }
}

/// Returns the bytes of a path with its percent-escapes decoded, or `None` if an escape is malformed.
fn decode_escapes(path: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let is_escape = byte == b'%';
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        bytes.push(if is_escape {
            u8::try_from(digit(rest.next())? * 16 + digit(rest.next())?).ok()?
        } else {
            byte
        });
    }
    Some(bytes)
}
