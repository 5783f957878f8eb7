//! Checks of monitors: a check visits every target, compares what it finds with the earlier results
//! and says what came of it.
//!
//! ```text
//! schedule            when a check is due
//! visit ─ crawl ─ search ─ pages    what the pages of a target are now
//! compare ─ results   what became of them since
//! judge               which of them the goal is about
//! ```
//!
//! It must not decide how a monitor is stored, and waits for nothing: pages load in no time.

pub(super) mod compare;
mod crawl;
pub(super) mod judge;
mod pages;
mod results;
pub(super) mod schedule;
mod search;
mod visit;

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use webdata_spec::Spec;

use super::Shared;
use super::monitors::moment;
use super::store::{Name, Properties};
use super::{deliveries, outbox};
use compare::{Compared, Outcome, Target};
use judge::Judge;
use results::{Pages, Results};
use schedule::Alarm;
use visit::Visitor;

pub(super) use compare::Counts;

/// The clause that says that new results of a search raise an alert where they match the goal.
const SEARCH_ALERTS: &str = "SearchTarget.behaviour.run-at-every-check";

/// The most checks that are kept, of all monitors, and the most bytes of them, as they are written.
const MOST: usize = 1000;
const MOST_BYTES: usize = 16 << 20;

/// A check that was carried out.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Check {
    pub(super) id: String,
    pub(super) monitor_id: String,
    /// The moment at which it began.
    #[serde(rename = "at", serialize_with = "as_in_answers")]
    pub(super) began: DateTime<Utc>,
    /// What it cost.
    credits: u64,
    pub(super) summary: Properties,
    pub(super) pages: Vec<Compared>,
}

/// What checks leave behind.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Saved {
    results: Vec<(Target, Pages)>,
    done: VecDeque<Check>,
}

/// Everything that checks keep.
#[derive(Debug, Default)]
pub(super) struct Checks {
    results: Results,
    /// The newest checks that were carried out, the oldest first.
    done: Mutex<VecDeque<Kept>>,
    /// Whoever checks has the turn, so that no monitor is checked twice at a time.
    turn: Mutex<()>,
    pub(super) alarm: Alarm,
}

/// A check that is kept, and how many bytes it takes.
#[derive(Debug)]
struct Kept {
    check: Check,
    bytes: usize,
}

impl Kept {
    fn of(check: Check) -> Self {
        let bytes = serde_json::to_vec(&check).map_or(0, |written| written.len());
        Self { check, bytes }
    }
}

/// The turn to check, for as long as it is held.
pub(super) struct Turn<'c> {
    _held: MutexGuard<'c, ()>,
}

