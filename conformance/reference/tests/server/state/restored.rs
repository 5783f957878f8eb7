//! A restarted server continues as if it had never been stopped.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chrono::{DateTime, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use webdata_reference::{Options, Team};

use crate::served::{HttpResponse, Served, contract};
use crate::state::{options_with_state_file, start, stop};

const PAGE: &str = "https://shop.example/tea";
const REMOVED_PAGE: &str = "https://example.com/pricing";

/// Starts a server with a frozen clock and a seed, so that its responses can be compared exactly.
async fn start_reproducible(file: &Path) -> Served {
    let clock = "2027-01-15T08:00:00Z".parse::<DateTime<Utc>>().unwrap();
    Served::with(
        contract(),
        Options { seed: Some(7), clock: Some(clock), ..options_with_state_file(file) },
    )
    .await
}

/// Changes every part of the state.
async fn set_up(served: &Served) {
    let put = |path: String, body: Value| async move {
        let response = served.control(Method::PUT, &path, &body).await;
        assert!(response.status < 300, "{path}: {response:?}");
    };
    let post = |path: String, body: Value| async move {
        let response = served.control(Method::POST, &path, &body).await;
        assert!(response.status < 300, "{path}: {response:?}");
        serde_json::from_str::<Value>(&response.text).unwrap_or_default()
    };
    let plan = json!({ "requests-a-minute": 40, "credits": 500 });
    put("teams/mine".to_owned(), json!({ "plan": plan, "rejects-agent-jobs": true })).await;
    let states = json!(["zero-data-retention"]);
    let policy = json!({ "mode": "normal" });
    put("teams/odd".to_owned(), json!({ "states": states, "threat-protection": policy })).await;
    put("keys/few".to_owned(), json!({ "operations": ["scrape"] })).await;
    put("keys/always".to_owned(), json!({ "provokes": "rate-limit-exceeded" })).await;
    put("keys/reference-limited-key".to_owned(), json!({ "revoked": true })).await;
    let page = format!("pages?url={PAGE}");
    put(page.clone(), json!({ "html": "<title>Tea</title><p>Price: 5 EUR</p>" })).await;
    let gone =
        served.control(Method::DELETE, &format!("pages?url={REMOVED_PAGE}"), &Value::Null).await;
    assert_eq!(gone.status, 204, "{gone:?}");

    // Request bodies may be nested as deep as the parser allows, and hold any number.
    let id = served.monitor();
    let target = json!({ "type": "scrape", "urls": [PAGE, REMOVED_PAGE], "scrapeOptions": deeply_nested_options() });
    let update = json!({ "name": "kept", "targets": [target], "retentionDays": 7 });
    let response = served.patch(&id, &update).await;
    assert_eq!(response.status, 200, "{response:?}");
    let monitor = json!({ "team": "mine", "properties": { "name": "mine" } });
    post("monitors".to_owned(), monitor).await;
    let deleted = post("monitors".to_owned(), json!({})).await["id"].clone();
    let path = format!("monitors/{}", deleted.as_str().unwrap());
    assert_eq!(served.control(Method::DELETE, &path, &Value::Null).await.status, 204);

    let tracked = json!({ "url": PAGE, "formats": [{ "type": "changeTracking", "tag": "a" }] });
    for key in ["reference-valid-key", "few"] {
        let response = served.call(key, Method::POST, "/v2/scrape", tracked.to_string()).await;
        assert_eq!(response.status, 200, "{response:?}");
    }
    let checks = format!("monitors/{id}/checks");
    post(checks.clone(), Value::Null).await;
    let finished = post("agents".to_owned(), json!({ "course": { "credits": 20 } })).await;
    served.advance(100).await;
    put(page, json!({ "html": "<title>Tea</title><p>Price: 6 EUR</p>" })).await;
    post(checks, Value::Null).await;
    for settings in [
        json!({ "generation": 1, "max-credits": 0.1 }),
        json!({ "team": "other", "course": { "ends": "internal", "credits": 3 } }),
        json!({}),
    ] {
        post("agents".to_owned(), settings).await;
    }
    let cancelled = post("agents".to_owned(), json!({})).await["id"].clone();
    let path = format!("/v2/agent/{}", cancelled.as_str().unwrap());
    let response = served.call("reference-valid-key", Method::DELETE, &path, "").await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(finished["is-charged"], false);
    served.advance(7).await;
}

