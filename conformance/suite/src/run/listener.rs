//! Receives webhooks with an HTTP server that has a path for each case.
//!
//! The listener does not judge. It drops requests to unknown paths, and everything beyond a limited number of
//! bytes. It runs on the threads that read responses, so that webhooks do not delay the cases that wait for
//! them.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::any;
use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use uuid::Uuid;

use super::client::network_threads;
use crate::outcome::DeliveryRecord;
use crate::target::Webhooks;

/// The maximum size of a webhook, in bytes.
const MAX_BODY_BYTES: usize = 1 << 20;

/// The time limit for receiving a webhook, from its first byte.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(20);

/// The maximum number of webhooks of a case; a correct server sends a handful.
const MAX_PER_CASE: usize = 1000;

/// The maximum size of a case's webhooks together, in bytes.
const MAX_BYTES_PER_CASE: usize = 4 << 20;

/// The maximum size of all cases' webhooks together, in bytes.
const MAX_TOTAL_BYTES: usize = 32 << 20;

/// The maximum number of webhooks that are read at the same time; others wait.
const MAX_CONCURRENT: usize = 16;

/// The server; it stops when this value is dropped.
pub(crate) struct Listener {
    url: String,
    wait: Duration,
    store: Arc<DeliveryStore>,
    serving: JoinHandle<()>,
}

struct DeliveryStore {
    by_case: Mutex<HashMap<String, Vec<DeliveryRecord>>>,
    changes: watch::Sender<()>,
    /// Limits how many webhooks are read at the same time.
    permits: Semaphore,
}

/// The addresses of one case. Webhooks that come after this value is dropped are ignored.
pub(crate) struct Addresses<'l> {
    listener: &'l Listener,
    case: String,
}

impl Listener {
    pub(crate) async fn start(webhooks: &Webhooks) -> io::Result<Self> {
        let threads = network_threads().map_err(io::Error::other)?;
        let listener = TcpListener::bind(webhooks.listen).await?;
        let default_url = format!("http://{}", listener.local_addr()?);
        let store = Arc::new(DeliveryStore::new());
        let router =
            Router::new().route("/{case}/{place}", any(receive)).with_state(Arc::clone(&store));
        let serving = threads.spawn(async move {
            // Serving ends when the task is aborted; a failed connection affects no other.
            drop(axum::serve(listener, router).await);
        });
        let url = webhooks.url.as_ref().map_or(default_url, |url| url.reveal().to_owned());
        Ok(Self { url, wait: webhooks.wait, store, serving })
    }

    /// Returns addresses for one case.
    pub(crate) fn open(&self) -> Addresses<'_> {
        let case = Uuid::new_v4().to_string();
        self.store.by_case.lock().insert(case.clone(), Vec::new());
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
    pub(crate) async fn wait_for_deliveries(
        &self,
        is_enough: impl Fn(&[DeliveryRecord]) -> bool,
    ) -> Vec<DeliveryRecord> {
        let mut changes = self.listener.store.changes.subscribe();
        let has_enough = || {
            let received = self.listener.store.by_case.lock();
            is_enough(received.get(&self.case).map(Vec::as_slice).unwrap_or_default())
        };
        let enough = async { while !has_enough() && changes.changed().await.is_ok() {} };
        // After the time limit, the judge reports what is missing.
        drop(timeout(self.listener.wait, enough).await);
        self.received_so_far()
    }

    /// Returns the webhooks that have come so far.
    pub(crate) fn received_so_far(&self) -> Vec<DeliveryRecord> {
        self.listener.store.by_case.lock().get(&self.case).cloned().unwrap_or_default()
    }
}

impl Drop for Addresses<'_> {
    fn drop(&mut self) {
        self.listener.store.by_case.lock().remove(&self.case);
    }
}

impl DeliveryStore {
    fn new() -> Self {
        let (by_case, changes) = (Mutex::default(), watch::Sender::default());
        Self { by_case, changes, permits: Semaphore::new(MAX_CONCURRENT) }
    }

    /// Keeps a webhook of a case, if there is space.
    fn add(&self, case: &str, delivery: DeliveryRecord) {
        let mut by_case = self.by_case.lock();
        let length = bytes(&delivery);
        let total: usize = by_case.values().flatten().map(bytes).sum();
        let Some(deliveries) = by_case.get_mut(case) else { return };
        let fits = deliveries.iter().map(bytes).sum::<usize>() + length <= MAX_BYTES_PER_CASE;
        if deliveries.len() < MAX_PER_CASE && fits && total + length <= MAX_TOTAL_BYTES {
            deliveries.push(delivery);
        }
    }
}

async fn receive(
    State(store): State<Arc<DeliveryStore>>,
    Path((case, place)): Path<(String, usize)>,
    headers: HeaderMap,
    body: Body,
) -> StatusCode {
    // The semaphore is never closed.
    let _turn = store.permits.acquire().await;
    let Ok(Ok(body)) = timeout(RECEIVE_TIMEOUT, to_bytes(body, MAX_BODY_BYTES)).await else {
        return StatusCode::BAD_REQUEST;
    };
    let headers = headers.iter().map(|(name, value)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    });
    let body = String::from_utf8_lossy(&body).into_owned();
    let delivery = DeliveryRecord { place, headers: headers.collect(), body };
    store.add(&case, delivery);
    store.changes.send_replace(());
    StatusCode::OK
}

fn bytes(delivery: &DeliveryRecord) -> usize {
    let headers = delivery.headers.iter().map(|(name, value)| name.len() + value.len());
    delivery.body.len() + headers.sum::<usize>()
}