impl Checks {
    /// Waits for the turn to check.
    pub(super) fn turn(&self) -> Turn<'_> {
        Turn { _held: self.turn.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    /// The checks of a monitor that are not older than its results are kept, the first one first.
    pub(super) fn of(&self, monitor: &Properties, now: DateTime<Utc>) -> Vec<Check> {
        let mut done = self.done();
        drop_old(&mut done, monitor, now);
        let kept = done.iter().map(|kept| &kept.check);
        kept.filter(|check| is_of(check, monitor)).cloned().collect()
    }

    fn keep(&self, monitor: &Properties, check: Check) {
        let mut done = self.done();
        drop_old(&mut done, monitor, check.began);
        done.push_back(Kept::of(check));
        let mut bytes: usize = done.iter().map(|kept| kept.bytes).sum();
        // The newest one stays, however large it is.
        while done.len() > 1 && (done.len() > MOST || bytes > MOST_BYTES) {
            bytes -= done.pop_front().map_or(0, |oldest| oldest.bytes);
        }
    }

    /// What they have left behind. Nothing is noted of a check that is being carried out.
    pub(super) fn saved(&self) -> Saved {
        Saved {
            results: self.results.saved(),
            done: self.done().iter().map(|kept| kept.check.clone()).collect(),
        }
    }

    /// Has what was saved, and nothing else.
    pub(super) fn restore(&self, saved: Saved) {
        self.results.restore(saved.results);
        *self.done() = saved.done.into_iter().map(Kept::of).collect();
    }

    /// Forgets everything.
    pub(super) fn reset(&self) {
        self.results.reset();
        self.done().clear();
    }

    fn done(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks a monitor now and tells those who want to know; `None` where it is not there or not
/// active.
pub(super) fn run(shared: &Shared, name: &Name, _turn: &Turn<'_>) -> Option<Check> {
    let monitors = shared.contract.kinds.monitors()?;
    let team = shared.store.owner(name)?;
    let id = shared.identities.next().to_string();
    let began = shared.clock.now();
    let begin = |stored: &mut Properties| {
        let begins = monitors.begin_check(stored, &id);
        begins.then(|| stored.clone())
    };
    let monitor = shared.store.change(name, &team, begin)??;
    let mut visitor = Visitor::new(shared, &team);
    let pages = visit_all(&monitor, monitors.judge(), &mut visitor, began);
    let counts = Counts::of(&pages);
    let check = Check {
        id,
        monitor_id: name.id.clone(),
        began,
        credits: visitor.credits(),
        summary: monitors.summary(&counts),
        pages,
    };
    shared.store.change(name, &team, |stored| {
        monitors.end_check(stored, began, &counts, shared.clock.now());
    });
    shared.checks.keep(&monitor, check.clone());
    deliveries::announce(shared, &monitor, &check);
    outbox::announce(shared, &monitor, &check);
    Some(check)
}

/// The most pages that a check of a target visits.
pub(super) fn most_pages(spec: &Spec, target: &Value) -> u64 {
    match target.get("type").and_then(Value::as_str) {
        Some("scrape") => {
            target.get("urls").and_then(Value::as_array).map_or(0, |urls| urls.len() as u64)
        }
        Some("crawl") => crawl::limit(spec, target),
        Some("search") => search::most_results(spec, target),
        _ => 0,
    }
}

/// What became of the pages of all targets.
fn visit_all(
    monitor: &Properties,
    judge: &Judge,
    visitor: &mut Visitor<'_>,
    now: DateTime<Utc>,
) -> Vec<Compared> {
    let shared = visitor.shared;
    let contract = &shared.contract;
    let results = &shared.checks.results;
    let id = monitor.get("id").and_then(Value::as_str).unwrap_or_default();
    results.drop_old(id, |at| is_kept(monitor, at, now));
    let mut found = Vec::new();
    let targets = monitor.get("targets").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (index, target) in targets.iter().enumerate() {
        let kind = target.get("type").and_then(Value::as_str);
        let is_search = kind == Some("search");
        let visit = match kind {
            Some("scrape") => visit::urls(visitor, target),
            Some("crawl") => crawl::visit(visitor, target),
            Some("search") if contract.says(SEARCH_ALERTS) => search::visit(visitor, target, now),
            _ => continue,
        };
        let target = Target::of(id, &targets[..index], target);
        for (mut page, evidence) in compare::all(results, &target, visit, now) {
            let is_evaluated = match page.outcome {
                Outcome::Changed => true,
                Outcome::New => is_search,
                _ => false,
            };
            if is_evaluated && judge.is_on(monitor) {
                page.relevant = judge.evaluate(visitor, monitor, &evidence);
            }
            // A new result of a search that does not match the goal raises no alert.
            page.is_told = page.outcome != Outcome::Same
                && !(is_search && page.outcome == Outcome::New && page.relevant == Some(false));
            found.push(page);
        }
    }
    found
}

fn as_in_answers<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
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
fn is_kept(monitor: &Properties, at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    let days = monitor.get("retentionDays").and_then(Value::as_i64).and_then(TimeDelta::try_days);
    days.is_none_or(|days| now - at < days)
}
