//! The lengths of the months of the Gregorian calendar.
//!
//! This module neither parses nor prints dates.

/// Returns the number of days of a month; 0 if there is no such month. January is month 1.
pub(super) fn days_in_month(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}
