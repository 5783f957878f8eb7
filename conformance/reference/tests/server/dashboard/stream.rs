//! The stream of changes, which reports requests and resources, and ends with the server.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use reqwest::Method;
use scraper::Html;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use webdata_reference::Options;

use crate::dashboard::mock::{Mock, all, rows};

/// How long an event may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A client of the stream, as an open dashboard is.
pub(crate) struct Watcher {
    response: reqwest::Response,
    received: String,
}

impl Watcher {
    pub(crate) async fn new(mock: &Mock) -> Self {
        let page = mock.page().await;
        let body = all(&page, "body[data-events]");
        let path = body[0].attr("data-events").unwrap();
        let response = mock.request(Method::GET, path).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { response, received: String::new() }
    }

    /// Returns the next event.
    pub(crate) async fn next(&mut self) -> Value {
        tokio::time::timeout(PATIENCE, self.received()).await.expect("an event").expect("an event")
    }

    /// Returns the next event; `None` when the stream has ended.
    async fn received(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.received.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let is_change = event.lines().any(|line| line == "event: changed");
                let data = data.filter(|_| is_change).map(str::to_owned);
                self.received = rest.to_owned();
                if let Some(data) = data {
                    return Some(serde_json::from_str(&data).unwrap());
                }
                continue;
            }
            let chunk = self.response.chunk().await.expect("whole chunks")?;
            self.received.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}

/// Returns a part of an event as a document.
fn part(event: &Value, name: &str) -> Html {
    Html::parse_document(event["parts"][name].as_str().unwrap_or_else(|| panic!("{name}: {event}")))
}

#[tokio::test]
async fn changes_are_streamed() {
    // The clock is frozen, so that no job changes in between.
    let clock = "2026-01-02T03:04:05Z".parse().ok();
    let mock = Mock::with(Options { clock, ..Options::default() }).await;
    let monitor = mock.monitor();
    let mut watcher = Watcher::new(&mock).await;
    let first = watcher.next().await;
    let parts: Vec<&String> = first["parts"].as_object().unwrap().keys().collect();
    assert_eq!(parts, ["errors", "jobs", "keys", "monitors", "operations", "requests"]);
    assert_eq!(rows(&part(&first, "requests"), "table").len(), 0);

    mock.patch(&monitor, &json!({ "name": "Prices" })).await;
    let next = watcher.next().await;
    assert_eq!(next["missed"], 0);
    let parts: Vec<&String> = next["parts"].as_object().unwrap().keys().collect();
    assert_eq!(parts, ["monitors", "requests"], "the other parts have not changed");
    let requests = rows(&part(&next, "requests"), "table");
    let path = format!("/v2/monitor/{monitor}");
    assert_eq!(requests[0][1..6], ["200", "PATCH", &path, "updateMonitor", "home"]);
    assert_eq!(rows(&part(&next, "monitors"), "table")[0][0], "Prices");

    // A new job is shown at once, and changes with the clock, without a request.
    let job = mock.control(Method::POST, "agents", &json!({})).await;
    let next = watcher.next().await;
    assert_eq!(rows(&part(&next, "jobs"), "table")[0][2], "processing");
    let commands = part(&next, "operations");
    let command: String = all(&commands, "#operation-cancelAgent pre")[0].text().collect();
    assert!(command.contains(job["id"].as_str().unwrap()), "{command}");
    mock.control(Method::POST, "clock", &json!({ "advance-seconds": 60 })).await;
    let next = watcher.next().await;
    assert_eq!(rows(&part(&next, "jobs"), "table")[0][2], "completed");

    mock.control(Method::POST, "reset", &Value::Null).await;
    let next = watcher.next().await;
    for name in ["requests", "jobs"] {
        assert_eq!(rows(&part(&next, name), "table").len(), 0, "{name}");
    }
}

#[tokio::test]
async fn a_change_without_a_request_is_streamed() {
    let mock = Mock::start().await;
    let mut watcher = Watcher::new(&mock).await;
    watcher.next().await;
    let monitor = mock.monitor();
    let next = watcher.next().await;
    assert_eq!(rows(&part(&next, "monitors"), "table")[0][4], monitor);
}

#[tokio::test]
async fn missed_requests_are_counted() {
    let mock = Mock::start().await;
    let mut watcher = Watcher::new(&mock).await;
    watcher.next().await;
    let (router, count) = (mock.server.router(), 3000);
    for _ in 0..count {
        let request = Request::get("/v2/nothing").body(Body::empty()).unwrap();
        router.clone().oneshot(request).await.unwrap();
    }
    let mut missed = 0;
    // The stream counts missed requests only when it next reads the feed.
    while missed == 0 {
        let next = watcher.next().await;
        assert!(rows(&part(&next, "requests"), "table").len() <= 50);
        missed += next["missed"].as_u64().unwrap();
    }
    assert!(missed < count, "{missed}");
}

/// The largest number of open dashboards.
const WATCHERS: usize = 32;

#[tokio::test]
async fn the_number_of_open_dashboards_is_limited() {
    let mock = Mock::start().await;
    let mut watchers = Vec::new();
    for _ in 0..WATCHERS {
        watchers.push(Watcher::new(&mock).await);
    }
    let refused = mock.get("/_reference/events").await;
    assert_eq!(refused.status, 503);
    assert!(refused.text.contains("close one"), "{}", refused.text);
    drop(watchers);
    // The server notices a closed connection when it next writes.
    let freed = async {
        loop {
            mock.patch(&mock.monitor(), &json!({ "name": "Prices" })).await;
            let request = mock.request(Method::GET, "/_reference/events");
            if request.send().await.unwrap().status() == 200 {
                return;
            }
        }
    };
    tokio::time::timeout(PATIENCE, freed).await.expect("a permit is free again");
}

#[tokio::test]
async fn the_stream_ends_with_the_server() {
    let mock = Mock::start().await;
    let mut watchers = [Watcher::new(&mock).await, Watcher::new(&mock).await];
    watchers[0].next().await;
    let Mock { server, .. } = mock;
    let stopped = tokio::time::timeout(PATIENCE, server.serve_until(std::future::ready(())));
    stopped.await.expect("the server stops although a dashboard is open").unwrap();
    for mut watcher in watchers {
        let ended = async { while watcher.received().await.is_some() {} };
        tokio::time::timeout(PATIENCE, ended).await.expect("the stream ends");
    }
}
