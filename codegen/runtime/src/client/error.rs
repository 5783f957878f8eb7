//! The errors of a client, of its calls and of its configuration, and the time limits of a call.
//!
//! No error contains a key of 8 bytes or more.

use std::error::Error as _;
use std::fmt;
use std::time::Duration;

use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::Instant;

use crate::binding::{BindError, named};
use crate::decode::read_received;
use crate::{ErrorRow, Violations};

/// The reason why a call has no result of its type; `K` is the error catalogue, `B` the body of errors. The message has
/// the cause, so there is no `source` that would repeat it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error<K, B> {
    /// The service returned an error response.
    #[error("{0}")]
    ErrorResponse(Box<ErrorResponse<K, B>>),
    /// The body of a success cannot be read.
    #[error(
        "{operation}: the response with status {status}{} cannot be read: {reason}",
        describe_media_type(media_type.as_deref())
    )]
    Unreadable {
        /// The operation.
        operation: &'static str,
        /// The HTTP status code.
        status: u16,
        /// The media type of the body, as the response names it.
        media_type: Option<String>,
        /// The place in the body, and the problem there.
        reason: serde_json::Error,
        /// The received body.
        bytes: Bytes,
    },
    /// A success breaks the contract; only strict clients check that.
    #[error("{operation}: the response with status {status} breaks the contract: {violations}")]
    BreaksContract {
        /// The operation.
        operation: &'static str,
        /// The HTTP status code.
        status: u16,
        /// The violations of the body: the first 1,000, and the number of the others. Empty if the status code
        /// is wrong.
        violations: Violations,
        /// The received body.
        bytes: Bytes,
    },
    /// The body of a success exceeds the limit of the client.
    #[error(
        "{operation}: the response is longer than {limit} bytes; the client's `response_limit` can \
         be raised"
    )]
    TooLarge {
        /// The operation.
        operation: &'static str,
        /// The HTTP status code.
        status: u16,
        /// The limit, in bytes.
        limit: usize,
    },
    /// A part of the call took too long.
    #[error("{operation}: {kind} within {} s", limit.as_secs_f64())]
    Timeout {
        /// The operation.
        operation: &'static str,
        /// The part.
        kind: TimeoutKind,
        /// The time limit of that part.
        limit: Duration,
    },
    /// No response came, or only the beginning of a success. Unless the connection was never opened, the
    /// service may have carried out the request.
    #[error("{operation}: no response: {}", innermost(cause))]
    Transport {
        /// The operation.
        operation: &'static str,
        /// The cause.
        cause: reqwest::Error,
    },
    /// A hook stopped the call before this attempt was sent.
    #[error("{operation}: a hook stopped the request: {cause}")]
    Hook {
        /// The operation.
        operation: &'static str,
        /// The error of the hook.
        cause: HookError,
    },
    /// The job had not ended at the limit of [`Waiting::limit`](super::Waiting::limit).
    #[error(
        "{operation}: still going on after {} s{}", limit.as_secs_f64(),
        state.as_ref().map(|state| format!(", in the state `{state}`")).unwrap_or_default()
    )]
    WaitTimeout {
        /// The operation that reads the state.
        operation: &'static str,
        /// The limit.
        limit: Duration,
        /// The last state that the service reported, if any.
        state: Option<String>,
    },
    /// The caller cancelled the wait, by [`Waiting::cancelled_by`](super::Waiting::cancelled_by). The job
    /// continues.
    #[error("{operation}: the waiting was cancelled")]
    Cancelled {
        /// The operation that reads the state.
        operation: &'static str,
    },
    /// The value of a parameter cannot be sent in a path, or that of a header in a header; nothing was sent.
    #[error("{operation}: `{parameter}` {fault}")]
    Parameter {
        /// The operation.
        operation: &'static str,
        /// The parameter's name in the contract.
        parameter: &'static str,
        /// The problem with the value.
        fault: ParameterFault,
    },
    /// The contract does not show the method and path of the operation, and the client has none; nothing was
    /// sent.
    #[error(
        "{operation}: the contract does not show its path; give it to the builder by \
         `bind(&operation, method, path)`, with {} in the path",
        named(parameters)
    )]
    Unbound {
        /// The operation.
        operation: &'static str,
        /// The path parameters of the operation.
        parameters: &'static [&'static str],
    },
    /// The request's body, query or headers cannot be written as JSON; nothing was sent.
    #[error("{operation}: the request cannot be written as JSON: {cause}")]
    Unsendable {
        /// The operation.
        operation: &'static str,
        /// The cause.
        cause: serde_json::Error,
    },
    /// The client cannot be created.
    #[error(transparent)]
    Configuration(#[from] ConfigError),
}

impl<K: Copy, B> Error<K, B> {
    /// Returns the error of the catalogue, if the response is one.
    #[must_use]
    pub fn kind(&self) -> Option<K> {
        self.error_response().and_then(|error_response| error_response.kind)
    }

    /// Returns the HTTP status code, if there was a response.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::ErrorResponse(error_response) => Some(error_response.status),
            Self::Unreadable { status, .. }
            | Self::BreaksContract { status, .. }
            | Self::TooLarge { status, .. } => Some(*status),
            Self::Timeout { .. }
            | Self::Transport { .. }
            | Self::Hook { .. }
            | Self::WaitTimeout { .. }
            | Self::Cancelled { .. }
            | Self::Parameter { .. }
            | Self::Unbound { .. }
            | Self::Unsendable { .. }
            | Self::Configuration(_) => None,
        }
    }

    /// Returns the error response of the service, if there is one.
    #[must_use]
    pub fn error_response(&self) -> Option<&ErrorResponse<K, B>> {
        match self {
            Self::ErrorResponse(error_response) => Some(error_response),
            _ => None,
        }
    }

    /// Returns whether the contract allows repeating such a request after a while. The contract says so about
    /// error responses, never about lost connections and timeouts, and it does not say whether the request
    /// was carried out.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        self.error_response().is_some_and(|error_response| error_response.is_retryable)
    }
}