/// Returns scrape options with a schema that is nested as deep as a body can be.
fn deeply_nested_options() -> Value {
    let mut schema = json!({ "minimum": 0.1, "maximum": 1.797_693_134_862_315_7e308 });
    for _ in 0..59 {
        schema = json!({ "properties": { "a": schema } });
    }
    json!({ "formats": [{ "type": "json", "schema": schema }] })
}

/// Returns the control plane's view of everything but the logs.
async fn control_plane_state(served: &Served) -> Vec<(String, HttpResponse)> {
    let mut paths: Vec<String> = ["teams", "keys", "monitors", "agents", "pages", "cache", "clock"]
        .map(str::to_owned)
        .into();
    let monitors = served.control(Method::GET, "monitors", &Value::Null).await.json();
    for monitor in monitors.as_array().unwrap() {
        paths.push(format!("monitors/{}/checks", monitor["monitor"]["id"].as_str().unwrap()));
    }
    let mut state = Vec::new();
    for path in paths {
        let response = served.control(Method::GET, &path, &Value::Null).await;
        assert_eq!(response.status, 200, "{path}: {response:?}");
        state.push((path, response));
    }
    state
}

/// Returns the responses to requests that depend on everything before them.
async fn next_responses(served: &Served) -> Vec<HttpResponse> {
    let mut responses = Vec::new();
    let monitors = served.control(Method::GET, "monitors", &Value::Null).await.json();
    for monitor in monitors.as_array().unwrap() {
        let id = monitor["monitor"]["id"].as_str().unwrap();
        responses.push(served.patch(id, &json!({ "goal": "cheap tea" })).await);
        let path = format!("monitors/{id}/checks");
        responses.push(served.control(Method::POST, &path, &Value::Null).await);
    }
    let jobs = served.control(Method::GET, "agents", &Value::Null).await.json();
    for job in jobs.as_array().unwrap() {
        for path in ["", "/trace"] {
            let path = format!("/v2/agent/{}{path}", job["id"].as_str().unwrap());
            responses.push(served.call("reference-valid-key", Method::GET, &path, "").await);
        }
    }
    for (key, options) in [
        ("reference-valid-key", json!({ "formats": [{ "type": "changeTracking", "tag": "a" }] })),
        ("reference-valid-key", json!({ "minAge": 1 })),
        ("reference-valid-key", json!({ "maxAge": 1000 })),
        ("few", json!({ "formats": ["markdown"] })),
        ("always", json!({})),
        ("reference-limited-key", json!({})),
    ] {
        let mut body = options;
        body["url"] = PAGE.into();
        responses.push(served.call(key, Method::POST, "/v2/scrape", body.to_string()).await);
    }
    for settings in [json!({}), json!({ "team": "missing" })] {
        responses.push(served.control(Method::POST, "agents", &settings).await);
    }
    responses.push(served.control(Method::PUT, "teams/next", &json!({})).await);
    served.advance(2 * 24 * 60 * 60).await;
    responses
}

