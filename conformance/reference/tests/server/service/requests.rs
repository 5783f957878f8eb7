//! The request log: what it records, and the secrets that it must not record.

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::Served;

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
