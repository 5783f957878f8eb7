//! The records of monitors' checks, and the results that later checks compare with.
//!
//! This module does not run checks.

mod alarm;
mod outcome;
mod results;

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::contract::schema::Properties;
use crate::world::clock::moment;
use crate::world::part::Part;

pub(crate) use alarm::{Alarm, next_run};
pub(crate) use outcome::{CheckedPage, Counts, Outcome};
pub(crate) use results::{Content, Pages, Results, Target};

/// The largest number of checks that are kept, of all monitors, and their largest size as JSON, in bytes.
const MAX_CHECKS: usize = 1000;
const MAX_BYTES: usize = 16 << 20;

/// A check that was carried out.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Check {
    pub(crate) id: String,
    pub(crate) monitor_id: String,
    /// The moment at which the check began.
    #[serde(rename = "at", serialize_with = "serialize_time")]
    pub(crate) began: DateTime<Utc>,
    /// The cost of the check.
    pub(crate) credits: u64,
    pub(crate) summary: Properties,
    pub(crate) pages: Vec<CheckedPage>,
}

/// The saved form of all checks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Saved {
    results: Vec<(Target, Pages)>,
    done: VecDeque<Check>,
}

/// The records and results of all checks.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    pub(crate) results: Results,
    /// The newest checks, the oldest first.
    done: Mutex<VecDeque<SizedCheck>>,
    /// Held during a check, so that no monitor is checked twice at the same time.
    running: Mutex<()>,
    pub(crate) alarm: Alarm,
}

/// A check and its size in bytes.
#[derive(Debug)]
struct SizedCheck {
    check: Check,
    bytes: usize,
}

impl SizedCheck {
    fn new(check: Check) -> Self {
        let bytes = serde_json::to_vec(&check).map_or(0, |written| written.len());
        Self { check, bytes }
    }
}

/// The guard that a check holds while it runs.
pub(crate) struct CheckGuard<'c> {
    _held: MutexGuard<'c, ()>,
}

impl Checks {
    /// Waits until no other check runs.
    pub(crate) fn lock(&self) -> CheckGuard<'_> {
        CheckGuard { _held: self.running.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    /// Returns the checks of a monitor that are within its retention time, the oldest first.
    pub(crate) fn of_monitor(&self, monitor: &Properties, now: DateTime<Utc>) -> Vec<Check> {
        let mut done = self.done();
        drop_old(&mut done, monitor, now);
        let kept = done.iter().map(|kept| &kept.check);
        kept.filter(|check| is_of(check, monitor)).cloned().collect()
    }

    /// Stores a check of a monitor.
    pub(crate) fn keep(&self, monitor: &Properties, check: Check) {
        let mut done = self.done();
        drop_old(&mut done, monitor, check.began);
        done.push_back(SizedCheck::new(check));
        let mut bytes: usize = done.iter().map(|kept| kept.bytes).sum();
        // The newest check is kept, however large it is.
        while done.len() > 1 && (done.len() > MAX_CHECKS || bytes > MAX_BYTES) {
            bytes -= done.pop_front().map_or(0, |oldest| oldest.bytes);
        }
    }

    fn done(&self) -> MutexGuard<'_, VecDeque<SizedCheck>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Checks {
    type Saved = Saved;

    fn reset(&self, _now: DateTime<Utc>) {
        self.results.clear();
        self.done().clear();
    }

    /// Leaves out a check that is still running.
    fn save(&self) -> Saved {
        Saved {
            results: self.results.saved(),
            done: self.done().iter().map(|kept| kept.check.clone()).collect(),
        }
    }

    fn restore(&self, saved: Saved) {
        self.results.restore(saved.results);
        *self.done() = saved.done.into_iter().map(SizedCheck::new).collect();
    }
}

fn serialize_time<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&moment(*time))
}

/// Removes the checks of a monitor that are past its retention time.
fn drop_old(done: &mut VecDeque<SizedCheck>, monitor: &Properties, now: DateTime<Utc>) {
    done.retain(|SizedCheck { check, .. }| {
        !is_of(check, monitor) || is_retained(monitor, check.began, now)
    });
}

fn is_of(check: &Check, monitor: &Properties) -> bool {
    monitor.get("id").and_then(Value::as_str) == Some(check.monitor_id.as_str())
}

/// Returns whether a result from the moment `at` is within the monitor's retention time.
pub(crate) fn is_retained(monitor: &Properties, at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    let days = monitor.get("retentionDays").and_then(Value::as_i64).and_then(TimeDelta::try_days);
    days.is_none_or(|days| now - at < days)
}
