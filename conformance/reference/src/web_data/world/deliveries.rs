//! The deliveries of webhooks: the queue, and the records of the newest deliveries.
//!
//! This module sends nothing, and keeps no values of headers, since they may be secrets.

pub(crate) mod queue;

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::bounded_log::{BoundedLog, EntryNumber};
use crate::world::part::Part;
use queue::{Batch, Message, Queue};

/// The longest time that a client waits for all deliveries to end.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The record of an event's delivery.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Delivery {
    pub(crate) id: String,
    pub(crate) at: String,
    pub(crate) monitor_id: String,
    pub(crate) check_id: String,
    pub(crate) event: &'static str,
    /// The URL, truncated.
    pub(crate) url: String,
    /// The names of the headers, truncated if there are many.
    pub(crate) headers: Vec<String>,
    /// The payload, unless it is too large to be kept.
    pub(crate) payload: Value,
    /// The number of attempts, failed ones included.
    pub(crate) attempts: u32,
    pub(crate) outcome: Outcome,
}

/// The outcome of a delivery.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    UnderWay,
    /// The receiver accepted the message with this status code.
    Delivered(u16),
    /// The reason why the message was not delivered.
    NotDelivered(String),
}

/// The deliveries of all monitors.
#[derive(Debug, Default)]
pub(crate) struct Deliveries {
    records: BoundedLog<Delivery>,
    pub(crate) queue: Queue,
}

impl Deliveries {
    /// Returns the newest deliveries, the oldest first.
    pub(crate) fn all(&self) -> Vec<Delivery> {
        self.records.entries()
    }

    /// Waits until no delivery is in progress, for at most [`LONGEST_WAIT`] and while the server runs.
    pub(crate) async fn wait_until_empty(&self, stopping: &CancellationToken) {
        // After the longest wait, the records of deliveries in progress still say so.
        let ended = timeout(LONGEST_WAIT, self.queue.wait_until_empty());
        let _ = stopping.run_until_cancelled(ended).await;
    }

    /// Records a delivery that is in progress, and returns its number.
    pub(crate) fn add(&self, delivery: Delivery) -> EntryNumber {
        self.records.add(delivery)
    }

    /// Queues the messages of a check, or records why they are not sent.
    pub(crate) fn begin(&self, messages: Vec<Message>) {
        if let Err((messages, reason)) = self.queue.add(Batch::new(messages)) {
            for message in messages {
                self.record(message.number, 0, Outcome::NotDelivered(reason.to_owned()));
            }
        }
    }

    /// Records the outcome of a delivery.
    pub(crate) fn record(&self, number: EntryNumber, attempts: u32, outcome: Outcome) {
        self.records.change(number, |delivery| {
            delivery.attempts = attempts;
            delivery.outcome = outcome;
        });
    }
}

impl Part for Deliveries {
    type Saved = ();

    /// Removes every record, and the deliveries that have not begun.
    fn reset(&self, _now: DateTime<Utc>) {
        self.queue.clear();
        self.records.clear();
    }

    fn save(&self) {}

    fn restore(&self, (): ()) {}
}
