//! Requests as they are noted: what the last ones asked for, and how they were answered.
//!
//! It must never hold a key, a header or a body; what was scraped has a log of its own.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use super::teams::Team;
use crate::bounded_log::BoundedLog;

/// How many characters of each path are kept.
const CHARACTERS: usize = 2000;

/// How many characters of each method are kept, which are more than any known one has.
const METHOD: usize = 32;

/// The log.
pub(crate) type RequestLog = BoundedLog<Entry>;

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
    }
}
