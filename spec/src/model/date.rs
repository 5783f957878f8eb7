//! Calendar dates, and how headers write them.

use std::fmt;
use std::str::FromStr;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The days of the week, beginning with the weekday of 1 January 1970.
const WEEK: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

const SECONDS_PER_DAY: i64 = 86_400;

/// A date from 1970 to 9999. Its moment is midnight UTC, when the day begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Returns the beginning of the day as a date of structured fields (RFC 9651, section 3.3.7).
    #[must_use]
    pub fn structured(self) -> String {
        format!("@{}", self.days() * SECONDS_PER_DAY)
    }

    /// Returns the beginning of the day as an HTTP date (RFC 9110, section 5.6.7).
    #[must_use]
    pub fn http(self) -> String {
        let Self { year, month, day } = self;
        let week_day = usize::try_from(self.days() % 7).unwrap_or_default();
        let month = usize::from(month).saturating_sub(1);
        format!("{}, {day:02} {} {year:04} 00:00:00 GMT", WEEK[week_day], MONTHS[month % 12])
    }

    /// Returns the number of days since 1 January 1970.
    fn days(self) -> i64 {
        let years = 1970..self.year;
        let years: i64 = years.map(|year| 365 + i64::from(is_leap(year))).sum();
        let months = 1..self.month;
        let months: i64 = months.map(|month| i64::from(days_of(self.year, month))).sum();
        years + months + i64::from(self.day) - 1
    }
}

impl FromStr for Date {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.splitn(3, '-');
        let mut next = |digits: usize| {
            let part = parts.next().filter(|part| part.len() == digits);
            let part = part.filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
            part.and_then(|part| part.parse::<u16>().ok()).ok_or(())
        };
        let (year, month, day) = (next(4)?, next(2)?, next(2)?);
        let (month, day) = (u8::try_from(month).or(Err(()))?, u8::try_from(day).or(Err(()))?);
        let exists = year >= 1970 && (1..=12).contains(&month);
        let exists = exists && (1..=days_of(year, month)).contains(&day);
        exists.then_some(Self { year, month, day }).ok_or(())
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of(year: u16, month: u8) -> u8 {
    match month {
        2 => 28 + u8::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn dates_of_headers() {
        let rows = [
            ("1970-01-01", Some(("@0", "Thu, 01 Jan 1970 00:00:00 GMT"))),
            ("2023-07-01", Some(("@1688169600", "Sat, 01 Jul 2023 00:00:00 GMT"))),
            ("2024-02-29", Some(("@1709164800", "Thu, 29 Feb 2024 00:00:00 GMT"))),
            ("2026-12-31", Some(("@1798675200", "Thu, 31 Dec 2026 00:00:00 GMT"))),
            ("2023-02-29", None),
            ("1969-12-31", None),
            ("2023-13-01", None),
            ("2023-1-01", None),
            ("2023-01-01T00:00:00Z", None),
            ("+023-01-01", None),
        ];
        for (text, expected) in rows {
            let date: Option<Date> = text.parse().ok();
            let written = date.map(|date| (date.structured(), date.http()));
            let expected = expected.map(|(left, right)| (left.to_owned(), right.to_owned()));
            assert_eq!(written, expected, "{text}");
            assert!(date.is_none_or(|date| date.to_string() == text), "{text}");
        }
    }
}
