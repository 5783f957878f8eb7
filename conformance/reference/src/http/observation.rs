//! The observation of requests: whoever watches hears of each when it has been answered.
//!
//! It must not hold a request back, nor show a secret.

use std::cmp::Reverse;

use axum::body::{Body, Bytes, to_bytes};
use axum::response::Response;

use super::redaction::redacted;
use crate::service::backend::Backend;
use crate::world::live_feed::Exchange;
use crate::world::request_log::Entry;

/// Reports a request to who watches, with the body that it was sent with where bodies are shown, and
/// returns the response.
pub(super) async fn report(
    backend: &Backend,
    request: Entry,
    sent: Option<Bytes>,
    mut answer: Response,
) -> Response {
    let feed = &backend.world.feed;
    let (mut request_body, mut response_body) = (None, None);
    if feed.has_bodies() {
        let keys = keys(backend);
        request_body = sent.and_then(|bytes| redacted(&bytes, &keys));
        let (parts, body) = answer.into_parts();
        // It was made in memory, so that it can be taken in whole.
        let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
        response_body = redacted(&bytes, &keys);
        answer = Response::from_parts(parts, Body::from(bytes));
    }
    feed.send(Exchange { request, request_body, response_body });
    answer
}

/// The keys that bodies may hold, the longest first, since one may be a part of another.
fn keys(backend: &Backend) -> Vec<String> {
    let mut keys: Vec<String> = backend.world.teams.keys().into_keys().collect();
    keys.push(backend.world.keys.revoked.clone());
    keys.retain(|key| !key.is_empty());
    keys.sort_by_key(|key| Reverse(key.len()));
    keys
}
