//! The deliveries of webhooks: the messages that wait or are being sent, of bounded size, and the records of the newest
//! deliveries.
//!
//! A slow receiver delays no other receiver. This module sends nothing, and keeps no values of headers, since they
//! may be secrets.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use reqwest::Url;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use crate::bounded::{BoundedLog, EntryNumber};
use crate::shared::Shared;

/// The longest time that a client waits for all deliveries to end.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The largest size of the messages that wait or are being sent, in KiB: per receiver, and in total.
const MAX_RECEIVER_KIB: usize = 16 << 10;
const MAX_TOTAL_KIB: usize = 64 << 10;

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

#[derive(Debug)]
pub(crate) struct Deliveries {
    /// The records of the newest deliveries.
    pub(crate) records: BoundedLog<Delivery>,
    /// The limits of each receiver that has messages, by its origin.
    receivers: Shared<HashMap<String, Weak<Limits>>>,
    /// The limits of all receivers together.
    total: Arc<Limits>,
    sender: UnboundedSender<Batch>,
    queue: Mutex<UnboundedReceiver<Batch>>,
    /// How many batches wait or are being sent.
    under_way: watch::Sender<usize>,
    /// Cancels the batches that wait, on a reset.
    reset: Shared<CancellationToken>,
}

/// The room for messages, in KiB, and the batches that may be sent at the same time.
#[derive(Debug)]
struct Limits {
    room: Arc<Semaphore>,
    batches: Arc<Semaphore>,
}

impl Limits {
    fn new(kib: usize, batches: usize) -> Arc<Self> {
        let (room, batches) = (Semaphore::new(kib).into(), Semaphore::new(batches).into());
        Arc::new(Self { room, batches })
    }
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
    /// The limits of the receiver, and of all receivers.
    limits: [Arc<Limits>; 2],
    _room: [OwnedSemaphorePermit; 2],
    _under_way: UnderWay,
    reset: CancellationToken,
}

