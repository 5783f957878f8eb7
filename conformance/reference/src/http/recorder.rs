//! The recorder of requests: writes each request with its response to the log and the live feed.
//!
//! The recorder delays no request and stores no secret.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::http::HeaderMap;
use axum::response::Response;

use super::redaction::{is_secret_name, redact_body, redact_string};
use crate::service::backend::Backend;
use crate::world::live_feed::Exchange;
use crate::world::request_log::{Entry, Message, RecordedRequest, truncated};

/// The most headers of a message, and the most parameters of a query, that are recorded.
const MAX_NAMED: usize = 64;

/// The minimum length of a credential that is redacted in the rest of a request.
const MIN_CREDENTIAL_LENGTH: usize = 8;

/// The recorded parts of a request, without secrets.
pub(super) struct RequestRecorder {
    pub(super) query: BTreeMap<String, String>,
    pub(super) request: Message,
    /// The strings that are redacted everywhere.
    secrets: Vec<String>,
}

impl RequestRecorder {
    /// Redacts the parts of a request that are recorded.
    pub(super) fn new(
        backend: &Backend,
        query: Option<&str>,
        headers: &HeaderMap,
        body: Option<&Bytes>,
    ) -> Self {
        let secrets = secrets(backend, headers);
        let parameters = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
        let parameters = parameters.take(MAX_NAMED).map(|(name, value)| {
            (redact_string("", &name, &secrets), redact_string(&name, &value, &secrets))
        });
        let query = parameters.collect();
        let body = body.and_then(|body| redact_body(body, &secrets));
        let request = Message { headers: redact_headers(headers, &secrets), body };
        Self { query, request, secrets }
    }

    /// Records the request with its response, publishes both to the live feed, and returns the response.
    pub(super) async fn record(
        self,
        backend: &Backend,
        entry: Entry,
        mut response: Response,
    ) -> Response {
        let Self { query, request, secrets } = self;
        let mut body = None;
        // A response whose size is known is in memory and can be read whole.
        if response.body().size_hint().exact().is_some() {
            let (parts, taken) = response.into_parts();
            let bytes = to_bytes(taken, usize::MAX).await.unwrap_or_default();
            body = redact_body(&bytes, &secrets);
            response = Response::from_parts(parts, Body::from(bytes));
        }
        let response_message =
            Message { headers: redact_headers(response.headers(), &secrets), body };
        let feed = &backend.world.feed;
        let recorded =
            Arc::new(RecordedRequest { entry, query, request, response: response_message });
        // Listeners of the feed read the log, so the log has the request first.
        backend.world.requests.add(Arc::clone(&recorded));
        if feed.has_listeners() {
            let shown = |message: &Message| {
                let body = message.body.as_ref().filter(|_| feed.includes_bodies());
                body.map(|body| truncated(body.text()))
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

/// Returns the headers of a message without secrets.
fn redact_headers(headers: &HeaderMap, secrets: &[String]) -> BTreeMap<String, String> {
    let mut kept = BTreeMap::new();
    for name in headers.keys().take(MAX_NAMED) {
        let values = headers.get_all(name).iter().map(|value| {
            let text = String::from_utf8_lossy(value.as_bytes());
            redact_string(name.as_str(), &text, secrets)
        });
        kept.insert(name.to_string(), truncated(&values.collect::<Vec<_>>().join(", ")));
    }
    kept
}

/// Returns the keys of the server and the credentials of the request. The longest come first, since one may
/// contain another.
fn secrets(backend: &Backend, headers: &HeaderMap) -> Vec<String> {
    let mut secrets = keys(backend);
    let secret_headers = headers.iter().filter(|(name, _)| is_secret_name(name.as_str()));
    let credentials =
        secret_headers.filter_map(|(_, value)| value.to_str().ok()?.split(' ').next_back());
    let credentials = credentials.filter(|credential| credential.len() >= MIN_CREDENTIAL_LENGTH);
    secrets.extend(credentials.map(str::to_owned));
    secrets.sort_by_key(|secret| Reverse(secret.len()));
    secrets
}

/// Returns the keys of a server, the longest first.
pub(crate) fn keys(backend: &Backend) -> Vec<String> {
    let mut keys: Vec<String> = backend.world.teams.keys().into_keys().collect();
    keys.push(backend.world.keys.revoked.clone());
    keys.retain(|key| !key.is_empty());
    keys.sort_by_key(|key| Reverse(key.len()));
    keys
}
