//! Stubbed responses, which were set up through the control plane in place of an operation's own.
//!
//! Stubs are not part of the contract and accept no key that authentication rejects.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;

use super::authentication::{authenticate, permit};
use super::recorder::RequestRecorder;
use super::response::error_response;
use crate::contract::operation::Operation;
use crate::service::backend::Backend;
use crate::world::request_log::Entry;
use crate::world::stubs::Stub;

/// Returns the stubbed response to a request, if the sender may use the operation and a stub matches.
///
/// Returns `None` if the operation itself responds, perhaps after the delay of a stub.
pub(super) async fn respond(
    backend: &Backend,
    operation: &Operation,
    headers: &HeaderMap,
    recorder: &RequestRecorder,
    entry: &mut Entry,
) -> Option<Response> {
    let stubs = &backend.world.stubs;
    if !stubs.has(&operation.id) {
        return None;
    }
    let sender = authenticate(operation.guard.as_ref(), backend, headers).ok()?;
    permit(backend, operation, &sender).ok()?;
    entry.team = Some(sender.team);
    let (query, request) = recorder.redacted_request();
    let stub = stubs
        .take(&operation.id, |expected| expected.differences(entry, &query, &request).is_empty())?;
    if stub.delay_milliseconds > 0 {
        tokio::time::sleep(Duration::from_millis(stub.delay_milliseconds)).await;
    }
    response(backend, operation, &stub)
}

/// Builds the response of a stub; `None` if the stub only delays.
fn response(backend: &Backend, operation: &Operation, stub: &Stub) -> Option<Response> {
    let row = stub.error.as_ref().and_then(|id| backend.contract.catalogue.find(id));
    let mut response = match (row, &stub.body, stub.status) {
        (Some(row), ..) => error_response(&backend.with_error_body(operation, row.into())),
        (None, None, None) => return None,
        (None, body, _) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = operation.success.status;
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
        let header = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
        if let Some((name, value)) = header {
            response.headers_mut().insert(name, value);
        }
    }
    Some(response)
}