impl<K, B> Error<K, B> {
    /// Returns whether the response was lost, so that a request which only reads may be repeated.
    pub(crate) fn is_lost(&self) -> bool {
        matches!(
            self,
            Self::Transport { .. }
                | Self::Timeout { kind: TimeoutKind::Connect | TimeoutKind::Attempt, .. }
        )
    }
}

/// Returns the innermost cause, which is the most specific, without the URL.
pub(crate) fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    match error.source() {
        Some(_) => cause.to_string(),
        None => "the connection failed".to_owned(),
    }
}

/// Returns what a media type says about the sender of a response, as an addition to the response's status.
fn describe_media_type(media_type: Option<&str>) -> String {
    match media_type {
        Some(media_type) if media_type.to_ascii_lowercase().contains("json") => String::new(),
        Some(media_type) => format!(
            " and the media type {}, which may be of another server, such as a gateway or a login page,",
            shown(media_type)
        ),
        None => " and no media type".to_owned(),
    }
}

/// The reason why a hook stops a call; any error type converts into it.
pub type HookError = Box<dyn std::error::Error + Send + Sync>;

/// The reason why the value of a parameter cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterFault {
    /// The value is empty, which would make the path of another operation.
    #[error("is empty, which would make another path")]
    Empty,
    /// The value is `.` or `..`, which URL parsers resolve to another path.
    #[error("is `.` or `..`, which leads to another path however it is encoded")]
    Dots,
    /// The value has a control character, such as a line end, which headers cannot have.
    #[error("contains a control character")]
    Header,
}

/// The maximum number of characters that a message quotes of each string from the service.
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
    /// The received body; only its beginning if the connection broke, the response took too long, or the body
    /// exceeds the limit of the client.
    pub bytes: Bytes,
    /// The headers, for example with the id that the service gave the request. If one repeats a secret of the client,
    /// the secret is replaced, as in `bytes`. `Debug` does not show them.
    pub headers: HeaderMap,
    /// The wait that the service asked for, counted from the arrival of the response. A date was converted.
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
        read_received(&self.bytes)
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

/// Returns the beginning of a string. Characters that could mislead a terminal or a log are escaped.
pub(crate) fn shown(text: &str) -> String {
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

/// The received body, without secrets. If the body repeats the key, `[key]` replaces it. If the body repeats the
/// value of a header of the builder, `[header]` replaces it. JSON is then written again, so that its spaces may
/// differ. Values shorter than 8 bytes are not replaced.
///
/// `Debug` shows the beginning as text.
#[derive(Clone, PartialEq, Eq)]
pub struct Bytes(pub(crate) Vec<u8>);

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

/// The reason why a client cannot be created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The base URL is invalid.
    #[error("the base URL {reason}; give one such as `https://api.example.com`")]
    BaseUrl {
        /// The problem with the URL.
        reason: String,
    },
    /// The key cannot be sent. The error does not repeat it.
    #[error("the key cannot be sent: {reason}")]
    Key {
        /// The reason and the remedy.
        reason: &'static str,
    },
    /// The key and the base URL are swapped. The error repeats neither.
    #[error("the base URL and the key are swapped; give the base URL first")]
    Swapped,
    /// A header of the builder cannot be sent. The error does not repeat its value.
    #[error("the header `{name}` cannot be sent: {reason}")]
    Header {
        /// The name of the header.
        name: String,
        /// The problem with the name or value.
        reason: String,
    },
    /// An operation cannot be called with this path.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// No HTTP client can be created, for example without certificates.
    #[error("cannot make an HTTP client: {0}")]
    Http(String),
    /// No runtime can be created for a blocking client.
    #[error("cannot start the runtime of a blocking client: {0}")]
    Runtime(String),
}

/// The time limits of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timeouts {
    /// Opening a connection; `None` for an HTTP client of the caller.
    pub(crate) connect: Option<Duration>,
    /// One attempt, from the connection to the last byte of the response.
    pub(crate) attempt: Duration,
    /// The whole call, with every attempt and every wait between them.
    pub(crate) call: Option<Duration>,
}

/// The part of a call that took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeoutKind {
    /// Opening the connection; nothing was sent.
    Connect,
    /// One attempt. The request may have been carried out.
    Attempt,
    /// The whole call, with every attempt and every wait. The request may have been carried out.
    Call,
}

impl fmt::Display for TimeoutKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "no connection",
            Self::Attempt => "no complete response",
            Self::Call => "no success, with every attempt and wait,",
        })
    }
}

/// The end of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    pub(crate) at: Instant,
    pub(crate) limit: Duration,
}

impl Deadline {
    /// Returns the end of a call that begins now. A time beyond the range of the clock is no deadline.
    pub(crate) fn new(limit: Option<Duration>) -> Option<Self> {
        let limit = limit?;
        Some(Self { at: Instant::now().checked_add(limit)?, limit })
    }

    /// Returns whether a wait ends before the deadline.
    pub(crate) fn allows(self, wait: Duration) -> bool {
        Instant::now().checked_add(wait).is_some_and(|end| end < self.at)
    }
}
