//! Error responses and validated bodies in `axum`, for any handler, with or without the router.

use ::axum::body::Bytes;
#[cfg(feature = "server")]
use ::axum::extract::Multipart;
use ::axum::http::{HeaderName, HeaderValue, StatusCode, header};
use ::axum::response::{IntoResponse, Response};

use crate::api_error::{ApiError, Catalogue, ErrorMembers};
use crate::decode::{self, Model};
#[cfg(feature = "server")]
use crate::multipart::{self, Part};

pub use ::axum::extract::{FromRequest, Request};

/// Reads a body within the limit of the request's `DefaultBodyLimit`, and validates it.
///
/// # Errors
/// The error response for a body that is too large, is not JSON, or has violations.
pub async fn read<T: Model, K: Catalogue>(request: Request) -> Result<T, ApiError<K>> {
    Ok(decode::parse(&bytes(request).await?)?)
}

/// Reads and validates an optional body: `None` if it is empty.
///
/// # Errors
/// As [`read`].
pub async fn read_given<T: Model, K: Catalogue>(
    request: Request,
) -> Result<Option<T>, ApiError<K>> {
    let bytes = bytes(request).await?;
    if bytes.is_empty() { Ok(None) } else { Ok(Some(decode::parse(&bytes)?)) }
}

/// Reads the parts of a body, and validates the object that they form.
///
/// # Errors
/// The error response for a body that is too large, is not of the media type, or has violations.
#[cfg(feature = "server")]
pub(crate) async fn read_parts<T: Model, K: Catalogue>(
    request: Request,
    parts: &[Part],
) -> Result<T, ApiError<K>> {
    let failed = |status| match status {
        StatusCode::PAYLOAD_TOO_LARGE => of_status(status),
        _ => ApiError::from(K::RESPONSE_RULES.validation_failure),
    };
    let multipart = Multipart::from_request(request, &()).await;
    let mut multipart = multipart.map_err(|rejection| failed(rejection.status()))?;
    let mut contents = Vec::new();
    while let Some(field) = multipart.next_field().await.map_err(|error| failed(error.status()))? {
        let name = field.name().unwrap_or_default().to_owned();
        let content = field.bytes().await.map_err(|error| failed(error.status()))?;
        contents.push((name, content.to_vec()));
    }
    Ok(decode::check(&multipart::object(parts, contents))?)
}

async fn bytes<K: Catalogue>(request: Request) -> Result<Bytes, ApiError<K>> {
    Bytes::from_request(request, &()).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => of_status(StatusCode::PAYLOAD_TOO_LARGE),
        // The connection broke, so the client will not receive the response.
        _ => K::RESPONSE_RULES.validation_failure.into(),
    })
}

/// Returns the common error with a status code, or, if there is none, the status code with HTTP's reason
/// phrase.
pub(crate) fn of_status<K: Catalogue>(status: StatusCode) -> ApiError<K> {
    let mut shared = K::RESPONSE_RULES.shared.iter().copied();
    let listed =
        shared.find(|kind| kind.row().status == status.as_u16() && kind.row().code.is_none());
    let text = status.canonical_reason().unwrap_or(status.as_str());
    listed.map_or_else(|| ApiError::unlisted(status.as_u16(), text), ApiError::new)
}

/// Returns the response of an error, with the form of an operation's error bodies.
pub(crate) fn respond<K: Catalogue>(error: &ApiError<K>, members: &ErrorMembers) -> Response {
    let status = StatusCode::from_u16(error.status());
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = error.body_with(members).to_string();
    let media_type = HeaderValue::from_static(error.media_type());
    let mut response = (status, [(header::CONTENT_TYPE, media_type)], body).into_response();
    if let Some((name, seconds)) = error.retry_after_header()
        && let Ok(name) = HeaderName::try_from(name)
    {
        response.headers_mut().insert(name, HeaderValue::from(seconds));
    }
    response
}

impl<K: Catalogue> IntoResponse for ApiError<K> {
    fn into_response(self) -> Response {
        respond(&self, &K::RESPONSE_RULES.error_body)
    }
}
