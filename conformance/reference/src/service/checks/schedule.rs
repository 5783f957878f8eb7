//! When checks are due, and the task that carries them out then.
//!
//! It must not poll: it waits for the next moment, or to be woken because there is an earlier one.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio::sync::Notify;

use super::super::Shared;
use super::super::monitors;
use super::super::store::{Name, Properties};
use super::{Check, run};

/// The clause that says that monitors are checked again and again.
const RECURRING: &str = "service.behaviour.monitor";

/// Wakes the task that waits for the next check.
#[derive(Debug)]
pub(in super::super) struct Alarm {
    wake: Notify,
    /// The moment that the task waits for, in milliseconds; the end of time where there is none.
    set_to: AtomicI64,
}

impl Default for Alarm {
    fn default() -> Self {
        Self { wake: Notify::new(), set_to: AtomicI64::new(i64::MAX) }
    }
}

impl Alarm {
    /// The clock was moved, or everything was reset.
    pub(in super::super) fn wake(&self) {
        self.wake.notify_one();
    }

    /// A resource was changed; wakes the task only if that made it due earlier than all others.
    pub(in super::super) fn changed(&self, properties: &Properties) {
        let next = next_run(properties).map(|at| at.timestamp_millis());
        if next.is_some_and(|next| next < self.set_to.load(Ordering::SeqCst)) {
            self.wake();
        }
    }
}

/// Carries out checks when they are due, for as long as the server runs.
pub(in super::super) async fn keep(shared: Arc<Shared>) {
    loop {
        if !run_due(&shared).is_empty() {
            shared.changed();
        }
        let next = next_of_all(&shared);
        let alarm = &shared.checks.alarm;
        alarm.set_to.store(next.map_or(i64::MAX, |at| at.timestamp_millis()), Ordering::SeqCst);
        // What was made due in between is not missed.
        if next_of_all(&shared) != next {
            continue;
        }
        match next {
            Some(at) if shared.clock.goes() => {
                let wait = (at - shared.clock.now()).to_std().unwrap_or_default();
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = alarm.wake.notified() => {}
                }
            }
            // A clock that stands has it wait until somebody moves it.
            _ => alarm.wake.notified().await,
        }
    }
}

/// Carries out all checks that are due, the earliest first. However many runs of a monitor were
/// missed while the clock was moved, it is checked once, at the moment that it is now.
pub(in super::super) fn run_due(shared: &Shared) -> Vec<Check> {
    if !shared.contract.says(RECURRING) {
        return Vec::new();
    }
    let turn = shared.checks.turn();
    let now = shared.clock.now();
    let mut due = all(shared);
    due.retain(|(at, _)| *at <= now);
    due.sort_by(|(at, name), (other_at, other)| (at, &name.id).cmp(&(other_at, &other.id)));
    due.iter().filter_map(|(_, name)| run(shared, name, &turn)).collect()
}

fn next_of_all(shared: &Shared) -> Option<DateTime<Utc>> {
    let runs = if shared.contract.says(RECURRING) { all(shared) } else { Vec::new() };
    runs.into_iter().map(|(at, _)| at).min()
}

/// The next runs of all monitors.
fn all(shared: &Shared) -> Vec<(DateTime<Utc>, Name)> {
    shared.store.find(|name, _, properties| {
        let is_monitor = name.type_name == monitors::TYPE && monitors::is_active(properties);
        Some((next_run(properties).filter(|_| is_monitor)?, name.clone()))
    })
}

fn next_run(monitor: &Properties) -> Option<DateTime<Utc>> {
    let text = monitor.get("nextRunAt").and_then(Value::as_str)?;
    DateTime::parse_from_rfc3339(text).ok().map(|at| at.with_timezone(&Utc))
}
