//! The `cron` format: the classic five-field expression, the grammar of its fields, and the smallest time
//! between its runs, over a whole cycle of the Gregorian calendar.

use std::iter;
use std::time::Duration;

use crate::string_format::FormatError;
use crate::string_format::date_time::days_in_month;

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
/// A day must match both day fields. If neither of them begins with `*`, one match is enough. Expressions with the
/// same sets are equal.
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
            next_field(&mut rest)?,
            next_field(&mut rest)?,
            next_field(&mut rest)?,
            next_field(&mut rest)?,
            next_field(&mut rest)?,
        ];
        if !rest.iter().all(|byte| is_space(*byte)) {
            return Err(NOT_FIVE_FIELDS);
        }
        let weekdays = DAY_OF_WEEK.parse(weekday)?;
        Ok(Self {
            minutes: MINUTE.parse(minute)?,
            hours: HOUR.parse(hour)?,
            days: Days {
                days: DAY_OF_MONTH.parse(day)?,
                months: MONTH.parse(month)?,
                // Sunday is 0 and 7. The sets of equal expressions are equal.
                weekdays: (weekdays | weekdays >> 7) & 0b111_1111,
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
        let times: Vec<u32> = self.runs_of_a_day().collect();
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
        let mut pairs = self.runs_of_a_day().zip(self.runs_of_a_day().skip(1));
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

    /// Returns the runs of a matching day, in minutes since its beginning.
    fn runs_of_a_day(&self) -> impl Iterator<Item = u32> {
        (0..DAY_IN_MINUTES).filter(|time| {
            let (hour, minute) = (time / HOUR_IN_MINUTES, time % HOUR_IN_MINUTES);
            self.hours & (1 << hour) != 0 && self.minutes & (1 << minute) != 0
        })
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
fn next_field<'t>(rest: &mut &'t [u8]) -> Result<&'t [u8], FormatError> {
    // A search for bytes takes a fraction of the time of a search for characters.
    let start = rest.iter().position(|byte| !is_space(*byte)).ok_or(NOT_FIVE_FIELDS)?;
    let from = rest.get(start..).unwrap_or_default();
    let end = from.iter().position(|byte| is_space(*byte)).unwrap_or(from.len());
    let (field, after) = from.split_at(end);
    *rest = after;
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

/// The grammar of a field: its name in messages, its values and their names.
pub(crate) struct Field {
    name: &'static str,
    lowest: u8,
    highest: u8,
    /// The names of the values, beginning with `lowest`.
    names: &'static [&'static str],
}

pub(crate) const MINUTE: Field = Field { name: "minute", lowest: 0, highest: 59, names: &[] };
pub(crate) const HOUR: Field = Field { name: "hour", lowest: 0, highest: 23, names: &[] };
const DAY_OF_MONTH: Field = Field { name: "day of month", lowest: 1, highest: 31, names: &[] };
pub(crate) const MONTH: Field = Field {
    name: "month",
    lowest: 1,
    highest: 12,
    names: &["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
};
/// Sunday is both 0 and 7, so that a range can begin or end with it.
const DAY_OF_WEEK: Field = Field {
    name: "day of week",
    lowest: 0,
    highest: 7,
    names: &["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"],
};

impl Field {
    /// Parses a field into the set of its values: bit `n` for value `n`, at least one bit.
    #[inline]
    pub(crate) fn parse(&self, text: &[u8]) -> Result<u64, FormatError> {
        match *text {
            [b'*'] => Ok(bits_of_range(self.lowest, self.highest)),
            [one @ b'0'..=b'9'] if self.contains(one - b'0') => Ok(1 << (one - b'0')),
            [ten @ b'0'..=b'9', one @ b'0'..=b'9']
                if self.contains(10 * (ten - b'0') + (one - b'0')) =>
            {
                Ok(1 << (10 * (ten - b'0') + (one - b'0')))
            }
            [first @ b'0'..=b'9', b'-', last @ b'0'..=b'9']
                if first <= last && self.contains(first - b'0') && self.contains(last - b'0') =>
            {
                Ok(bits_of_range(first - b'0', last - b'0'))
            }
            _ => self.parse_list(text),
        }
    }

    fn contains(&self, value: u8) -> bool {
        (self.lowest..=self.highest).contains(&value)
    }

    /// Parses a field that is not one of the common forms.
    fn parse_list(&self, text: &[u8]) -> Result<u64, FormatError> {
        text.split(|byte| *byte == b',').try_fold(0, |set, item| Ok(set | self.parse_item(item)?))
    }

    fn parse_item(&self, item: &[u8]) -> Result<u64, FormatError> {
        let (range, step) = match split_once(item, b'/') {
            Some((range, step)) => (range, Some(self.step(step)?)),
            None => (item, None),
        };
        let (first, last) = match split_once(range, b'-') {
            _ if range == b"*" => (self.lowest, self.highest),
            Some((first, last)) => (self.first_value(first)?, self.last_value(last)?),
            None => {
                let value = self.first_value(range)?;
                (value, if step.is_some() { self.highest } else { value })
            }
        };
        if first > last {
            return Err(FormatError::with_message(format!(
                "has a range in its {} field that ends before it starts",
                self.name
            )));
        }
        let Some(step) = step else { return Ok(bits_of_range(first, last)) };
        let values = (first..=last).step_by(step);
        Ok(values.fold(0, |set, value| set | 1 << value))
    }

    /// Parses a single value, or the first of a range.
    fn first_value(&self, text: &[u8]) -> Result<u8, FormatError> {
        let named = |name: &&str| name.as_bytes().eq_ignore_ascii_case(text);
        self.value(text, || self.names.iter().position(named))
    }

    /// Parses the last value of a range, where `SUN` is 7, as in `FRI-SUN`.
    fn last_value(&self, text: &[u8]) -> Result<u8, FormatError> {
        let named = |name: &&str| name.as_bytes().eq_ignore_ascii_case(text);
        self.value(text, || self.names.iter().rposition(named))
    }

    fn value(
        &self,
        text: &[u8],
        place_of_name: impl FnOnce() -> Option<usize>,
    ) -> Result<u8, FormatError> {
        let value = match number(text) {
            Some(number) => u8::try_from(number).ok(),
            None => place_of_name()
                .and_then(|place| u8::try_from(place).ok())
                .map(|at| self.lowest + at),
        };
        value.filter(|value| self.contains(*value)).ok_or_else(|| {
            let names = match self.names {
                [] => String::new(),
                [first, ..] => format!(" or names such as {first}"),
            };
            FormatError::with_message(format!(
                "has an invalid {} field; allowed are *, numbers from {} to {}{names}, and ranges, \
                 steps and lists of them",
                self.name, self.lowest, self.highest
            ))
        })
    }

    fn step(&self, text: &[u8]) -> Result<usize, FormatError> {
        number(text).filter(|&step| step > 0).ok_or_else(|| {
            FormatError::with_message(format!(
                "has a step in its {} field that is not a whole number of at least 1",
                self.name
            ))
        })
    }
}

/// Returns the set of the values from `first` to `last`, at most 59.
const fn bits_of_range(first: u8, last: u8) -> u64 {
    (2 << last) - (1 << first)
}

/// Splits a string at the first occurrence of a byte.
fn split_once(text: &[u8], byte: u8) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|other| *other == byte)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Parses a number of digits only.
fn number(text: &[u8]) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0_usize, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| usize::from(digit - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

/// The number of years after which the calendar repeats, including weekdays.
const CYCLE_IN_YEARS: u32 = 400;
/// The number of days in [`CYCLE_IN_YEARS`] years.
const CYCLE_IN_DAYS: u32 = 146_097;
/// The first year of the computed cycle. 1 January 2000 is a Saturday.
const FIRST_YEAR: u32 = 2000;
const FIRST_WEEKDAY: u32 = 6;

/// The three day fields of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Days {
    /// Bit `n` for day `n` of a month.
    pub(crate) days: u64,
    /// Bit `n` for month `n`.
    pub(crate) months: u64,
    /// Bit `n` for weekday `n`; Sunday is bit 0.
    pub(crate) weekdays: u64,
    /// Whether one match of `days` or `weekdays` is enough, instead of both.
    pub(crate) either: bool,
}

impl Days {
    /// Returns the matching days of one cycle in order, each in days since its beginning.
    fn matching(&self) -> impl Iterator<Item = u32> {
        let weekdays = self.weekdays_from_sunday();
        let mut next_month = 0;
        (0..CYCLE_IN_YEARS * 12).flat_map(move |index| {
            let (year, month) = (FIRST_YEAR + index / 12, index % 12 + 1);
            let first_day = next_month;
            next_month += days_in_month(year, month);
            let weekday = (first_day + FIRST_WEEKDAY) % 7;
            let mut left = self.of_month(month, next_month - first_day, weekdays >> weekday);
            iter::from_fn(move || {
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
        (0..6).fold(0, |weeks, number| weeks | self.weekdays << (7 * number))
    }
}

#[cfg(test)]
mod tests;
