//! The errors of a call. They contain no key of 8 bytes or more.

use std::error::Error as _;
use std::time::Duration;

use super::path::named;
use super::{Bytes, ConfigError, ErrorResponse, HookError, ParameterFault, TimeoutKind};
use crate::Violations;

/// The reason why a call has no result of its type; `K` is the error catalogue, `B` the body of errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error<K, B> {
    /// The service returned an error response.
    #[error("{0}")]
    ErrorResponse(Box<ErrorResponse<K, B>>),
    /// The body of a success cannot be read.
    #[error("{operation}: the response with status {status} cannot be read: {reason}")]
    Unreadable {
        /// The operation.
        operation: &'static str,
        /// The HTTP status code.
        status: u16,
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
        /// Every violation of the body; empty if the status code is wrong.
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
    #[error("{operation}: no response: {}", innermost(source))]
    Transport {
        /// The operation.
        operation: &'static str,
        /// The cause.
        source: reqwest::Error,
    },
    /// A hook stopped the call before this attempt was sent.
    #[error("{operation}: a hook stopped the request: {source}")]
    Hook {
        /// The operation.
        operation: &'static str,
        /// The error of the hook.
        source: HookError,
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
    #[error("{operation}: the request cannot be written as JSON: {source}")]
    Unsendable {
        /// The operation.
        operation: &'static str,
        /// The cause.
        source: serde_json::Error,
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
            _ => None,
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
    pub(super) fn is_lost(&self) -> bool {
        matches!(
            self,
            Self::Transport { .. }
                | Self::Timeout { kind: TimeoutKind::Connect | TimeoutKind::Attempt, .. }
        )
    }
}

/// Returns the innermost cause, which is the most specific, without the URL.
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
