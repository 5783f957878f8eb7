//! Receives webhooks with an HTTP server that has a path for each case.
//!
//! The listener does not judge. It drops requests to unknown paths, and everything beyond a limited number of
//! bytes. It runs on the threads that read responses, so that webhooks do not delay the cases that wait for
//! them.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use uuid::Uuid;

use super::exchange::network;
use crate::judge::Delivery;
use crate::target::Webhooks;

/// The maximum size of a webhook, in bytes.
const LARGEST_BODY: usize = 1 << 20;

/// The time limit for receiving a webhook, from its first byte.
const LONGEST: Duration = Duration::from_secs(20);

/// The maximum number of webhooks of a case; a sound server sends a handful.
const MOST: usize = 1000;

/// The maximum size of a case's webhooks together, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The maximum size of all cases' webhooks together, in bytes.
const MOST_TOGETHER: usize = 32 << 20;

/// The maximum number of webhooks that are read at the same time; others wait.
const AT_ONCE: usize = 16;

/// The server; it stops when this value is dropped.
pub(crate) struct Listener {
    url: String,
    wait: Duration,
    received: Arc<Received>,
    serving: JoinHandle<()>,
}

/// The received webhooks.
struct Received {
    by_case: Mutex<HashMap<String, Vec<Delivery>>>,
    /// Notified for each webhook.
    news: watch::Sender<()>,
    /// Limits how many webhooks are read at the same time.
    turns: Semaphore,
}

/// The addresses of one case. Webhooks that come after this value is dropped are ignored.
pub(crate) struct Addresses<'l> {
    listener: &'l Listener,
    case: String,
}

impl Listener {
    /// Starts to listen.
    pub(crate) async fn start(webhooks: &Webhooks) -> io::Result<Self> {
        let network = network().map_err(io::Error::other)?;
        let listener = TcpListener::bind(webhooks.listen).await?;
        let own = format!("http://{}", listener.local_addr()?);
        let received = Arc::new(Received::new());
        let router =
            Router::new().route("/{case}/{place}", any(take)).with_state(Arc::clone(&received));
        let serving = network.spawn(async move {
            // Serving ends when the task is aborted; a failed connection affects no other.
            drop(axum::serve(listener, router).await);
        });
        let url = webhooks.url.as_ref().map_or(own, |url| url.reveal().to_owned());
        Ok(Self { url, wait: webhooks.wait, received, serving })
    }

    /// Returns addresses for one case.
    pub(crate) fn open(&self) -> Addresses<'_> {
        let case = Uuid::new_v4().to_string();
        self.received.locked().insert(case.clone(), Vec::new());
        Addresses { listener: self, case }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Addresses<'_> {
    /// Returns the beginning of the addresses; a number follows it.
    pub(crate) fn url(&self) -> String {
        format!("{}/{}", self.listener.url, self.case)
    }

    /// Returns the longest wait for a webhook.
    pub(crate) fn patience(&self) -> Duration {
        self.listener.wait
    }

    /// Returns the received webhooks once they are enough, or once the time is over.
    pub(crate) async fn received(&self, is_enough: impl Fn(&[Delivery]) -> bool) -> Vec<Delivery> {
        let mut news = self.listener.received.news.subscribe();
        let has_enough = || {
            let received = self.listener.received.locked();
            is_enough(received.get(&self.case).map(Vec::as_slice).unwrap_or_default())
        };
        let enough = async { while !has_enough() && news.changed().await.is_ok() {} };
        // After the time limit, the judge reports what is missing.
        drop(timeout(self.listener.wait, enough).await);
        self.so_far()
    }

    /// Returns the webhooks that have come so far.
    pub(crate) fn so_far(&self) -> Vec<Delivery> {
        self.listener.received.locked().get(&self.case).cloned().unwrap_or_default()
    }
}

impl Drop for Addresses<'_> {
    fn drop(&mut self) {
        self.listener.received.locked().remove(&self.case);
    }
}

impl Received {
    fn new() -> Self {
        let (by_case, news) = (Mutex::default(), watch::Sender::default());
        Self { by_case, news, turns: Semaphore::new(AT_ONCE) }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Vec<Delivery>>> {
        // Nothing panics while the lock is held, and the lists would still be valid.
        self.by_case.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a webhook of a case, if there is space.
    fn keep(&self, case: &str, delivery: Delivery) {
        let mut by_case = self.locked();
        let length = bytes(&delivery);
        let together: usize = by_case.values().flatten().map(bytes).sum();
        let Some(own) = by_case.get_mut(case) else { return };
        let has_room = own.iter().map(bytes).sum::<usize>() + length <= MOST_BYTES;
        if own.len() < MOST && has_room && together + length <= MOST_TOGETHER {
            own.push(delivery);
        }
    }
}

async fn take(
    State(received): State<Arc<Received>>,
    Path((case, place)): Path<(String, usize)>,
    headers: HeaderMap,
    body: Body,
) -> StatusCode {
    // The semaphore is never closed.
    let _turn = received.turns.acquire().await;
    let Ok(Ok(body)) = timeout(LONGEST, to_bytes(body, LARGEST_BODY)).await else {
        return StatusCode::BAD_REQUEST;
    };
    let headers = headers.iter().map(|(name, value)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    });
    let body = String::from_utf8_lossy(&body).into_owned();
    let delivery = Delivery { place, headers: headers.collect(), body };
    received.keep(&case, delivery);
    received.news.send_replace(());
    StatusCode::OK
}

fn bytes(delivery: &Delivery) -> usize {
    let headers = delivery.headers.iter().map(|(name, value)| name.len() + value.len());
    delivery.body.len() + headers.sum::<usize>()
}
