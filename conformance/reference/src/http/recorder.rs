//! The recorder reads each request and writes it, together with its response, to the log and the live feed. Values
//! that look like secrets are redacted.
//!
//! The recorder responds to nothing itself. Secrets are redacted when a record is first read, since most records
//! are never read. A body that is not JSON is replaced by its size, since its secrets cannot be found.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::StreamExt;
use regex::Regex;
use serde_json::Value;

use crate::contract::errors::Row;
use crate::contract::{Contract, json};
use crate::service::backend::Backend;
use crate::world::body_memory::{BodyMemory, BodyPermit};
use crate::world::request_log::{
    Entry, Exchange, MAX_WHOLE_BODY, Message, Messages, RecordedBody, RecordedRequest, truncated,
};
use crate::world::teams::Team;

/// The maximum number of headers of a message, and of parameters of a query, that are recorded.
const MAX_NAMED: usize = 64;

/// The minimum length of a credential that is redacted in the rest of a request.
const MIN_CREDENTIAL_LENGTH: usize = 8;

/// The maximum size in bytes of a request with its response whose redaction waits until the record is read. Larger
/// ones are redacted and truncated at once.
const MAX_UNREAD_BYTES: usize = 2 * MAX_WHOLE_BODY;

/// The size limit in bytes of a body that is parsed to find secrets.
const MAX_PARSED_BYTES: usize = 1 << 20;

/// The replacement for a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// Parts of the names of properties whose values are secrets, in lower case and without hyphens.
const SECRET_NAMES: [&str; 8] =
    ["authorization", "cookie", "token", "secret", "password", "apikey", "credential", "signature"];

/// The property whose values are headers, each of which may be a secret.
const HEADERS: &str = "headers";

/// The property with a webhook URL. Everything after its host is a secret, since any client that knows the
/// URL may post to it.
const WEBHOOK: &str = "webhook";

/// The pattern of the user and the password in a URL.
static USER_INFORMATION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("://[^/?#@\\s]*@").ok());
/// The pattern of a parameter in the query of a URL.
static PARAMETER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("([?&][^=&#\\s]*=)[^&#\\s]+").ok());
/// The pattern of everything after the host of a URL.
static AFTER_HOST: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("(://[^/?#\\s]*)[/?#].+").ok());

/// Leaves the team of the sender with a response, as an extension.
#[derive(Debug, Clone)]
pub(super) struct SenderTeam(pub(super) Team);

/// Says that a body could not be read, with the error of the contract, as an extension of the request.
#[derive(Debug, Clone)]
pub(super) struct UnreadBody(pub(super) Arc<Row>);

/// Reads a request, passes it on, and records it with its response.
pub(crate) async fn record(
    State(backend): State<Arc<Backend>>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let (mut parts, body) = request.into_parts();
    let (contract, world) = (&backend.contract, &backend.world);
    let operation = contract.operation(parts.method.as_str(), parts.uri.path());
    let operation = operation.map(|(operation, _)| operation);
    let mut entry = Entry::new(world.clock.now(), parts.method.as_str(), parts.uri.path());
    entry.operation = operation.map(|operation| operation.id.clone());
    // The body is read even if the request will be rejected, since the connection would be lost otherwise. The body
    // for an unknown path is read too, since a front may route it. `_room` is held until the response is sent.
    let (sent, _room) = match operation {
        Some(operation) if operation.request.is_none() => (Ok(Bytes::new()), None),
        _ => read_body(&world.body_memory, contract, body).await,
    };
    let body = sent.unwrap_or_else(|row| {
        parts.extensions.insert(UnreadBody(row));
        Bytes::new()
    });
    let (uri, headers) = (parts.uri.clone(), parts.headers.clone());
    let recorder = RequestRecorder::new(&backend, uri, headers, body.clone());
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    entry.team = response.extensions().get::<SenderTeam>().map(|SenderTeam(team)| team.clone());
    entry.status = response.status().as_u16();
    entry.milliseconds = began.elapsed().as_secs_f64() * 1000.0;
    recorder.record(&backend, entry, response).await
}

/// Reads a body once there is room for it. The caller keeps the room as long as the body.
async fn read_body<'l>(
    memory: &'l BodyMemory,
    contract: &Contract,
    body: Body,
) -> (Result<Bytes, Arc<Row>>, BodyPermit<'l>) {
    let (max, hint) = (contract.body_bytes, body.size_hint());
    // A body whose stated length is too large is rejected at once.
    if hint.lower() > max as u64 {
        return (Err(Arc::clone(&contract.body_too_large)), None);
    }
    // A body without a stated length needs room for the maximum size.
    let stated = hint.exact().and_then(|stated| usize::try_from(stated).ok());
    let Ok(room) = memory.reserve(stated.unwrap_or(max)).await else {
        return (Err(Arc::clone(&contract.validation_failure)), None);
    };
    // Reserved room that is not used takes no memory.
    let mut received: Vec<u8> = Vec::with_capacity(stated.unwrap_or_default());
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let row = match part {
            Ok(part) if part.len() <= max - received.len() => {
                received.extend_from_slice(&part);
                continue;
            }
            Ok(_) => &contract.body_too_large,
            Err(_) => &contract.validation_failure,
        };
        return (Err(Arc::clone(row)), room);
    }
    (Ok(received.into()), room)
}

