//! The schedule of checks, and the task that runs the checks that are due.
//!
//! The task does not poll. It sleeps until the next moment, or until it is woken for an earlier one.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::run;
use crate::web_data::monitors;
use crate::web_data::service::WebData;
use crate::web_data::world::checks::{Check, CheckGuard, next_run};
use crate::world::store::ResourceId;

/// The clause by which monitors are checked repeatedly.
const RECURRING: &str = "service.behaviour.monitor";

/// Runs checks when they are due while the server runs, and calls `changed` after each run that did
/// something.
pub(crate) async fn run_scheduler(service: Arc<WebData>, changed: impl Fn()) {
    loop {
        if !run_due(&service).is_empty() {
            changed();
        }
        let at = next(&service);
        let alarm = &service.state.checks.alarm;
        alarm.set(at);
        // The schedule may have changed before the alarm was set.
        if next(&service) != at {
            continue;
        }
        match at {
            Some(at) if service.world.clock.is_running() => {
                let wait = (at - service.world.clock.now()).to_std().unwrap_or_default();
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = alarm.woken() => {}
                }
            }
            // A clock that stands still wakes this task when it is moved.
            _ => alarm.woken().await,
        }
    }
}

/// Runs all checks that are due, after waiting for its turn.
fn run_due(service: &WebData) -> Vec<Check> {
    run_due_checks(service, &service.state.checks.lock())
}

/// Runs all checks that are due, the earliest first. A monitor with several missed runs is checked once, at
/// the current moment.
pub(crate) fn run_due_checks(service: &WebData, turn: &CheckGuard<'_>) -> Vec<Check> {
    if !service.contract.has_clause(RECURRING) {
        return Vec::new();
    }
    let now = service.world.clock.now();
    let mut due = all(service);
    due.retain(|(at, _)| *at <= now);
    due.sort_by(|(at, name), (other_at, other)| (at, &name.id).cmp(&(other_at, &other.id)));
    due.iter().filter_map(|(_, name)| run(service, name, turn)).collect()
}

/// Returns the moment of the next check of any monitor.
pub(crate) fn next(service: &WebData) -> Option<DateTime<Utc>> {
    let runs = if service.contract.has_clause(RECURRING) { all(service) } else { Vec::new() };
    runs.into_iter().map(|(at, _)| at).min()
}

/// Returns the next run of each monitor.
fn all(service: &WebData) -> Vec<(DateTime<Utc>, ResourceId)> {
    service.world.store.find(|name, _, properties| {
        let is_monitor = name.type_name == monitors::TYPE && monitors::is_active(properties);
        Some((next_run(properties).filter(|_| is_monitor)?, name.clone()))
    })
}
