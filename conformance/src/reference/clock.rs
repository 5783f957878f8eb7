//! The server's clock: the machine's or one that stands, moved ahead by whoever sets the server up.
//!
//! It goes back only when everything is reset, so that what happened stays in the past.

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// How a clock is set.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Setting {
    stands_at: Option<DateTime<Utc>>,
    ahead_milliseconds: i64,
}

/// The clock.
#[derive(Debug, Default)]
pub(super) struct Clock {
    /// The moment that it stands at until it is moved; without one, it goes as the machine's does.
    stands_at: Option<DateTime<Utc>>,
    ahead_milliseconds: AtomicI64,
}

impl Clock {
    /// A clock that stands at a moment, or one that goes.
    pub(super) fn of(stands_at: Option<DateTime<Utc>>) -> Self {
        Self { stands_at, ahead_milliseconds: AtomicI64::default() }
    }

    /// A clock that is set as one was that was saved.
    pub(super) fn restored(saved: Setting) -> Self {
        let Setting { stands_at, ahead_milliseconds } = saved;
        Self { stands_at, ahead_milliseconds: ahead_milliseconds.into() }
    }

    /// How it is set.
    pub(super) fn saved(&self) -> Setting {
        let ahead_milliseconds = self.ahead_milliseconds.load(Ordering::SeqCst);
        Setting { stands_at: self.stands_at, ahead_milliseconds }
    }

    /// What time it is on the server.
    pub(super) fn now(&self) -> DateTime<Utc> {
        let ahead = TimeDelta::milliseconds(self.ahead_milliseconds.load(Ordering::SeqCst));
        self.stands_at.unwrap_or_else(Utc::now) + ahead
    }

    /// Whether it goes by itself.
    pub(super) fn goes(&self) -> bool {
        self.stands_at.is_none()
    }

    /// Moves the clock ahead.
    pub(super) fn advance(&self, seconds: u32) {
        self.ahead_milliseconds.fetch_add(i64::from(seconds) * 1000, Ordering::SeqCst);
    }

    /// Puts the clock back to the time at which it started: the machine's, where it goes.
    pub(super) fn reset(&self) {
        self.ahead_milliseconds.store(0, Ordering::SeqCst);
    }
}
