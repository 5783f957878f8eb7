//! The `cron` format: the classic five-field expression, and the smallest time between its runs.
//!
//! Runs are computed in local time, without time zones, daylight saving time or the current time. Extensions
//! of some schedulers (seconds, `@daily`, `L`, `W`, `#`, `?`) are rejected.

use self::days::{CYCLE_IN_DAYS, Days};
use self::field::{DAY_OF_MONTH, DAY_OF_WEEK, HOUR, MINUTE, MONTH};
use super::error::FormatError;
use std::iter;
use std::time::Duration;

mod days;
mod field;

const NOT_FIVE_FIELDS: FormatError = FormatError::fixed(
    "is not a cron expression of five fields: minute, hour, day of month, month, day of week",
);
const NEVER_RUNS: FormatError =
    FormatError::fixed("never runs: the day it asks for is in none of its months");

const HOUR_IN_MINUTES: u32 = 60;
const DAY_IN_MINUTES: u32 = 24 * HOUR_IN_MINUTES;
const DAYS_OF_A_LEAP_YEAR: u32 = 366;

/// A parsed cron expression: the set of values of each field.
///
/// A day must match both day fields. If neither of them begins with `*`, one match is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cron {
    /// Bit `n` for minute `n`; never empty.
    minutes: u64,
    /// Bit `n` for hour `n`; never empty.
    hours: u64,
    days: Days,
}

/// Validates an expression such as `*/30 9-17 * * MON-FRI`.
///
/// # Errors
///
/// If `text` is not such an expression, or never runs (`0 0 31 2 *`).
pub fn check(text: &str) -> Result<(), FormatError> {
    if Cron::parse(text)?.ever_runs() { Ok(()) } else { Err(NEVER_RUNS) }
}

/// Validates an expression whose runs must be at least `minimum` apart.
///
/// # Errors
///
/// Those of [`check`], or if two successive runs are closer; the error names the two closest.
pub fn check_with_minimum(text: &str, minimum: Duration) -> Result<(), FormatError> {
    let cron = Cron::parse(text)?;
    // Most schedules would be far enough apart even if they ran every day. For them, the calendar need not be
    // searched.
    if cron.smallest_gap_if_daily() >= minimum && cron.ever_runs() {
        return Ok(());
    }
    let gap = cron.smallest_gap().ok_or(NEVER_RUNS)?;
    if gap >= minimum {
        return Ok(());
    }
    // Concatenation is several times as fast as `format!`.
    let (runs, gap, minimum) = (cron.closest_runs(gap), in_words(gap), in_words(minimum));
    let message = [
        "runs ",
        &runs,
        ", which are ",
        &gap,
        " apart; the smallest interval allowed is ",
        &minimum,
    ];
    Err(FormatError::with_message(message.concat()))
}

