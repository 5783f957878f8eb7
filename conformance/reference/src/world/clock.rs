//! The server's clock: the machine's time or a frozen time, which the control plane can move ahead.
//!
//! The clock goes back only on a reset, so that past events stay in the past. Its time stays within the years
//! that RFC 3339 can write.

use chrono::{DateTime, Datelike, SecondsFormat, TimeDelta, Utc};

use crate::shared::Shared;

/// The last second of the year 9999.
const LAST: DateTime<Utc> = match DateTime::from_timestamp(253_402_300_799, 0) {
    Some(last) => last,
    None => DateTime::<Utc>::MAX_UTC,
};

/// The error for moving the clock too far.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the clock cannot be moved past the year 9999")]
pub(crate) struct ClockLimitExceeded;

#[derive(Debug, Clone, Copy)]
pub(crate) struct ClockSetting {
    frozen_at: Option<DateTime<Utc>>,
    ahead_milliseconds: i64,
}

impl ClockSetting {
    /// Returns the time by this setting; `None` outside the years that RFC 3339 can write.
    pub(crate) fn now(self) -> Option<DateTime<Utc>> {
        let ahead = TimeDelta::try_milliseconds(self.ahead_milliseconds)?;
        let now = self.frozen_at.unwrap_or_else(Utc::now).checked_add_signed(ahead)?;
        (0..=9999).contains(&now.year()).then_some(now)
    }
}

#[derive(Debug)]
pub(crate) struct Clock(Shared<ClockSetting>);

impl Clock {
    /// Creates a clock that is frozen at a moment, or one that follows the machine's time.
    pub(super) fn new(frozen_at: Option<DateTime<Utc>>) -> Self {
        Self(Shared::new(ClockSetting { frozen_at, ahead_milliseconds: 0 }))
    }

    /// Returns the server's time. The clock stops at the end of the year 9999.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.setting().now().unwrap_or(LAST)
    }

    /// Returns whether the clock follows the machine's time.
    pub(crate) fn is_running(&self) -> bool {
        self.setting().frozen_at.is_none()
    }

    /// Returns the setting with the clock moved ahead, without changing the clock. [`Clock::set`] applies the
    /// setting.
    ///
    /// # Errors
    /// The clock would pass the year 9999.
    pub(crate) fn ahead(&self, seconds: u32) -> Result<ClockSetting, ClockLimitExceeded> {
        let setting = self.setting();
        let ahead = setting.ahead_milliseconds.checked_add(i64::from(seconds) * 1000);
        let moved = ahead.map(|ahead_milliseconds| ClockSetting { ahead_milliseconds, ..setting });
        moved.filter(|moved| moved.now().is_some()).ok_or(ClockLimitExceeded)
    }

    fn setting(&self) -> ClockSetting {
        *self.0.lock()
    }

    pub(crate) fn set(&self, setting: ClockSetting) {
        *self.0.lock() = setting;
    }

    /// Moves the clock ahead to a moment; a moment in the past has no effect.
    pub(crate) fn move_to(&self, moment: DateTime<Utc>) {
        let mut setting = self.0.lock();
        let missing = setting.now().map(|now| moment - now).unwrap_or_default();
        if missing > TimeDelta::zero() {
            // Rounds up to whole milliseconds, because rounding down would be too early.
            let whole = missing + TimeDelta::nanoseconds(999_999);
            let ahead = setting.ahead_milliseconds.saturating_add(whole.num_milliseconds());
            setting.ahead_milliseconds = ahead;
        }
    }

    /// Moves the clock back to its time at the start, or to the machine's time.
    pub(super) fn reset(&self) {
        self.0.lock().ahead_milliseconds = 0;
    }
}

/// Formats a moment as responses do.
pub(crate) fn moment(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Micros, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_stops_at_the_end_of_the_year_9999() {
        let clock = Clock::new(Some(LAST - TimeDelta::seconds(10)));
        let advance = |clock: &Clock, seconds| clock.ahead(seconds).map(|moved| clock.set(moved));
        assert_eq!(advance(&clock, 11), Err(ClockLimitExceeded));
        assert_eq!(clock.now(), LAST - TimeDelta::seconds(10));
        clock.move_to(LAST - TimeDelta::seconds(5));
        clock.move_to(LAST - TimeDelta::seconds(8));
        assert_eq!(clock.now(), LAST - TimeDelta::seconds(5));
        assert_eq!(advance(&clock, 5), Ok(()));
        assert_eq!(clock.now().to_rfc3339(), "9999-12-31T23:59:59+00:00");
        assert_eq!(advance(&clock, 1), Err(ClockLimitExceeded));

        let clock = Clock::new(None);
        while advance(&clock, u32::MAX).is_ok() {}
        assert!(clock.now() > LAST - TimeDelta::seconds(u32::MAX.into()));
        for frozen_at in [DateTime::<Utc>::MAX_UTC, LAST + TimeDelta::seconds(1)] {
            assert_eq!(Clock::new(Some(frozen_at)).now(), LAST);
        }
    }
}
