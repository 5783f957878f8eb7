//! Versions of resources, conditions on them, keys of repeated requests, and dates of deprecated
//! operations: what HTTP says by headers.

use super::{ClauseId, Date, Operation};

/// The response header that carries the version of a resource (RFC 9110, section 8.8.3).
pub const VERSION: &str = "ETag";

/// The request header of a change that holds for some versions alone (RFC 9110, section 13.1.1).
pub const PRECONDITION: &str = "If-Match";

/// The value of the precondition that each version meets (RFC 9110, section 13.1.1).
pub const ANY_VERSION: &str = "*";

/// The status code of a change whose precondition does not hold (RFC 9110, section 15.5.13).
pub const PRECONDITION_FAILED: u16 = 412;

/// The request header of a read that is for other versions alone (RFC 9110, section 13.1.2).
pub const CONDITION: &str = "If-None-Match";

/// The status code of a read whose version the client has (RFC 9110, section 15.4.5).
pub const NOT_MODIFIED: u16 = 304;

/// A condition on the version of a resource, without which it is not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Precondition {
    /// The request header that holds the version.
    pub header: String,
    /// The error when the resource has another version.
    pub error: String,
}

/// How a request is told from another one with the same content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The request header that holds the key.
    pub header: String,
    /// The error when the key was sent with another body, where the contract shows one.
    pub reused: Option<String>,
}

/// A header that every success of an operation has, with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The clause that requires it.
    pub clause: ClauseId,
    /// The name.
    pub header: &'static str,
    /// The value.
    pub value: String,
}

impl Operation {
    /// Returns the headers by which a deprecated operation says since when it is, and until when
    /// it works.
    #[must_use]
    pub fn notices(&self) -> Vec<Notice> {
        let notice =
            |word: &str, header, value| Notice { clause: self.clause().child(word), header, value };
        // RFC 9745 has a date as a number of seconds, RFC 8594 as HTTP writes dates.
        let since = self.deprecated_since.map(Date::structured);
        let sunset = self.sunset.map(Date::http);
        let since = since.map(|value| notice("deprecatedSince", "Deprecation", value));
        since.into_iter().chain(sunset.map(|value| notice("sunset", "Sunset", value))).collect()
    }
}
