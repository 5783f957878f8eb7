//! The request log: the last requests with their responses, and the live feed of them.
//!
//! Nothing that reads the log sees a secret. The size of each entry is bounded. The feed never delays a request: a
//! slow listener misses requests, and learns how many.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender};

use crate::bounded::BoundedLog;
use crate::contract::json;
use crate::world::teams::Team;

/// The largest number of characters of a path that are kept.
const MAX_CHARACTERS: usize = 2000;

/// The largest number of characters of a method that are kept, which is more than any known method has.
const MAX_METHOD: usize = 32;

/// The largest size of a body that is kept whole, in bytes, after secrets are removed.
pub(crate) const MAX_WHOLE_BODY: usize = 16 << 10;

pub(crate) type RequestLog = BoundedLog<Arc<RecordedRequest>>;

/// A request, and the status code of its response.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Entry {
    /// When the request arrived, by the server's clock.
    #[serde(serialize_with = "as_rfc3339")]
    pub at: DateTime<Utc>,
    /// The method.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The identity of the operation; `None` if no route matched.
    pub operation: Option<String>,
    /// The team of the key; `None` if the key is unauthorized or missing.
    pub team: Option<Team>,
    /// The status code of the response.
    pub status: u16,
    /// The time from the head of the request to the response, in milliseconds of real time.
    pub milliseconds: f64,
}

impl Entry {
    /// Creates the entry of a request that has no response yet.
    pub(crate) fn new(at: DateTime<Utc>, method: &str, path: &str) -> Self {
        let (method, path) = (first(method, MAX_METHOD), truncated(path));
        Self { at, method, path, operation: None, team: None, status: 0, milliseconds: 0.0 }
    }
}

/// A request with its response, as the log keeps them.
#[derive(Debug, Serialize)]
pub(crate) struct RecordedRequest {
    #[serde(flatten)]
    pub(crate) entry: Entry,
    #[serde(flatten, serialize_with = "as_messages")]
    messages: LazyLock<Messages, Redaction>,
}

/// Builds the messages with their secrets redacted.
type Redaction = Box<dyn FnOnce() -> Messages + Send>;

impl RecordedRequest {
    /// Creates the record of a request. `redact` runs when the messages are first read.
    pub(crate) fn new(entry: Entry, redact: impl FnOnce() -> Messages + Send + 'static) -> Self {
        Self { entry, messages: LazyLock::new(Box::new(redact)) }
    }

    /// Returns the messages, without secrets.
    pub(crate) fn messages(&self) -> &Messages {
        &self.messages
    }
}

/// The messages of a request and its response, without secrets.
#[derive(Debug, Serialize)]
pub(crate) struct Messages {
    pub(crate) query: BTreeMap<String, String>,
    pub(crate) request: Message,
    pub(crate) response: Message,
}

/// The headers and the body of a request or a response, without secrets.
#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Message {
    /// The headers, by name in lower case. The values of a repeated header are joined by commas.
    pub(crate) headers: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) body: Option<RecordedBody>,
}

/// A body as the log keeps it.
#[derive(Debug, PartialEq)]
pub(crate) enum RecordedBody {
    /// Whole JSON, as a string.
    Json(String),
    /// The beginning of JSON that is too long, or a sentence that describes a body that is not JSON.
    Described(String),
}

impl RecordedBody {
    /// Keeps JSON whole, or its beginning if it is too long.
    pub(crate) fn from_json(text: String) -> Self {
        if text.len() <= MAX_WHOLE_BODY {
            Self::Json(text)
        } else {
            Self::Described(truncated(&text))
        }
    }

    pub(crate) fn text(&self) -> &str {
        let (Self::Json(text) | Self::Described(text)) = self;
        text
    }

    /// Returns the JSON value if the body was kept whole.
    pub(crate) fn value(&self) -> Option<Value> {
        match self {
            Self::Json(text) => json::parse(text.as_bytes()).ok(),
            Self::Described(_) => None,
        }
    }
}

/// Serializes whole JSON as its value, and anything else as a string.
impl Serialize for RecordedBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value() {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_str(self.text()),
        }
    }
}

/// Truncates a string to the length that the log keeps.
pub(crate) fn truncated(text: &str) -> String {
    first(text, MAX_CHARACTERS)
}

/// Returns the first `count` characters of a string.
fn first(text: &str, count: usize) -> String {
    let end = text.char_indices().nth(count).map_or(text.len(), |(end, _)| end);
    text[..end].to_owned()
}

fn as_messages<S: Serializer>(
    messages: &LazyLock<Messages, Redaction>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    LazyLock::force(messages).serialize(serializer)
}

fn as_rfc3339<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&time.to_rfc3339())
}

/// How many requests a listener may lag behind.
const MAX_LAG: usize = 1024;

/// A request and its response, as listeners receive them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Exchange {
    /// The request, and the status code of its response.
    #[serde(flatten)]
    pub request: Entry,
    /// The beginning of the request body, without secrets. It is absent if there was no body or the server
    /// does not record bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_body: Option<String>,
    /// The beginning of the response body, under the same conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
}

/// An item of the live feed.
#[derive(Debug, Clone, PartialEq)]
pub enum FeedItem {
    /// A request with its response.
    Exchange(Arc<Exchange>),
    /// The number of requests that a slow listener missed.
    Missed(u64),
}

/// A stream of the requests that a server handles from now on.
#[derive(Debug)]
pub struct Exchanges(Receiver<Arc<Exchange>>);

impl Exchanges {
    /// Waits for the next item; `None` once the server is gone.
    pub async fn next(&mut self) -> Option<FeedItem> {
        match self.0.recv().await {
            Ok(exchange) => Some(FeedItem::Exchange(exchange)),
            Err(RecvError::Lagged(missed)) => Some(FeedItem::Missed(missed)),
            Err(RecvError::Closed) => None,
        }
    }
}

#[derive(Debug)]
pub(crate) struct LiveFeed {
    listeners: Sender<Arc<Exchange>>,
    /// Whether listeners receive bodies.
    pub(crate) includes_bodies: bool,
}

impl LiveFeed {
    /// Creates a feed without listeners.
    pub(crate) fn new(includes_bodies: bool) -> Self {
        Self { listeners: Sender::new(MAX_LAG), includes_bodies }
    }

    /// Returns a stream of the requests from now on.
    pub(crate) fn listen(&self) -> Exchanges {
        Exchanges(self.listeners.subscribe())
    }

    pub(crate) fn has_listeners(&self) -> bool {
        self.listeners.receiver_count() > 0
    }

    /// Sends a request to all listeners. Sending to no listener is no error.
    pub(crate) fn send(&self, exchange: Exchange) {
        let _ = self.listeners.send(Arc::new(exchange));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_entry_is_large() {
        let entry = Entry::new(Utc::now(), &"A".repeat(60_000), &"\u{e9}".repeat(60_000));
        assert_eq!((entry.method.len(), entry.path.chars().count()), (MAX_METHOD, MAX_CHARACTERS));
        let entry = Entry::new(Utc::now(), "DELETE", "/v1/albums/1");
        assert_eq!((entry.method.as_str(), entry.path.as_str()), ("DELETE", "/v1/albums/1"));
        let long = format!("\"{}\"", "a".repeat(MAX_WHOLE_BODY));
        for (text, is_whole) in [("{\"a\":1}".to_owned(), true), (long, false)] {
            let body = RecordedBody::from_json(text);
            assert_eq!(body.value().is_some(), is_whole);
            assert!(body.text().len() <= MAX_WHOLE_BODY);
        }
    }
}
