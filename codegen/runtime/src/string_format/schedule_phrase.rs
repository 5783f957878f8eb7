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

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn phrases() {
        const FORM: &str = "is not one of the schedule phrases: every N minutes, every N minutes \
                            starting at :MM, every hour, every N hours, every day, every day at \
                            TIME, every week";
        const MINUTES: &str = "has a number of minutes that is not from 1 to 59";
        const HOURS: &str = "has a number of hours that is not from 1 to 23";
        const START: &str = "has a starting minute that is not from :00 to :59";
        const TIME: &str = "has a time of day that is neither like 17:30 (0:00 to 23:59) nor like \
                            9 am or 9:30 pm (1 to 12 o'clock)";
        check_table(
            super::check,
            &[
                "every 30 minutes",
                "every 1 minutes",
                "every 59 minutes",
                "every 15 minutes starting at :07",
                "every 15 minutes starting at :00",
                "every 15 minutes starting at :59",
                "every hour",
                "every 2 hours",
                "every 1 hours",
                "every 23 hours",
                "every day",
                "every day at 9:00",
                "every day at 09:00",
                "every day at 0:00",
                "every day at 00:00",
                "every day at 17:30",
                "every day at 23:59",
                "every day at 9 am",
                "every day at 9am",
                "every day at 9:30 pm",
                "every day at 12:05PM",
                "every week",
                "EVERY WEEK",
                "Every 15 Minutes Starting At :07",
            ],
            &[
                ("", FORM),
                ("every", FORM),
                ("every ", FORM),
                ("hourly", FORM),
                ("every minute", FORM),
                ("every month", FORM),
                ("every 1 minute", FORM),
                ("every 1 hour", FORM),
                ("every 2 days", FORM),
                ("every two hours", FORM),
                ("every -5 minutes", FORM),
                ("every +5 minutes", FORM),
                ("every 1.5 hours", FORM),
                ("every  hour", FORM),
                ("every\thour", FORM),
                (" every hour", FORM),
                ("every hour ", FORM),
                ("every 30  minutes", FORM),
                ("every 30 minutes ", FORM),
                ("every 15 minutes at :07", FORM),
                ("every 2 hours starting at :07", FORM),
                ("every week at 9:00", FORM),
                ("every day at", FORM),
                ("every hoür", FORM),
                ("every 0 minutes", MINUTES),
                ("every 05 minutes", MINUTES),
                ("every 60 minutes", MINUTES),
                ("every 99999999999999999999 minutes", MINUTES),
                ("every 0 hours", HOURS),
                ("every 24 hours", HOURS),
                ("every 15 minutes starting at 07", START),
                ("every 15 minutes starting at :7", START),
                ("every 15 minutes starting at :60", START),
                ("every 15 minutes starting at :+7", START),
                ("every day at ", TIME),
                ("every day at 9", TIME),
                ("every day at 24:00", TIME),
                ("every day at 9:60", TIME),
                ("every day at 9:5", TIME),
                ("every day at 009:00", TIME),
                ("every day at 9:00:00", TIME),
                ("every day at 0 am", TIME),
                ("every day at 13 pm", TIME),
                ("every day at 17:30 pm", TIME),
                ("every day at 09 am", TIME),
                ("every day at 9  am", TIME),
                ("every day at am", TIME),
                ("every day at 9 a.m.", TIME),
                ("every day at noon", TIME),
                ("every day at é", TIME),
            ],
        );
    }
}
