//! Cron expressions and schedule phrases, and a cache of verdicts on strings that take long to check.
//!
//! This module shares no code with the generated validators.

pub(crate) mod cron;
pub(crate) mod phrase;

use chrono::{DateTime, Utc};

use crate::bounded::BoundedMap;
use crate::shared::Shared;

/// The maximum size of a cached string in bytes. The size is bounded because clients choose the strings.
const MAX_BYTES: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct VerdictCache(Shared<BoundedMap<String, bool>>);

impl VerdictCache {
    /// Returns the cached verdict on a string, or computes it with `decide`.
    pub(crate) fn verdict(&self, text: &str, decide: impl FnOnce() -> bool) -> bool {
        if text.len() > MAX_BYTES {
            return decide();
        }
        let locked = || self.0.lock();
        let known = locked().get(text).copied();
        known.unwrap_or_else(|| {
            let verdict = decide();
            locked().insert(text.to_owned(), verdict);
            verdict
        })
    }
}

/// Returns the cron expression that a phrase such as `every day at 9 am` stands for; `None` if the phrase is invalid.
#[must_use]
pub fn cron_of_phrase(phrase: &str) -> Option<String> {
    phrase::to_cron(phrase)
}

/// Returns the next runs of a cron expression after a moment, at most `count`; `None` if the expression is invalid.
#[must_use]
pub fn next_runs(text: &str, now: &DateTime<Utc>, count: usize) -> Option<Vec<DateTime<Utc>>> {
    let cron = cron::parse(text)?;
    let after = |run: &DateTime<Utc>| cron.find_next_occurrence(run, false).ok();
    Some(std::iter::successors(after(now), after).take(count).collect())
}
