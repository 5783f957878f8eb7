//! HTTP responses: built from the parts that the contract has prepared, or set up through the control plane.
//!
//! This module does not decide which response a request gets. Stubs are not part of the contract. They apply only
//! to requests whose key may use the operation.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use webdata_spec::prose;

use crate::contract::errors::RequestError;
use crate::contract::operation::Operation;
use crate::contract::success::Success;
use crate::http::pipeline::{authenticate, permit};
use crate::http::recorder::RequestRecorder;
use crate::service::backend::Backend;
use crate::world::expectation::{Expectation, Stub};
use crate::world::request_log::Entry;
use crate::world::teams::Team;

/// The seconds in the retry header if the error states none.
const DEFAULT_WAIT_SECONDS: u64 = 1;

pub(super) fn error_response(error: &RequestError) -> Response {
    let row = &error.row;
    let mut response = json(row.status, &row.media_type, &row.body(&error.violations));
    if let Some(header) = &row.wait {
        let seconds = error.wait_seconds.unwrap_or(DEFAULT_WAIT_SECONDS);
        response.headers_mut().insert(header, seconds.into());
    }
    response
}

pub(super) fn success_response(success: &Success, body: &Value) -> Response {
    let mut response = if success.has_body {
        json(success.status, &success.media_type, body)
    } else {
        without_body(success.status)
    };
    response.headers_mut().extend(success.notices.iter().cloned());
    response
}

/// Builds a response with a status code alone.
pub(super) fn without_body(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// Sets a header of a response to a JSON value; a value that HTTP cannot express is left out.
pub(super) fn insert_header(response: &mut Response, name: &str, value: &Value) {
    // The items of a list are written with commas between them (RFC 9110, section 5.6.1).
    let text = match value {
        Value::Array(items) => items.iter().map(prose::plain).collect::<Vec<_>>().join(", "),
        value => prose::plain(value),
    };
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
    let mut response = without_body(status);
    *response.body_mut() = Body::from(text);
    response.headers_mut().insert(CONTENT_TYPE, media_type.clone());
    response
}

/// Returns the stubbed response to a request, if the sender may use the operation and a stub matches.
///
/// Returns `None` if the operation itself responds, perhaps after the delay of a stub.
pub(super) async fn stubbed_response(
    backend: &Backend,
    operation: &Operation,
    (method, uri, headers, body): (&Method, &Uri, &HeaderMap, Bytes),
    team: &mut Option<Team>,
) -> Option<Response> {
    let stubs = &backend.world.stubs;
    if !stubs.lock().has(&operation.id) {
        return None;
    }
    let sender = authenticate(operation.guard.as_ref(), backend, headers).ok()?;
    permit(operation, &sender).ok()?;
    *team = Some(sender.team);
    let mut entry = Entry::new(backend.world.clock.now(), method.as_str(), uri.path());
    (entry.operation, entry.team) = (Some(operation.id.clone()), team.clone());
    let recorder = RequestRecorder::new(backend, uri.clone(), headers.clone(), body);
    let (query, request) = recorder.redacted_request();
    let is_met = |expected: &Expectation| expected.differences(&entry, &query, &request).is_empty();
    let stub = stubs.lock().take(&operation.id, is_met)?;
    if stub.delay_milliseconds > 0 {
        tokio::time::sleep(Duration::from_millis(stub.delay_milliseconds)).await;
    }
    response_of(backend, operation, &stub)
}

/// Builds the response of a stub; `None` if the stub only delays.
fn response_of(backend: &Backend, operation: &Operation, stub: &Stub) -> Option<Response> {
    let row = stub.error.as_ref().and_then(|id| backend.contract.catalogue.find(id));
    let mut response = match (row, &stub.body, stub.status) {
        (Some(row), ..) => error_response(&backend.with_error_body(operation, row.into())),
        (None, None, None) => return None,
        (None, body, _) => {
            let mut response = without_body(operation.success.status);
            if let Some(body) = body {
                *response.body_mut() = Body::from(body.to_string());
                let media_type = operation.success.media_type.clone();
                response.headers_mut().insert(CONTENT_TYPE, media_type);
            }
            response
        }
    };
    if let Some(status) = stub.status.and_then(|status| StatusCode::from_u16(status).ok()) {
        *response.status_mut() = status;
    }
    for (name, value) in &stub.headers {
        insert_header(&mut response, name, &Value::from(value.as_str()));
    }
    Some(response)
}
