//! The live feed: a stream of requests with their responses, for any number of listeners.
//!
//! The feed never delays a request. A slow listener misses requests, and learns how many.

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender};

use super::request_log::Entry;

/// How many requests a listener may lag behind.
const MAX_LAG: usize = 1024;

/// A request and its response, as listeners receive them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Exchange {
    /// The request, and the status code of its response.
    #[serde(flatten)]
    pub request: Entry,
    /// The beginning of the request body, without secrets. It is absent if there was no body or the server
    /// does not record bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_body: Option<String>,
    /// The beginning of the response body, under the same conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
}

/// An item of the live feed.
#[derive(Debug, Clone, PartialEq)]
pub enum FeedItem {
    /// A request with its response.
    Exchange(Arc<Exchange>),
    /// The number of requests that a slow listener missed.
    Missed(u64),
}

/// A stream of the requests that a server handles from now on.
#[derive(Debug)]
pub struct Exchanges(Receiver<Arc<Exchange>>);

impl Exchanges {
    /// Waits for the next item; `None` once the server is gone.
    pub async fn next(&mut self) -> Option<FeedItem> {
        match self.0.recv().await {
            Ok(exchange) => Some(FeedItem::Exchange(exchange)),
            Err(RecvError::Lagged(missed)) => Some(FeedItem::Missed(missed)),
            Err(RecvError::Closed) => None,
        }
    }
}

/// The sender of the feed.
#[derive(Debug)]
pub(crate) struct LiveFeed {
    listeners: Sender<Arc<Exchange>>,
    includes_bodies: bool,
}

impl LiveFeed {
    /// Creates a feed without listeners.
    pub(crate) fn new(includes_bodies: bool) -> Self {
        Self { listeners: Sender::new(MAX_LAG), includes_bodies }
    }

    /// Returns a stream of the requests from now on.
    pub(crate) fn listen(&self) -> Exchanges {
        Exchanges(self.listeners.subscribe())
    }

    /// Returns whether there is a listener.
    pub(crate) fn has_listeners(&self) -> bool {
        self.listeners.receiver_count() > 0
    }

    /// Returns whether bodies are recorded for a listener.
    pub(crate) fn includes_bodies(&self) -> bool {
        self.includes_bodies && self.has_listeners()
    }

    /// Sends a request to all listeners. Sending to no listener is no error.
    pub(crate) fn send(&self, exchange: Exchange) {
        let _ = self.listeners.send(Arc::new(exchange));
    }
}
