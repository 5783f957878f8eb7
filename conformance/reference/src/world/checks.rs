//! The checks of monitors that were carried out, and what they found, for the next ones to compare
//! with.
//!
//! It must not carry out a check.

mod alarm;
mod outcome;
mod results;

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::clock::moment;
use super::part::Part;
use crate::contract::schema::Properties;

pub(crate) use alarm::{Alarm, next_run};
pub(crate) use outcome::{Compared, Counts, Outcome};
pub(crate) use results::{Content, Pages, Results, Target};

/// The most checks that are kept, of all monitors, and the most bytes of them, as they are written.
const MOST: usize = 1000;
const MOST_BYTES: usize = 16 << 20;

/// A check that was carried out.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Check {
    pub(crate) id: String,
    pub(crate) monitor_id: String,
    /// The moment at which it began.
    #[serde(rename = "at", serialize_with = "as_in_responses")]
    pub(crate) began: DateTime<Utc>,
    /// What it cost.
    pub(crate) credits: u64,
    pub(crate) summary: Properties,
    pub(crate) pages: Vec<Compared>,
}

/// What checks leave behind.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Saved {
    results: Vec<(Target, Pages)>,
    done: VecDeque<Check>,
}

/// Everything that checks keep.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    pub(crate) results: Results,
    /// The newest checks that were carried out, the oldest first.
    done: Mutex<VecDeque<Kept>>,
    /// Whoever checks has the turn, so that no monitor is checked twice at a time.
    turn: Mutex<()>,
    pub(crate) alarm: Alarm,
}

/// A check that is kept, and how many bytes it takes.
#[derive(Debug)]
struct Kept {
    check: Check,
    bytes: usize,
}

impl Kept {
    fn new(check: Check) -> Self {
        let bytes = serde_json::to_vec(&check).map_or(0, |written| written.len());
        Self { check, bytes }
    }
}

/// The turn to check, for as long as it is held.
pub(crate) struct Turn<'c> {
    _held: MutexGuard<'c, ()>,
}

impl Checks {
    /// Waits for the turn to check.
    pub(crate) fn turn(&self) -> Turn<'_> {
        Turn { _held: self.turn.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    /// The checks of a monitor that are not older than its results are kept, the first one first.
    pub(crate) fn of_monitor(&self, monitor: &Properties, now: DateTime<Utc>) -> Vec<Check> {
        let mut done = self.done();
        drop_old(&mut done, monitor, now);
        let kept = done.iter().map(|kept| &kept.check);
        kept.filter(|check| is_of(check, monitor)).cloned().collect()
    }

    /// Keeps a check of a monitor.
    pub(crate) fn keep(&self, monitor: &Properties, check: Check) {
        let mut done = self.done();
        drop_old(&mut done, monitor, check.began);
        done.push_back(Kept::new(check));
        let mut bytes: usize = done.iter().map(|kept| kept.bytes).sum();
        // The newest one stays, however large it is.
        while done.len() > 1 && (done.len() > MOST || bytes > MOST_BYTES) {
            bytes -= done.pop_front().map_or(0, |oldest| oldest.bytes);
        }
    }

    fn done(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Checks {
    type Saved = Saved;

    fn reset(&self, _now: DateTime<Utc>) {
        self.results.clear();
        self.done().clear();
    }

    /// Nothing is noted of a check that is being carried out.
    fn save(&self) -> Saved {
        Saved {
            results: self.results.saved(),
            done: self.done().iter().map(|kept| kept.check.clone()).collect(),
        }
    }

    fn restore(&self, saved: Saved) {
        self.results.restore(saved.results);
        *self.done() = saved.done.into_iter().map(Kept::new).collect();
    }
}

fn as_in_responses<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&moment(*time))
}

/// Drops the checks of a monitor that it does not keep any longer.
fn drop_old(done: &mut VecDeque<Kept>, monitor: &Properties, now: DateTime<Utc>) {
    done.retain(|Kept { check, .. }| !is_of(check, monitor) || is_kept(monitor, check.began, now));
}

fn is_of(check: &Check, monitor: &Properties) -> bool {
    monitor.get("id").and_then(Value::as_str) == Some(check.monitor_id.as_str())
}

/// Whether what was found at a moment is still kept.
pub(crate) fn is_kept(monitor: &Properties, at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    let days = monitor.get("retentionDays").and_then(Value::as_i64).and_then(TimeDelta::try_days);
    days.is_none_or(|days| now - at < days)
}
