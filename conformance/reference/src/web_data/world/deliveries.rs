//! The deliveries of webhooks: the queue of messages, per receiver and of bounded size, and the records of the
//! newest deliveries.
//!
//! A slow receiver delays no other receiver. This module sends nothing, and keeps no values of headers, since they
//! may be secrets.

use std::collections::VecDeque;
use std::mem::take;
use std::time::Duration;

use chrono::{DateTime, Utc};
use indexmap::IndexMap;
use reqwest::Url;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use crate::bounded::{BoundedLog, EntryNumber};
use crate::shared::Shared;
use crate::world::Part;

/// The longest time that a client waits for all deliveries to end.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The largest size of the messages that wait or are being sent, in bytes: per receiver, and in total.
const MAX_RECEIVER_BYTES: usize = 16 << 20;
const MAX_TOTAL_BYTES: usize = 64 << 20;

/// The largest number of batches that are sent at the same time: per receiver, and in total.
const MAX_RECEIVER_BATCHES: usize = 4;
const MAX_TOTAL_BATCHES: usize = 256;

/// The time limit for the webhooks of a check, from the end of the check.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(25);

/// The approximate memory of a message beside its strings, in bytes.
const OVERHEAD: usize = 256;

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

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    UnderWay,
    /// The receiver accepted the message with this status code.
    Delivered(u16),
    /// The reason why the message was not delivered.
    NotDelivered(String),
}

#[derive(Debug, Default)]
pub(crate) struct Deliveries {
    /// The records of the newest deliveries.
    pub(crate) records: BoundedLog<Delivery>,
    pub(crate) queue: Queue,
}

impl Deliveries {
    /// Waits until no delivery is in progress, for at most [`LONGEST_WAIT`] and while the server runs.
    pub(crate) async fn wait_until_empty(&self, stopping: &CancellationToken) {
        // After the longest wait, the records of deliveries in progress still say so.
        let ended = timeout(LONGEST_WAIT, self.queue.wait_until_empty());
        let _ = stopping.run_until_cancelled(ended).await;
    }

    /// Queues the messages of a check, or records why they are not sent.
    pub(crate) fn begin(&self, messages: Vec<Message>) {
        if let Err((messages, reason)) = self.queue.add(Batch::new(messages)) {
            for message in messages {
                self.record(message.number, 0, Outcome::NotDelivered(reason.to_owned()));
            }
        }
    }

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

#[derive(Debug)]
pub(crate) struct Message {
    /// The number of the delivery record.
    pub(crate) number: EntryNumber,
    pub(crate) url: String,
    pub(crate) headers: Vec<(String, String)>,
    /// The payload as the request body.
    pub(crate) body: String,
}

/// The messages of one check in order, all for the same receiver.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) messages: Vec<Message>,
    pub(crate) deadline: Instant,
    /// The receiver and the size of the batch, which [`Queue::ended`] takes once the batch has been sent.
    pub(crate) reservation: Reservation,
}

#[derive(Debug, Clone)]
pub(crate) struct Reservation {
    receiver: String,
    bytes: usize,
}

impl Batch {
    fn new(messages: Vec<Message>) -> Self {
        let receiver = messages.first().map(|message| receiver(&message.url)).unwrap_or_default();
        let reservation = Reservation { receiver, bytes: messages.iter().map(bytes_of).sum() };
        Self { messages, deadline: Instant::now() + TIME_LIMIT, reservation }
    }
}

/// Returns the origin of a URL, which identifies the receiver.
fn receiver(url: &str) -> String {
    Url::parse(url).map_or_else(|_| String::new(), |url| url.origin().ascii_serialization())
}

fn bytes_of(message: &Message) -> usize {
    let headers = message.headers.iter().map(|(name, value)| name.len() + value.len());
    OVERHEAD + message.url.len() + message.body.len() + headers.sum::<usize>()
}

#[derive(Debug, Default)]
pub(crate) struct Queue {
    receivers: Shared<Receivers>,
    news: Notify,
    /// How many batches wait or are being sent.
    under_way: watch::Sender<usize>,
}

/// The receivers that have batches. The receiver that was served longest ago comes first.
#[derive(Debug, Default)]
struct Receivers {
    by_name: IndexMap<String, Receiver>,
    bytes: usize,
    sending: usize,
}

#[derive(Debug, Default)]
struct Receiver {
    waiting: VecDeque<Batch>,
    bytes: usize,
    /// How many batches are being sent to this receiver.
    sending: usize,
}

impl Queue {
    /// Queues a batch.
    ///
    /// # Errors
    /// Returns the messages with the reason if the queue is full.
    pub(crate) fn add(&self, batch: Batch) -> Result<(), (Vec<Message>, &'static str)> {
        let mut receivers = self.receivers.lock();
        let Reservation { receiver, bytes } = &batch.reservation;
        let before = receivers.by_name.get(receiver).map_or(0, |receiver| receiver.bytes);
        if before + bytes > MAX_RECEIVER_BYTES {
            return Err((batch.messages, "too many bytes already wait for this receiver"));
        }
        if receivers.bytes + bytes > MAX_TOTAL_BYTES {
            return Err((batch.messages, "too many bytes already wait for all receivers"));
        }
        receivers.bytes += bytes;
        let receiver = receivers.by_name.entry(receiver.clone()).or_default();
        receiver.bytes += bytes;
        receiver.waiting.push_back(batch);
        self.under_way.send_modify(|count| *count += 1);
        drop(receivers);
        self.news.notify_one();
        Ok(())
    }

