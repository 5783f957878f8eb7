//! An error response with everything that the service sent.

use std::fmt;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::ErrorRow;

/// The maximum length of each text of a service in a message, in characters.
const LONGEST_SHOWN: usize = 300;

/// An error response.
#[non_exhaustive]
pub struct ErrorResponse<K, B> {
    /// The operation.
    pub operation: &'static str,
    /// The HTTP status code.
    pub status: u16,
    /// The error of the catalogue, if the response is one.
    pub kind: Option<K>,
    /// The row of that error.
    pub row: Option<&'static ErrorRow>,
    /// The body, if it has the form of the service's errors.
    pub body: Option<B>,
    /// The body as JSON, where it is JSON.
    pub json: Option<Value>,
    /// The received body, or its beginning if it broke off, took too long or was
    /// longer than the client takes.
    pub bytes: Bytes,
    /// The wait that the service asked for, counted from the arrival of the response. A date
    /// was converted.
    pub retry_after: Option<Duration>,
    /// How often the request was sent.
    pub attempts: u32,
    /// Whether the contract allows repeating such a request after a while.
    pub is_retryable: bool,
}

impl<K, B> ErrorResponse<K, B> {
    /// Returns the error text: the property `error` of the body.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.json.as_ref()?.get("error")?.as_str()
    }

    /// Returns the error code: the property `code` of the body.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.json.as_ref()?.get("code")?.as_str()
    }

    /// Returns the details: the property `details` of the body.
    #[must_use]
    pub fn details(&self) -> Option<&Value> {
        self.json.as_ref()?.get("details")
    }

    /// Reads the body as a type of the caller's choice, for operations with their own error bodies.
    ///
    /// # Errors
    /// If the body is not of that type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.bytes)
    }
}

/// Shows the beginnings of [`text`](ErrorResponse::text) and [`details`](ErrorResponse::details) on one line.
impl<K, B> fmt::Display for ErrorResponse<K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: failed with status {}", self.operation, self.status)?;
        if let Some(row) = self.row {
            write!(f, " ({})", row.id)?;
        }
        match (self.text(), self.status) {
            (Some(text), _) => write!(f, ": {}", shown(text))?,
            (None, 300..400) => write!(f, ": redirects are not followed")?,
            (None, _) => write!(f, ", with {} bytes without an error text", self.bytes.len())?,
        }
        if let Some(details) = self.details() {
            write!(f, "; details: {}", shown(&details.to_string()))?;
        }
        match self.attempts {
            ..=1 => Ok(()),
            attempts => write!(f, " (sent {attempts} times)"),
        }
    }
}

/// Returns the beginning of a text, with characters escaped that could mislead a terminal or a log.
pub(super) fn shown(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST_SHOWN).map_or(text.len(), |(at, _)| at);
    let mut shown = String::with_capacity(end);
    for c in text[..end].chars() {
        match c {
            // In Unicode, line separators and changes of direction are not control characters.
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => shown.extend(c.escape_default()),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    if end < text.len() {
        shown.push_str(&format!("… and {} bytes more", text.len() - end));
    }
    shown
}

// Not derived, because the body may be long, and would appear three times.
impl<K: fmt::Debug, B> fmt::Debug for ErrorResponse<K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErrorResponse")
            .field("operation", &self.operation)
            .field("status", &self.status)
            .field("kind", &self.kind)
            .field("bytes", &self.bytes)
            .field("retry_after", &self.retry_after)
            .field("attempts", &self.attempts)
            .field("is_retryable", &self.is_retryable)
            .finish_non_exhaustive()
    }
}

/// The received body, except that the key, should the server repeat it, reads `[key]`, and the value of
/// a header that the builder was given `[header]`: JSON that holds one of them is then written anew.
/// Neither is looked for when it is shorter than 8 bytes. Shown as text, its beginning only.
#[derive(Clone, PartialEq, Eq)]
pub struct Bytes(pub(super) Vec<u8>);

impl std::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.0[..self.0.len().min(400)];
        write!(f, "{:?}", String::from_utf8_lossy(shown))?;
        if shown.len() < self.0.len() {
            write!(f, " and {} bytes more", self.0.len() - shown.len())?;
        }
        Ok(())
    }
}
