//! The recorder of requests: writes each request with its response to the log and the live feed.
//!
//! The recorder delays no request. Secrets are redacted when a record is first read, since most records leave
//! the log unread.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::http::HeaderMap;
use axum::response::Response;

use super::redaction::{is_secret_name, redact_body, redact_string};
use crate::service::backend::Backend;
use crate::world::live_feed::Exchange;
use crate::world::request_log::{
    Entry, MAX_WHOLE_BODY, Message, Messages, RecordedRequest, truncated,
};

/// The most headers of a message, and the most parameters of a query, that are recorded.
const MAX_NAMED: usize = 64;

/// The minimum length of a credential that is redacted in the rest of a request.
const MIN_CREDENTIAL_LENGTH: usize = 8;

/// The maximum size of a message that is kept until it is read, in bytes. Larger ones are redacted and
/// truncated at once.
const MAX_UNREAD_BYTES: usize = 2 * MAX_WHOLE_BODY;

/// A request as it arrived, until its response is known.
pub(super) struct RequestRecorder {
    query: String,
    request: ReceivedMessage,
    /// The strings that are redacted everywhere.
    secrets: Vec<String>,
}

/// A message as it was received or sent.
struct ReceivedMessage {
    headers: HeaderMap,
    body: Bytes,
}

impl RequestRecorder {
    /// Keeps the parts of a request that are recorded.
    pub(super) fn new(
        backend: &Backend,
        query: Option<&str>,
        headers: &HeaderMap,
        body: Option<&Bytes>,
    ) -> Self {
        let body = body.cloned().unwrap_or_default();
        let request = ReceivedMessage { headers: headers.clone(), body };
        let query = query.unwrap_or_default().to_owned();
        Self { query, request, secrets: secrets(backend, headers) }
    }

    /// Returns the query parameters and the message of the request, without secrets.
    pub(super) fn redacted_request(&self) -> (BTreeMap<String, String>, Message) {
        let parameters = form_urlencoded::parse(self.query.as_bytes()).take(MAX_NAMED);
        let parameters = parameters.map(|(name, value)| {
            (redact_string("", &name, &self.secrets), redact_string(&name, &value, &self.secrets))
        });
        (parameters.collect(), self.request.redacted(&self.secrets))
    }

    /// Records the request with its response, publishes both to the live feed, and returns the response.
    pub(super) async fn record(
        self,
        backend: &Backend,
        entry: Entry,
        mut response: Response,
    ) -> Response {
        let mut body = Bytes::new();
        // A response whose size is known is in memory and can be read whole.
        if response.body().size_hint().exact().is_some() {
            let (parts, taken) = response.into_parts();
            body = to_bytes(taken, usize::MAX).await.unwrap_or_default();
            response = Response::from_parts(parts, Body::from(body.clone()));
        }
        let sent = ReceivedMessage { headers: response.headers().clone(), body };
        let is_large = self.query.len() + self.request.len() + sent.len() > MAX_UNREAD_BYTES;
        let redact = move || {
            let (query, request) = self.redacted_request();
            Messages { query, request, response: sent.redacted(&self.secrets) }
        };
        let recorded = Arc::new(RecordedRequest::new(entry, redact));
        if is_large {
            recorded.messages();
        }
        let feed = &backend.world.feed;
        // Listeners of the feed read the log, so the log has the request first.
        backend.world.requests.add(Arc::clone(&recorded));
        if feed.has_listeners() {
            let shown = |message: fn(&Messages) -> &Message| {
                let message = feed.includes_bodies().then(|| message(recorded.messages()))?;
                message.body.as_ref().map(|body| truncated(body.text()))
            };
            feed.send(Exchange {
                request: recorded.entry.clone(),
                request_body: shown(|messages| &messages.request),
                response_body: shown(|messages| &messages.response),
            });
        }
        response
    }
}

impl ReceivedMessage {
    /// Returns the size of the headers and the body, in bytes.
    fn len(&self) -> usize {
        let headers = self.headers.iter().map(|(name, value)| name.as_str().len() + value.len());
        headers.sum::<usize>() + self.body.len()
    }

    fn redacted(&self, secrets: &[String]) -> Message {
        let headers = redact_headers(&self.headers, secrets);
        Message { headers, body: redact_body(&self.body, secrets) }
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
