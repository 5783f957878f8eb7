//! The feed: whoever listens is told of each request when it has been answered.
//!
//! It must not hold a request back: who listens too slowly misses some, and is told how many.

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender};

use super::request_log::Entry;

/// How many requests a listener may be behind.
const BEHIND: usize = 1024;

/// A request and its response, as whoever listens is told of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Exchange {
    /// What was asked for, and how it was answered.
    #[serde(flatten)]
    pub request: Entry,
    /// The body that was sent, where the server tells of bodies and there was one: the beginning of
    /// it, without secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_body: Option<String>,
    /// The body of the response, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
}

/// What a listener hears.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    /// The next request.
    Exchange(Arc<Exchange>),
    /// The listener was too slow for so many requests, which are gone.
    Missed(u64),
}

/// The requests of a server from now on, one after the other.
#[derive(Debug)]
pub struct Exchanges(Receiver<Arc<Exchange>>);

impl Exchanges {
    /// Waits for the next request to be answered; `None` when the server is gone.
    pub async fn next(&mut self) -> Option<Heard> {
        match self.0.recv().await {
            Ok(exchange) => Some(Heard::Exchange(exchange)),
            Err(RecvError::Lagged(missed)) => Some(Heard::Missed(missed)),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Where requests are told.
#[derive(Debug)]
pub(crate) struct LiveFeed {
    listeners: Sender<Arc<Exchange>>,
    tells_bodies: bool,
}

impl LiveFeed {
    /// A feed to which nobody listens yet.
    pub(crate) fn new(tells_bodies: bool) -> Self {
        Self { listeners: Sender::new(BEHIND), tells_bodies }
    }

    /// Listens from now on.
    pub(crate) fn listen(&self) -> Exchanges {
        Exchanges(self.listeners.subscribe())
    }

    /// Whether anybody listens.
    pub(crate) fn is_heard(&self) -> bool {
        self.listeners.receiver_count() > 0
    }

    /// Whether anybody hears of bodies.
    pub(crate) fn has_bodies(&self) -> bool {
        self.tells_bodies && self.is_heard()
    }

    /// Tells of a request; whoever has just stopped listening is not told.
    pub(crate) fn send(&self, exchange: Exchange) {
        let _ = self.listeners.send(Arc::new(exchange));
    }
}
