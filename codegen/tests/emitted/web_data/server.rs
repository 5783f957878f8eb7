//! Tests of the router and of error bodies. Expectations are transcribed by hand from the contract's text.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use webdata::agent::{AgentRequest, AgentStarted};
use webdata::error_catalogue::{ApiError, ErrorKind};
use webdata::monitor::{MonitorResponse, MonitorUpdate};
use webdata::operations;
use webdata::scrape::ScrapeRequest;
use webdata::server::{AgentSnapshotPath, Service, builder};

use super::{full, limit, list, monitor};

const ID: &str = "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11";

#[test]
fn violations_map_to_errors() {
    let cases = [
        (json!({}), ErrorKind::InvalidUrl),
        (json!({ "url": "" }), ErrorKind::InvalidUrl),
        (json!({ "url": "example.com" }), ErrorKind::InvalidUrl),
        (json!({ "url": "ftp://example.com/" }), ErrorKind::InvalidUrl),
        (json!([]), ErrorKind::ValidationFailure),
    ];
    for (body, kind) in cases {
        let violations = ScrapeRequest::check(&body).expect_err("the value breaks the contract");
        assert_eq!(ErrorKind::from_violations(&violations), kind, "{body}");
        let error = ApiError::from(violations);
        assert_eq!((error.kind(), error.status()), (Some(kind), 400), "{body}");
        let details = &error.body()["details"];
        assert!(details.as_array().is_some_and(|details| !details.is_empty()), "{body}");
    }
    let violations = MonitorUpdate::check(&json!({ "name": 1, "retentionDays": 0 }));
    let error = ApiError::from(violations.expect_err("the value breaks the contract"));
    let body = error.body();
    assert_eq!((&body["success"], &body["error"]), (&json!(false), &json!("Bad Request")));
    let place =
        |index: usize| (&body["details"][index]["pointer"], &body["details"][index]["clause"]);
    assert_eq!(place(0), (&json!("/name"), &json!("MonitorUpdate.name.type")));
    assert_eq!(place(1), (&json!("/retentionDays"), &json!("MonitorUpdate.retentionDays.minimum")));
}

#[test]
fn each_error_has_the_body_of_the_contract() {
    let cases = [
        (ErrorKind::InvalidToken, 401, Some("Unauthorized: Invalid token"), None),
        (ErrorKind::RateLimitExceeded, 429, Some("Rate limit exceeded"), None),
        (
            ErrorKind::PromptInjectionDetected,
            403,
            Some("SCRAPE_PROMPT_INJECTION_DETECTED"),
            Some("SCRAPE_PROMPT_INJECTION_DETECTED"),
        ),
        // The contract shows the code but not the text, so the text is free.
        (ErrorKind::NoCachedData, 404, None, Some("SCRAPE_NO_CACHED_DATA")),
        (ErrorKind::AgentSubmissionFailed, 500, Some("Failed to passthrough agent request."), None),
    ];
    for (kind, status, text, code) in cases {
        let error = ApiError::from(kind);
        let body = error.body();
        assert_eq!(error.status(), status);
        assert_eq!(body["success"], json!(false));
        let shown = body["error"].as_str().expect("is text");
        assert!(text.map_or(!shown.is_empty(), |text| text == shown), "{kind:?}: {shown}");
        assert_eq!(body.get("code").and_then(Value::as_str), code, "{kind:?}");
        assert_eq!(ErrorKind::identify(status, &body), Some(kind));
    }
    let wait = ApiError::from(ErrorKind::RateLimitExceeded).retry_after(12);
    assert_eq!(wait.retry_after_header(), Some(("Retry-After", 12)));
    // The body of every error is valid, also with a message and details.
    for kind in ErrorKind::ALL {
        let error = ApiError::from(*kind).message("In other words.").details(json!([1]));
        let violations = (operations::UPDATE_MONITOR.check_error)(&error.body());
        assert!(violations.is_empty(), "{kind:?}: {violations}");
        let is_changed = error.body()["error"] == json!("In other words.");
        assert_eq!(
            is_changed,
            !matches!(kind.row().text, webdata::error_catalogue::ErrorText::Exact(_))
        );
    }
}

