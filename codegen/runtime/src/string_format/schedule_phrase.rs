//! The `schedule-phrase` format: the few English phrases for recurring runs.
//!
//! A phrase in a form that the contract does not show is rejected, never guessed.

use std::fmt;

use super::FormatError;

const NOT_A_PHRASE: FormatError = FormatError::fixed(
    "is not one of the schedule phrases: every N minutes, every N minutes starting at :MM, every \
     hour, every N hours, every day, every day at TIME, every week",
);
const BAD_MINUTES: FormatError =
    FormatError::fixed("has a number of minutes that is not from 1 to 59");
const BAD_HOURS: FormatError = FormatError::fixed("has a number of hours that is not from 1 to 23");
const BAD_START: FormatError =
    FormatError::fixed("has a starting minute that is not from :00 to :59");
const BAD_TIME: FormatError = FormatError::fixed(
    "has a time of day that is neither like 17:30 (0:00 to 23:59) nor like 9 am or 9:30 pm (1 to \
     12 o'clock)",
);

/// A phrase that was parsed. [`Display`](fmt::Display) writes it as a cron expression of five fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchedulePhrase {
    /// Every so many minutes; `first` is the first of these minutes in each hour.
    Minutes {
        /// The number of minutes.
        every: u8,
        /// The first minute, below `every`; `None` if the phrase names none.
        first: Option<u8>,
    },
    /// Every so many hours.
    Hours(u8),
    /// Every day at this minute of the day, from 0 to 1439; `None` if the phrase names no time.
    Day(Option<u16>),
    /// Every week.
    Week,
}

impl fmt::Display for SchedulePhrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minutes { every, first: None | Some(0) } => write!(f, "*/{every} * * * *"),
            Self::Minutes { every, first: Some(first) } => write!(f, "{first}-59/{every} * * * *"),
            Self::Hours(1) => f.write_str("0 * * * *"),
            Self::Hours(every) => write!(f, "0 */{every} * * *"),
            Self::Day(time) => {
                let time = time.unwrap_or_default();
                write!(f, "{} {} * * *", time % 60, time / 60)
            }
            Self::Week => f.write_str("0 0 * * 0"),
        }
    }
}

/// Validates a phrase, as [`parse`] does.
///
/// # Errors
///
/// If `text` has no supported form, or a number in it is out of range.
pub fn check(text: &str) -> Result<(), FormatError> {
    parse(text).map(drop)
}

/// Parses a phrase such as `every 15 minutes starting at :07` or `every day at 9 am`.
///
/// Letter case does not matter. Words are separated by one space, and no space surrounds the phrase.
///
/// ```
/// use webdata_runtime::string_format::schedule_phrase::parse;
///
/// let cron = |text| parse(text).map(|phrase| phrase.to_string());
/// assert_eq!(cron("every 15 minutes starting at :07").as_deref(), Ok("7-59/15 * * * *"));
/// assert_eq!(cron("every day at 9 pm").as_deref(), Ok("0 21 * * *"));
/// ```
///
/// # Errors
///
/// If `text` has no supported form, or a number in it is out of range.
pub fn parse(text: &str) -> Result<SchedulePhrase, FormatError> {
    let every = after(text, "every ").ok_or(NOT_A_PHRASE)?;
    let is_unit = |unit: &str| every.eq_ignore_ascii_case(unit);
    if is_unit("hour") {
        return Ok(SchedulePhrase::Hours(1));
    }
    if is_unit("day") {
        return Ok(SchedulePhrase::Day(None));
    }
    if is_unit("week") {
        return Ok(SchedulePhrase::Week);
    }
    if let Some(time) = after(every, "day at ") {
        return time_of_day(time).map(|time| SchedulePhrase::Day(Some(time))).ok_or(BAD_TIME);
    }
    let (count, unit) = every.split_once(' ').ok_or(NOT_A_PHRASE)?;
    if !is_digits(count) {
        return Err(NOT_A_PHRASE);
    }
    if unit.eq_ignore_ascii_case("hours") {
        return counted(count, 23).map(SchedulePhrase::Hours).ok_or(BAD_HOURS);
    }
    let start = after(unit, "minutes").ok_or(NOT_A_PHRASE)?;
    let every = counted(count, 59).ok_or(BAD_MINUTES)?;
    if start.is_empty() {
        return Ok(SchedulePhrase::Minutes { every, first: None });
    }
    let start = after(start, " starting at ").ok_or(NOT_A_PHRASE)?;
    let start = start.strip_prefix(':').and_then(minute).ok_or(BAD_START)?;
    // The runs repeat every so many minutes, and include the starting minute.
    Ok(SchedulePhrase::Minutes { every, first: Some(start % every) })
}

/// Returns the rest of `text` after `prefix`, in any letter case.
fn after<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (head, tail) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(tail)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns an integer from 1 to `maximum`, without leading zeros.
fn counted(text: &str, maximum: u8) -> Option<u8> {
    number(text, maximum).filter(|_| !text.starts_with('0'))
}

/// Returns a number of two digits, from `00` to `59`.
fn minute(text: &str) -> Option<u8> {
    number(text, 59).filter(|_| text.len() == 2)
}

/// Returns a number of one or two digits, which is at most `maximum`.
fn number(text: &str, maximum: u8) -> Option<u8> {
    let number = text.parse::<u8>().ok().filter(|_| is_digits(text) && text.len() <= 2);
    number.filter(|number| *number <= maximum)
}

/// Returns the minute of the day of a time by the 24-hour clock (`17:30`) or the 12-hour clock (`9 am`, `9am`,
/// `9:30 pm`).
fn time_of_day(text: &str) -> Option<u16> {
    let (hour, minutes) = if let Some((time, is_afternoon)) = half_of_day(text) {
        let (hour, minutes) = time.split_once(':').unwrap_or((time, "00"));
        (counted(hour, 12)? % 12 + if is_afternoon { 12 } else { 0 }, minutes)
    } else {
        let (hour, minutes) = text.split_once(':')?;
        (number(hour, 23)?, minutes)
    };
    Some(u16::from(hour) * 60 + u16::from(minute(minutes)?))
}

/// Returns the time before `am` or `pm` and an optional space, and whether it is `pm`; `None` without either.
fn half_of_day(text: &str) -> Option<(&str, bool)> {
    let (time, half) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let is_afternoon = half.eq_ignore_ascii_case("pm");
    let has_half = is_afternoon || half.eq_ignore_ascii_case("am");
    has_half.then(|| (time.strip_suffix(' ').unwrap_or(time), is_afternoon))
}
