//! Servers that meet several updates at the same time, and what the suite finds: a lost update is a
//! failure, a refusal is not.

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

/// The longest that an update is held until another one of the same monitor comes.
const HELD: Duration = Duration::from_millis(250);
const TIME_LIMIT: Duration = Duration::from_secs(10);
const JOBS: usize = 8;

const ALL_AT_ONCE: &str = "updateMonitor::effects::left-out-fields-are-kept::all-at-once";
const NAME_AT_ONCE: &str = "updateMonitor::effects::given-fields-are-stored::name-at-once";

/// What a server does with updates of one monitor that come at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    /// Each reads the monitor, and then writes all of it.
    Loses,
    /// All but the first are refused.
    Refuses,
}

/// A server in front of the reference server.
struct Front {
    habit: Habit,
    /// What an update can set.
    writable: Vec<String>,
    behind: String,
    client: reqwest::Client,
    monitors: Mutex<HashMap<String, Arc<Monitor>>>,
}

#[derive(Default)]
struct Monitor {
    /// As the last success returned it.
    returned: Mutex<Value>,
    /// How many updates have come.
    arrived: watch::Sender<usize>,
    under_way: AtomicUsize,
}

#[test]
fn a_lost_update_fails_the_case_that_looks_for_it_and_no_other() {
    let suite = webdata_conformance::suite().unwrap();
    let report = run(&suite, Habit::Loses);
    let failed = report.cases.iter().filter(|case| case.outcome.kind != OutcomeKind::Pass);
    let failed: Vec<(&str, OutcomeKind)> =
        failed.map(|case| (case.id.as_str(), case.outcome.kind)).collect();
    assert_eq!(failed, [(ALL_AT_ONCE, OutcomeKind::Fail)]);

    let found = report.cases.iter().find(|case| case.id == ALL_AT_ONCE).unwrap();
    let case = suite.cases.iter().find(|case| case.id == ALL_AT_ONCE).unwrap();
    let beside_the_first = writable(&suite).len() - 1;
    assert!(beside_the_first > 0);
    let message = failure_message(case, &found.outcome, &suite.spec).unwrap();
    let lines = |start: &str| message.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(lines("  set-up "), 1, "{message}");
    assert_eq!(lines("  sent "), 1, "{message}");
    assert_eq!(lines("  with it "), beside_the_first, "{message}");
    assert_eq!(lines("  read back "), 1, "{message}");
    let together = found.outcome.transcript.iter().filter(|exchange| exchange.with_previous);
    assert_eq!(together.count(), beside_the_first);
}

#[test]
fn a_refusal_of_what_comes_at_the_same_time_is_observed() {
    let suite = webdata_conformance::suite().unwrap();
    let report = run(&suite, Habit::Refuses);
    assert_eq!(report.verdict, Verdict::Partial);
    for id in [ALL_AT_ONCE, NAME_AT_ONCE] {
        let outcome = &report.cases.iter().find(|case| case.id == id).unwrap().outcome;
        assert_eq!(outcome.kind, OutcomeKind::Observed, "{id}");
        let observed = outcome.observed.as_ref().unwrap();
        assert_eq!(observed.gap, "concurrent-updates");
        assert_eq!(observed.answer, "some concurrent updates are rejected with 409 `Conflict`");
    }
}

/// Returns what an update can set.
fn writable(suite: &Suite) -> Vec<String> {
    let names = suite.spec.stored_properties(&suite.spec.operations["updateMonitor"]);
    names.into_iter().map(str::to_owned).collect()
}

/// Runs the cases about what an update changes.
fn run(suite: &Suite, habit: Habit) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime.block_on(ReferenceServer::start(spec, Options::default())).unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, JOBS).unwrap();
    target.base_url = runtime.block_on(start(habit, writable(suite), server.base_url()));
    let filters = ["effects", "lifecycle", "isolation"];
    let filters = filters.map(|kind| format!("updateMonitor::{kind}::")).to_vec();
    let selection = Selection { filters, ..Selection::default() };
    let plan = suite.plan(&target, &selection).unwrap();
    suite.run(plan, target, Level::Must, Runner::Threads(JOBS), runtime.handle()).unwrap()
}

async fn start(habit: Habit, writable: Vec<String>, behind: String) -> String {
    // A second call finds the provider in place, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().timeout(TIME_LIMIT).build().unwrap();
    let front = Arc::new(Front { habit, writable, behind, client, monitors: Mutex::default() });
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
    let another = timeout(HELD, arrived.wait_for(|count| *count > number)).await.is_ok();
    let sent: Value = serde_json::from_slice(&text).unwrap_or_default();
    let (status, body) = match front.habit {
        Habit::Refuses if !is_first => {
            (StatusCode::CONFLICT, json!({ "success": false, "error": "Conflict" }))
        }
        Habit::Loses if (another || !is_first) && sent.is_object() => {
            front.pass_on(&path, &parts.headers, whole(&front.writable, &read, &sent)).await
        }
        _ => front.pass_on(&path, &parts.headers, text.to_vec()).await,
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

/// What is written by a server that has read a monitor before it looks at an update.
fn whole(writable: &[String], read: &Value, sent: &Value) -> Vec<u8> {
    let mut whole = json!({});
    for name in writable {
        let value = sent.get(name).or_else(|| read.get(name).filter(|value| !value.is_null()));
        if let Some(value) = value {
            whole[name.as_str()] = value.clone();
        }
    }
    whole.to_string().into_bytes()
}

impl Front {
    async fn pass_on(&self, path: &str, headers: &HeaderMap, body: Vec<u8>) -> (StatusCode, Value) {
        let mut headers = headers.clone();
        headers.remove(HOST);
        headers.remove(CONTENT_LENGTH);
        let request = self.client.patch(format!("{}{path}", self.behind)).headers(headers);
        let answer = request.body(body).send().await.unwrap();
        let status = answer.status();
        (status, serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap())
    }
}
