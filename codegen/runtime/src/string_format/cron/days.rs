//! The days on which a cron expression runs, over a whole cycle of the Gregorian calendar.
//!
//! This module knows no times of day.

use crate::string_format::calendar::days_in_month;

/// The number of years after which the calendar repeats, including weekdays.
const CYCLE_IN_YEARS: u32 = 400;
/// The number of days in [`CYCLE_IN_YEARS`] years.
pub(super) const CYCLE_IN_DAYS: u32 = 146_097;
/// The first year of the computed cycle. 1 January 2000 is a Saturday.
const FIRST_YEAR: u32 = 2000;
const FIRST_WEEKDAY: u32 = 6;

/// The three day fields of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Days {
    /// Bit `n` for day `n` of a month.
    pub(super) days: u64,
    /// Bit `n` for month `n`.
    pub(super) months: u64,
    /// Bit `n` for weekday `n`; Sunday is bit 0, bit 7 or both.
    pub(super) weekdays: u64,
    /// Whether one match of `days` or `weekdays` is enough, instead of both.
    pub(super) either: bool,
}

impl Days {
    /// Returns the matching days of one cycle in order, each in days since its beginning.
    pub(super) fn matching(&self) -> impl Iterator<Item = u32> {
        let weekdays = self.weekdays_from_sunday();
        let mut next_month = 0;
        (0..CYCLE_IN_YEARS * 12).flat_map(move |index| {
            let (year, month) = (FIRST_YEAR + index / 12, index % 12 + 1);
            let first_day = next_month;
            next_month += days_in_month(year, month);
            let weekday = (first_day + FIRST_WEEKDAY) % 7;
            let mut left = self.of_month(month, next_month - first_day, weekdays >> weekday);
            std::iter::from_fn(move || {
                let day = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(first_day + day)
            })
        })
    }

    /// Returns the matching days of a month, with bit 0 for the first day. `weekdays` has the matching
    /// weekdays in the same layout.
    fn of_month(&self, month: u32, length: u32, weekdays: u64) -> u64 {
        if self.months & (1 << month) == 0 {
            return 0;
        }
        // In `self.days`, the first day is bit 1.
        let days = self.days >> 1;
        let matching = if self.either { days | weekdays } else { days & weekdays };
        matching & ((1 << length) - 1)
    }

    /// Returns the matching weekdays, repeated over the six weeks that a month can touch. Bit 0 is a Sunday.
    fn weekdays_from_sunday(&self) -> u64 {
        let week = (self.weekdays | self.weekdays >> 7) & 0b111_1111;
        (0..6).fold(0, |weeks, number| weeks | week << (7 * number))
    }
}