struct Vendor;

impl Service for Vendor {
    type Caller = ();

    async fn authenticate(&self, key: &str) -> Result<(), ApiError> {
        if key == "known" { Ok(()) } else { Err(ErrorKind::InvalidToken.into()) }
    }

    async fn update_monitor(
        &self,
        (): (),
        _monitor_id: String,
        body: MonitorUpdate,
    ) -> Result<MonitorResponse, ApiError> {
        let stored = webdata::monitor::Monitor::check(&monitor())?;
        body.violations_after_update(&stored).or(())?;
        Ok(MonitorResponse::new(true, stored))
    }

    async fn scrape(&self, (): (), body: ScrapeRequest) -> Result<Value, ApiError> {
        Ok(json!({ "success": true, "data": { "url": body.url } }))
    }

    async fn start_agent(
        &self,
        (): (),
        body: Option<AgentRequest>,
    ) -> Result<AgentStarted, ApiError> {
        let id = if body.is_some() { "with a body" } else { "without" };
        Ok(AgentStarted::new(id))
    }

    async fn agent_snapshot(&self, (): (), path: AgentSnapshotPath) -> Result<Value, ApiError> {
        Ok(json!({ "snapshotId": path.snapshot_id }))
    }
}

#[tokio::test]
async fn the_router_responds_as_the_contract_states() {
    let search =
        json!({ "judgeEnabled": true, "targets": [{ "type": "search", "queries": ["a"] }] });
    let monitor = format!("PATCH /v2/monitor/{ID}");
    let monitor = monitor.as_str();
    let snapshot = format!("GET /v2/agent/{ID}/snapshots/s1");
    let bad_request = (400, Some("Bad Request"));
    let scrape = json!({ "type": "scrape", "urls": ["https://example.com/a"] });
    let too_many = list(limit("MonitorUpdate.targets.maxItems") + 1, scrape);
    let cases = [
        (monitor, full(), (200, None)),
        (monitor, json!({}), bad_request),
        (monitor, search, bad_request),
        (monitor, json!({ "targets": too_many }), bad_request),
        (monitor, Value::Null, bad_request),
        ("PATCH /v2/monitor/1", full(), bad_request),
        ("POST /v2/scrape", json!({ "url": "https://example.com/" }), (200, None)),
        ("POST /v2/scrape", json!({ "url": "x" }), (400, Some("Invalid URL"))),
        ("POST /v2/agent", Value::Null, (200, None)),
        ("POST /v2/agent", json!({}), (200, None)),
        ("POST /v2/agent", json!([]), bad_request),
        (
            "GET /v2/agent/1",
            Value::Null,
            (400, Some("Invalid job ID format. Job ID must be a valid UUID.")),
        ),
        // The service does not implement this operation.
        (&format!("GET /v2/agent/{ID}"), Value::Null, (404, Some("Not Found"))),
        (&snapshot, Value::Null, (200, None)),
        (&format!("GET /v2/agent/{ID}/trace"), Value::Null, (404, Some("Not Found"))),
        ("GET /v2/monitor", Value::Null, (404, Some("Not Found"))),
    ];
    let router = builder(Vendor)
        .bind(&operations::AGENT_SNAPSHOT, "GET", "/v2/agent/{jobId}/snapshots/{snapshotId}")
        .expect("the contract shows no path, so it can be bound")
        .build();
    for (request_line, body, expected) in cases {
        let (method, path) = request_line.split_once(' ').expect("the row has a method and a path");
        let sent = if body.is_null() { String::new() } else { body.to_string() };
        let request = Request::builder().method(method).uri(path);
        let request = request.header("Authorization", "Bearer known").body(Body::from(sent));
        let response = router.clone().oneshot(request.expect("the request is valid")).await;
        let response = response.expect("never fails");
        let status = response.status().as_u16();
        let response = axum::body::to_bytes(response.into_body(), 1 << 20).await.expect("is read");
        let response: Value = serde_json::from_slice(&response).expect("is JSON");
        let text = response.get("error").and_then(Value::as_str);
        assert_eq!((status, text), expected, "{request_line} {body}: {response}");
    }
}
