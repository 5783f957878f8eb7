//! Receives webhooks: an HTTP server of the runner's own, with a path for each case.
//!
//! It must not judge what it receives. What comes to a path that no case has open is not kept, nor what is more
//! than a bounded number of bytes. It runs on the threads that read what others send, so that whatever comes does
//! not delay those who wait for it.

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

/// The largest webhook that is taken, in bytes.
const LARGEST_BODY: usize = 1 << 20;

/// How long a webhook may take to come whole, from its first byte.
const LONGEST: Duration = Duration::from_secs(20);

/// The most webhooks that are kept for a case; a sound server sends a handful.
const MOST: usize = 1000;

/// The most that the webhooks of a case hold together, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The most that those of all cases hold together, in bytes.
const MOST_TOGETHER: usize = 32 << 20;

/// The most webhooks that are read at once; others wait for their turn.
const AT_ONCE: usize = 16;

/// The server; it stops when this is dropped.
pub(crate) struct Listener {
    url: String,
    wait: Duration,
    received: Arc<Received>,
    serving: JoinHandle<()>,
}

/// What has come.
struct Received {
    by_case: Mutex<HashMap<String, Vec<Delivery>>>,
    /// Told of whenever something comes.
    news: watch::Sender<()>,
    /// For those that are read.
    turns: Semaphore,
}

/// The addresses of one case; what comes later than this is dropped is not kept.
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
            // It ends when the task is aborted; a connection that fails ends alone.
            drop(axum::serve(listener, router).await);
        });
        let url = webhooks.url.as_ref().map_or(own, |url| url.reveal().to_owned());
        Ok(Self { url, wait: webhooks.wait, received, serving })
    }

    /// Addresses for one case.
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
    /// What the addresses start with; a number stands behind it.
    pub(crate) fn url(&self) -> String {
        format!("{}/{}", self.listener.url, self.case)
    }

    /// How long it may take until something comes.
    pub(crate) fn patience(&self) -> Duration {
        self.listener.wait
    }

    /// What has come once it is enough, or once the time is over.
    pub(crate) async fn received(&self, is_enough: impl Fn(&[Delivery]) -> bool) -> Vec<Delivery> {
        let mut news = self.listener.received.news.subscribe();
        let has_enough = || {
            let received = self.listener.received.locked();
            is_enough(received.get(&self.case).map(Vec::as_slice).unwrap_or_default())
        };
        let enough = async { while !has_enough() && news.changed().await.is_ok() {} };
        // What has not come by then is missing, which is for the judge to say.
        drop(timeout(self.listener.wait, enough).await);
        self.so_far()
    }

    /// What has come until now.
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
        // Nothing panics while the lock is held; if it did, the lists would still be whole.
        self.by_case.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a webhook of a case, while there is room.
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
