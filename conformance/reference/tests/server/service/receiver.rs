//! A receiver of webhooks: a real HTTP server on this machine.
//!
//! This module does not check what it receives.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::served::Served;

/// How long an event may take to arrive.
const LIMIT: Duration = Duration::from_secs(10);

/// Starts a server that accepts connections and never responds; returns its URL and its task.
pub(crate) async fn silent() -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let holding = tokio::spawn(async move {
        let mut held = Vec::new();
        loop {
            held.push(listener.accept().await.unwrap());
        }
    });
    (url, holding)
}

/// A receiver of webhooks, which stops when it is dropped.
pub(crate) struct Receiver {
    pub(crate) url: String,
    pub(crate) received: UnboundedReceiver<(HeaderMap, Value)>,
    serving: JoinHandle<()>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let (sender, received) = unbounded_channel();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new()
            .route("/hook", post(take))
            .route("/moved", post(|| async { (StatusCode::FOUND, [("location", "/hook")]) }))
            .with_state(sender);
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url: format!("http://{address}/hook"), received, serving }
    }

    /// Returns the next event, with its headers.
    pub(crate) async fn next(&mut self) -> (HeaderMap, Value) {
        timeout(LIMIT, self.received.recv()).await.unwrap().unwrap()
    }

    /// Returns the names of all events, once no delivery is in progress.
    pub(crate) async fn events(&mut self, served: &Served) -> Vec<String> {
        served.deliveries().await;
        let mut events = Vec::new();
        while let Ok((_, payload)) = self.received.try_recv() {
            events.push(payload["event"].as_str().unwrap().to_owned());
        }
        events
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(
    State(sender): State<UnboundedSender<(HeaderMap, Value)>>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    sender.send((headers, serde_json::from_slice(&body).unwrap())).unwrap();
    StatusCode::ACCEPTED
}
