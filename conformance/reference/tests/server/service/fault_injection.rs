//! Reproducible responses, injected delays and injected failures.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use webdata_reference::Options;

use crate::served::{HttpResponse, Served, contract};

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
