//! What a test of a client sets up and reads: provoked errors, stubbed responses, injected failures, and the request
//! log.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use webdata_reference::{Options, PROVOKE_HEADER};

use crate::served::{HttpResponse, Served, contract};

async fn log(served: &Served) -> Vec<Value> {
    let response = served.control(Method::GET, "requests", &Value::Null).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json().as_array().unwrap().clone()
}

#[tokio::test]
async fn each_request_is_logged_without_secrets() {
    let served = Served::contract().await;
    let id = served.monitor();
    let keys = served.server.keys().clone();
    let update = format!("/v2/monitor/{id}");
    let page = "https://shop.example/a?b=c";
    let scrape = json!({ "url": page }).to_string();
    // A request; then the operation, the team and the status code in the log.
    let table = [
        (
            (keys.valid.as_str(), Method::PATCH, update.as_str(), r#"{"name":"Quiet"}"#),
            ("updateMonitor", "home", 200),
        ),
        ((&keys.valid, Method::PATCH, &update, "{"), ("updateMonitor", "home", 400)),
        ((&keys.other_team, Method::PATCH, &update, "{}"), ("updateMonitor", "other", 404)),
        ((&keys.limited, Method::PATCH, &update, "{}"), ("updateMonitor", "home", 403)),
        ((&keys.revoked, Method::PATCH, &update, "{}"), ("updateMonitor", "", 401)),
        ((&keys.valid, Method::POST, "/v2/agent", ""), ("startAgent", "home", 200)),
        ((&keys.valid, Method::GET, "/v2/nothing", ""), ("", "home", 404)),
        ((&keys.valid, Method::POST, "/v2/scrape", &scrape), ("scrape", "home", 200)),
    ];
    for ((key, method, path, body), (operation, team, status)) in table {
        let response = served.call(key, method.clone(), &format!("{path}?key={key}"), body).await;
        assert_eq!(response.status, status, "{response:?}");
        let log = log(&served).await;
        let last = log.last().unwrap();
        let expected = json!({
            "at": last["at"],
            "method": method.as_str(),
            "path": path,
            "operation": (!operation.is_empty()).then_some(operation),
            "team": (!team.is_empty()).then_some(team),
            "status": status,
            "milliseconds": last["milliseconds"],
            "query": { "key": "[redacted]" },
            "request": last["request"],
            "response": last["response"],
        });
        assert_eq!(*last, expected);
        assert_eq!(last["request"]["headers"]["authorization"], "[redacted]");
        // The query of a URL may hold a secret.
        let kept = body.replace("?b=c", "?b=[redacted]");
        let sent = serde_json::from_str(&kept).ok().filter(Value::is_object);
        assert_eq!(last["request"].get("body").filter(|body| body.is_object()), sent.as_ref());
        assert_eq!(last["response"]["body"]["success"], response.json()["success"]);
        assert!(last["milliseconds"].as_f64().is_some_and(|taken| taken > 0.0), "{last}");
    }
    let log = Value::from(log(&served).await).to_string();
    for secret in [&keys.valid, &keys.revoked, &keys.limited, &keys.other_team, "Bearer"] {
        assert!(!log.contains(secret), "{secret} is in {log}");
    }
}

#[tokio::test]
async fn the_last_thousand_requests_are_kept() {
    let served = Served::contract().await;
    for number in 0..1003 {
        served.send(Method::GET, &format!("/{number}"), &[], "").await;
    }
    let requests = log(&served).await;
    assert_eq!(requests.len(), 1000);
    assert_eq!((&requests[0]["path"], &requests[999]["path"]), (&json!("/3"), &json!("/1002")));
    served.control(Method::POST, "reset", &Value::Null).await;
    assert!(log(&served).await.is_empty());
}

#[tokio::test]
async fn requests_are_filtered_and_verified() {
    let served = Served::contract().await;
    let id = served.monitor();
    for name in ["a", "b", "b"] {
        served
            .patch(&id, &json!({ "name": name, "webhook": { "url": "https://a.example/x" } }))
            .await;
    }
    served.patch(&id, &json!({ "name": 1 })).await.assert_error(400, "Bad Request");
    let key = served.server.keys().valid.clone();
    served.call(&key, Method::POST, "/v2/agent", "{}").await;
    for (query, count) in [
        ("", 5),
        ("?operation=updateMonitor", 4),
        ("?operation=updateMonitor&status=400", 1),
        ("?method=POST&path=/v2/agent&team=home", 1),
        ("?team=other", 0),
    ] {
        let response = served.control(Method::GET, &format!("requests{query}"), &Value::Null).await;
        assert_eq!(response.json().as_array().map(Vec::len), Some(count), "{query}: {response:?}");
    }
    let update = |body: &Value| json!({ "operation": "updateMonitor", "body": body });
    let webhook = |url: &str| update(&json!({ "webhook": { "url": url } }));
    let exactly = json!({ "exact-body": { "name": 1 } });
    // The expectation, the expected count, the actual count, and a difference of the nearest miss.
    let table = [
        (update(&json!({ "name": "b" })), None, true, 2, None),
        (update(&json!({ "name": "b" })), Some(2), true, 2, None),
        (update(&json!({ "name": "b" })), Some(0), false, 2, Some("body/name: `\"b\"` expected")),
        (update(&json!({ "name": "c" })), None, false, 0, Some("body/name: `\"c\"` expected")),
        (update(&json!({ "name": "c" })), Some(0), true, 0, None),
        (exactly, None, true, 1, None),
        (update(&json!({ "name": [1] })), None, false, 0, Some("body/name: `[1]` expected")),
        // Secrets are never compared.
        (webhook("https://a.example/other"), None, true, 3, None),
        (webhook("https://b.example/"), None, false, 0, Some("body/webhook/url")),
        (json!({ "headers": { "Authorization": "Bearer x" } }), None, true, 5, None),
        (json!({ "operation": "scrape" }), None, false, 0, Some("operation: `scrape` expected")),
    ];
    for (request, times, verified, count, says) in table {
        let mut body = json!({ "request": request });
        if let Some(times) = times {
            body["times"] = json!(times);
        }
        let response = served.control(Method::POST, "requests/verify", &body).await;
        let verification = response.json();
        assert_eq!(
            (&verification["verified"], &verification["count"]),
            (&json!(verified), &json!(count)),
            "{body}"
        );
        let near = verification["near-misses"].as_array().unwrap();
        assert!(near.len() <= 3, "{verification}");
        let difference = near.first().map(|near| near["differences"][0].as_str().unwrap());
        match says {
            Some(says) => assert!(difference.unwrap().starts_with(says), "{body}: {verification}"),
            None => assert_eq!(difference, None, "{body}: {verification}"),
        }
    }
    assert_eq!(served.control(Method::DELETE, "requests", &Value::Null).await.status, 204);
    assert!(log(&served).await.is_empty());
}

#[tokio::test]
async fn responses_are_set_by_row_body_or_delay() {
    let served = Served::contract().await;
    let id = served.monitor();
    let limited = json!({ "error": "rate-limit-exceeded", "headers": { "Retry-After": "7" } });
    let named = |name: &str| json!({ "body": { "name": name } });
    // The stubs, and the status codes of updates with these names.
    let table = [
        (limited.clone(), vec![("a", 429), ("a", 200)]),
        (json!({ "error": "conflict", "times": 2 }), vec![("a", 409), ("b", 409), ("c", 200)]),
        (json!({ "status": 503, "always": true }), vec![("a", 503), ("b", 503), ("c", 503)]),
        (
            json!({ "error": "conflict", "when": named("b") }),
            vec![("a", 200), ("b", 409), ("b", 200)],
        ),
        (json!([{ "status": 502 }, limited]), vec![("a", 502), ("a", 429), ("a", 200)]),
        (json!({ "delay-milliseconds": 1 }), vec![("a", 200), ("a", 200)]),
        (json!([]), vec![("a", 200)]),
    ];
    for (set, requests) in table {
        let put = served.control(Method::PUT, "answers/updateMonitor", &set).await;
        assert_eq!(put.status, 204, "{set}: {put:?}");
        for (name, status) in requests {
            let response = served.patch(&id, &json!({ "name": name })).await;
            assert_eq!(response.status, status, "{set}: {response:?}");
            if status == 429 {
                assert_eq!(response.retry_after.as_deref(), Some("7"), "{set}");
                response.assert_error(429, "Rate limit exceeded");
            }
        }
    }
}

#[tokio::test]
async fn a_response_is_sent_as_it_was_set() {
    let served = Served::contract().await;
    let id = served.monitor();
    let key = served.server.keys().valid.clone();
    let body = json!({ "success": true, "id": "mine" });
    let set = json!({ "body": body, "delay-milliseconds": 50 });
    served.control(Method::PUT, "answers/startAgent", &set).await;
    // A key without permission for an operation gets no stub.
    for key in ["unknown", &served.server.keys().limited] {
        let refused = served.call(key, Method::POST, "/v2/agent", "{}").await;
        assert!(matches!(refused.status, 401 | 403), "{refused:?}");
    }
    let began = Instant::now();
    let response = served.call(&key, Method::POST, "/v2/agent", "{}").await;
    assert!(began.elapsed().as_millis() >= 50);
    assert_eq!((response.status, response.json()), (200, body));
    assert_eq!(response.media_type, "application/json");
    let listed = served.control(Method::GET, "answers", &Value::Null).await.json();
    assert_eq!(listed["startAgent"][0]["used"], 1);
    assert_eq!(listed["updateMonitor"], Value::Null);
    // No stub is left after a reset, or after its removal.
    let always = json!({ "error": "conflict", "always": true });
    for path in ["reset", "answers/updateMonitor"] {
        served.control(Method::PUT, "answers/updateMonitor", &always).await;
        assert_eq!(served.patch(&id, &json!({ "name": "a" })).await.status, 409);
        let method = if path == "reset" { Method::POST } else { Method::DELETE };
        assert_eq!(served.control(method, path, &Value::Null).await.status, 204);
        assert_eq!(served.patch(&id, &json!({ "name": "a" })).await.status, 200, "{path}");
    }
}

/// The identity, status code, text and code of a row; `None` where the contract shows none.
type Row = (&'static str, u16, Option<&'static str>, Option<&'static str>);

const ROWS: [Row; 32] = [
    ("validation-failure", 400, Some("Bad Request"), None),
    ("invalid-url", 400, Some("Invalid URL"), None),
    ("invalid-token", 401, Some("Unauthorized: Invalid token"), None),
    ("insufficient-credits", 402, Some("Payment Required: Insufficient credits"), None),
    ("forbidden", 403, Some("Forbidden"), None),
    (
        "prompt-injection-detected",
        403,
        Some("SCRAPE_PROMPT_INJECTION_DETECTED"),
        Some("SCRAPE_PROMPT_INJECTION_DETECTED"),
    ),
    ("not-found", 404, Some("Not Found"), None),
    ("request-timeout", 408, Some("Request Timeout"), None),
    ("conflict", 409, Some("Conflict"), None),
    ("payload-too-large", 413, Some("Payload Too Large"), None),
    ("unprocessable-entity", 422, Some("Unprocessable Entity"), None),
    ("rate-limit-exceeded", 429, Some("Rate limit exceeded"), None),
    ("concurrency-limit-reached", 429, Some("Concurrency limit reached"), None),
    ("internal-server-error", 500, Some("Internal Server Error"), None),
    ("bad-gateway", 502, Some("Bad Gateway"), None),
    ("service-unavailable", 503, Some("Service Unavailable"), None),
    ("gateway-timeout", 504, Some("Gateway Timeout"), None),
    ("lockdown-cache-miss", 404, None, Some("SCRAPE_LOCKDOWN_CACHE_MISS")),
    ("no-cached-data", 404, None, Some("SCRAPE_NO_CACHED_DATA")),
    ("threat-protection-not-enabled", 403, None, None),
    ("threat-protection-overrides-disabled", 403, None, None),
    ("threat-protection-enforced", 403, None, None),
    ("invalid-job-id", 400, Some("Invalid job ID format. Job ID must be a valid UUID."), None),
    ("invalid-snapshot-id", 400, Some("Invalid snapshot ID"), None),
    // Of the next two rows, the contract describes the message and does not quote it.
    ("trace-of-first-generation", 400, None, None),
    ("snapshot-of-first-generation", 400, None, None),
    (
        "zero-data-retention",
        400,
        Some("Your team has zero data retention enabled. This is not supported on extract."),
        None,
    ),
    ("agent-job-not-found", 404, Some("Agent job not found"), None),
    ("snapshot-not-found", 404, Some("Snapshot not found"), None),
    ("agent-already-finished", 409, Some("Agent already finished"), None),
    ("agent-already-cancelled", 409, Some("Agent is already cancelled"), None),
    ("agent-submission-failed", 500, Some("Failed to passthrough agent request."), None),
];

#[tokio::test]
async fn a_row_is_provoked_with_a_valid_key_only_and_must_exist() {
    let served = Served::contract().await;
    let path = format!("/v2/monitor/{}", served.monitor());
    let provoke = (PROVOKE_HEADER, "conflict");
    let keys = served.server.keys().clone();
    let response = served.send(Method::PATCH, &path, &[provoke], "").await;
    response.assert_error(401, "Unauthorized: Invalid token");
    let key = format!("Bearer {}", keys.limited);
    let response = served.send(Method::PATCH, &path, &[("authorization", &key), provoke], "").await;
    response.assert_error(403, "Forbidden");

    let key = format!("Bearer {}", keys.valid);
    let headers = [("authorization", key.as_str()), (PROVOKE_HEADER, "conflct")];
    let response = served.send(Method::PATCH, &path, &headers, "").await;
    assert_eq!(response.status, 400);
    assert!(response.media_type.starts_with("text/plain"), "{response:?}");
    assert!(ROWS.iter().all(|(row, ..)| response.text.contains(row)), "{response:?}");
}

/// The status codes that the contract lets a client retry ("Retry rules", 1).
const RETRIED_STATUS_CODES: [u16; 6] = [408, 429, 500, 502, 503, 504];

fn frozen_time() -> DateTime<Utc> {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

/// Creates everything that gets an identity: monitors, targets, jobs and their snapshots, checks, teams.
async fn responses_with_identities(served: &Served) -> Vec<HttpResponse> {
    let key = served.server.keys().valid.clone();
    let mut responses = Vec::new();
    for (method, path, body) in [
        (Method::POST, "monitors", json!({ "properties": { "name": "One" } })),
        (Method::PUT, "teams/third", json!({})),
        (Method::POST, "agents", json!({})),
    ] {
        responses.push(served.control(method, path, &body).await);
    }
    let monitor = responses[0].json()["id"].as_str().unwrap().to_owned();
    let update = r#"{"targets":[{"type":"scrape","urls":["https://example.com/pricing"]}]}"#;
    let path = format!("/v2/monitor/{monitor}");
    responses.push(served.call(&key, Method::PATCH, &path, update).await);
    responses.push(served.call(&key, Method::POST, "/v2/agent", "{}").await);
    let checks = format!("monitors/{monitor}/checks");
    responses.push(served.control(Method::POST, &checks, &Value::Null).await);
    for path in ["monitors", "agents", "teams", "keys"] {
        responses.push(served.control(Method::GET, path, &Value::Null).await);
    }
    for response in &responses {
        assert!((200..300).contains(&response.status), "{response:?}");
    }
    responses
}

#[tokio::test]
async fn a_seed_and_a_frozen_clock_reproduce_the_responses() {
    let seeded =
        |seed| Options { seed: Some(seed), clock: Some(frozen_time()), ..Options::default() };
    let one = Served::with(contract(), seeded(1)).await;
    let fixture = one.monitor();
    let first = responses_with_identities(&one).await;
    let again = Served::with(contract(), seeded(1)).await;
    assert_eq!(again.monitor(), fixture);
    assert_eq!(responses_with_identities(&again).await, first);

    let reset = one.control(Method::POST, "reset", &Value::Null).await;
    assert_eq!(reset.status, 204);
    assert_eq!(responses_with_identities(&one).await, first, "after a reset");

    let other = Served::with(contract(), seeded(2)).await;
    assert_eq!(other.monitor(), fixture, "whatever the seed");
    assert_ne!(responses_with_identities(&other).await, first);
    let options = Options { clock: Some(frozen_time()), ..Options::default() };
    let random = Served::with(contract(), options).await;
    assert_eq!(random.monitor(), fixture, "without a seed, too");
    assert_ne!(responses_with_identities(&random).await, first);
}

#[tokio::test]
async fn a_frozen_clock_stops_until_it_is_moved() {
    let options = Options { clock: Some(frozen_time()), ..Options::default() };
    let served = Served::with(contract(), options).await;
    let now = async || {
        let response = served.control(Method::GET, "clock", &Value::Null).await;
        response.json()["now"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap()
    };
    let monitor = served.monitor();
    assert_eq!(now().await, frozen_time());
    served.advance(86_400).await;
    assert_eq!(now().await, frozen_time() + Duration::from_secs(86_400));
    let path = format!("monitors/{monitor}/checks");
    let checks = served.control(Method::GET, &path, &Value::Null).await.json();
    assert_eq!(
        checks.as_array().map(Vec::len),
        Some(1),
        "the clock was moved past a run: {checks}"
    );
    served.control(Method::POST, "reset", &Value::Null).await;
    assert_eq!(now().await, frozen_time(), "after a reset");
}

#[tokio::test]
async fn a_response_is_delayed() {
    let held = Duration::from_millis(50);
    let options = Options { latency: Some(held..=2 * held), ..Options::default() };
    let served = Served::with(contract(), options).await;
    let (key, id) = (served.server.keys().valid.clone(), served.monitor());
    let began = Instant::now();
    served
        .call(&key, Method::PATCH, &format!("/v2/monitor/{id}"), r#"{"name":"Held"}"#)
        .await
        .monitor();
    assert!(began.elapsed() >= held, "{:?}", began.elapsed());
    let last = served.control(Method::GET, "requests", &Value::Null).await.json();
    let taken = last.as_array().unwrap().last().unwrap()["milliseconds"].as_f64().unwrap();
    assert!(taken >= 50.0, "the log records {taken} ms");
}

#[tokio::test]
async fn a_share_of_the_requests_fails_and_changes_nothing() {
    for (fail_rate, minimum, maximum) in [(0.0, 0, 0), (0.3, 60, 120), (1.0, 300, 300)] {
        let options = Options { seed: Some(5), fail_rate, ..Options::default() };
        let served = Served::with(contract(), options).await;
        let (key, id) = (served.server.keys().valid.clone(), served.monitor());
        let mut name = "Monitor".to_owned();
        let mut failed = 0;
        for number in 0..300 {
            let body = json!({ "name": format!("Name {number}") }).to_string();
            let path = format!("/v2/monitor/{id}");
            let response = served.call(&key, Method::PATCH, &path, body).await;
            if response.status == 200 {
                name = format!("Name {number}");
            } else {
                assert!(RETRIED_STATUS_CODES.contains(&response.status), "{response:?}");
                assert_eq!(response.json()["success"], false, "{response:?}");
                failed += 1;
            }
        }
        assert!((minimum..=maximum).contains(&failed), "{fail_rate}: {failed} of 300");
        let path = format!("monitors/{id}");
        let stored = served.control(Method::GET, &path, &Value::Null).await.json();
        let stored = if stored["name"].is_string() { &stored } else { &stored["properties"] };
        assert_eq!(stored["name"], name.as_str(), "{fail_rate}");
    }
}
