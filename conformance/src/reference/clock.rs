//! The server's clock: the machine's, moved ahead by whoever sets the server up.
//!
//! It goes back only when everything is reset, so that what happened stays in the past.

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};

/// The clock.
#[derive(Debug, Default)]
pub(super) struct Clock {
    ahead_milliseconds: AtomicI64,
}

impl Clock {
    /// What time it is on the server.
    pub(super) fn now(&self) -> DateTime<Utc> {
        let ahead = TimeDelta::milliseconds(self.ahead_milliseconds.load(Ordering::SeqCst));
        Utc::now() + ahead
    }

    /// Moves the clock ahead.
    pub(super) fn advance(&self, seconds: u32) {
        self.ahead_milliseconds.fetch_add(i64::from(seconds) * 1000, Ordering::SeqCst);
    }

    /// Puts the clock back to the machine's time.
    pub(super) fn reset(&self) {
        self.ahead_milliseconds.store(0, Ordering::SeqCst);
    }
}
