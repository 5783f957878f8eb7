//! Webhooks and e-mails about checks.

use std::net::Ipv4Addr;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use webdata_reference::Options;

use crate::served::{Served, contract};
use crate::service::checks::{A, B};

#[tokio::test]
async fn a_scheduled_check_sends_webhooks() {
    let served = Served::contract().await;
    let mut receiver = Receiver::start().await;
    let webhook = json!({
        "url": receiver.url, "headers": { "X-Team": "price-watch", "Authorization": "Bearer s3cret" },
        "metadata": { "shop": [1, null], "deep": { "a": true } },
    });
    let schedule = json!({ "text": "every 30 minutes" });
    let id = served
        .create_monitor_of_two_pages(&json!({ "webhook": webhook, "schedule": schedule }))
        .await;
    served.advance(30 * 60).await;
    let check = served.checks(&id).await.pop().unwrap();
    let mut payloads = Vec::new();
    for _ in 0..3 {
        let (headers, payload) = receiver.next().await;
        assert_eq!(headers["x-team"], "price-watch");
        assert_eq!(headers["authorization"], "Bearer s3cret");
        assert_eq!(headers["content-type"], "application/json");
        assert_eq!(payload["metadata"], webhook["metadata"]);
        assert_eq!((&payload["monitorId"], &payload["checkId"]), (&json!(id), &check["id"]));
        payloads.push(payload);
    }
    let events: Vec<&Value> = payloads.iter().map(|payload| &payload["event"]).collect();
    assert_eq!(events, ["monitor.page", "monitor.page", "monitor.check.completed"]);
    assert_eq!(
        (&payloads[0]["page"]["url"], &payloads[0]["page"]["status"]),
        (&json!(A), &json!("new"))
    );
    assert_eq!(payloads[2]["summary"], check["summary"]);
    assert_eq!(payloads[2]["summary"]["new"], 2);

    let deliveries = served.deliveries().await;
    assert_eq!(deliveries.len(), 3);
    for (delivery, payload) in deliveries.iter().zip(&payloads) {
        assert_eq!(delivery["outcome"], json!({ "delivered": 202 }));
        assert_eq!(delivery["attempts"], 1);
        assert_eq!(delivery["payload"], *payload);
        assert_eq!(delivery["headers"], json!(["X-Team", "Authorization"]));
    }
    assert!(!json!(deliveries).to_string().contains("s3cret"));
}

#[tokio::test]
async fn a_check_runs_by_itself_when_its_time_has_come() {
    let served = Served::contract().await;
    let mut receiver = Receiver::start().await;
    let webhook = json!({ "url": receiver.url, "events": [COMPLETED] });
    let id = served.create_monitor_of_two_pages(&json!({ "webhook": webhook })).await;
    // The update makes the monitor due within a second; the clock is not moved any further.
    let schedule = json!({ "cron": "*/5 * * * *" });
    let monitor = served.patch(&id, &json!({ "schedule": schedule })).await.monitor();
    let next: jiff::Timestamp = monitor["nextRunAt"].as_str().unwrap().parse().unwrap();
    let ahead = next.duration_since(served.now().await).as_secs();
    served.advance(ahead).await;
    assert_eq!(receiver.next().await.1["summary"]["new"], 2);
    let monitor = served.stored(&id).await;
    let after: jiff::Timestamp = monitor["nextRunAt"].as_str().unwrap().parse().unwrap();
    assert_eq!(after.duration_since(next).as_secs(), 5 * 60);
    assert_eq!(monitor["lastCheckSummary"]["new"], 2);
}

#[tokio::test]
async fn a_page_event_is_sent_for_each_page_that_is_not_the_same() {
    let served = Served::contract().await;
    let mut receiver = Receiver::start().await;
    let webhook = json!({ "url": receiver.url, "events": ["monitor.page"] });
    let id = served.create_monitor_of_two_pages(&json!({ "webhook": webhook })).await;
    served.check(&id).await;
    receiver.next().await;
    receiver.next().await;
    served.page(A, "two\n").await;
    served.check(&id).await;
    let (_, payload) = receiver.next().await;
    assert_eq!(payload["page"]["status"], "changed");
    let diff = payload["page"]["diff"].as_str().unwrap();
    assert!(diff.contains("-one") && diff.contains("+two"), "{diff}");
    assert!(payload.get("metadata").is_none());
    served.take(A).await;
    served.check(&id).await;
    assert_eq!(receiver.next().await.1["page"]["status"], "removed");
    served.check(&id).await;
    let (_, payload) = receiver.next().await;
    assert_eq!(payload["page"]["status"], "error");
    assert!(payload["page"]["error"].is_string());
    assert_eq!(receiver.events(&served).await, Vec::<String>::new());
}

const PAGE: &str = "monitor.page";
const COMPLETED: &str = "monitor.check.completed";

