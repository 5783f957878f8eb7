//! What waits to be sent: the messages of checks, by receiver and up to a size.
//!
//! A receiver that takes long delays no other one. It must not send anything.

use std::collections::VecDeque;
use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indexmap::IndexMap;
use reqwest::Url;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::bounded_log::Number;

/// The most bytes that wait or are under way: for a receiver, and for all of them.
const MOST_FOR_ONE: usize = 16 << 20;
const MOST_FOR_ALL: usize = 64 << 20;

/// How many checks are told at a time: to a receiver, and to all of them.
const AT_ONCE_TO_ONE: usize = 4;
const AT_ONCE_TO_ALL: usize = 256;

/// How long the webhooks of a check may take from the end of the check on.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(25);

/// What a message takes beside its texts, about.
const OVERHEAD: usize = 256;

/// What is sent.
#[derive(Debug)]
pub(crate) struct Message {
    /// The number of its delivery.
    pub(crate) number: Number,
    pub(crate) url: String,
    pub(crate) headers: Vec<(String, String)>,
    /// The payload, as it goes over the wire.
    pub(crate) body: String,
}

/// The messages of a check, in their order, which all go to one receiver.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) messages: Vec<Message>,
    pub(crate) deadline: Instant,
    /// Whom they go to, and how much they take.
    place: Place,
}

#[derive(Debug, Clone)]
pub(crate) struct Place {
    receiver: String,
    bytes: usize,
}

impl Batch {
    pub(super) fn new(messages: Vec<Message>) -> Self {
        let receiver = messages.first().map(|message| receiver(&message.url)).unwrap_or_default();
        let place = Place { receiver, bytes: messages.iter().map(bytes).sum() };
        Self { messages, deadline: Instant::now() + TIME_LIMIT, place }
    }

    /// What the queue is to be told when they have been sent.
    pub(crate) fn place(&self) -> Place {
        self.place.clone()
    }
}

/// Whom a URL goes to, whatever its path.
fn receiver(url: &str) -> String {
    Url::parse(url).map_or_else(|_| String::new(), |url| url.origin().ascii_serialization())
}

fn bytes(message: &Message) -> usize {
    let headers = message.headers.iter().map(|(name, value)| name.len() + value.len());
    OVERHEAD + message.url.len() + message.body.len() + headers.sum::<usize>()
}

/// What is to be sent.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    receivers: Mutex<Receivers>,
    news: Notify,
    /// How many checks have messages that are not sent yet.
    under_way: watch::Sender<usize>,
}

/// Those for whom something is there, the one first that was not turned to for longest.
#[derive(Debug, Default)]
struct Receivers {
    by_name: IndexMap<String, Receiver>,
    /// For all of them.
    bytes: usize,
    sending: usize,
}

#[derive(Debug, Default)]
struct Receiver {
    waiting: VecDeque<Batch>,
    bytes: usize,
    /// How many of the checks it is being told of.
    sending: usize,
}

