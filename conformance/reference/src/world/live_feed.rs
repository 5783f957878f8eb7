//! The feed: whoever listens is told of each request when it has been answered.
//!
//! It must not hold a request back: who listens too slowly misses some, and is told how many.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender};

use super::redaction::{REDACTED, redacted};
use super::request_log::Entry;
use super::{CONTROL_PLANE, Shared};

/// How many requests a listener may be behind.
const BEHIND: usize = 1024;

/// A request and its answer, as whoever listens is told of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Exchange {
    /// What was asked for, and how it was answered.
    #[serde(flatten)]
    pub request: Entry,
    /// The body that was sent, where the server tells of bodies and there was one: the beginning of
    /// it, without secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_body: Option<String>,
    /// The body of the answer, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
}

/// What a listener hears.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// The next request.
    Exchange(Arc<Exchange>),
    /// The listener was too slow for so many requests, which are gone.
    Missed(u64),
}

/// The requests of a server from now on, one after the other.
#[derive(Debug)]
pub struct Exchanges(Receiver<Arc<Exchange>>);

impl Exchanges {
    /// Waits for the next request to be answered; `None` when the server is gone.
    pub async fn next(&mut self) -> Option<Heard> {
        match self.0.recv().await {
            Ok(exchange) => Some(Heard::Exchange(exchange)),
            Err(RecvError::Lagged(missed)) => Some(Heard::Missed(missed)),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Where requests are told.
#[derive(Debug)]
pub(super) struct Feed {
    told: Sender<Arc<Exchange>>,
    tells_bodies: bool,
}

impl Feed {
    /// A feed to which nobody listens yet.
    pub(super) fn new(tells_bodies: bool) -> Self {
        Self { told: Sender::new(BEHIND), tells_bodies }
    }

    /// Listens from now on.
    pub(super) fn listen(&self) -> Exchanges {
        Exchanges(self.told.subscribe())
    }

    /// Whether anybody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.told.receiver_count() > 0
    }

    /// Whether anybody hears of bodies.
    pub(super) fn has_bodies(&self) -> bool {
        self.tells_bodies && self.is_heard()
    }
}

/// Tells of a request, with the body that it was sent with where that is told, and gives the answer
/// back.
pub(super) async fn tell(
    shared: &Shared,
    request: Entry,
    sent: Option<Bytes>,
    mut answer: Response,
) -> Response {
    let feed = &shared.feed;
    let (mut request_body, mut response_body) = (None, None);
    if feed.has_bodies() {
        let keys = keys(shared);
        request_body = sent.and_then(|bytes| redacted(&bytes, &keys));
        let (parts, body) = answer.into_parts();
        // It was made in memory, so that it can be taken in whole.
        let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
        response_body = redacted(&bytes, &keys);
        answer = Response::from_parts(parts, Body::from(bytes));
    }
    // Whoever has just stopped listening is not told.
    let _ = feed.told.send(Arc::new(Exchange { request, request_body, response_body }));
    answer
}

/// The keys that bodies may hold, the longest first, since one may be a part of another.
fn keys(shared: &Shared) -> Vec<String> {
    let mut keys: Vec<String> = shared.teams.keys().into_keys().collect();
    keys.push(shared.keys.revoked.clone());
    keys.retain(|key| !key.is_empty());
    keys.sort_by_key(|key| Reverse(key.len()));
    keys
}

/// A path of the control plane without the key that it may name.
fn without_key(path: &str) -> Cow<'_, str> {
    let keys = path.strip_prefix(CONTROL_PLANE).is_some_and(|rest| rest.starts_with("/keys/"));
    if keys { format!("{CONTROL_PLANE}/keys/{REDACTED}").into() } else { path.into() }
}

/// Tells of a request that is none of the contract's, without bodies.
pub(super) async fn tell_of(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().as_str(), request.uri().path());
    let mut entry = Entry::of(shared.clock.now(), method, &without_key(path));
    let answer = next.run(request).await;
    entry.status = answer.status().as_u16();
    entry.milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    // Whoever has just stopped listening is not told.
    let told = Exchange { request: entry, request_body: None, response_body: None };
    let _ = shared.feed.told.send(Arc::new(told));
    answer
}
