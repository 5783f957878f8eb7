//! The deliveries of webhooks: those that wait or are under way, and what came of the newest.
//!
//! It must not send anything, and keeps no value of a header, which may be a secret.

pub(crate) mod queue;

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::part::Part;
use crate::bounded_log::{BoundedLog, Number};
use queue::{Batch, Message, Queue};

/// How long whoever asks waits at most until nothing is under way.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// An event that was to be delivered, and what came of it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Delivery {
    pub(crate) id: String,
    pub(crate) at: String,
    pub(crate) monitor_id: String,
    pub(crate) check_id: String,
    pub(crate) event: &'static str,
    /// The beginning of it.
    pub(crate) url: String,
    /// The names of the headers that are sent along, the first ones where there are many.
    pub(crate) headers: Vec<String>,
    /// What is sent, unless it is too large to be kept.
    pub(crate) payload: Value,
    /// How often it was sent, with or without success.
    pub(crate) attempts: u32,
    pub(crate) outcome: Outcome,
}

/// What came of a delivery.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    UnderWay,
    /// The receiver took it with a status.
    Delivered(u16),
    /// Why it was not.
    NotDelivered(String),
}

/// The deliveries of all monitors.
#[derive(Debug, Default)]
pub(crate) struct Deliveries {
    records: BoundedLog<Delivery>,
    pub(crate) queue: Queue,
}

impl Deliveries {
    /// The newest deliveries, the oldest of them first, as they stand.
    pub(crate) fn all(&self) -> Vec<Delivery> {
        self.records.entries()
    }

    /// Waits until none is under way, within bounds and for as long as the server runs.
    pub(crate) async fn end_of_all(&self, stopping: &CancellationToken) {
        // After the longest wait, those that are still under way say so.
        let ended = timeout(LONGEST_WAIT, self.queue.end_of_all());
        let _ = stopping.run_until_cancelled(ended).await;
    }

    /// Notes a delivery that is under way, and gives its number.
    pub(crate) fn add(&self, delivery: Delivery) -> Number {
        self.records.add(delivery)
    }

    /// Has the messages of a check sent, or tells why they are not.
    pub(crate) fn begin(&self, messages: Vec<Message>) {
        if let Err((messages, reason)) = self.queue.add(Batch::new(messages)) {
            for message in messages {
                self.record(message.number, 0, Outcome::NotDelivered(reason.to_owned()));
            }
        }
    }

    /// Notes what came of a delivery.
    pub(crate) fn record(&self, number: Number, attempts: u32, outcome: Outcome) {
        self.records.change(number, |delivery| {
            delivery.attempts = attempts;
            delivery.outcome = outcome;
        });
    }
}

impl Part for Deliveries {
    type Saved = ();

    /// Forgets every delivery, and sends none that has not begun.
    fn reset(&self, _now: DateTime<Utc>) {
        self.queue.clear();
        self.records.clear();
    }

    fn save(&self) {}

    fn restore(&self, (): ()) {}
}
