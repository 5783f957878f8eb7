//! When checks are due, and the task that carries them out then.
//!
//! It must not poll: it waits for the next moment, or to be woken because there is an earlier one.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::run;
use crate::service::backend::Backend;
use crate::service::monitors;
use crate::world::checks::{Check, CheckGuard, next_run};
use crate::world::store::Name;

/// The clause that says that monitors are checked again and again.
const RECURRING: &str = "service.behaviour.monitor";

/// Carries out checks when they are due, for as long as the server runs, and reports when they have
/// changed something.
pub(crate) async fn keep(backend: Arc<Backend>, changed: impl Fn()) {
    loop {
        if !run_due(&backend).is_empty() {
            changed();
        }
        let at = next(&backend);
        let alarm = &backend.world.checks.alarm;
        alarm.set(at);
        // What was made due in between is not missed.
        if next(&backend) != at {
            continue;
        }
        match at {
            Some(at) if backend.world.clock.is_running() => {
                let wait = (at - backend.world.clock.now()).to_std().unwrap_or_default();
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = alarm.woken() => {}
                }
            }
            // A clock that stands has it wait until somebody moves it.
            _ => alarm.woken().await,
        }
    }
}

/// Carries out all checks that are due, once it is the caller's turn.
fn run_due(backend: &Backend) -> Vec<Check> {
    run_due_in(backend, &backend.world.checks.lock())
}

/// Carries out all checks that are due, the earliest first. However many runs of a monitor were
/// missed, it is checked once, at the moment that it is now.
pub(crate) fn run_due_in(backend: &Backend, turn: &CheckGuard<'_>) -> Vec<Check> {
    if !backend.contract.has_clause(RECURRING) {
        return Vec::new();
    }
    let now = backend.world.clock.now();
    let mut due = all(backend);
    due.retain(|(at, _)| *at <= now);
    due.sort_by(|(at, name), (other_at, other)| (at, &name.id).cmp(&(other_at, &other.id)));
    due.iter().filter_map(|(_, name)| run(backend, name, turn)).collect()
}

/// The moment of the next check of all monitors.
pub(crate) fn next(backend: &Backend) -> Option<DateTime<Utc>> {
    let runs = if backend.contract.has_clause(RECURRING) { all(backend) } else { Vec::new() };
    runs.into_iter().map(|(at, _)| at).min()
}

/// The next runs of all monitors.
fn all(backend: &Backend) -> Vec<(DateTime<Utc>, Name)> {
    backend.world.store.find(|name, _, properties| {
        let is_monitor = name.type_name == monitors::TYPE && monitors::is_active(properties);
        Some((next_run(properties).filter(|_| is_monitor)?, name.clone()))
    })
}
