//! HTTP responses, made of what the contract has ready for them.
//!
//! It must not decide which response a request gets.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::contract::refusal::Refusal;
use crate::contract::schema::Properties;
use crate::contract::success::Success;

/// What a client is told to wait when a row carries the retry header.
const WAIT_SECONDS: u64 = 1;

/// The response to a request that is refused.
pub(super) fn refused(refusal: &Refusal) -> Response {
    let row = &refusal.row;
    let mut response = json(row.status, &row.media_type, &row.body(&refusal.violations));
    if let Some(header) = &row.wait {
        let seconds = refusal.wait_seconds.unwrap_or(WAIT_SECONDS);
        response.headers_mut().insert(header, seconds.into());
    }
    response
}

/// The response to a request that succeeds, with a body.
pub(super) fn succeeded(success: &Success, body: &Properties) -> Response {
    json(success.status, &success.media_type, body)
}

/// The response with a status code and a sentence for people, which the contract does not know.
pub(crate) fn plain(status: StatusCode, sentence: &str) -> Response {
    (status, format!("{sentence}\n")).into_response()
}

fn json(status: StatusCode, media_type: &HeaderValue, body: &Properties) -> Response {
    // Every value of JSON can be written.
    let text = serde_json::to_vec(body).unwrap_or_default();
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, media_type.clone());
    response
}
