//! What can go wrong between a call and its answer. Keys stand in none of it.

use std::error::Error as _;
use std::fmt;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{ErrorRow, Violations};

/// Why a call did not come to an answer of the type that it promises; `K` is the catalogue of
/// errors, `B` the body that the service sends with one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error<K, B> {
    /// The service answered with anything but a success.
    #[error("{0}")]
    Refused(Box<Refusal<K, B>>),
    /// The service answered with a success whose body cannot be read.
    #[error("{operation}: the answer with status {status} cannot be read: {reason}")]
    Unreadable {
        /// The operation.
        operation: &'static str,
        /// The HTTP status.
        status: u16,
        /// Where in the body, and what is wrong there.
        reason: serde_json::Error,
        /// The body as it came.
        bytes: Bytes,
    },
    /// The service answered with a success that breaks the contract; strict clients alone say so.
    #[error("{operation}: the answer with status {status} breaks the contract: {violations}")]
    OffContract {
        /// The operation.
        operation: &'static str,
        /// The HTTP status.
        status: u16,
        /// Every violation of the body; none, if it is the status that is wrong.
        violations: Violations,
        /// The body as it came.
        bytes: Bytes,
    },
    /// The body of the answer is longer than this client takes.
    #[error(
        "{operation}: the answer is longer than {limit} bytes; the client's `answer_limit` can be raised"
    )]
    TooLarge {
        /// The operation.
        operation: &'static str,
        /// The HTTP status.
        status: u16,
        /// The limit, in bytes.
        limit: usize,
    },
    /// No complete answer came in time. Whether the request was carried out is not known.
    #[error("{operation}: no complete answer within {} s", limit.as_secs_f64())]
    Timeout {
        /// The operation.
        operation: &'static str,
        /// The time that one attempt may take.
        limit: Duration,
    },
    /// No answer came at all. Unless the connection was never made, whether the request was
    /// carried out is not known.
    #[error("{operation}: no answer: {}", innermost(source))]
    Transport {
        /// The operation.
        operation: &'static str,
        /// What went wrong on the way.
        source: reqwest::Error,
    },
    /// The value of a parameter cannot stand in a path; nothing was sent.
    #[error("{operation}: `{parameter}` {fault}")]
    Parameter {
        /// The operation.
        operation: &'static str,
        /// The parameter's name in the contract.
        parameter: &'static str,
        /// What is wrong with it.
        fault: ParameterFault,
    },
    /// The contract does not show how the operation is called, and the client was not told; nothing
    /// was sent.
    #[error(
        "{operation}: the contract does not show how it is called; tell the builder by \
         `bind(&operation, method, path)`, with {} in the path",
        named(parameters)
    )]
    Unbound {
        /// The operation.
        operation: &'static str,
        /// The parameters that its path has.
        parameters: &'static [&'static str],
    },
    /// The request's body cannot be written as JSON; nothing was sent.
    #[error("{operation}: the body cannot be written as JSON: {source}")]
    Unsendable {
        /// The operation.
        operation: &'static str,
        /// Why.
        source: serde_json::Error,
    },
    /// The client cannot be made.
    #[error(transparent)]
    Configuration(#[from] ConfigError),
}

impl<K: Copy, B> Error<K, B> {
    /// The error of the catalogue, where the service named one.
    #[must_use]
    pub fn kind(&self) -> Option<K> {
        self.refusal().and_then(|refusal| refusal.kind)
    }

    /// The HTTP status, where an answer came.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Refused(refusal) => Some(refusal.status),
            Self::Unreadable { status, .. }
            | Self::OffContract { status, .. }
            | Self::TooLarge { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// The answer of a service that refused.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal<K, B>> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// Whether the contract lets such a request be sent again, after a while. It says so of errors
    /// that the service answers with, never of lost connections and timeouts, and it says nothing
    /// of whether the request was carried out.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        self.refusal().is_some_and(|refusal| refusal.is_retryable)
    }
}