impl Cron {
    /// Parses an expression. Spaces or tabs separate the fields, and may surround the expression.
    ///
    /// # Errors
    ///
    /// If there are not five fields, or a field does not follow the grammar. An expression that never runs is
    /// not an error.
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        let mut rest = text.as_bytes();
        let [minute, hour, day, month, weekday] = [
            next(&mut rest)?,
            next(&mut rest)?,
            next(&mut rest)?,
            next(&mut rest)?,
            next(&mut rest)?,
        ];
        if !rest.iter().all(|byte| is_space(*byte)) {
            return Err(NOT_FIVE_FIELDS);
        }
        Ok(Self {
            minutes: MINUTE.parse(minute)?,
            hours: HOUR.parse(hour)?,
            days: Days {
                days: DAY_OF_MONTH.parse(day)?,
                months: MONTH.parse(month)?,
                weekdays: DAY_OF_WEEK.parse(weekday)?,
                either: !day.starts_with(b"*") && !weekday.starts_with(b"*"),
            },
        })
    }

    /// Returns the smallest time between two successive runs over all years of the calendar, or `None` if the
    /// expression never runs. The result is exact, except for changes of daylight saving time.
    #[must_use]
    pub fn smallest_gap(&self) -> Option<Duration> {
        let mut days = self.days.matching();
        let first = days.next()?;
        let within_day = self.smallest_gap_within_day();
        let span = self.span_of_day();
        if let Some(gap) = within_day.filter(|&gap| gap <= DAY_IN_MINUTES - span) {
            return Some(minutes(gap));
        }
        let mut days_apart = CYCLE_IN_DAYS;
        let mut previous = first;
        for day in days.chain(iter::once(first + CYCLE_IN_DAYS)) {
            days_apart = days_apart.min(day - previous);
            if days_apart == 1 {
                break;
            }
            previous = day;
        }
        let overnight = days_apart * DAY_IN_MINUTES - span;
        Some(minutes(within_day.map_or(overnight, |gap| gap.min(overnight))))
    }

    /// Returns the runs of a leap year that begins on a Saturday, in minutes since its beginning.
    pub fn runs_of_a_year(&self) -> impl Iterator<Item = u32> {
        let times: Vec<u32> = (0..DAY_IN_MINUTES).filter(|time| self.runs_at(*time)).collect();
        let days: Vec<u32> =
            self.days.matching().take_while(|day| *day < DAYS_OF_A_LEAP_YEAR).collect();
        days.into_iter().flat_map(move |day| {
            times.clone().into_iter().map(move |time| day * DAY_IN_MINUTES + time)
        })
    }

    /// Describes the first two runs of a day that are `gap` apart, or else the last run of a day and the
    /// first of the next matching one.
    #[cold]
    fn closest_runs(&self, gap: Duration) -> String {
        let all = || (0..DAY_IN_MINUTES).filter(|time| self.runs_at(*time));
        let mut pairs = all().zip(all().skip(1));
        if let Some((one, next)) = pairs.find(|(one, next)| minutes(next - one) == gap) {
            return ["at ", &time_of_day(one), " and at ", &time_of_day(next)].concat();
        }
        let first = self.hours.trailing_zeros() * HOUR_IN_MINUTES + self.minutes.trailing_zeros();
        let span = self.span_of_day();
        let days = match (gap + minutes(span)).as_secs() / minutes(DAY_IN_MINUTES).as_secs() {
            1 => "the next day".to_owned(),
            days => format!("{days} days later"),
        };
        format!("at {} and at {} {days}", time_of_day(first + span), time_of_day(first))
    }

    /// Returns whether a matching day has a run at a minute of the day.
    fn runs_at(&self, time: u32) -> bool {
        let (hour, minute) = (time / HOUR_IN_MINUTES, time % HOUR_IN_MINUTES);
        self.hours & (1 << hour) != 0 && self.minutes & (1 << minute) != 0
    }

    fn ever_runs(&self) -> bool {
        self.days.matching().next().is_some()
    }

    /// Returns the smallest gap if every day matched. The real gap is never smaller.
    fn smallest_gap_if_daily(&self) -> Duration {
        let overnight = DAY_IN_MINUTES - self.span_of_day();
        minutes(self.smallest_gap_within_day().map_or(overnight, |gap| gap.min(overnight)))
    }

    /// Returns the smallest gap between two runs of one day, in minutes, or `None` if a day has one run.
    fn smallest_gap_within_day(&self) -> Option<u32> {
        let within_hour = smallest_distance(self.minutes);
        let across_hours =
            smallest_distance(self.hours).map(|hours| hours * HOUR_IN_MINUTES - span(self.minutes));
        [within_hour, across_hours].into_iter().flatten().min()
    }

    /// Returns the time from the first run of a day to its last, in minutes.
    fn span_of_day(&self) -> u32 {
        span(self.hours) * HOUR_IN_MINUTES + span(self.minutes)
    }
}

/// Splits the next field off the rest of an expression.
fn next<'t>(rest: &mut &'t [u8]) -> Result<&'t [u8], FormatError> {
    // A search for bytes takes a fraction of the time of a search for characters.
    let start = rest.iter().position(|byte| !is_space(*byte)).ok_or(NOT_FIVE_FIELDS)?;
    let from = rest.get(start..).unwrap_or_default();
    let end = from.iter().position(|byte| is_space(*byte)).unwrap_or(from.len());
    let (field, behind) = from.split_at(end);
    *rest = behind;
    Ok(field)
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns the smallest distance between two set bits, or `None` if fewer than two are set.
fn smallest_distance(bits: u64) -> Option<u32> {
    // Most sets have one bit, and need no search.
    if bits & bits.wrapping_sub(1) == 0 {
        return None;
    }
    (1..u64::BITS).find(|&distance| bits & (bits >> distance) != 0)
}

/// Returns the distance from the lowest to the highest bit of a set that is not empty.
fn span(bits: u64) -> u32 {
    u64::BITS - 1 - bits.leading_zeros() - bits.trailing_zeros()
}

fn minutes(count: u32) -> Duration {
    Duration::from_secs(60 * u64::from(count))
}

/// Renders a minute of the day as `HH:MM`.
fn time_of_day(time: u32) -> String {
    let (hour, minute) = (time / HOUR_IN_MINUTES, time % HOUR_IN_MINUTES);
    let digits = [hour / 10, hour % 10, minute / 10, minute % 10];
    let [a, b, c, d] = digits.map(|digit| char::from(b'0' + digit as u8));
    [a, b, ':', c, d].iter().collect()
}

/// Renders a duration in the largest unit that divides it: `5 minutes`, `1 hour`.
fn in_words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (size, unit) = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
        .into_iter()
        .find(|(size, _)| seconds.is_multiple_of(*size))
        .unwrap_or((1, "second"));
    let count = seconds / size;
    let plural = if count == 1 { "" } else { "s" };
    [&count.to_string(), " ", unit, plural].concat()
}

#[cfg(test)]
mod tests;