    /// Waits for the next batch that can be sent. The caller reports its end to [`Queue::ended`].
    pub(crate) async fn next(&self) -> Batch {
        loop {
            let next = self.receivers.lock().next();
            match next {
                Some(batch) => return batch,
                // A batch that was added meanwhile is not missed: `Notify` stores one permit.
                None => self.news.notified().await,
            }
        }
    }

    /// Releases the reservation of a batch that was sent or given up.
    pub(crate) fn ended(&self, reservation: &Reservation) {
        self.receivers.lock().ended(reservation);
        self.news.notify_one();
        self.under_way.send_modify(|count| *count = count.saturating_sub(1));
    }

    /// Waits until the queue is empty and nothing is being sent.
    pub(crate) async fn wait_until_empty(&self) {
        // The sender is in `self`, so that waiting cannot fail.
        drop(self.under_way.subscribe().wait_for(|count| *count == 0).await);
    }

    /// Removes the batches that wait.
    pub(crate) fn clear(&self) {
        let forgotten = self.receivers.lock().clear();
        self.under_way.send_modify(|count| *count = count.saturating_sub(forgotten));
    }
}

impl Receivers {
    fn next(&mut self) -> Option<Batch> {
        if self.sending >= MAX_TOTAL_BATCHES {
            return None;
        }
        let is_free = |receiver: &Receiver| {
            receiver.sending < MAX_RECEIVER_BATCHES && !receiver.waiting.is_empty()
        };
        let index = self.by_name.values().position(is_free)?;
        let receiver = &mut self.by_name[index];
        receiver.sending += 1;
        let batch = receiver.waiting.pop_front();
        self.by_name.move_index(index, self.by_name.len() - 1);
        self.sending += 1;
        batch
    }

    fn ended(&mut self, reservation: &Reservation) {
        self.bytes = self.bytes.saturating_sub(reservation.bytes);
        self.sending = self.sending.saturating_sub(1);
        if let Some(receiver) = self.by_name.get_mut(&reservation.receiver) {
            receiver.bytes = receiver.bytes.saturating_sub(reservation.bytes);
            receiver.sending = receiver.sending.saturating_sub(1);
            if receiver.sending == 0 && receiver.waiting.is_empty() {
                self.by_name.shift_remove(&reservation.receiver);
            }
        }
    }

    /// Removes the batches that wait, and returns their number.
    fn clear(&mut self) -> usize {
        let mut forgotten = 0;
        self.by_name.retain(|_, receiver| {
            for batch in take(&mut receiver.waiting) {
                receiver.bytes -= batch.reservation.bytes;
                self.bytes -= batch.reservation.bytes;
                forgotten += 1;
            }
            receiver.sending > 0
        });
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use crate::bounded::BoundedLog;

    use super::*;

    fn batch(url: &str, bytes: usize) -> Batch {
        let number = BoundedLog::default().add(());
        let (url, headers, body) = (url.to_owned(), Vec::new(), "a".repeat(bytes));
        Batch::new(vec![Message { number, url, headers, body }])
    }

    fn next(queue: &Queue) -> Option<String> {
        let batch = queue.receivers.lock().next()?;
        Some(batch.messages[0].url.clone())
    }

    #[test]
    fn a_receiver_that_takes_long_delays_no_other() {
        let queue = Queue::default();
        for index in 0..MAX_RECEIVER_BATCHES + 2 {
            queue.add(batch(&format!("http://slow.example/{index}"), 0)).unwrap();
        }
        queue.add(batch("http://other.example/", 0)).unwrap();
        let expected = ["slow.example/0", "other.example/", "slow.example/1", "slow.example/2"];
        for expected in expected {
            assert_eq!(next(&queue).unwrap(), format!("http://{expected}"));
        }
        assert_eq!(next(&queue).unwrap(), "http://slow.example/3");
        assert_eq!(next(&queue), None, "the receiver has its largest number of batches");
        queue.ended(&batch("http://slow.example/", 0).reservation);
        assert_eq!(next(&queue).unwrap(), "http://slow.example/4");

        queue.clear();
        assert_eq!(
            *queue.under_way.borrow(),
            MAX_RECEIVER_BATCHES + 1,
            "batches that are being sent are kept"
        );
        for _ in 0..MAX_RECEIVER_BATCHES {
            queue.ended(&batch("http://slow.example/", 0).reservation);
        }
        queue.ended(&batch("http://other.example/", 0).reservation);
        assert_eq!(*queue.under_way.borrow(), 0);
        assert!(queue.receivers.lock().by_name.is_empty());
    }

    #[test]
    fn the_size_of_the_queue_is_bounded() {
        let queue = Queue::default();
        let url = |index: usize| format!("http://receiver{index}.example/");
        let mut results = Vec::new();
        for index in 0..5 {
            for _ in 0..2 {
                let added = queue.add(batch(&url(index), MAX_RECEIVER_BYTES - 1000));
                results.push(added.map_err(|(_, reason)| reason));
            }
        }
        let (one, all) = (
            Err("too many bytes already wait for this receiver"),
            Err("too many bytes already wait for all receivers"),
        );
        let half = [Ok(()), one];
        assert_eq!(results, [half, half, half, half, [all, all]].concat());
        queue.clear();
        assert_eq!(queue.receivers.lock().bytes, 0);
        assert_eq!(queue.add(batch(&url(0), 0)).map_err(|(_, reason)| reason), Ok(()));
    }
}
