//! The errors of a call. They contain no key of 8 bytes or more.

use std::error::Error as _;
use std::time::Duration;

use super::path::named;
use super::{Bytes, ConfigError, HookError, ParameterFault, Refusal, TimeoutKind};
use crate::Violations;

/// The reason why a call has no result of its type; `K` is the error catalogue, `B` the body of errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error<K, B> {
    /// The service returned an error response.
    #[error("{0}")]
    Refused(Box<Refusal<K, B>>),
    /// The body of a success cannot be read.
    #[error("{operation}: the answer with status {status} cannot be read: {reason}")]
    Unreadable {
        /// The operation.
        operation: &'static str,
        /// The HTTP status code.
        status: u16,
        /// The place in the body, and what is wrong there.
        reason: serde_json::Error,
        /// The received body.
        bytes: Bytes,
    },
    /// A success breaks the contract; only strict clients check that.
    #[error("{operation}: the answer with status {status} breaks the contract: {violations}")]
    OffContract {
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
    #[error("{operation}: no answer: {}", innermost(source))]
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
    StillGoing {
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
        /// What is wrong with it.
        fault: ParameterFault,
    },
    /// The contract does not show the method and path of the operation, and the client has none; nothing was
    /// sent.
    #[error(
        "{operation}: the contract does not show how it is called; tell the builder by \
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
        self.refusal().and_then(|refusal| refusal.kind)
    }

    /// Returns the HTTP status code, if there was a response.
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

    /// Returns the error response of the service, if there is one.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal<K, B>> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// Returns whether the contract allows repeating such a request after a while. The contract says so about
    /// error responses, never about lost connections and timeouts, and it does not say whether the request
    /// was carried out.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        self.refusal().is_some_and(|refusal| refusal.is_retryable)
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