/// Counts a batch until it is dropped, because it was sent or never will be.
#[derive(Debug)]
struct UnderWay(watch::Sender<usize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

impl Batch {
    /// Waits until the batch may be sent, and returns the permits, which the caller keeps until it has sent the batch.
    /// Returns `None` if the server is reset meanwhile.
    pub(crate) async fn turn(&self) -> Option<[OwnedSemaphorePermit; 2]> {
        // A batch that waits for its receiver takes no share of the total, so that it delays no other receiver.
        let [receiver, total] = self.limits.each_ref().map(|limits| Arc::clone(&limits.batches));
        let permits = async {
            Some([receiver.acquire_owned().await.ok()?, total.acquire_owned().await.ok()?])
        };
        self.reset.run_until_cancelled(permits).await?
    }
}

impl Default for Deliveries {
    fn default() -> Self {
        let (sender, queue) = unbounded_channel();
        Self {
            records: BoundedLog::default(),
            receivers: Shared::default(),
            total: Limits::new(MAX_TOTAL_KIB, MAX_TOTAL_BATCHES),
            sender,
            queue: Mutex::new(queue),
            under_way: watch::Sender::new(0),
            reset: Shared::default(),
        }
    }
}

impl Deliveries {
    /// Waits until no delivery is in progress, for at most [`LONGEST_WAIT`] and while the server runs.
    pub(crate) async fn wait_until_empty(&self, stopping: &CancellationToken) {
        let mut under_way = self.under_way.subscribe();
        // After the longest wait, the records of deliveries in progress still say so.
        let ended = timeout(LONGEST_WAIT, under_way.wait_for(|count| *count == 0));
        drop(stopping.run_until_cancelled(ended).await);
    }

    /// Queues the messages of a check, or records why they are not sent.
    pub(crate) fn begin(&self, messages: Vec<Message>) {
        let receiver = self.limits_of(&messages);
        let bytes: usize = messages.iter().map(bytes_of).sum();
        let kib = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        let reserve = |limits: &Limits| Arc::clone(&limits.room).try_acquire_many_owned(kib);
        let reason = match (reserve(&receiver), reserve(&self.total)) {
            (Ok(receiver_room), Ok(total_room)) => {
                self.under_way.send_modify(|count| *count += 1);
                let batch = Batch {
                    messages,
                    deadline: Instant::now() + TIME_LIMIT,
                    limits: [receiver, Arc::clone(&self.total)],
                    _room: [receiver_room, total_room],
                    _under_way: UnderWay(self.under_way.clone()),
                    reset: self.reset.lock().clone(),
                };
                // Sending cannot fail, because the other half of the channel is in `self`.
                return drop(self.sender.send(batch));
            }
            (Err(_), _) => "too many bytes already wait for this receiver",
            (Ok(_), Err(_)) => "too many bytes already wait for all receivers",
        };
        for message in messages {
            self.record(message.number, 0, Outcome::NotDelivered(reason.to_owned()));
        }
    }

    /// Waits for the next batch.
    pub(crate) async fn next(&self) -> Option<Batch> {
        self.queue.lock().await.recv().await
    }

    pub(crate) fn record(&self, number: EntryNumber, attempts: u32, outcome: Outcome) {
        self.records.change(number, |delivery| {
            delivery.attempts = attempts;
            delivery.outcome = outcome;
        });
    }

    /// Removes every record, and the deliveries that have not begun.
    pub(crate) fn reset(&self) {
        std::mem::take(&mut *self.reset.lock()).cancel();
        self.records.clear();
    }

    /// Returns the limits of the receiver of messages, which its origin identifies.
    fn limits_of(&self, messages: &[Message]) -> Arc<Limits> {
        let url = messages.first().and_then(|message| Url::parse(&message.url).ok());
        let origin = url.map(|url| url.origin().ascii_serialization()).unwrap_or_default();
        let mut receivers = self.receivers.lock();
        receivers.retain(|_, limits| limits.strong_count() > 0);
        let known = receivers.get(&origin).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let limits = Limits::new(MAX_RECEIVER_KIB, MAX_RECEIVER_BATCHES);
            receivers.insert(origin, Arc::downgrade(&limits));
            limits
        })
    }
}

fn bytes_of(message: &Message) -> usize {
    let headers = message.headers.iter().map(|(name, value)| name.len() + value.len());
    OVERHEAD + message.url.len() + message.body.len() + headers.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(deliveries: &Deliveries, url: &str, kib: usize) {
        let (number, url) = (BoundedLog::default().add(()), url.to_owned());
        deliveries.begin(vec![Message {
            number,
            url,
            headers: Vec::new(),
            body: "a".repeat(kib << 10),
        }]);
    }

    #[tokio::test]
    async fn the_messages_of_each_receiver_and_of_all_are_limited() {
        let deliveries = Deliveries::default();
        for receiver in 0..5 {
            for _ in 0..2 {
                begin(&deliveries, &format!("http://{receiver}.example/"), MAX_RECEIVER_KIB - 9);
            }
        }
        assert_eq!(*deliveries.under_way.borrow(), 4, "one per receiver, and four in total");
        let mut sending = Vec::new();
        for _ in 0..=MAX_RECEIVER_BATCHES {
            begin(&deliveries, "http://slow.example/", 0);
        }
        begin(&deliveries, "http://other.example/", 0);
        for at in 0..=MAX_RECEIVER_BATCHES + 5 {
            let batch = deliveries.next().await.unwrap();
            let turn = timeout(Duration::ZERO, batch.turn()).await;
            assert_eq!(turn.is_ok(), at != 4 + MAX_RECEIVER_BATCHES, "batch {at}");
            sending.push((turn, batch));
        }
        deliveries.reset();
        let (_, waiting) = sending.swap_remove(4 + MAX_RECEIVER_BATCHES);
        assert!(waiting.turn().await.is_none(), "a reset removes the batches that wait");
        drop((waiting, sending));
        assert_eq!(*deliveries.under_way.borrow(), 0);
    }
}
