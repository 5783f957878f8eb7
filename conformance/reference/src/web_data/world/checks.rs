//! The records of monitors' checks, the results that later checks compare with, and the alarm of the next check.
//!
//! This module does not run checks and compares no pages.

use std::collections::{BTreeMap, VecDeque};
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use tokio::sync::Notify;

use crate::bounded::BoundedMap;
use crate::contract::schema::Properties;
use crate::shared::Shared;
use crate::world::clock::moment;

/// The largest number of checks that are kept, of all monitors, and their largest size as JSON, in bytes.
const MAX_CHECKS: usize = 1000;
const MAX_BYTES: usize = 16 << 20;

/// A check that was carried out.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
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

/// The records and results of all checks.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    pub(crate) results: Shared<Results>,
    /// The newest checks, the oldest first.
    done: Shared<VecDeque<SizedCheck>>,
    /// Held during a check, so that no monitor is checked twice at the same time.
    running: Shared<()>,
    pub(crate) alarm: Alarm,
}

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
pub(crate) type CheckGuard<'c> = MutexGuard<'c, ()>;

impl Checks {
    /// Waits until no other check runs.
    pub(crate) fn lock(&self) -> CheckGuard<'_> {
        self.running.lock()
    }

    /// Returns the checks of a monitor that are within its retention time, the oldest first.
    pub(crate) fn of_monitor(&self, monitor: &Properties, now: DateTime<Utc>) -> Vec<Check> {
        let mut done = self.done.lock();
        drop_old(&mut done, monitor, now);
        let kept = done.iter().map(|kept| &kept.check);
        kept.filter(|check| is_of(check, monitor)).cloned().collect()
    }

    pub(crate) fn keep(&self, monitor: &Properties, check: Check) {
        let mut done = self.done.lock();
        drop_old(&mut done, monitor, check.began);
        done.push_back(SizedCheck::new(check));
        let mut bytes: usize = done.iter().map(|kept| kept.bytes).sum();
        // The newest check is kept, however large it is.
        while done.len() > 1 && (done.len() > MAX_CHECKS || bytes > MAX_BYTES) {
            bytes -= done.pop_front().map_or(0, |oldest| oldest.bytes);
        }
    }

    /// Removes all records and results.
    pub(crate) fn reset(&self) {
        self.results.reset();
        self.done.lock().clear();
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

/// The outcome of a web page, named as in the contract's summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    New,
    Changed,
    Same,
    Removed,
    Error,
}

/// A web page of a check, compared with the check before.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct CheckedPage {
    pub(crate) target_id: Option<String>,
    pub(crate) url: String,
    pub(crate) outcome: Outcome,
    /// Why the page could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// Whether the page is relevant to the goal; `None` if the goal was not evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) relevant: Option<bool>,
    /// The changes of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) diff: Option<String>,
    /// Whether an event reports the page right after the check.
    #[serde(skip)]
    pub(crate) is_announced: bool,
}

/// The number of web pages of a check, by outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counts(BTreeMap<Outcome, u64>);

impl Counts {
    pub(crate) fn new(pages: &[CheckedPage]) -> Self {
        let mut counts = Self::default();
        for page in pages {
            *counts.0.entry(page.outcome).or_default() += 1;
        }
        counts
    }

    /// Returns the count for a name in the contract's summary.
    pub(crate) fn named(&self, name: &str) -> Option<u64> {
        if name == "totalPages" {
            return Some(self.0.values().sum());
        }
        let outcome: Outcome = serde_json::from_value(name.into()).ok()?;
        Some(self.0.get(&outcome).copied().unwrap_or_default())
    }
}

/// The key that the earlier results of a target are stored under.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Target {
    pub(crate) monitor: String,
    /// The identity of the target; without it, the target has no earlier results.
    pub(crate) id: Option<String>,
    /// How many earlier targets of the monitor have the same identity, since clients may repeat identities.
    before: usize,
}

impl Target {
    /// Returns the key of a target of a monitor; `others` are the targets before it.
    pub(crate) fn new(monitor: &str, others: &[Value], target: &Value) -> Self {
        let id = |target: &Value| target.get("id").and_then(Value::as_str).map(str::to_owned);
        let own_id = id(target);
        let before = others.iter().filter(|other| id(other) == own_id).count();
        Self { monitor: monitor.to_owned(), id: own_id, before }
    }
}

/// The content of a web page that checks compare.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Content(pub(crate) Properties);

impl Content {
    /// Returns the content as a string: the markdown if there is nothing else, and JSON if there is.
    pub(crate) fn text(&self) -> String {
        match self.0.get("markdown").and_then(Value::as_str) {
            Some(markdown) if self.0.len() == 1 => markdown.to_owned(),
            _ => serde_json::to_string_pretty(&self.0).unwrap_or_default(),
        }
    }
}

/// The web pages of a target by URL, each with the moment at which it was last seen.
type Pages = BTreeMap<String, (Content, DateTime<Utc>)>;

/// The results of checks, for the next check to compare with. The target that was checked last comes last.
#[derive(Debug, Default)]
pub(crate) struct Results(BoundedMap<Target, Pages>);

impl Results {
    pub(crate) fn take(&mut self, target: &Target) -> Pages {
        self.0.remove(target).unwrap_or_default()
    }

    /// Stores the results of a target, unless the target has no identity.
    pub(crate) fn keep(&mut self, target: Target, pages: Pages) {
        if target.id.is_some() {
            self.0.insert(target, pages);
        }
    }

    /// Removes the results of a monitor that are no longer kept.
    pub(crate) fn drop_old(&mut self, monitor: &str, is_kept: impl Fn(DateTime<Utc>) -> bool) {
        self.0.retain(|target, pages| {
            if target.monitor == monitor {
                pages.retain(|_, (_, at)| is_kept(*at));
            }
            !pages.is_empty()
        });
    }
}

/// Wakes the task that waits for the next check.
#[derive(Debug)]
pub(crate) struct Alarm {
    wake: Notify,
    /// The moment that the task waits for, in milliseconds; `i64::MAX` if no check is planned.
    set_to: AtomicI64,
}

impl Default for Alarm {
    fn default() -> Self {
        Self { wake: Notify::new(), set_to: AtomicI64::new(i64::MAX) }
    }
}

impl Alarm {
    /// Wakes the task, after the clock was moved or the state was reset.
    pub(crate) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Wakes the task if a changed resource is due earlier than all others.
    pub(crate) fn changed(&self, properties: &Properties) {
        let next = next_run(properties).map(|at| at.timestamp_millis());
        if next.is_some_and(|next| next < self.set_to.load(Ordering::SeqCst)) {
            self.wake();
        }
    }

    /// Sets the alarm to the moment of the next check; `None` if no check is planned.
    pub(crate) fn set(&self, next: Option<DateTime<Utc>>) {
        let milliseconds = next.map_or(i64::MAX, |at| at.timestamp_millis());
        self.set_to.store(milliseconds, Ordering::SeqCst);
    }

    /// Waits until the task is woken.
    pub(crate) async fn woken(&self) {
        self.wake.notified().await;
    }
}

/// Returns the moment of a monitor's next check.
pub(crate) fn next_run(monitor: &Properties) -> Option<DateTime<Utc>> {
    monitor.get("nextRunAt")?.as_str()?.parse().ok()
}
