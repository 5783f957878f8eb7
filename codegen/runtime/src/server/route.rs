//! A route: the method, path and handler of one operation.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use ::axum::http::header::ETAG;
use ::axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde::Serialize;

use super::{Call, Scheme};
use crate::api_error::ApiError;
use crate::axum::of_status;
use crate::catalogue::{Catalogue, ErrorMembers};
use crate::operation::{Operation, has_no_content};
use crate::parameters::{self, Parameters};
use crate::with_headers::WithHeaders;

/// The method, path and handler of one operation of a service `S`.
#[derive(Debug)]
pub struct Route<S, K: 'static> {
    /// The operation.
    pub operation: &'static Operation<K>,
    /// The authentication scheme of its callers.
    pub scheme: Option<&'static Scheme<K>>,
    /// The form of its error bodies.
    pub error_body: ErrorMembers,
    /// The handler.
    pub handle: fn(Arc<S>, Call) -> Handling<K>,
}

/// The future of a handler.
pub type Handling<K> = Pin<Box<dyn Future<Output = Result<Success, ApiError<K>>> + Send>>;

/// A successful response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
    /// The HTTP status code.
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    /// The JSON text of the body, if there is one.
    pub(super) body: Option<Vec<u8>>,
}

impl Success {
    /// Adds constant headers; names are in lower case.
    #[must_use]
    pub fn with_headers(mut self, headers: &[(&'static str, &'static str)]) -> Self {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        self.headers.extend(headers);
        self
    }

    /// Turns the response into 304 if one of the `known` versions is in its header `ETag`. `known` is a list
    /// of versions, or `*` (RFC 9110, section 13.1.2).
    #[must_use]
    pub fn unless_known(self, known: Option<&str>) -> Self {
        let tag = self.headers.get(ETAG).and_then(|header| header.to_str().ok());
        let (Some(tag), Some(known)) = (tag, known) else { return self };
        match known.trim() == "*" || versions(known).any(|version| version == opaque(tag)) {
            true => Self { status: StatusCode::NOT_MODIFIED, body: None, ..self },
            false => self,
        }
    }
}

/// Returns the versions of a list, without the mark of weak ones. A quoted version may contain commas.
fn versions(list: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let split = list.split(move |letter| {
        is_quoted ^= letter == '"';
        letter == ',' && !is_quoted
    });
    split.map(opaque)
}

/// Returns a version without the mark of weak ones.
fn opaque(version: &str) -> &str {
    let version = version.trim();
    version.strip_prefix("W/").unwrap_or(version)
}

/// Makes a successful response. With a status code without a body, the value is not written.
///
/// # Errors
/// The error of a server failure, if the value cannot be written as JSON.
pub fn success<T: Serialize, K: Catalogue>(status: u16, value: &T) -> Result<Success, ApiError<K>> {
    let body = match has_no_content(status) {
        true => Ok(None),
        false => serde_json::to_vec(value).map(Some),
    };
    match (StatusCode::from_u16(status), body) {
        (Ok(status), Ok(body)) => Ok(Success { status, headers: HeaderMap::new(), body }),
        _ => Err(of_status(StatusCode::INTERNAL_SERVER_ERROR)),
    }
}

/// Makes a successful response with headers.
///
/// # Errors
/// The error of a server failure, if the body cannot be written as JSON, or the value of a header is invalid.
pub fn success_with_headers<T, H, K>(
    status: u16,
    value: &WithHeaders<T, H>,
) -> Result<Success, ApiError<K>>
where
    T: Serialize,
    H: Parameters + Serialize,
    K: Catalogue,
{
    let mut success = success(status, &value.body)?;
    let failed = || of_status(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, texts) in parameters::written(&value.headers).map_err(|_| failed())? {
        let name = HeaderName::try_from(name).map_err(|_| failed())?;
        let text = HeaderValue::try_from(texts.join(", ")).map_err(|_| failed())?;
        success.headers.insert(name, text);
    }
    Ok(success)
}

#[cfg(test)]
mod tests {
    use ::axum::http::header::ETAG;
    use ::axum::http::{HeaderMap, HeaderValue, StatusCode};

    use super::Success;

    #[test]
    fn known_versions_are_not_sent_again() {
        let rows = [
            (None, false),
            (Some("\"1,2\""), true),
            (Some("W/\"1,2\""), true),
            (Some("\"0\", \"1,2\""), true),
            (Some("\"0\",W/\"1,2\" "), true),
            (Some("*"), true),
            (Some("\"1\""), false),
            (Some("1,2"), false),
            (Some(""), false),
        ];
        for (known, expected) in rows {
            let headers = HeaderMap::from_iter([(ETAG, HeaderValue::from_static("\"1,2\""))]);
            let success = Success { status: StatusCode::OK, headers, body: Some(Vec::new()) };
            let sent = success.unless_known(known);
            let is_known = sent.status == StatusCode::NOT_MODIFIED && sent.body.is_none();
            assert_eq!(is_known, expected, "{known:?}");
        }
    }
}
