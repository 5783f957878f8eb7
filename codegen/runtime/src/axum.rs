//! Error responses and validated bodies in `axum`, for any handler, with or without the router.

use ::axum::body::Bytes;
use ::axum::http::{HeaderName, HeaderValue, StatusCode, header};
use ::axum::response::{IntoResponse, Response};

use crate::catalogue::{Catalogue, ErrorMembers};
use crate::decode::{self, Model};
use crate::api_error::Refusal;

pub use ::axum::extract::{FromRequest, Request};

/// Reads a body within the limit of the request's `DefaultBodyLimit`, and validates it.
///
/// # Errors
/// The error response for a body that is too large, is not JSON, or has violations.
pub async fn read<T: Model, K: Catalogue>(request: Request) -> Result<T, Refusal<K>> {
    Ok(decode::parse(&bytes(request).await?)?)
}

/// Reads and validates an optional body: `None` if it is empty.
///
/// # Errors
/// As [`read`].
pub async fn read_given<T: Model, K: Catalogue>(request: Request) -> Result<Option<T>, Refusal<K>> {
    let bytes = bytes(request).await?;
    if bytes.is_empty() { Ok(None) } else { Ok(Some(decode::parse(&bytes)?)) }
}

async fn bytes<K: Catalogue>(request: Request) -> Result<Bytes, Refusal<K>> {
    Bytes::from_request(request, &()).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => of_status(StatusCode::PAYLOAD_TOO_LARGE),
        // The connection broke, so the client will not receive the response.
        _ => K::ANSWERS.validation_failure.into(),
    })
}

/// Returns the common error with a status code, or, if there is none, the status code with HTTP's reason
/// phrase.
pub(crate) fn of_status<K: Catalogue>(status: StatusCode) -> Refusal<K> {
    let mut shared = K::ANSWERS.shared.iter().copied();
    let listed =
        shared.find(|kind| kind.row().status == status.as_u16() && kind.row().code.is_none());
    let text = status.canonical_reason().unwrap_or(status.as_str());
    listed.map_or_else(|| Refusal::unlisted(status.as_u16(), text), Refusal::new)
}

/// Returns the response of an error, with the form of an operation's error bodies.
pub(crate) fn respond<K: Catalogue>(refusal: &Refusal<K>, members: &ErrorMembers) -> Response {
    let status = StatusCode::from_u16(refusal.status());
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = refusal.body_with(members).to_string();
    let media_type = HeaderValue::from_static(refusal.media_type());
    let mut response = (status, [(header::CONTENT_TYPE, media_type)], body).into_response();
    if let Some((name, seconds)) = refusal.retry_after_header()
        && let Ok(name) = HeaderName::try_from(name)
    {
        response.headers_mut().insert(name, HeaderValue::from(seconds));
    }
    response
}

impl<K: Catalogue> IntoResponse for Refusal<K> {
    fn into_response(self) -> Response {
        respond(&self, &K::ANSWERS.error_body)
    }
}
