//! Servers that receive several updates at the same time: the suite reports a lost update as a failure, and a
//! rejection as an observation.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::timeout;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::failure_message;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict};
use webdata_suite::run::Runner;

/// How long an update is held at most until another update of the same monitor arrives.
const LONGEST_HOLD: Duration = Duration::from_millis(250);
const TIME_LIMIT: Duration = Duration::from_secs(10);
const JOBS: usize = 8;

const ALL_AT_ONCE: &str = "updateMonitor::effects::left-out-fields-are-kept::all-at-once";
const NAME_AT_ONCE: &str = "updateMonitor::effects::given-fields-are-stored::name-at-once";

/// How a server handles concurrent updates of one monitor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    /// Each update reads the monitor, and then writes all of its properties.
    LosesUpdates,
    /// All updates but the first are rejected.
    RejectsAllButFirst,
}

/// A proxy in front of the reference server.
struct Front {
    behaviour: Behaviour,
    /// The properties that an update can set.
    writable: Vec<String>,
    upstream: String,
    client: reqwest::Client,
    monitors: Mutex<HashMap<String, Arc<Monitor>>>,
}

#[derive(Default)]
struct Monitor {
    /// The monitor in the last successful response.
    returned: Mutex<Value>,
    /// How many updates have arrived.
    arrived: watch::Sender<usize>,
    under_way: AtomicUsize,
}

#[test]
fn a_lost_update_fails_only_the_case_about_it() {
    let suite = webdata_conformance::suite().unwrap();
    let report = run(&suite, Behaviour::LosesUpdates);
    let failed = report.cases.iter().filter(|case| case.outcome.kind != OutcomeKind::Pass);
    let failed: Vec<(&str, OutcomeKind)> =
        failed.map(|case| (case.id.as_str(), case.outcome.kind)).collect();
    assert_eq!(failed, [(ALL_AT_ONCE, OutcomeKind::Fail)]);

    let case_report = report.cases.iter().find(|case| case.id == ALL_AT_ONCE).unwrap();
    let case = suite.cases.iter().find(|case| case.id == ALL_AT_ONCE).unwrap();
    let after_the_first = writable(&suite).len() - 1;
    assert!(after_the_first > 0);
    let message = failure_message(case, &case_report.outcome, &suite.spec).unwrap();
    let lines = |start: &str| message.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(lines("  set-up "), 1, "{message}");
    assert_eq!(lines("  sent "), 1, "{message}");
    assert_eq!(lines("  with it "), after_the_first, "{message}");
    assert_eq!(lines("  read back "), 1, "{message}");
    let together = case_report.outcome.transcript.iter().filter(|exchange| exchange.with_previous);
    assert_eq!(together.count(), after_the_first);
}

#[test]
fn a_rejection_of_concurrent_updates_is_observed() {
    let suite = webdata_conformance::suite().unwrap();
    let report = run(&suite, Behaviour::RejectsAllButFirst);
    assert_eq!(report.verdict, Verdict::Partial);
    for id in [ALL_AT_ONCE, NAME_AT_ONCE] {
        let outcome = &report.cases.iter().find(|case| case.id == id).unwrap().outcome;
        assert_eq!(outcome.kind, OutcomeKind::Observed, "{id}");
        let observed = outcome.observed.as_ref().unwrap();
        assert_eq!(observed.gap, "concurrent-updates");
        assert_eq!(observed.answer, "some concurrent updates are rejected with 409 `Conflict`");
    }
}

/// Returns the properties that an update can set.
fn writable(suite: &Suite) -> Vec<String> {
    let names = suite.spec.stored_properties(&suite.spec.operations["updateMonitor"]);
    names.into_iter().map(str::to_owned).collect()
}

/// Runs the cases about the effects of an update.
fn run(suite: &Suite, behaviour: Behaviour) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime
        .block_on(ReferenceServer::start(spec, &crate::EXTENSION, Options::default()))
        .unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, JOBS).unwrap();
    target.connection.base_url =
        runtime.block_on(start(behaviour, writable(suite), server.base_url()));
    let filters = ["effects", "lifecycle", "isolation"];
    let filters = filters.map(|kind| format!("updateMonitor::{kind}::")).to_vec();
    let selection = Selection { filters, ..Selection::default() };
    let plan = suite.plan(&target, &selection).unwrap();
    suite.run(plan, target, Level::Must, Runner::Threads(JOBS), runtime.handle()).unwrap()
}

async fn start(behaviour: Behaviour, writable: Vec<String>, upstream: String) -> String {
    // A second call fails, since the provider is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().timeout(TIME_LIMIT).build().unwrap();
    let front =
        Arc::new(Front { behaviour, writable, upstream, client, monitors: Mutex::default() });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().fallback(handle).with_state(front);
    tokio::spawn(async { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn handle(State(front): State<Arc<Front>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let text = to_bytes(body, 1 << 20).await.unwrap();
    let path = parts.uri.path().to_owned();
    let monitor = Arc::clone(front.monitors.lock().unwrap().entry(path.clone()).or_default());
    let read = monitor.returned.lock().unwrap().clone();
    let is_first = monitor.under_way.fetch_add(1, Ordering::SeqCst) == 0;
    let number = {
        monitor.arrived.send_modify(|count| *count += 1);
        *monitor.arrived.borrow()
    };
    let mut arrived = monitor.arrived.subscribe();
    let another = timeout(LONGEST_HOLD, arrived.wait_for(|count| *count > number)).await.is_ok();
    let sent: Value = serde_json::from_slice(&text).unwrap_or_default();
    let (status, body) = match front.behaviour {
        Behaviour::RejectsAllButFirst if !is_first => {
            (StatusCode::CONFLICT, json!({ "success": false, "error": "Conflict" }))
        }
        Behaviour::LosesUpdates if (another || !is_first) && sent.is_object() => {
            front
                .forward(&path, &parts.headers, overwriting_body(&front.writable, &read, &sent))
                .await
        }
        _ => front.forward(&path, &parts.headers, text.to_vec()).await,
    };
    if status.is_success() {
        *monitor.returned.lock().unwrap() = body["data"].clone();
    }
    monitor.under_way.fetch_sub(1, Ordering::SeqCst);
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, "application/json".parse().unwrap());
    response
}

/// Returns the body that a server writes which has read the whole monitor before the update.
fn overwriting_body(writable: &[String], read: &Value, sent: &Value) -> Vec<u8> {
    let mut body = json!({});
    for name in writable {
        let value = sent.get(name).or_else(|| read.get(name).filter(|value| !value.is_null()));
        if let Some(value) = value {
            body[name.as_str()] = value.clone();
        }
    }
    body.to_string().into_bytes()
}

impl Front {
    async fn forward(&self, path: &str, headers: &HeaderMap, body: Vec<u8>) -> (StatusCode, Value) {
        let mut headers = headers.clone();
        headers.remove(HOST);
        headers.remove(CONTENT_LENGTH);
        let request = self.client.patch(format!("{}{path}", self.upstream)).headers(headers);
        let response = request.body(body).send().await.unwrap();
        let status = response.status();
        (status, serde_json::from_slice(&response.bytes().await.unwrap()).unwrap())
    }
}
