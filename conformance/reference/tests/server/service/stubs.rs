//! Stubs: which requests get them, what they contain, and how often they are used.

use std::time::Instant;

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::Served;

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
