//! The server's clock: the machine's or one that stands, moved ahead by whoever sets the server up.
//!
//! It goes back only when everything is reset, so that what happened stays in the past. It must not
//! leave the years that RFC 3339 can write.

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The last second of the year 9999.
const LAST: DateTime<Utc> = match DateTime::from_timestamp(253_402_300_799, 0) {
    Some(last) => last,
    None => DateTime::<Utc>::MAX_UTC,
};

/// The clock would be moved too far.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the clock cannot be moved past the year 9999")]
pub(super) struct TooFar;

/// How a clock is set.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Setting {
    stands_at: Option<DateTime<Utc>>,
    ahead_milliseconds: i64,
}

impl Setting {
    /// What time it is by it, as far as it is in a year that can be written.
    pub(super) fn now(self) -> Option<DateTime<Utc>> {
        let ahead = TimeDelta::try_milliseconds(self.ahead_milliseconds)?;
        let now = self.stands_at.unwrap_or_else(Utc::now).checked_add_signed(ahead)?;
        (0..=9999).contains(&now.year()).then_some(now)
    }
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

    /// What time it is on the server. At the end of the year 9999 it stands.
    pub(super) fn now(&self) -> DateTime<Utc> {
        self.saved().now().unwrap_or(LAST)
    }

    /// Whether it goes by itself.
    pub(super) fn goes(&self) -> bool {
        self.stands_at.is_none()
    }

    /// Moves the clock ahead.
    ///
    /// # Errors
    /// When it would come past the year 9999; then it stays where it is.
    pub(super) fn advance(&self, seconds: u32) -> Result<(), TooFar> {
        let further = |ahead: i64| {
            let ahead_milliseconds = ahead.checked_add(i64::from(seconds) * 1000)?;
            let moved = Setting { stands_at: self.stands_at, ahead_milliseconds };
            moved.now().map(|_| ahead_milliseconds)
        };
        let moved =
            self.ahead_milliseconds.fetch_update(Ordering::SeqCst, Ordering::SeqCst, further);
        moved.map(|_| ()).or(Err(TooFar))
    }

    /// Puts the clock back to the time at which it started: the machine's, where it goes.
    pub(super) fn reset(&self) {
        self.ahead_milliseconds.store(0, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_to_the_end_of_the_year_9999_and_no_further() {
        let clock = Clock::of(Some(LAST - TimeDelta::seconds(10)));
        assert_eq!(clock.advance(11), Err(TooFar));
        assert_eq!(clock.now(), LAST - TimeDelta::seconds(10));
        assert_eq!(clock.advance(10), Ok(()));
        assert_eq!(clock.now().to_rfc3339(), "9999-12-31T23:59:59+00:00");
        assert_eq!(clock.advance(1), Err(TooFar));

        let clock = Clock::default();
        while clock.advance(u32::MAX).is_ok() {}
        assert!(clock.now() > LAST - TimeDelta::seconds(u32::MAX.into()));
        for stands_at in [DateTime::<Utc>::MAX_UTC, LAST + TimeDelta::seconds(1)] {
            assert_eq!(Clock::of(Some(stands_at)).now(), LAST);
        }
    }
}