#[tokio::test]
async fn a_failed_delivery_is_recorded_with_its_reason() {
    let served = Served::contract().await;
    let receiver = Receiver::start().await;
    let unreachable = "http://127.0.0.1:1/";
    let moved = receiver.url.replace("/hook", "/moved");
    let unknown = receiver.url.replace("/hook", "/unknown");
    let framed = json!({ "url": receiver.url, "headers": { "Transfer-Encoding": "chunked" } });
    let table = [
        (json!({ "url": "https://example.com/hook" }), "only to http addresses of this machine"),
        (json!({ "url": "http://192.0.2.1/hook" }), "only to http addresses of this machine"),
        (json!({ "url": unreachable }), "the connection to the receiver failed"),
        (json!({ "url": moved }), "status 302"),
        (json!({ "url": unknown }), "status 404"),
        (json!({ "url": receiver.url, "headers": { "a b": "s3cret" } }), "the header `a b`"),
        (json!({ "url": receiver.url, "headers": { "a": "s3cret\n" } }), "the header `a`"),
        (framed, "the header `Transfer-Encoding`"),
    ];
    for (index, (mut webhook, expected)) in table.into_iter().enumerate() {
        webhook["events"] = json!([COMPLETED]);
        let id = served.create_monitor_of_two_pages(&json!({ "webhook": webhook })).await;
        served.check(&id).await;
        let deliveries = served.deliveries().await;
        assert_eq!(deliveries.len(), index + 1);
        let reason = deliveries[index]["outcome"]["not-delivered"].as_str();
        assert!(
            reason.is_some_and(|reason| reason.contains(expected)),
            "{expected}: {deliveries:?}"
        );
        assert!(!json!(deliveries).to_string().contains("s3cret"), "{deliveries:?}");
    }
    served.control(Method::POST, "reset", &Value::Null).await;
    assert_eq!(served.deliveries().await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_silent_receiver_is_called_once_in_a_check_and_delays_no_response() {
    let served = Served::contract().await;
    let (url, holding) = silent().await;
    let id = served.create_monitor_of_two_pages(&json!({ "webhook": { "url": url } })).await;
    served.check(&id).await;
    let outcomes = |deliveries: &[Value]| -> Vec<Value> {
        deliveries.iter().map(|delivery| delivery["outcome"].clone()).collect()
    };
    // Only the time limit of the first delivery ends the three.
    assert_eq!(outcomes(&served.listed("deliveries").await), ["under-way"; 3]);
    let ended = outcomes(&served.deliveries().await);
    let reasons = ended.iter().map(|outcome| outcome["not-delivered"].as_str().unwrap());
    assert_eq!(
        reasons.collect::<Vec<_>>(),
        [
            "the receiver took longer than 5 s",
            "not sent, because an earlier message to the receiver timed out",
            "not sent, because an earlier message to the receiver timed out",
        ]
    );
    holding.abort();
}

#[tokio::test]
async fn a_webhook_does_not_drive_the_server_that_sends_it() {
    let served = Served::contract().await;
    let port = served.server.address().port();
    for (index, host) in ["127.0.0.1", "localhost", "127.9.9.9"].into_iter().enumerate() {
        let url = format!("http://{host}:{port}/_reference/reset");
        let webhook = json!({ "url": url, "events": [COMPLETED] });
        let id = served.create_monitor_of_two_pages(&json!({ "webhook": webhook })).await;
        served.check(&id).await;
        let deliveries = served.deliveries().await;
        assert_eq!(deliveries.len(), index + 1, "the server was not reset");
        let reason = &deliveries[index]["outcome"]["not-delivered"];
        assert_eq!(reason, "the reference server sends nothing to its own port", "{host}");
    }
}

#[tokio::test]
async fn a_server_for_other_machines_sends_no_webhooks_without_the_option() {
    for (webhooks, expected) in [(false, 0), (true, 1)] {
        let listen = (Ipv4Addr::UNSPECIFIED, 0).into();
        let options = Options { listen, webhooks, ..Options::default() };
        let served = Served::with(contract(), options).await;
        let mut receiver = Receiver::start().await;
        let webhook = json!({ "url": receiver.url, "events": [COMPLETED] });
        let id = served.create_monitor_of_two_pages(&json!({ "webhook": webhook })).await;
        served.check(&id).await;
        assert_eq!(receiver.events(&served).await.len(), expected, "{webhooks}");
        assert_eq!(served.deliveries().await.len(), 1, "the event is sent");
    }
}

#[tokio::test]
async fn the_last_thousand_checks_and_deliveries_are_kept() {
    let served = Served::contract().await;
    let webhook = json!({ "url": "https://a.example/", "events": [COMPLETED] });
    let id = served.create_monitor_of_two_pages(&json!({ "webhook": webhook })).await;
    let first = served.check(&id).await;
    for _ in 0..1001 {
        served.check(&id).await;
    }
    let checks = served.checks(&id).await;
    let deliveries = served.deliveries().await;
    assert_eq!((checks.len(), deliveries.len()), (1000, 1000));
    assert_ne!(checks[0]["id"], first["id"]);
    assert_eq!(deliveries[0]["check-id"], checks[0]["id"]);
    assert_eq!(deliveries[999]["check-id"], checks[999]["id"]);
    assert!(deliveries.iter().all(|delivery| delivery["outcome"]["not-delivered"].is_string()));
}

#[tokio::test]
async fn a_search_alerts_on_new_results_that_match_the_goal() {
    let table = [(true, 1), (false, 2)];
    for (judging, alerts) in table {
        let served = Served::contract().await;
        for (url, html) in [(A, "okapi with prices"), (B, "okapi with weather")] {
            served.put(url, &json!({ "html": html })).await;
        }
        let mut receiver = Receiver::start().await;
        let targets = json!([{ "type": "search", "queries": ["okapi"] }]);
        let id = served
            .create_monitor(
                &json!({ "targets": targets, "goal": "falling prices", "judgeEnabled": judging,
                "webhook": { "url": receiver.url, "events": [PAGE] } }),
            )
            .await;
        let check = served.check(&id).await;
        assert_eq!(check["summary"]["new"], 2, "{check}");
        assert_eq!(receiver.events(&served).await.len(), alerts);
        assert_eq!(check["credits"], if judging { 4 } else { 2 });
        served.check(&id).await;
        assert_eq!(receiver.events(&served).await.len(), 0, "the results are not new any more");
    }
}

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
