//! The formats of RFC 3339 without extensions: `date-time`, `date` and `time` of section 5.6, and `duration` of
//! appendix A, which is stricter than ISO 8601.
//!
//! This module knows neither the current time nor the dates of real leap seconds, and does not compute the
//! length of a duration.

use crate::string_format::FormatError;

const NOT_A_DATE_TIME: FormatError =
    FormatError::fixed("is not a date and time with an offset (RFC 3339)");
const NO_SUCH_DAY: FormatError = FormatError::fixed("has a date that is not in the calendar");
const NO_SUCH_TIME: FormatError = FormatError::fixed("has a time of day that does not exist");
const NO_SUCH_OFFSET: FormatError = FormatError::fixed("has an offset beyond 23:59");
const NO_LEAP_SECOND: FormatError =
    FormatError::fixed("has a second 60 where UTC is not at 23:59, so it cannot be a leap second");

const DAY_IN_MINUTES: u32 = 24 * 60;

/// Validates a date and time such as `2026-02-28T09:00:00.5+01:00`.
///
/// `T` and `Z` may be in either case, and a fraction may have any length. The Gregorian calendar must have
/// the day. Second 60 is valid only at 23:59 UTC.
///
/// # Errors
///
/// If `text` is not such a date and time; the error names the invalid part.
pub fn check(text: &str) -> Result<(), FormatError> {
    let mut parts = Parts::new(text);
    let date = parts.date();
    let separator = parts.one_of(b"Tt");
    match (date, separator, parts.time(), parts.is_read()) {
        (Some(date), Some(_), Some(time), true) => date.check().and_then(|()| time.check()),
        _ => Err(NOT_A_DATE_TIME),
    }
}

/// The numbers of a date that matches the grammar.
pub(crate) struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    pub(crate) fn check(&self) -> Result<(), FormatError> {
        if (1..=days_in_month(self.year, self.month)).contains(&self.day) {
            Ok(())
        } else {
            Err(NO_SUCH_DAY)
        }
    }
}

/// The numbers of a time of day that matches the grammar.
pub(crate) struct Time {
    hour: u32,
    minute: u32,
    second: u32,
    behind_utc: bool,
    offset_hour: u32,
    offset_minute: u32,
}

impl Time {
    pub(crate) fn check(&self) -> Result<(), FormatError> {
        if self.hour > 23 || self.minute > 59 || self.second > 60 {
            return Err(NO_SUCH_TIME);
        }
        if self.offset_hour > 23 || self.offset_minute > 59 {
            return Err(NO_SUCH_OFFSET);
        }
        let offset = self.offset_hour * 60 + self.offset_minute;
        let to_utc = if self.behind_utc { offset } else { DAY_IN_MINUTES - offset };
        let utc = (self.hour * 60 + self.minute + to_utc) % DAY_IN_MINUTES;
        if self.second == 60 && utc != DAY_IN_MINUTES - 1 {
            return Err(NO_LEAP_SECOND);
        }
        Ok(())
    }
}

/// The unread rest of a string.
pub(crate) struct Parts<'t>(&'t [u8]);

impl<'t> Parts<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self(text.as_bytes())
    }

    /// Returns whether the whole string has been read.
    fn is_read(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn date(&mut self) -> Option<Date> {
        let year = self.number(4)?;
        self.one_of(b"-")?;
        let month = self.number(2)?;
        self.one_of(b"-")?;
        Some(Date { year, month, day: self.number(2)? })
    }

    pub(crate) fn time(&mut self) -> Option<Time> {
        let hour = self.number(2)?;
        self.one_of(b":")?;
        let minute = self.number(2)?;
        self.one_of(b":")?;
        let second = self.number(2)?;
        if self.one_of(b".").is_some() {
            self.digits()?;
        }
        let (behind_utc, offset_hour, offset_minute) = match self.one_of(b"Zz+-")? {
            b'Z' | b'z' => (false, 0, 0),
            sign => {
                let hour = self.number(2)?;
                self.one_of(b":")?;
                (sign == b'-', hour, self.number(2)?)
            }
        };
        Some(Time { hour, minute, second, behind_utc, offset_hour, offset_minute })
    }

    /// Reads a number of exactly `width` digits.
    fn number(&mut self, width: usize) -> Option<u32> {
        let (digits, rest) = self.0.split_at_checked(width)?;
        let mut number = 0;
        for digit in digits {
            number = number * 10 + u32::from(digit.is_ascii_digit().then(|| digit - b'0')?);
        }
        self.0 = rest;
        Some(number)
    }

    /// Reads the next byte if it is one of `wanted`.
    pub(crate) fn one_of(&mut self, wanted: &[u8]) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        if !wanted.contains(&byte) {
            return None;
        }
        self.0 = rest;
        Some(byte)
    }

    /// Reads one or more digits.
    pub(crate) fn digits(&mut self) -> Option<()> {
        let count = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.0 = self.0.get(count..)?;
        (count > 0).then_some(())
    }
}

const NOT_A_DATE: FormatError = FormatError::fixed("is not a date (RFC 3339)");

/// Validates a date of the Gregorian calendar, such as `2026-02-28`.
///
/// # Errors
///
/// If `text` is not such a date.
pub fn check_date(text: &str) -> Result<(), FormatError> {
    let mut parts = Parts::new(text);
    parts.date().filter(|_| parts.is_read()).ok_or(NOT_A_DATE)?.check()
}

const NOT_A_TIME: FormatError = FormatError::fixed("is not a time with an offset (RFC 3339)");

/// Validates a time of day such as `09:00:00.5+01:00`. Second 60 is valid only at 23:59 UTC.
///
/// # Errors
///
/// If `text` is not such a time; the error names the invalid part.
pub fn check_time(text: &str) -> Result<(), FormatError> {
    let mut parts = Parts::new(text);
    parts.time().filter(|_| parts.is_read()).ok_or(NOT_A_TIME)?.check()
}

const NOT_A_DURATION: FormatError =
    FormatError::fixed("is not a duration (RFC 3339, appendix A: `P1Y2M3DT4H5M6S` or `P7W`)");

/// Validates a duration such as `P3DT12H` or `P2W`: integers, units in order without gaps, and weeks only
/// alone.
///
/// # Errors
///
/// If `text` is not such a duration.
pub fn check_duration(text: &str) -> Result<(), FormatError> {
    let is_duration = text.strip_prefix('P').is_some_and(|rest| {
        if rest.ends_with('W') {
            return units(rest, "W");
        }
        match rest.split_once('T') {
            Some(("", time)) => units(time, "HMS"),
            Some((date, time)) => units(date, "YMD") && units(time, "HMS"),
            None => units(rest, "YMD"),
        }
    });
    if is_duration { Ok(()) } else { Err(NOT_A_DURATION) }
}

/// Returns whether a string is a sequence of numbers with units that are adjacent in `order`.
fn units(text: &str, order: &str) -> bool {
    let mut used = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let number = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (Some(unit), true) = (rest.chars().nth(number), number > 0) else { return false };
        used.push(unit);
        rest = rest.get(number + unit.len_utf8()..).unwrap_or_default();
    }
    !used.is_empty() && order.contains(&used)
}

/// Returns the number of days of a month; 0 if there is no such month. January is month 1.
pub(crate) fn days_in_month(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}