/// A request as it arrived, until its response is known.
pub(super) struct RequestRecorder {
    uri: Uri,
    request: ReceivedMessage,
    /// The keys of the server.
    keys: Arc<[String]>,
}

/// A message as it was received or sent.
struct ReceivedMessage {
    headers: HeaderMap,
    body: Bytes,
}

impl RequestRecorder {
    /// Keeps the parts of a request that are recorded.
    pub(super) fn new(backend: &Backend, uri: Uri, headers: HeaderMap, body: Bytes) -> Self {
        let request = ReceivedMessage { headers, body };
        Self { uri, request, keys: backend.world.teams.secrets() }
    }

    /// Returns the query parameters and the message of the request, without secrets.
    pub(super) fn redacted_request(&self) -> (BTreeMap<String, String>, Message) {
        self.redacted(&self.secrets())
    }

    fn redacted(&self, secrets: &[String]) -> (BTreeMap<String, String>, Message) {
        let query = self.uri.query().unwrap_or_default();
        let parameters = form_urlencoded::parse(query.as_bytes()).take(MAX_NAMED);
        let parameters = parameters.map(|(name, value)| {
            (redact_string("", &name, secrets), redact_string(&name, &value, secrets))
        });
        (parameters.collect(), self.request.redacted(secrets))
    }

    /// Returns the keys of the server and the credentials of the request, which are redacted everywhere. The
    /// longest come first, since one may contain another.
    fn secrets(&self) -> Vec<String> {
        let mut secrets = self.keys.to_vec();
        let secret_headers = self.request.headers.iter();
        let secret_headers = secret_headers.filter(|(name, _)| is_secret_name(name.as_str()));
        let credentials =
            secret_headers.filter_map(|(_, value)| value.to_str().ok()?.split(' ').next_back());
        let credentials =
            credentials.filter(|credential| credential.len() >= MIN_CREDENTIAL_LENGTH);
        secrets.extend(credentials.map(str::to_owned));
        secrets.sort_by_key(|secret| Reverse(secret.len()));
        secrets
    }

