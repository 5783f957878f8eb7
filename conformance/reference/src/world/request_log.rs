//! The request log: the last requests, what they carried, and how they were answered.
//!
//! It must never hold a secret, nor more than so much of each request; what was scraped has a log of
//! its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::teams::Team;
use crate::bounded_log::BoundedLog;

/// How many characters of each path are kept.
const CHARACTERS: usize = 2000;

/// How many characters of each method are kept, which are more than any known one has.
const METHOD: usize = 32;

/// The most bytes of a body that is kept whole, as it is written without secrets.
pub(crate) const WHOLE_BODY: usize = 16 << 10;

/// The log.
pub(crate) type RequestLog = BoundedLog<Arc<Recorded>>;

/// A request, and how it was answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Entry {
    /// When it came, by the server's clock.
    #[serde(serialize_with = "in_words")]
    pub at: DateTime<Utc>,
    /// Its method.
    pub method: String,
    /// Its path, without a query.
    pub path: String,
    /// The operation that it meant, by identity.
    pub operation: Option<String>,
    /// Who sent it, where the key told.
    pub team: Option<Team>,
    /// The status of its response.
    pub status: u16,
    /// How long the response took, in milliseconds of real time, once the request was there.
    pub milliseconds: f64,
}

impl Entry {
    /// A request that has just come.
    pub(crate) fn new(at: DateTime<Utc>, method: &str, path: &str) -> Self {
        let (method, path) = (first(method, METHOD), beginning(path));
        Self { at, method, path, operation: None, team: None, status: 0, milliseconds: 0.0 }
    }
}

/// A request with its response, as the log keeps them.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Recorded {
    #[serde(flatten)]
    pub(crate) entry: Entry,
    /// The parameters of the query.
    pub(crate) query: BTreeMap<String, String>,
    pub(crate) request: Message,
    pub(crate) response: Message,
}

/// Headers and body of a request or a response, without secrets.
#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Message {
    /// By name in lower case; the values of a name that comes several times are joined by commas.
    pub(crate) headers: BTreeMap<String, String>,
    /// The body, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) body: Option<Body>,
}

/// A body as the log keeps it.
#[derive(Debug, PartialEq)]
pub(crate) enum Body {
    /// JSON, as text.
    Json(String),
    /// The beginning of JSON that is too long to be kept, or a sentence about what is no JSON.
    Described(String),
}

impl Body {
    /// JSON as it is kept: whole, or its beginning.
    pub(crate) fn from_json(text: String) -> Self {
        if text.len() <= WHOLE_BODY { Self::Json(text) } else { Self::Described(beginning(&text)) }
    }

    /// The text as it is kept.
    pub(crate) fn text(&self) -> &str {
        let (Self::Json(text) | Self::Described(text)) = self;
        text
    }

    /// The value, where the body is JSON that was kept whole.
    pub(crate) fn value(&self) -> Option<Value> {
        match self {
            Self::Json(text) => serde_json::from_str(text).ok(),
            Self::Described(_) => None,
        }
    }
}

/// JSON is written as the value that it is, and anything else as a string.
impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value() {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_str(self.text()),
        }
    }
}

/// As much of a text as a log keeps.
pub(crate) fn beginning(text: &str) -> String {
    first(text, CHARACTERS)
}

/// The first characters of a text.
fn first(text: &str, count: usize) -> String {
    let end = text.char_indices().nth(count).map_or(text.len(), |(end, _)| end);
    text[..end].to_owned()
}

fn in_words<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&time.to_rfc3339())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_entry_is_large() {
        let entry = Entry::new(Utc::now(), &"A".repeat(60_000), &"\u{e9}".repeat(60_000));
        assert_eq!((entry.method.len(), entry.path.chars().count()), (METHOD, CHARACTERS));
        let entry = Entry::new(Utc::now(), "DELETE", "/v2/monitor/1");
        assert_eq!((entry.method.as_str(), entry.path.as_str()), ("DELETE", "/v2/monitor/1"));
        let long = format!("\"{}\"", "a".repeat(WHOLE_BODY));
        for (text, is_whole) in [("{\"a\":1}".to_owned(), true), (long, false)] {
            let body = Body::from_json(text);
            assert_eq!(body.value().is_some(), is_whole);
            assert!(body.text().len() <= WHOLE_BODY);
        }
    }
}
