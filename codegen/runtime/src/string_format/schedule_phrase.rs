//! The `schedule-phrase` format: the few English phrases for recurring runs.
//!
//! A phrase in a form that the contract does not show is rejected, never guessed.

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

/// Validates a phrase such as `every 15 minutes starting at :07` or `every day at 9 am`.
///
/// Letter case does not matter. Words are separated by one space, and no space surrounds the phrase.
///
/// # Errors
///
/// If `text` has no supported form, or a number in it is out of range.
pub fn check(text: &str) -> Result<(), FormatError> {
    let every = after(text, "every ").ok_or(NOT_A_PHRASE)?;
    if ["hour", "day", "week"].iter().any(|unit| every.eq_ignore_ascii_case(unit)) {
        return Ok(());
    }
    if let Some(time) = after(every, "day at ") {
        return require(is_time(time), BAD_TIME);
    }
    let (count, unit) = every.split_once(' ').ok_or(NOT_A_PHRASE)?;
    if !is_digits(count) {
        return Err(NOT_A_PHRASE);
    }
    if unit.eq_ignore_ascii_case("hours") {
        return require(is_count(count, 23), BAD_HOURS);
    }
    let start = after(unit, "minutes").ok_or(NOT_A_PHRASE)?;
    require(is_count(count, 59), BAD_MINUTES)?;
    if start.is_empty() {
        return Ok(());
    }
    let start = after(start, " starting at ").ok_or(NOT_A_PHRASE)?;
    require(start.strip_prefix(':').is_some_and(is_minute), BAD_START)
}

fn require(holds: bool, otherwise: FormatError) -> Result<(), FormatError> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Returns the rest of `text` after `prefix`, in any letter case.
fn after<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (head, tail) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(tail)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a string is an integer from 1 to `maximum`, without leading zeros.
fn is_count(text: &str, maximum: u8) -> bool {
    !text.starts_with('0') && is_at_most(text, maximum)
}

/// Returns whether a string has two digits, from `00` to `59`.
fn is_minute(text: &str) -> bool {
    text.len() == 2 && is_at_most(text, 59)
}

/// Returns whether a string has one or two digits, and is at most `maximum`.
fn is_at_most(text: &str, maximum: u8) -> bool {
    is_digits(text) && text.len() <= 2 && text.parse::<u8>().is_ok_and(|number| number <= maximum)
}

/// Returns whether a string is a time by the 24-hour clock (`17:30`) or the 12-hour clock (`9 am`, `9am`,
/// `9:30 pm`).
fn is_time(text: &str) -> bool {
    match without_half_of_day(text) {
        Some(time) => match time.split_once(':') {
            Some((hour, minute)) => is_count(hour, 12) && is_minute(minute),
            None => is_count(time, 12),
        },
        None => text
            .split_once(':')
            .is_some_and(|(hour, minute)| is_at_most(hour, 23) && is_minute(minute)),
    }
}

/// Returns the time before `am` or `pm` and an optional space, or `None` without `am` and `pm`.
fn without_half_of_day(text: &str) -> Option<&str> {
    let (time, half) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let has_half = half.eq_ignore_ascii_case("am") || half.eq_ignore_ascii_case("pm");
    has_half.then(|| time.strip_suffix(' ').unwrap_or(time))
}
