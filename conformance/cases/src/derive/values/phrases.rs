//! Finds the runs of schedule phrases such as `every 15 minutes`.
//!
//! This module does not decide which phrases a server accepts.

use webdata_runtime::string_format::schedule_phrase::{self, SchedulePhrase};

use crate::case::Runs;

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;
const WEEK: u32 = 7 * DAY;

/// Returns the runs of a phrase. Returns `None` if the phrase leaves them open (`every day at 9`), or if no cron
/// expression has them (`every 7 minutes`).
#[must_use]
pub fn runs(phrase: &str) -> Option<Runs> {
    let divisor =
        |count: u8, whole: u32| Some(u32::from(count)).filter(|count| whole.is_multiple_of(*count));
    Some(match schedule_phrase::parse(phrase).ok()? {
        SchedulePhrase::Minutes { every, first } => {
            Runs { every: divisor(every, HOUR)?, at: first.map(u32::from) }
        }
        SchedulePhrase::Hours(every) => Runs { every: divisor(every, 24)? * HOUR, at: None },
        SchedulePhrase::Day(time) => Runs { every: DAY, at: time.map(u32::from) },
        SchedulePhrase::Week => Runs { every: WEEK, at: None },
    })
}

/// Returns whether the runs of a phrase may be less than `minutes` apart: the phrase names minutes, and the distance
/// between its runs is shorter or unknown.
#[must_use]
pub fn may_be_close(phrase: &str, minutes: u64) -> bool {
    let is_close = runs(phrase).is_none_or(|runs| u64::from(runs.every) < minutes);
    is_close && phrase.to_ascii_lowercase().contains("minute")
}