impl Queue {
    /// Takes messages in.
    ///
    /// # Errors
    /// The messages again, with the reason, where there are too many already.
    pub(crate) fn add(&self, batch: Batch) -> Result<(), (Vec<Message>, &'static str)> {
        let mut receivers = self.locked();
        let Place { receiver, bytes } = &batch.place;
        let before = receivers.by_name.get(receiver).map_or(0, |receiver| receiver.bytes);
        if before + bytes > MOST_FOR_ONE {
            return Err((batch.messages, "too much was to be sent to the receiver already"));
        }
        if receivers.bytes + bytes > MOST_FOR_ALL {
            return Err((batch.messages, "too much was to be sent to all receivers already"));
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

    /// Waits for the messages of the next check that can be sent. Their end is to be told.
    pub(crate) async fn next(&self) -> Batch {
        loop {
            let next = self.locked().next();
            match next {
                Some(batch) => return batch,
                // What has come since is not missed: it was noted.
                None => self.news.notified().await,
            }
        }
    }

    /// The messages of a check were sent, or never will be.
    pub(crate) fn ended(&self, place: &Place) {
        self.locked().ended(place);
        self.news.notify_one();
        self.under_way.send_modify(|count| *count = count.saturating_sub(1));
    }

    /// Waits until nothing waits or is under way.
    pub(crate) async fn end_of_all(&self) {
        // The sender is in `self`, so that waiting cannot fail.
        drop(self.under_way.subscribe().wait_for(|count| *count == 0).await);
    }

    /// Forgets what waits.
    pub(crate) fn clear(&self) {
        let forgotten = self.locked().clear();
        self.under_way.send_modify(|count| *count = count.saturating_sub(forgotten));
    }

    /// A thread that failed with the lock in hand leaves a whole queue behind.
    fn locked(&self) -> MutexGuard<'_, Receivers> {
        self.receivers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Receivers {
    fn next(&mut self) -> Option<Batch> {
        if self.sending >= AT_ONCE_TO_ALL {
            return None;
        }
        let is_free =
            |receiver: &Receiver| receiver.sending < AT_ONCE_TO_ONE && !receiver.waiting.is_empty();
        let index = self.by_name.values().position(is_free)?;
        let receiver = &mut self.by_name[index];
        receiver.sending += 1;
        let batch = receiver.waiting.pop_front();
        self.by_name.move_index(index, self.by_name.len() - 1);
        self.sending += 1;
        batch
    }

    fn ended(&mut self, place: &Place) {
        self.bytes = self.bytes.saturating_sub(place.bytes);
        self.sending = self.sending.saturating_sub(1);
        if let Some(receiver) = self.by_name.get_mut(&place.receiver) {
            receiver.bytes = receiver.bytes.saturating_sub(place.bytes);
            receiver.sending = receiver.sending.saturating_sub(1);
            if receiver.sending == 0 && receiver.waiting.is_empty() {
                self.by_name.shift_remove(&place.receiver);
            }
        }
    }

    /// Forgets what waits, and tells of how many checks.
    fn clear(&mut self) -> usize {
        let mut forgotten = 0;
        self.by_name.retain(|_, receiver| {
            for batch in take(&mut receiver.waiting) {
                receiver.bytes -= batch.place.bytes;
                self.bytes -= batch.place.bytes;
                forgotten += 1;
            }
            receiver.sending > 0
        });
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded_log::BoundedLog;

    fn batch(url: &str, bytes: usize) -> Batch {
        let number = BoundedLog::default().add(());
        let (url, headers, body) = (url.to_owned(), Vec::new(), "a".repeat(bytes));
        Batch::new(vec![Message { number, url, headers, body }])
    }

    fn next(queue: &Queue) -> Option<String> {
        let batch = queue.locked().next()?;
        Some(batch.messages[0].url.clone())
    }

    #[test]
    fn a_receiver_that_takes_long_delays_no_other() {
        let queue = Queue::default();
        for index in 0..AT_ONCE_TO_ONE + 2 {
            queue.add(batch(&format!("http://slow.example/{index}"), 0)).unwrap();
        }
        queue.add(batch("http://other.example/", 0)).unwrap();
        let expected = ["slow.example/0", "other.example/", "slow.example/1", "slow.example/2"];
        for expected in expected {
            assert_eq!(next(&queue).unwrap(), format!("http://{expected}"));
        }
        assert_eq!(next(&queue).unwrap(), "http://slow.example/3");
        assert_eq!(next(&queue), None, "so many are told at a time");
        queue.ended(&batch("http://slow.example/", 0).place());
        assert_eq!(next(&queue).unwrap(), "http://slow.example/4");

        queue.clear();
        assert_eq!(*queue.under_way.borrow(), AT_ONCE_TO_ONE + 1, "what has begun goes on");
        for _ in 0..AT_ONCE_TO_ONE {
            queue.ended(&batch("http://slow.example/", 0).place());
        }
        queue.ended(&batch("http://other.example/", 0).place());
        assert_eq!(*queue.under_way.borrow(), 0);
        assert!(queue.locked().by_name.is_empty());
    }

    #[test]
    fn it_takes_so_much_and_no_more() {
        let queue = Queue::default();
        let url = |index: usize| format!("http://receiver{index}.example/");
        let mut answers = Vec::new();
        for index in 0..5 {
            for _ in 0..2 {
                let added = queue.add(batch(&url(index), MOST_FOR_ONE - 1000));
                answers.push(added.map_err(|(_, reason)| reason));
            }
        }
        let (one, all) = (
            Err("too much was to be sent to the receiver already"),
            Err("too much was to be sent to all receivers already"),
        );
        let half = [Ok(()), one];
        assert_eq!(answers, [half, half, half, half, [all, all]].concat());
        queue.clear();
        assert_eq!(queue.locked().bytes, 0);
        assert_eq!(queue.add(batch(&url(0), 0)).map_err(|(_, reason)| reason), Ok(()));
    }
}
