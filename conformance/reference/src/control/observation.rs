//! The observation of requests to the control plane.
//!
//! It must not show a key.

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

/// A path of the control plane without the key that it may name.
fn without_key(path: &str) -> Cow<'_, str> {
    let keys = path.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with("/keys/"));
    if keys { format!("{PREFIX}/keys/{REDACTED}").into() } else { path.into() }
}

/// Reports a request that is none of the contract's, without bodies.
pub(super) async fn report(
    State(backend): State<Arc<Backend>>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().as_str(), request.uri().path());
    let mut entry = Entry::new(backend.world.clock.now(), method, &without_key(path));
    let answer = next.run(request).await;
    entry.status = answer.status().as_u16();
    entry.milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    backend.world.feed.send(Exchange { request: entry, request_body: None, response_body: None });
    answer
}
