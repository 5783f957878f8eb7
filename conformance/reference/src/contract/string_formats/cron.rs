//! Cron expressions, parsed by the `croner` crate.
//!
//! The suite has a cron parser of its own; the two stay separate, so that a mistake in one shows as a
//! difference.

use std::sync::LazyLock;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use croner::Cron;
use regex::Regex;

/// The pattern of five plain fields. `croner` accepts more than the contract explains: macros, `L`, `W`, `#`, `?`,
/// empty list items, names in any field, and a step of a single number.
static PLAIN_FIELDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let field = |names: &str| {
        let value = format!("(?:[0-9]{{1,2}}{names})");
        let item = format!(r"(?:(?:\*|{value}-{value})(?:/[0-9]{{1,2}})?|{value})");
        format!("{item}(?:,{item})*")
    };
    let number = field("");
    let month = field("|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC");
    let weekday = field("|SUN|MON|TUE|WED|THU|FRI|SAT");
    Regex::new(&format!("^(?i-u:{number} {number} {number} {month} {weekday})$")).ok()
});

/// Parses a cron expression of five fields; `None` if it is invalid.
pub(crate) fn parse(text: &str) -> Option<Cron> {
    if !PLAIN_FIELDS.as_ref().is_some_and(|pattern| pattern.is_match(text)) {
        return None;
    }
    Cron::new(text).parse().ok()
}

/// Returns whether every two successive runs are at least `minimum` apart.
///
/// All days with runs have the same times of day. So the runs of one such day are compared, and then the gaps
/// from a day's last run to the next day's first run. These gaps matter only if they are too short between
/// neighbouring days. They are checked over 28 years, the period after which weekdays and leap years repeat.
pub(crate) fn keeps_apart(cron: &Cron, minimum: TimeDelta) -> bool {
    let Some((start, end)) = checked_period() else {
        return true;
    };
    let Ok(first) = cron.find_next_occurrence(&start, true) else {
        return true;
    };
    let after = |run: &DateTime<Utc>| cron.find_next_occurrence(run, false).ok();

    let mut last = first;
    while let Some(next) = after(&last).filter(|next| next.date_naive() == first.date_naive()) {
        if next - last < minimum {
            return false;
        }
        last = next;
    }
    let span = last - first;
    if TimeDelta::days(1) - span >= minimum {
        return true;
    }
    while let Some(next) = after(&last).filter(|next| *next < end) {
        if next - last < minimum {
            return false;
        }
        last = next + span;
    }
    true
}

/// Returns the start and the end of the period that is checked.
fn checked_period() -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    const FIRST_YEAR: i32 = 2000;
    const DAYS: u64 = 28 * 365 + 7;
    let start = NaiveDate::from_ymd_opt(FIRST_YEAR, 1, 1)?;
    let end = start.checked_add_days(Days::new(DAYS))?;
    let midnight = |day: NaiveDate| Some(day.and_hms_opt(0, 0, 0)?.and_utc());
    Some((midnight(start)?, midnight(end)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the smallest gap between two runs in minutes, found by a binary search over bounds.
    fn smallest_gap(text: &str) -> usize {
        let cron = parse(text).unwrap();
        let bounds: Vec<i64> = (1..=3 * 24 * 60).collect();
        bounds.partition_point(|minutes| keeps_apart(&cron, TimeDelta::minutes(*minutes)))
    }

    #[test]
    fn finds_the_smallest_gap() {
        let table = [
            ("* * * * *", 1),
            ("*/5 * * * *", 5),
            ("*/7 * * * *", 4),
            ("0,1 * * * *", 1),
            ("0,58 23,0 * * *", 2),
            ("0,58 23,0 * * 1", 58),
            ("0,58 23,0 * * 1,2", 2),
            ("0,58 23,0 28,1 2,3 *", 2),
            ("0,58 23,0 29 2 4", 2),
            ("0 9 * * *", 24 * 60),
            ("0 9 */2 * *", 24 * 60),
            ("0 9 * * 1,3", 2 * 24 * 60),
        ];
        for (text, minutes) in table {
            assert_eq!(smallest_gap(text), minutes, "{text}");
        }
    }

    #[test]
    fn an_expression_that_never_runs_is_done_with_soon() {
        let started = std::time::Instant::now();
        assert!(keeps_apart(&parse("* * 30 2 *").unwrap(), TimeDelta::minutes(5)));
        assert!(started.elapsed() < std::time::Duration::from_secs(2), "{:?}", started.elapsed());
    }
}
