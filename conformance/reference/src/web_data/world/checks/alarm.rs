//! The alarm of the background task that runs the checks that are due.
//!
//! This module does not run checks.

use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio::sync::Notify;

use crate::contract::schema::Properties;

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
    let text = monitor.get("nextRunAt").and_then(Value::as_str)?;
    DateTime::parse_from_rfc3339(text).ok().map(|at| at.with_timezone(&Utc))
}
