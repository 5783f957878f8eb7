//! The team of a key: its states and its subscription.

use reqwest::Method;
use serde_json::{Value, json};
use webdata_spec::model::Shape;

use crate::served::{Served, contract};

/// The three rules of `ThreatProtectionOverride`, each with the override that a team in that state may still
/// send.
const THREAT_PROTECTION: [(&str, &str, u16); 6] = [
    ("threat-protection-not-enabled", "normal", 403),
    ("threat-protection-not-enabled", "off", 403),
    ("threat-protection-overrides-disabled", "normal", 403),
    ("threat-protection-overrides-disabled", "off", 403),
    ("threat-protection-enforced", "normal", 200),
    ("threat-protection-enforced", "off", 403),
];

#[tokio::test]
async fn a_state_of_the_team_refuses_the_override_at_every_place() {
    let served = Served::contract().await;
    let id = served.monitor();
    let scrape = |options: &Value| json!({ "type": "scrape", "urls": ["https://example.com/"], "scrapeOptions": options });
    let crawl = |options: &Value| json!({ "type": "crawl", "url": "https://example.com/", "scrapeOptions": options });
    for (state, mode, status) in THREAT_PROTECTION {
        served.team("home", &json!({ "states": [state] })).await;
        let options = json!({ "threatProtection": { "mode": mode } });
        let plain = json!({ "mobile": true });
        for targets in [
            json!([scrape(&options)]),
            json!([crawl(&options)]),
            json!([scrape(&plain), scrape(&options)]),
        ] {
            let response = served.patch(&id, &json!({ "name": "B", "targets": targets })).await;
            assert_eq!(response.status, status, "{state}, {mode}: {response:?}");
            if status == 403 {
                let body = response.json();
                assert_eq!(body["success"], false, "{state}, {mode}");
                assert!(body["error"].is_string(), "{state}, {mode}");
                assert_eq!(served.stored(&id).await["name"], "Monitor", "{state}, {mode}");
            }
        }
        served
            .patch(&id, &json!({ "name": "Monitor", "targets": [scrape(&plain)] }))
            .await
            .monitor();
    }
    served.team("home", &json!({})).await;
    let options = json!({ "threatProtection": { "mode": "off" } });
    served.patch(&id, &json!({ "targets": [scrape(&options)] })).await.monitor();
}

#[tokio::test]
async fn an_invalid_body_is_reported_before_the_state_of_the_team() {
    let served = Served::contract().await;
    let id = served.monitor();
    served.team("home", &json!({ "states": ["threat-protection-not-enabled"] })).await;
    let options = json!({ "threatProtection": { "riskScoreThreshold": 101 } });
    let target =
        json!({ "type": "scrape", "urls": ["https://example.com/"], "scrapeOptions": options });
    served.patch(&id, &json!({ "targets": [target] })).await.assert_error(400, "Bad Request");
}

#[tokio::test]
async fn a_contract_without_the_refusal_makes_a_server_without_it() {
    let mut spec = contract();
    let shape = &mut spec.types["ThreatProtectionOverride"].schema.shape;
    let Shape::Object(object) = shape else { panic!("{shape:?} is no object") };
    object.refusals.retain(|refusal| refusal.id != "not-enabled");
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    served.team("home", &json!({ "states": ["threat-protection-not-enabled"] })).await;
    let options = json!({ "threatProtection": { "mode": "normal" } });
    let target =
        json!({ "type": "scrape", "urls": ["https://example.com/"], "scrapeOptions": options });
    served.patch(&id, &json!({ "targets": [target] })).await.monitor();
}

#[tokio::test]
async fn zero_data_retention_refuses_agent_jobs() {
    let served = Served::contract().await;
    served.team("home", &json!({ "states": ["zero-data-retention"] })).await;
    let key = format!("Bearer {}", served.server.keys().valid);
    for body in ["", "{}", r#"{"maxCredits":5}"#] {
        let headers = [("authorization", key.as_str())];
        let response = served.send(Method::POST, "/v2/agent", &headers, body).await;
        response.assert_error(
            400,
            "Your team has zero data retention enabled. This is not supported on extract.",
        );
    }
}

