//! The time limits of a call: for its connection, for each attempt, and for the whole call.

use std::fmt;
use std::time::Duration;

use tokio::time::Instant;

/// The time limits of a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    /// Opening a connection; `None` for an HTTP client of the caller.
    pub(super) connect: Option<Duration>,
    /// One attempt, from the connection to the last byte of the response.
    pub(super) attempt: Duration,
    /// The whole call, with every attempt and every wait between them.
    pub(super) call: Option<Duration>,
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
pub(super) struct Deadline {
    pub(super) at: Instant,
    pub(super) limit: Duration,
}

impl Deadline {
    /// Returns the end of a call that begins now. A time beyond the range of the clock is no deadline.
    pub(super) fn new(limit: Option<Duration>) -> Option<Self> {
        let limit = limit?;
        Some(Self { at: Instant::now().checked_add(limit)?, limit })
    }

    /// Returns whether a wait ends before the deadline.
    pub(super) fn allows(self, wait: Duration) -> bool {
        Instant::now().checked_add(wait).is_some_and(|end| end < self.at)
    }
}
