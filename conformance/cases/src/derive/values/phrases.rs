//! Finds the runs of schedule phrases such as `every 15 minutes`.
//!
//! This module does not decide which phrases a server accepts.

use crate::case::Runs;

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;
const WEEK: u32 = 7 * DAY;

/// Returns the runs of a phrase. Returns `None` if the phrase leaves them open (`every day at 9`), or if no cron
/// expression has them (`every 7 minutes`).
#[must_use]
pub fn runs(phrase: &str) -> Option<Runs> {
    let phrase = phrase.to_ascii_lowercase();
    let words: Vec<&str> = phrase.split_ascii_whitespace().collect();
    let [first, unit, rest @ ..] = words.as_slice() else { return None };
    if *first != "every" {
        return None;
    }
    match (*unit, rest) {
        ("hour", []) => Some(Runs { every: HOUR, at: None }),
        ("day", []) => Some(Runs { every: DAY, at: None }),
        ("week", []) => Some(Runs { every: WEEK, at: None }),
        ("day", ["at", time @ ..]) => Some(Runs { every: DAY, at: Some(minute_of_day(time)?) }),
        (count, ["hours"]) => Some(Runs { every: parse_divisor(count, 24)? * HOUR, at: None }),
        (count, ["minutes"]) => Some(Runs { every: parse_divisor(count, HOUR)?, at: None }),
        (count, ["minutes", "starting", "at", start]) => {
            let every = parse_divisor(count, HOUR)?;
            let start = parse_below(start.strip_prefix(':')?, HOUR)?;
            Some(Runs { every, at: Some(start % every) })
        }
        _ => None,
    }
}

/// Returns whether the runs of a phrase may be less than `minutes` apart: the phrase names minutes, and the distance
/// between its runs is shorter or unknown.
#[must_use]
pub fn may_be_close(phrase: &str, minutes: u64) -> bool {
    let is_close = runs(phrase).is_none_or(|runs| u64::from(runs.every) < minutes);
    is_close && phrase.to_ascii_lowercase().contains("minute")
}

/// Parses a count that divides `whole`. Other counts have no runs at equal distances.
fn parse_divisor(text: &str, whole: u32) -> Option<u32> {
    parse_below(text, whole).filter(|count| *count > 0 && whole.is_multiple_of(*count))
}

fn parse_below(text: &str, limit: u32) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && *number < limit)
}

/// Returns the minute of the day for a time such as `17:30`, `9 am` or `9:30pm`.
fn minute_of_day(words: &[&str]) -> Option<u32> {
    let text = words.concat();
    let halves = [("am", 0), ("pm", DAY / 2)];
    let half = halves.iter().find_map(|(half, from)| Some((text.strip_suffix(half)?, *from)));
    let (time, from) = half.map_or((text.as_str(), None), |(time, from)| (time, Some(from)));
    let (hour, minute) = match time.split_once(':') {
        Some((hour, minute)) => (hour, parse_below(minute, HOUR)?),
        // An hour alone may be in either half of the day.
        None => (time, from.map(|_| 0)?),
    };
    match from {
        Some(from) => {
            let hour = parse_below(hour, 13).filter(|hour| *hour > 0)?;
            Some(from + hour % 12 * HOUR + minute)
        }
        None => Some(parse_below(hour, 24)? * HOUR + minute),
    }
}