/// An answer that is no success.
#[non_exhaustive]
pub struct Refusal<K, B> {
    /// The operation.
    pub operation: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The error of the catalogue, where the answer shows one.
    pub kind: Option<K>,
    /// The row of that error.
    pub row: Option<&'static ErrorRow>,
    /// The body, where it has the form that the service's errors have.
    pub body: Option<B>,
    /// The body as JSON, where it is JSON.
    pub json: Option<Value>,
    /// The body as it came.
    pub bytes: Bytes,
    /// How long the service asked to wait.
    pub retry_after: Option<Duration>,
    /// How often the request was sent.
    pub attempts: u32,
    /// Whether the contract lets such a request be sent again, after a while.
    pub is_retryable: bool,
}

impl<K, B> Refusal<K, B> {
    /// What the service says went wrong: the member `error` of the body.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.json.as_ref()?.get("error")?.as_str()
    }

    /// The further code: the member `code` of the body.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.json.as_ref()?.get("code")?.as_str()
    }

    /// What the service says of each fault: the member `details` of the body.
    #[must_use]
    pub fn details(&self) -> Option<&Value> {
        self.json.as_ref()?.get("details")
    }

    /// The body as a type of one's own choice, for operations whose errors have a form of their
    /// own.
    ///
    /// # Errors
    /// When the body is not of that type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.bytes)
    }
}

impl<K, B> fmt::Display for Refusal<K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: refused with status {}", self.operation, self.status)?;
        if let Some(row) = self.row {
            write!(f, " ({})", row.id)?;
        }
        match (self.text(), self.status) {
            (Some(text), _) => write!(f, ": {text}")?,
            (None, 300..400) => write!(f, ": redirections are not followed")?,
            (None, _) => write!(f, ", with {} bytes that name no error", self.bytes.len())?,
        }
        if let Some(details) = self.details() {
            write!(f, "; details: {details}")?;
        }
        match self.attempts {
            ..=1 => Ok(()),
            attempts => write!(f, " (sent {attempts} times)"),
        }
    }
}

// Not derived, because the body may be long, and stands here three times.
impl<K: fmt::Debug, B> fmt::Debug for Refusal<K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refusal")
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

/// A body as it came, save that the key, should the server repeat it, reads `[key]`. Shown as text,
/// its beginning only.
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

/// Why a value cannot stand in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterFault {
    /// It is empty, and would leave a path of another operation.
    #[error("is empty, and would leave another path")]
    Empty,
    /// It is `.` or `..`, which every reader of URLs takes for a step to another path.
    #[error("is `.` or `..`, which leads to another path however it is encoded")]
    Dots,
}

/// Why a client cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The base URL is none.
    #[error("the base URL {reason}; give one such as `https://api.example.com`")]
    BaseUrl {
        /// What is wrong with it.
        reason: String,
    },
    /// The key cannot be sent. It is not repeated here.
    #[error("the key cannot be sent: {reason}")]
    Key {
        /// What is wrong with it, and what helps.
        reason: &'static str,
    },
    /// A header of the builder's cannot be sent. Its value is not repeated here.
    #[error("the header `{name}` cannot be sent: {reason}")]
    Header {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An operation cannot be called this way.
    #[error("`{operation}` cannot be bound to `{path}`: {reason}")]
    Bind {
        /// The operation.
        operation: &'static str,
        /// The path that was given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no HTTP client to be had, for lack of certificates for example.
    #[error("cannot make an HTTP client: {0}")]
    Http(String),
}

/// The innermost cause, which says most, without the URL.
pub(super) fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    match error.source() {
        Some(_) => cause.to_string(),
        None => "the connection failed".to_owned(),
    }
}

pub(super) fn named(parameters: &[&str]) -> String {
    if parameters.is_empty() {
        return "no parameters".to_owned();
    }
    let names: Vec<String> = parameters.iter().map(|name| format!("`{{{name}}}`")).collect();
    names.join(" and ")
}
