//! The stream of changes to open dashboards, as server-sent events.
//!
//! The stream ends when the server stops. Changes that follow each other quickly are sent together.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use crate::control::PREFIX;
use crate::dashboard::Dashboard;
use crate::dashboard::parts::{MAX_REQUESTS, Parts};
use crate::world::request_log::{Exchanges, FeedItem};

/// The shortest time between two events.
const MIN_PAUSE: Duration = Duration::from_millis(250);
/// The longest time between two comparisons. Jobs and checks change with the clock, without a request.
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// The largest number of open dashboards, since the parts are rendered for each of them.
pub(super) const MAX_WATCHERS: usize = 32;

/// The type of the events.
const CHANGED: &str = "changed";

/// The data of an event.
#[derive(Serialize)]
struct Changed {
    /// The HTML of the parts that changed, by name.
    parts: BTreeMap<String, String>,
    /// The number of requests that no event shows.
    missed: u64,
}

struct Watcher {
    dashboard: Dashboard,
    base: String,
    exchanges: Exchanges,
    _permit: OwnedSemaphorePermit,
    /// The parts that were sent last.
    shown: BTreeMap<String, String>,
}

/// Streams the changes to a dashboard. The first event has every part, so that a browser that reconnects
/// needs no earlier events. With [`MAX_WATCHERS`] open dashboards, the response is an error.
pub(super) async fn events(
    State(dashboard): State<Dashboard>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let Ok(permit) = Arc::clone(&dashboard.permits).try_acquire_owned() else {
        let text = format!("{MAX_WATCHERS} dashboards are open already; close one\n");
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let base = dashboard.base(&dashboard.origin(&uri, &headers));
    let exchanges = dashboard.backend.world.feed.listen();
    let watcher = Watcher { dashboard, base, exchanges, _permit: permit, shown: BTreeMap::new() };
    let events = unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok::<_, Infallible>(event), watcher))
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

impl Watcher {
    /// Waits for the next event; `None` when the server stops.
    async fn next(&mut self) -> Option<Event> {
        let stopping = self.dashboard.backend.stopping.clone();
        loop {
            let mut requests = 0;
            if !self.shown.is_empty() {
                requests = tokio::select! {
                    () = stopping.cancelled() => return None,
                    requests = self.requests() => requests?,
                };
            }
            let missed = requests.saturating_sub(MAX_REQUESTS as u64);
            let mut parts = Parts::new(&self.dashboard, &self.base).ok()?.by_name();
            parts.retain(|name, html| self.shown.get(name) != Some(html));
            if parts.is_empty() && missed == 0 {
                continue;
            }
            self.shown.extend(parts.clone());
            return Event::default().event(CHANGED).json_data(Changed { parts, missed }).ok();
        }
    }

    /// Waits until the next comparison is due, and returns the number of requests meanwhile; `None` when the
    /// server is gone.
    async fn requests(&mut self) -> Option<u64> {
        tokio::time::sleep(MIN_PAUSE).await;
        let next = tokio::time::timeout(MAX_PAUSE, self.exchanges.next()).await;
        let Ok(mut item) = next else { return Some(0) };
        let mut requests = 0;
        loop {
            requests += match item? {
                FeedItem::Missed(missed) => missed,
                FeedItem::Exchange(exchange) => {
                    u64::from(!exchange.request.path.starts_with(PREFIX))
                }
            };
            match self.exchanges.next().now_or_never() {
                Some(next) => item = next,
                None => return Some(requests),
            }
        }
    }
}
