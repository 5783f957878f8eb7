//! What changes on the dashboard, sent to whoever has it open, as server-sent events.
//!
//! It must not keep a connection once the server is to stop, nor send more often than people can
//! see: what changed meanwhile is told together.

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

use super::context::Dashboard;
use super::parts::{Parts, REQUESTS};
use crate::control::PREFIX;
use crate::world::live_feed::{Exchanges, FeedItem};

/// The least time between two events.
const PAUSE: Duration = Duration::from_millis(250);
/// How long until it is looked again without a request: jobs go by the clock, and checks by their
/// schedule.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// How many may watch at the same time: the page is made anew for each of them.
pub(super) const WATCHERS: usize = 32;

/// The name of the events.
const CHANGED: &str = "changed";

/// What an event says.
#[derive(Serialize)]
struct Changed {
    /// The parts that are not what they were, as HTML, by name.
    parts: BTreeMap<&'static str, String>,
    /// How many requests there were that none of the events shows.
    missed: u64,
}

/// Somebody who has the page open.
struct Watcher {
    dashboard: Dashboard,
    base: String,
    exchanges: Exchanges,
    _seat: OwnedSemaphorePermit,
    /// The parts as they were sent.
    shown: BTreeMap<&'static str, String>,
}

/// The first event has every part, so that a browser that comes back need not know what it missed.
/// Once [`WATCHERS`] watch, the next is asked to come again later.
pub(super) async fn events(
    State(dashboard): State<Dashboard>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let Ok(seat) = Arc::clone(&dashboard.seats).try_acquire_owned() else {
        let text = format!("{WATCHERS} pages are open already; close one\n");
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let base = dashboard.base(&dashboard.origin(&uri, &headers));
    let exchanges = dashboard.backend.world.feed.listen();
    let watcher = Watcher { dashboard, base, exchanges, _seat: seat, shown: BTreeMap::new() };
    let events = unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok::<_, Infallible>(event), watcher))
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

impl Watcher {
    /// Waits for the next event; `None` when the server is to stop.
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
            let missed = requests.saturating_sub(REQUESTS as u64);
            let mut parts = Parts::new(&self.dashboard, &self.base).ok()?.by_name();
            parts.retain(|name, html| self.shown.get(name) != Some(html));
            if parts.is_empty() && missed == 0 {
                continue;
            }
            self.shown.extend(parts.clone());
            return Event::default().event(CHANGED).json_data(Changed { parts, missed }).ok();
        }
    }

    /// Waits until it is time to look again, and gives the number of requests since the last time.
    async fn requests(&mut self) -> Option<u64> {
        tokio::time::sleep(PAUSE).await;
        let next = tokio::time::timeout(LOOK_AGAIN, self.exchanges.next()).await;
        let Ok(mut heard) = next else { return Some(0) };
        let mut requests = 0;
        loop {
            requests += match heard? {
                FeedItem::Missed(missed) => missed,
                FeedItem::Exchange(exchange) => {
                    u64::from(!exchange.request.path.starts_with(PREFIX))
                }
            };
            match self.exchanges.next().now_or_never() {
                Some(next) => heard = next,
                None => return Some(requests),
            }
        }
    }
}