#[tokio::test]
async fn a_restarted_server_responds_as_if_it_had_never_stopped() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let served = start_reproducible(&file("first")).await;
    set_up(&served).await;
    // Every change is in the file once its response is sent, without stopping the server.
    fs::copy(file("first"), file("second")).unwrap();
    let again = start(&file("second")).await;
    let is_same = |before: &[(String, HttpResponse)], after: &[(String, HttpResponse)]| {
        for (before, after) in before.iter().zip(after) {
            assert_eq!(before, after);
        }
        assert_eq!(before.len(), after.len());
    };
    is_same(&control_plane_state(&served).await, &control_plane_state(&again).await);
    let (before, after) = (next_responses(&served).await, next_responses(&again).await);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    let statuses: BTreeSet<u16> = before.iter().map(|response| response.status).collect();
    assert_eq!(statuses, [200, 201, 400, 401, 404, 409, 422, 429].into(), "{before:?}");
    let before = control_plane_state(&served).await;
    is_same(&before, &control_plane_state(&again).await);
    stop(again).await;
    let once_more = start(&file("second")).await;
    is_same(&before, &control_plane_state(&once_more).await);
    // The logs are not saved.
    for log in ["requests", "deliveries"] {
        let response = once_more.control(Method::GET, log, &Value::Null).await.json();
        assert_eq!(response, json!([]), "{log}");
    }
}

#[tokio::test]
async fn fixtures_are_the_same_ones_again() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("state.json");
    let kinds = [Team::HOME, Team::OTHER, Team::HOME];
    let create = |served: &Served| -> Vec<String> {
        let server = &served.server;
        kinds.iter().map(|team| server.create("Monitor", team.clone()).unwrap()).collect()
    };
    let served = start(&file).await;
    let first = create(&served);
    stop(served).await;
    let served = start(&file).await;
    assert_eq!(create(&served), first);
    let further = create(&served);
    assert!(further.iter().all(|id| !first.contains(id)), "{further:?}");
    // The fixtures also exist after a reset, and after the next start.
    assert_eq!(served.control(Method::POST, "reset", &Value::Null).await.status, 204);
    stop(served).await;
    let served = start(&file).await;
    let there = served.control(Method::GET, "monitors", &Value::Null).await.json();
    assert_eq!(there.as_array().unwrap().len(), 6);
    assert_eq!([create(&served), create(&served)], [first, further]);
}

#[tokio::test]
async fn a_reset_is_saved_and_returns_to_the_first_start() {
    let folder = TempDir::new().unwrap();
    let [file, other] = ["state.json", "other.json"].map(|name| folder.path().join(name));
    let (served, running) = (start_reproducible(&file).await, start_reproducible(&other).await);
    for served in [&served, &running] {
        set_up(served).await;
        assert_eq!(served.control(Method::POST, "reset", &Value::Null).await.status, 204);
    }
    stop(served).await;
    // The clock and the seed come from the state, not from the options.
    let again = start(&file).await;
    assert_eq!(control_plane_state(&again).await, control_plane_state(&running).await);
    let now = again.control(Method::GET, "clock", &Value::Null).await.json();
    assert_eq!(now["now"], "2027-01-15T08:00:00+00:00");
    assert_eq!(again.create_default_monitor().await, running.create_default_monitor().await);
    assert_eq!(again.control(Method::POST, "reset", &Value::Null).await.status, 204);
    assert_eq!(running.control(Method::POST, "reset", &Value::Null).await.status, 204);
    assert_eq!(control_plane_state(&again).await, control_plane_state(&running).await);
}

impl Served {
    /// Returns the identity of a new monitor.
    async fn create_default_monitor(&self) -> Value {
        self.control(Method::POST, "monitors", &json!({})).await.json()["id"].clone()
    }
}

#[tokio::test]
async fn a_check_that_was_due_meanwhile_is_carried_out_once() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("state.json");
    let served = start(&file).await;
    let id = served.monitor();
    stop(served).await;
    let mut state: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    // Three days pass.
    state["clock"]["ahead-milliseconds"] = json!(3 * 24 * 60 * 60 * 1000);
    fs::write(&file, state.to_string()).unwrap();
    let served = start(&file).await;
    let checks = || async {
        let path = format!("monitors/{id}/checks");
        served.control(Method::GET, &path, &Value::Null).await.json().as_array().unwrap().len()
    };
    while checks().await == 0 {
        tokio::task::yield_now().await;
    }
    let monitor = served.stored(&id).await;
    assert_eq!(monitor["currentCheckId"], Value::Null);
    // The schedule continues from there.
    served.advance(24 * 60 * 60).await;
    assert_eq!(checks().await, 2);
    stop(served).await;
}