    /// Records the request with its response, publishes both to the live feed, and returns the response.
    async fn record(self, backend: &Backend, entry: Entry, mut response: Response) -> Response {
        let mut body = Bytes::new();
        // A response whose size is known is in memory and can be read whole.
        if response.body().size_hint().exact().is_some() {
            let (parts, taken) = response.into_parts();
            body = to_bytes(taken, usize::MAX).await.unwrap_or_default();
            response = Response::from_parts(parts, Body::from(body.clone()));
        }
        let sent = ReceivedMessage { headers: response.headers().clone(), body };
        let query = self.uri.query().map_or(0, str::len);
        let is_large = query + self.request.len() + sent.len() > MAX_UNREAD_BYTES;
        let redact = move || {
            let secrets = self.secrets();
            let (query, request) = self.redacted(&secrets);
            Messages { query, request, response: sent.redacted(&secrets) }
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
                let message = feed.includes_bodies.then(|| message(recorded.messages()))?;
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

/// The enclosing property of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Enclosing {
    /// A property whose name marks a secret.
    Secret,
    Webhook,
    Other,
}

/// Returns a body without secrets and without `keys`. A body that cannot be parsed is described by its size.
/// Returns `None` for an empty body.
fn redact_body(body: &[u8], keys: &[String]) -> Option<RecordedBody> {
    if body.is_empty() {
        return None;
    }
    let size = body.len();
    if size > MAX_PARSED_BYTES {
        return Some(RecordedBody::Described(format!("({size} bytes)")));
    }
    let Ok(mut value) = json::parse(body) else {
        return Some(RecordedBody::Described(format!("({size} bytes that are not JSON)")));
    };
    redact_value(&mut value, keys);
    Some(RecordedBody::from_json(value.to_string()))
}

/// Redacts the secrets of a JSON value, and all occurrences of `keys`.
pub(crate) fn redact_value(value: &mut Value, keys: &[String]) {
    redact(value, Enclosing::Other, keys);
}

/// Returns the value of a query parameter or a header without secrets.
pub(crate) fn redact_string(name: &str, text: &str, keys: &[String]) -> String {
    if is_secret_name(name) {
        return REDACTED.to_owned();
    }
    let mut value = Value::String(truncated(text));
    redact(&mut value, Enclosing::Other, keys);
    match value {
        Value::String(text) => text,
        _ => REDACTED.to_owned(),
    }
}

/// Redacts the secrets of a value within an enclosing property.
fn redact(value: &mut Value, enclosing: Enclosing, keys: &[String]) {
    match value {
        Value::Object(properties) => {
            let named = std::mem::take(properties).into_iter().map(|(name, mut property)| {
                let enclosing = match enclosing {
                    Enclosing::Secret => Enclosing::Secret,
                    _ if name == HEADERS || is_secret_name(&name) => Enclosing::Secret,
                    _ if name == WEBHOOK => Enclosing::Webhook,
                    _ => enclosing,
                };
                redact(&mut property, enclosing, keys);
                (redact_keys(keys, name), property)
            });
            *properties = named.collect();
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redact(item, enclosing, keys)),
        Value::Null | Value::Bool(_) => {}
        _ if enclosing == Enclosing::Secret => *value = REDACTED.into(),
        Value::String(text) => {
            let mut shown = redact_keys(keys, std::mem::take(text));
            if shown.contains("://") {
                shown = replace_matches(&USER_INFORMATION, &shown, &format!("://{REDACTED}@"));
                shown = match enclosing {
                    Enclosing::Webhook => {
                        replace_matches(&AFTER_HOST, &shown, &format!("$1/{REDACTED}"))
                    }
                    _ => replace_matches(&PARAMETER, &shown, &format!("${{1}}{REDACTED}")),
                };
            }
            *text = shown;
        }
        Value::Number(_) => {}
    }
}

/// Returns a string in which the keys of this server are redacted.
fn redact_keys(keys: &[String], text: String) -> String {
    keys.iter().fold(text, |text, key| {
        if text.contains(key.as_str()) { text.replace(key, REDACTED) } else { text }
    })
}

fn replace_matches(pattern: &LazyLock<Option<Regex>>, text: &str, by: &str) -> String {
    // The patterns are constants, which compile.
    let compiled = pattern.as_ref();
    compiled.map_or_else(|| REDACTED.to_owned(), |regex| regex.replace_all(text, by).into_owned())
}

/// Returns whether a name marks its value as a secret.
fn is_secret_name(name: &str) -> bool {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let name = name.to_lowercase();
    SECRET_NAMES.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        let keys = ["a-key-and-more", "a-key", "a\"b"].map(str::to_owned);
        let table = [
            ("", None),
            (r#"{"name":"a","n":1}"#, Some(r#"{"name":"a","n":1}"#)),
            (
                r#"{"webhook":{"headers":{"X-A":"b"},"url":"http://u:p@host/x@y"}}"#,
                Some(
                    r#"{"webhook":{"headers":{"X-A":"[redacted]"},"url":"http://[redacted]@host/[redacted]"}}"#,
                ),
            ),
            (
                r#"[{"API-Key":["a",1,null]},{"accessToken":{"a":"b"}}]"#,
                Some(
                    r#"[{"API-Key":["[redacted]","[redacted]",null]},{"accessToken":{"a":"[redacted]"}}]"#,
                ),
            ),
            ("secret=a", Some("(8 bytes that are not JSON)")),
            (
                r#"{"name":"my a-key! a-key-and-more"}"#,
                Some(r#"{"name":"my [redacted]! [redacted]"}"#),
            ),
            (r#"{"a\"b":["is a\"b"]}"#, Some(r#"{"[redacted]":["is [redacted]"]}"#)),
            (
                r#"{"webhook":{"url":"https://hooks.example/T0/B0?a=b"},"url":"https://a.example/b?c=d&e=f#g"}"#,
                Some(
                    r#"{"webhook":{"url":"https://hooks.example/[redacted]"},"url":"https://a.example/b?c=[redacted]&e=[redacted]#g"}"#,
                ),
            ),
            (
                r#"{"webhook":{"url":"http://127.0.0.1:9000"}}"#,
                Some(r#"{"webhook":{"url":"http://127.0.0.1:9000"}}"#),
            ),
        ];
        for (body, expected) in table {
            let shown = redact_body(body.as_bytes(), &keys);
            assert_eq!(shown.as_ref().map(RecordedBody::text), expected, "{body}");
        }
        for size in [20_000, MAX_PARSED_BYTES] {
            let long = format!("\"{}\"", "ä".repeat(size));
            let shown = redact_body(long.as_bytes(), &keys);
            let count = shown.as_ref().map(|shown| shown.text().chars().count());
            assert!(count.is_some_and(|count| count <= 2000), "{count:?}");
        }
    }
}
