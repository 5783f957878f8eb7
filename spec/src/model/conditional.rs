//! What HTTP expresses by headers: versions of resources, conditions on versions, keys of repeated requests,
//! and dates of deprecated operations.

use super::{ClauseId, Date, Operation};

/// The response header that carries the version of a resource (RFC 9110, section 8.8.3).
pub const VERSION: &str = "ETag";

/// The request header that applies a change to some versions only (RFC 9110, section 13.1.1).
pub const PRECONDITION: &str = "If-Match";

/// The value of the precondition that matches every version (RFC 9110, section 13.1.1).
pub const ANY_VERSION: &str = "*";

/// The status code for a change whose precondition does not hold (RFC 9110, section 15.5.13).
pub const PRECONDITION_FAILED: u16 = 412;

/// The request header that reads a resource only in other versions (RFC 9110, section 13.1.2).
pub const CONDITION: &str = "If-None-Match";

/// The status code for a read of a version that the client already has (RFC 9110, section 15.4.5).
pub const NOT_MODIFIED: u16 = 304;

/// A condition on the version of a resource; without it, the resource is not changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Precondition {
    /// The request header that carries the version.
    pub header: String,
    /// The error for a resource that has another version.
    pub error: String,
}

/// How the service recognizes a repeated request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The request header that carries the key.
    pub header: String,
    /// The error for a key that was sent before with another body, where the contract shows one.
    pub reused: Option<String>,
}

/// A header that every success of an operation has, with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The clause that requires the header.
    pub clause: ClauseId,
    /// The name of the header.
    pub header: &'static str,
    /// The value of the header.
    pub value: String,
}

impl Operation {
    /// Returns the headers that state since when a deprecated operation is deprecated, and until when it
    /// works.
    #[must_use]
    pub fn notices(&self) -> Vec<Notice> {
        let notice =
            |word: &str, header, value| Notice { clause: self.clause().child(word), header, value };
        // RFC 9745 writes a date as a number of seconds, RFC 8594 as an HTTP date.
        let since = self.deprecated_since.map(Date::structured);
        let sunset = self.sunset.map(Date::http);
        let since = since.map(|value| notice("deprecatedSince", "Deprecation", value));
        since.into_iter().chain(sunset.map(|value| notice("sunset", "Sunset", value))).collect()
    }
}
