//! HTTP responses, built from the parts that the contract has prepared.
//!
//! This module does not decide which response a request gets.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

use crate::contract::request_error::RequestError;
use crate::contract::success::Success;

/// The seconds in the retry header if the error states none.
const DEFAULT_WAIT_SECONDS: u64 = 1;

/// Builds the response to a rejected request.
pub(super) fn error_response(error: &RequestError) -> Response {
    let row = &error.row;
    let mut response = json(row.status, &row.media_type, &row.body(&error.violations));
    if let Some(header) = &row.wait {
        let seconds = error.wait_seconds.unwrap_or(DEFAULT_WAIT_SECONDS);
        response.headers_mut().insert(header, seconds.into());
    }
    response
}

/// Builds the response to a successful request.
pub(super) fn success_response(success: &Success, body: &Value) -> Response {
    let mut response = match success.has_body {
        true => json(success.status, &success.media_type, body),
        false => without_body(success.status),
    };
    response.headers_mut().extend(success.notices.iter().cloned());
    response
}

/// Builds the response to a client that already has this version of the resource.
pub(super) fn not_modified() -> Response {
    without_body(StatusCode::NOT_MODIFIED)
}

fn without_body(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// Sets a header of a response to a JSON value; a value that HTTP cannot express is left out.
pub(super) fn insert_header(response: &mut Response, name: &str, value: &Value) {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let header = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(text).ok());
    if let Some((name, value)) = header {
        response.headers_mut().insert(name, value);
    }
}

/// Builds a response with a status code and a sentence for people, outside the contract.
pub(crate) fn plain(status: StatusCode, sentence: &str) -> Response {
    (status, format!("{sentence}\n")).into_response()
}

fn json(status: StatusCode, media_type: &HeaderValue, body: &impl Serialize) -> Response {
    // Serialization of a JSON value cannot fail.
    let text = serde_json::to_vec(body).unwrap_or_default();
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, media_type.clone());
    response
}
