//! The three times that a call is held to: for its connection, for each attempt, for the whole.

use std::fmt;
use std::time::Duration;

use tokio::time::Instant;

/// How long parts of a call may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    /// Opening a connection; none where the HTTP client is the caller's own.
    pub(super) connect: Option<Duration>,
    /// One attempt, from the connection to the last byte of the response.
    pub(super) attempt: Duration,
    /// The whole call, with every attempt and every wait between them.
    pub(super) call: Option<Duration>,
}

/// Which part of a call took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeoutKind {
    /// Opening the connection; nothing was sent.
    Connect,
    /// One attempt. Whether the request was carried out is not known.
    Attempt,
    /// The whole call, with every attempt and every wait. Whether the request was carried out is not
    /// known.
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

/// When a call has to be over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    pub(super) at: Instant,
    pub(super) limit: Duration,
}

impl Deadline {
    /// Returns the end of a call that begins now. A time beyond every clock is no deadline.
    pub(super) fn new(limit: Option<Duration>) -> Option<Self> {
        let limit = limit?;
        Some(Self { at: Instant::now().checked_add(limit)?, limit })
    }

    /// Returns whether a wait ends before the call has to be over.
    pub(super) fn allows(self, wait: Duration) -> bool {
        Instant::now().checked_add(wait).is_some_and(|end| end < self.at)
    }
}
