//! Teams, their keys and subscriptions, and what they are charged.

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::{Served, contract};
use crate::service::scrape::{HANDBOOK, HOME, INJECTION, SLOW, document, scrape};

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
    let plan = json!({ "requests-a-minute": null, "credits": null });
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
async fn a_body_is_too_large_from_the_size_that_the_contract_states() {
    const LIMIT: usize = 2 * 1024 * 1024;
    let served = Served::contract().await;
    let id = served.monitor();
    let body = |length: usize| format!("{}{{\"name\":\"A\"}}", " ".repeat(length - 12));
    served.patch_bytes(&id, body(LIMIT)).await.monitor();
    served.patch_bytes(&id, body(LIMIT + 1)).await.assert_error(413, "Payload Too Large");
}

/// The charges in the contract's limits; the scrape itself costs 1.
#[tokio::test]
async fn each_charge_has_its_figure() {
    let served = Served::contract().await;
    let pdf = |options: Value| {
        let mut parser = options;
        parser["type"] = "pdf".into();
        json!({ "parsers": [parser], "maxAge": 0 })
    };
    let check = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let threats = json!({ "threatProtection": { "mode": "normal" } });
    let table = [
        (HOME, json!({}), 200, 1),
        (HOME, json!({ "lockdown": true }), 200, 5),
        ("https://example.com/never", json!({ "lockdown": true }), 404, 1),
        (HOME, check.clone(), 200, 5),
        (INJECTION, check, 403, 5),
        (HOME, json!({ "formats": ["json"] }), 200, 1),
        (HOME, threats, 200, 3),
        (HOME, json!({ "threatProtection": { "mode": "off" } }), 200, 1),
        (HANDBOOK, json!({}), 200, 3),
        (HANDBOOK, pdf(json!({ "maxPages": 2 })), 200, 2),
        (HANDBOOK, pdf(json!({ "pages": true })), 200, 3),
        (HANDBOOK, pdf(json!({ "blocks": true })), 200, 3),
        (HANDBOOK, pdf(json!({ "pageMarkers": true })), 200, 3),
        (HANDBOOK, json!({ "parsers": [] }), 200, 1),
        (HOME, json!({ "proxy": "basic", "maxAge": 0 }), 200, 1),
        (HOME, json!({ "proxy": "enhanced", "maxAge": 0 }), 200, 1),
        (HOME, json!({ "proxy": "auto", "maxAge": 0 }), 200, 1),
        (SLOW, json!({}), 408, 0),
        (HOME, json!({ "timeout": 1 }), 400, 0),
    ];
    for (url, options, status, credits) in table {
        let before = served.charged().await;
        let response = scrape(&served, url, options.clone()).await;
        assert_eq!(response.status, status, "{url}, {options}: {response:?}");
        assert_eq!(served.charged().await - before, credits, "{url}, {options}");
        if status == 200 {
            let body = response.json();
            assert_eq!(body["data"]["metadata"]["creditsUsed"], credits, "{url}, {options}");
            assert_eq!(body["creditsUsed"], credits, "{url}, {options}");
        }
    }
}

#[tokio::test]
async fn a_team_without_credits_gets_nothing() {
    let served = Served::contract().await;
    document(&served, HOME, json!({})).await;
    let text = "Payment Required: Insufficient credits";
    let threats = json!({ "threatProtection": { "mode": "normal" } });
    let check = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let table = [
        (0, json!({}), 402),
        (1, json!({}), 200),
        (2, threats.clone(), 402),
        (3, threats, 200),
        (4, check.clone(), 402),
        (5, check, 200),
        (4, json!({ "lockdown": true }), 402),
        (5, json!({ "lockdown": true }), 200),
    ];
    for (credits, options, status) in table {
        served.team("home", &json!({ "plan": { "credits": credits } })).await;
        let before = served.charged().await;
        let response = scrape(&served, HOME, options.clone()).await;
        assert_eq!(response.status, status, "{credits}, {options}");
        if status == 402 {
            response.assert_error(402, text);
            assert_eq!(served.charged().await, before, "{credits}, {options}");
        }
    }
    let mut spec = contract();
    spec.errors.shift_remove("insufficient-credits");
    let served = Served::with_contract(spec).await;
    served.team("home", &json!({ "plan": { "credits": 0 } })).await;
    document(&served, HOME, json!({})).await;
}

#[tokio::test]
async fn an_estimate_is_what_a_scrape_costs_at_most() {
    let served = Served::contract().await;
    let id = served.monitor();
    let check = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let table = [
        json!({ "storeInCache": true }),
        json!({ "lockdown": true }),
        json!({ "lockdown": true, "formats": check["formats"] }),
        json!({ "threatProtection": { "mode": "normal" } }),
        json!({ "threatProtection": { "mode": "off" } }),
        json!({ "proxy": "enhanced" }),
        json!({ "parsers": [] }),
        json!({ "parsers": [{ "type": "pdf", "pages": true }] }),
        check,
    ];
    for options in table {
        let before = served.charged().await;
        document(&served, HOME, options.clone()).await;
        let charged = served.charged().await - before;
        let target = json!({ "type": "scrape", "urls": [HOME], "scrapeOptions": options });
        let daily = json!({ "schedule": { "text": "every day" }, "targets": [target] });
        let monitor = served.patch(&id, &daily).await.monitor();
        assert_eq!(monitor["estimatedCreditsPerMonth"], 30 * charged, "{options}");
    }
}

#[tokio::test]
async fn a_pdf_under_lockdown_costs_what_lockdown_costs() {
    let served = Served::contract().await;
    document(&served, HANDBOOK, json!({})).await;
    let before = served.charged().await;
    document(&served, HANDBOOK, json!({ "lockdown": true })).await;
    assert_eq!(served.charged().await - before, 5);
}
