//! Refusals and judged bodies in `axum`: works in any handler, with or without the router.

use ::axum::body::Bytes;
use ::axum::http::{HeaderName, HeaderValue, StatusCode, header};
use ::axum::response::{IntoResponse, Response};

use crate::catalogue::{Catalogue, ErrorMembers};
use crate::decode::{self, Model};
use crate::refusal::Refusal;

pub use ::axum::extract::{FromRequest, Request};

/// Reads a body within the limit of the request's `DefaultBodyLimit`, and judges it.
///
/// # Errors
/// The answer that the body earns: that it is too large, that it is no JSON, or every violation.
pub async fn read<T: Model, K: Catalogue>(request: Request) -> Result<T, Refusal<K>> {
    Ok(decode::parse(&bytes(request).await?)?)
}

/// Reads and judges a body that may be missing: `None` when there is not one byte of it.
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
        // The connection broke off; hardly anybody hears the answer.
        _ => K::ANSWERS.validation_failure.into(),
    })
}

/// The error that every operation may answer with and that has a status; where there is none, the
/// status alone with the text that HTTP has for it.
pub(crate) fn of_status<K: Catalogue>(status: StatusCode) -> Refusal<K> {
    let mut shared = K::ANSWERS.shared.iter().copied();
    let listed =
        shared.find(|kind| kind.row().status == status.as_u16() && kind.row().code.is_none());
    let text = status.canonical_reason().unwrap_or(status.as_str());
    listed.map_or_else(|| Refusal::unlisted(status.as_u16(), text), Refusal::new)
}

/// The response of a refusal, with the body that an operation's errors have.
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
