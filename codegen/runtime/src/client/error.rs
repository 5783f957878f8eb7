//! What can go wrong between a call and its answer. No key of 8 bytes or more stands in any of it.

use std::error::Error as _;
use std::time::Duration;

use super::path::named;
use super::{Bytes, ConfigError, HookError, ParameterFault, Refusal, TimeoutKind};
use crate::Violations;

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
        /// The received body.
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
        /// The received body.
        bytes: Bytes,
    },
    /// The body of a success is longer than this client reads.
    #[error(
        "{operation}: the response is longer than {limit} bytes; the client's `response_limit` can \
         be raised"
    )]
    TooLarge {
        /// The operation.
        operation: &'static str,
        /// The HTTP status.
        status: u16,
        /// The limit, in bytes.
        limit: usize,
    },
    /// A part of the call took too long.
    #[error("{operation}: {kind} within {} s", limit.as_secs_f64())]
    Timeout {
        /// The operation.
        operation: &'static str,
        /// Which part.
        kind: TimeoutKind,
        /// How long that part may take.
        limit: Duration,
    },
    /// No response came, or none but the beginning of a success. Unless the connection was never made,
    /// whether the request was carried out is not known.
    #[error("{operation}: no answer: {}", innermost(source))]
    Transport {
        /// The operation.
        operation: &'static str,
        /// What went wrong on the way.
        source: reqwest::Error,
    },
    /// A hook stopped the call; this attempt was not sent.
    #[error("{operation}: a hook stopped the request: {source}")]
    Hook {
        /// The operation.
        operation: &'static str,
        /// What the hook says.
        source: HookError,
    },
    /// What the caller waits for was still going on at the end of
    /// [`Waiting::limit`](super::Waiting::limit).
    #[error(
        "{operation}: still going on after {} s{}", limit.as_secs_f64(),
        state.as_ref().map(|state| format!(", in the state `{state}`")).unwrap_or_default()
    )]
    StillGoing {
        /// The operation that reads the state.
        operation: &'static str,
        /// The limit.
        limit: Duration,
        /// The last state that the service told, where it told one.
        state: Option<String>,
    },
    /// The caller stopped waiting, by [`Waiting::cancelled_by`](super::Waiting::cancelled_by). What was
    /// waited for goes on.
    #[error("{operation}: the waiting was cancelled")]
    Cancelled {
        /// The operation that reads the state.
        operation: &'static str,
    },
    /// The value of a parameter cannot stand in a path, or that of a header in one; nothing was sent.
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
    /// The request's body, query or headers cannot be written as JSON; nothing was sent.
    #[error("{operation}: the request cannot be written as JSON: {source}")]
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

impl<K, B> Error<K, B> {
    /// Returns whether the response was lost on the way, so that a request which only reads may be
    /// sent again.
    pub(super) fn is_lost(&self) -> bool {
        matches!(
            self,
            Self::Transport { .. }
                | Self::Timeout { kind: TimeoutKind::Connect | TimeoutKind::Attempt, .. }
        )
    }
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