#[tokio::test]
async fn a_plan_limits_the_requests_a_minute_of_its_team() {
    let served = Served::contract().await;
    let id = served.monitor();
    let body = json!({ "name": "A" });
    served.team("home", &json!({ "plan": { "requests-a-minute": 2 } })).await;
    // A request with an unauthorized key does not count as the team's.
    served.send(Method::PATCH, &format!("/v2/monitor/{id}"), &[], "{}").await;
    served.patch(&id, &body).await.monitor();
    served.patch(&id, &json!({})).await.assert_error(400, "Bad Request");
    let response = served.patch(&id, &body).await;
    response.assert_error(429, "Rate limit exceeded");
    let wait: i64 = response.retry_after.unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");

    let other = format!("Bearer {}", served.server.keys().other_team);
    let path = format!("/v2/monitor/{id}");
    let response = served.send(Method::PATCH, &path, &[("authorization", &other)], "{}").await;
    response.assert_error(404, "Not Found");

    served.advance(wait).await;
    served.patch(&id, &body).await.monitor();
}

#[tokio::test]
async fn a_new_team_has_a_key_and_resources_of_its_own() {
    let served = Served::contract().await;
    let key = served.team("third", &json!({})).await;
    assert_eq!(key, served.team("third", &json!({})).await, "the key stays");
    let created = served.control(Method::POST, "monitors", &json!({ "team": "third" })).await;
    let id = created.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/v2/monitor/{id}");
    let key = format!("Bearer {key}");
    let headers = [("authorization", key.as_str())];
    let response = served.send(Method::PATCH, &path, &headers, r#"{"name":"A"}"#).await;
    assert_eq!(response.monitor()["name"], "A");
    served.patch(&id, &json!({ "name": "B" })).await.assert_error(404, "Not Found");
}

#[tokio::test]
async fn the_control_plane_rejects_unknown_names() {
    let served = Served::contract().await;
    let table = [
        ("teams/home", json!({ "states": ["threat-protection-enforce"] }), "no team state"),
        ("teams/home", json!({ "plans": {} }), "unknown field"),
        ("teams/home", json!({ "plan": { "requests": 1 } }), "unknown field"),
    ];
    for (path, body, text) in table {
        let response = served.control(Method::PUT, path, &body).await;
        assert_eq!(response.status, 422, "{response:?}");
        assert!(response.text.contains(text), "{response:?}");
    }
    let response = served.control(Method::POST, "clock", &json!({ "advance-seconds": -1 })).await;
    assert_eq!(response.status, 422, "{response:?}");
    let response = served.control(Method::GET, "teams/missing", &Value::Null).await;
    assert_eq!(response.status, 404, "{response:?}");
    let response = served.control(Method::GET, "teams/home", &Value::Null).await;
    let plan = json!({ "requests-a-minute": null, "browsers": null, "credits": null });
    let settings = json!({ "states": [], "plan": plan, "rejects-agent-jobs": false });
    assert_eq!(response.json(), json!({ "settings": settings, "charged": 0 }));
}

#[tokio::test]
async fn a_key_may_allow_some_operations_only() {
    let served = Served::contract().await;
    let id = served.monitor();
    let key = |settings: Value| {
        let served = &served;
        async move {
            let response = served.control(Method::PUT, "keys/some", &settings).await;
            assert_eq!(response.status, 204, "{response:?}");
        }
    };
    let start = || served.call("some", Method::POST, "/v2/agent", "");
    start().await.assert_error(401, "Unauthorized: Invalid token");
    key(json!({ "operations": ["startAgent"] })).await;
    assert_eq!(start().await.status, 200);
    served
        .call("some", Method::PATCH, &format!("/v2/monitor/{id}"), r#"{"name":"A"}"#)
        .await
        .assert_error(403, "Forbidden");
    served.call("some", Method::POST, "/v2/scrape", "").await.assert_error(403, "Forbidden");
    key(json!({ "operations": [] })).await;
    start().await.assert_error(403, "Forbidden");
    key(json!({})).await;
    let path = format!("/v2/monitor/{id}");
    served.call("some", Method::PATCH, &path, r#"{"name":"A"}"#).await.monitor();
    key(json!({ "team": "other" })).await;
    served
        .call("some", Method::PATCH, &path, r#"{"name":"A"}"#)
        .await
        .assert_error(404, "Not Found");
    key(json!({ "revoked": true })).await;
    start().await.assert_error(401, "Unauthorized: Invalid token");

    let valid = served.server.keys().valid.clone();
    let path = format!("keys/{valid}");
    served.control(Method::PUT, &path, &json!({ "revoked": true })).await;
    served
        .patch(&id, &json!({ "name": "A" }))
        .await
        .assert_error(401, "Unauthorized: Invalid token");
    served.control(Method::POST, "reset", &Value::Null).await;
    served.patch(&id, &json!({ "name": "A" })).await.monitor();
}

#[tokio::test]
async fn a_key_that_names_something_unknown_is_rejected() {
    let served = Served::contract().await;
    let table = [
        (json!({ "team": "missing" }), "no such team"),
        (json!({ "operations": ["startAgnet"] }), "no operation `startAgnet`"),
        (json!({ "provokes": "bad-gatway" }), "no error `bad-gatway`"),
        (json!({ "revokd": true }), "unknown field"),
    ];
    for (body, text) in table {
        let response = served.control(Method::PUT, "keys/some", &body).await;
        assert_eq!(response.status, 422, "{response:?}");
        assert!(response.text.contains(text), "{response:?}");
        let response = served.call("some", Method::POST, "/v2/agent", "").await;
        response.assert_error(401, "Unauthorized: Invalid token");
    }
}

#[tokio::test]
async fn a_body_is_too_large_from_the_size_that_is_set() {
    let served = Served::contract().await;
    let id = served.monitor();
    let body = |length: usize| format!(r#"{{"name":"{}"}}"#, "A".repeat(length - 11));
    served.control(Method::PUT, "limits", &json!({ "body-bytes": 100 })).await;
    served.patch_bytes(&id, body(100)).await.monitor();
    served.patch_bytes(&id, body(101)).await.assert_error(413, "Payload Too Large");
    served.control(Method::POST, "reset", &Value::Null).await;
    let id = served.monitor();
    served.patch_bytes(&id, body(101)).await.monitor();
}

#[tokio::test]
async fn limits_come_from_the_contract() {
    let plan = json!({ "plan": { "requests-a-minute": 0 } });
    let long = json!({ "name": "A".repeat(100) });
    let mut spec = contract();
    spec.limits.shift_remove("rate").unwrap();
    spec.limits["body-size"].value = Some(99);
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    served.team("home", &plan).await;
    served.patch(&id, &json!({ "name": "A" })).await.monitor();
    served.control(Method::PUT, "limits", &json!({ "body-bytes": 1000 })).await;
    served.patch(&id, &long).await.assert_error(413, "Payload Too Large");

    let mut spec = contract();
    spec.service.retry = None;
    spec.limits["rate"].error = "concurrency-limit-reached".to_owned();
    spec.limits.shift_remove("body-size").unwrap();
    let served = Served::with_contract(spec).await;
    let id = served.monitor();
    served.control(Method::PUT, "limits", &json!({ "body-bytes": 99 })).await;
    served.patch(&id, &long).await.assert_error(400, "Bad Request");
    served.team("home", &plan).await;
    let response = served.patch(&id, &json!({ "name": "A" })).await;
    response.assert_error(429, "Concurrency limit reached");
    assert_eq!(response.retry_after, None);
}
