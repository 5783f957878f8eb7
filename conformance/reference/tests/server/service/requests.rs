//! The log of requests: what it tells, and what it must not tell.

use reqwest::Method;
use serde_json::{Value, json};

use crate::served::Served;

async fn log(served: &Served) -> Vec<Value> {
    let answer = served.control(Method::GET, "requests", &Value::Null).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json().as_array().unwrap().clone()
}

#[tokio::test]
async fn each_request_is_told_and_no_secret() {
    let served = Served::contract().await;
    let id = served.monitor();
    let keys = served.server.keys().clone();
    let update = format!("/v2/monitor/{id}");
    let page = "https://shop.example/a?b=c";
    let scrape = json!({ "url": page }).to_string();
    // What is sent, then the operation, the team and the status in the log.
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
        let answer = served.call(key, method.clone(), &format!("{path}?key={key}"), body).await;
        assert_eq!(answer.status, status, "{answer:?}");
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
        });
        assert_eq!(*last, expected);
        assert!(last["milliseconds"].as_f64().is_some_and(|taken| taken > 0.0), "{last}");
    }
    let log = Value::from(log(&served).await).to_string();
    for secret in [&keys.valid, &keys.revoked, &keys.limited, &keys.other_team, "Bearer", "Quiet"] {
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
