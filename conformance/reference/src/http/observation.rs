//! The observation of requests: what of a request and its response is kept in the log, and told to
//! whoever watches.
//!
//! It must not hold a request back, nor keep a secret.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::http::HeaderMap;
use axum::response::Response;

use super::redaction::{is_telling, redacted, redacted_text};
use crate::service::backend::Backend;
use crate::world::live_feed::Exchange;
use crate::world::request_log::{Entry, Message, Recorded, beginning};

/// The most headers of a message and parameters of a query that are kept.
const MOST_NAMED: usize = 64;

/// The least length of a credential that is looked for in the rest of a request.
const LEAST_CREDENTIAL: usize = 8;

/// What of a request is kept.
pub(super) struct Observed {
    pub(super) query: BTreeMap<String, String>,
    pub(super) request: Message,
    /// What must not be kept, wherever it stands.
    secrets: Vec<String>,
}

impl Observed {
    /// Takes what is kept of a request out of it.
    pub(super) fn new(
        backend: &Backend,
        query: Option<&str>,
        headers: &HeaderMap,
        body: Option<&Bytes>,
    ) -> Self {
        let secrets = secrets(backend, headers);
        let parameters = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
        let parameters = parameters.take(MOST_NAMED).map(|(name, value)| {
            (redacted_text("", &name, &secrets), redacted_text(&name, &value, &secrets))
        });
        let query = parameters.collect();
        let body = body.and_then(|body| redacted(body, &secrets));
        let request = Message { headers: headers_of(headers, &secrets), body };
        Self { query, request, secrets }
    }

    /// Keeps the request with its response, and tells whoever watches; returns the response.
    pub(super) async fn record(
        self,
        backend: &Backend,
        entry: Entry,
        mut response: Response,
    ) -> Response {
        let Self { query, request, secrets } = self;
        let mut body = None;
        // A response that is made in memory can be taken in whole.
        if response.body().size_hint().exact().is_some() {
            let (parts, taken) = response.into_parts();
            let bytes = to_bytes(taken, usize::MAX).await.unwrap_or_default();
            body = redacted(&bytes, &secrets);
            response = Response::from_parts(parts, Body::from(bytes));
        }
        let answered = Message { headers: headers_of(response.headers(), &secrets), body };
        let feed = &backend.world.feed;
        let recorded = Arc::new(Recorded { entry, query, request, response: answered });
        // Whoever is told looks at the log.
        backend.world.requests.add(Arc::clone(&recorded));
        if feed.has_listeners() {
            let shown = |message: &Message| {
                let body = message.body.as_ref().filter(|_| feed.includes_bodies());
                body.map(|body| beginning(body.text()))
            };
            feed.send(Exchange {
                request: recorded.entry.clone(),
                request_body: shown(&recorded.request),
                response_body: shown(&recorded.response),
            });
        }
        response
    }
}

/// The headers of a message without secrets.
fn headers_of(headers: &HeaderMap, secrets: &[String]) -> BTreeMap<String, String> {
    let mut kept = BTreeMap::new();
    for name in headers.keys().take(MOST_NAMED) {
        let values = headers.get_all(name).iter().map(|value| {
            let text = String::from_utf8_lossy(value.as_bytes());
            redacted_text(name.as_str(), &text, secrets)
        });
        kept.insert(name.to_string(), beginning(&values.collect::<Vec<_>>().join(", ")));
    }
    kept
}

/// The keys of the server and the credentials of the request, the longest first, since one may be a
/// part of another.
fn secrets(backend: &Backend, headers: &HeaderMap) -> Vec<String> {
    let mut secrets = keys(backend);
    let telling = headers.iter().filter(|(name, _)| is_telling(name.as_str()));
    let credentials = telling.filter_map(|(_, value)| value.to_str().ok()?.split(' ').next_back());
    let credentials = credentials.filter(|credential| credential.len() >= LEAST_CREDENTIAL);
    secrets.extend(credentials.map(str::to_owned));
    secrets.sort_by_key(|secret| Reverse(secret.len()));
    secrets
}

/// The keys of a server, the longest first.
pub(crate) fn keys(backend: &Backend) -> Vec<String> {
    let mut keys: Vec<String> = backend.world.teams.keys().into_keys().collect();
    keys.push(backend.world.keys.revoked.clone());
    keys.retain(|key| !key.is_empty());
    keys.sort_by_key(|key| Reverse(key.len()));
    keys
}
