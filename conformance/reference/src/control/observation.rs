//! Reports requests to the control plane to the live feed.
//!
//! Keys in paths are redacted.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::prefix::PREFIX;
use crate::http::redaction::REDACTED;
use crate::service::backend::Backend;
use crate::world::live_feed::Exchange;
use crate::world::request_log::Entry;

/// Redacts the key in a path of the control plane.
fn without_key(path: &str) -> Cow<'_, str> {
    let keys = path.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with("/keys/"));
    if keys { format!("{PREFIX}/keys/{REDACTED}").into() } else { path.into() }
}

/// Reports a request to the control plane, without bodies.
pub(super) async fn report(
    State(backend): State<Arc<Backend>>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().as_str(), request.uri().path());
    let mut entry = Entry::new(backend.world.clock.now(), method, &without_key(path));
    let response = next.run(request).await;
    entry.status = response.status().as_u16();
    entry.milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    backend.world.feed.send(Exchange { request: entry, request_body: None, response_body: None });
    response
}
