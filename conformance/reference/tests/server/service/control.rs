//! The control plane: its list, resets, unknown names, and the web pages that may use it or call operations.

use reqwest::Method;
use serde_json::{Value, json};
use webdata_reference::{Options, Team};

use crate::served::{Served, contract};
use crate::service::scrape::{HOME, document};

const RESET: &str = "/_reference/reset";

/// Every operation, with its method.
const CONTROL_OPERATIONS: [(&str, &str); 30] = [
    ("GET", "/_reference/"),
    ("GET", "/_reference/teams"),
    ("GET", "/_reference/teams/{name}"),
    ("PUT", "/_reference/teams/{name}"),
    ("GET", "/_reference/keys"),
    ("PUT", "/_reference/keys/{key}"),
    ("GET", "/_reference/monitors"),
    ("POST", "/_reference/monitors"),
    ("GET", "/_reference/monitors/{id}"),
    ("DELETE", "/_reference/monitors/{id}"),
    ("GET", "/_reference/monitors/{id}/checks"),
    ("POST", "/_reference/monitors/{id}/checks?wait={true|false}"),
    ("GET", "/_reference/agents"),
    ("POST", "/_reference/agents"),
    ("GET", "/_reference/agents/{id}"),
    ("PUT", "/_reference/agents/{id}"),
    ("GET", "/_reference/pages"),
    ("PUT", "/_reference/pages?url={url}"),
    ("DELETE", "/_reference/pages?url={url}"),
    ("GET", "/_reference/cache"),
    ("GET", "/_reference/deliveries?wait={true|false}"),
    ("GET", "/_reference/clock"),
    ("POST", "/_reference/clock"),
    ("GET", "/_reference/requests?operation={operation}"),
    ("POST", "/_reference/requests/verify"),
    ("DELETE", "/_reference/requests"),
    ("GET", "/_reference/answers"),
    ("PUT", "/_reference/answers/{operation}"),
    ("DELETE", "/_reference/answers/{operation}"),
    ("POST", "/_reference/reset"),
];

#[tokio::test]
async fn the_control_plane_lists_its_operations_and_each_example_works() {
    let served = Served::contract().await;
    let offered = served.listed("").await;
    let actual: Vec<(&str, &str)> = offered
        .iter()
        .map(|operation| {
            (operation["method"].as_str().unwrap(), operation["path"].as_str().unwrap())
        })
        .collect();
    assert_eq!(actual, CONTROL_OPERATIONS);
    let bare = served.send(Method::GET, "/_reference", &[], "").await;
    assert_eq!(bare.json(), json!(offered));
    for (index, operation) in offered.iter().enumerate() {
        let monitor = served.monitor();
        let job = served.control(Method::POST, "agents", &json!({})).await.json();
        let path = operation["path"].as_str().unwrap();
        let id = if path.contains("agents") { job["id"].as_str().unwrap() } else { &monitor };
        let path = path.replace("{id}", id).replace("{name}", "home").replace("{key}", "mine");
        let path = path.replace("{url}", "https://example.com/").replace("{true|false}", "true");
        let path = path.replace("{operation}", "updateMonitor");
        let method = CONTROL_OPERATIONS[index].0.parse().unwrap();
        let body = operation.get("body").map(Value::to_string).unwrap_or_default();
        let response = served.send(method, &path, &[], body).await;
        assert!((200..300).contains(&response.status), "{operation}: {response:?}");
        assert!(operation["does"].as_str().unwrap().ends_with('.'), "{operation}");
    }
    for path in ["/_reference/nothing", "/_reference/teams/a/b"] {
        let response = served.send(Method::GET, path, &[], "").await;
        assert_eq!(response.status, 404, "{path}");
        assert!(response.text.contains("GET /_reference/ lists them"), "{response:?}");
    }
}

#[tokio::test]
async fn no_page_of_another_origin_uses_the_control_plane() {
    let served = Served::contract().await;
    let address = served.server.address().to_string();
    let own_origin = format!("http://{address}");
    let table: [(&[(&str, &str)], u16); 7] = [
        (&[], 204),
        (&[("host", "localhost")], 204),
        (&[("origin", &own_origin)], 204),
        (&[("host", "rebound.example")], 403),
        (&[("origin", "https://page.example")], 403),
        (&[("origin", "null")], 403),
        (&[("host", "rebound.example"), ("origin", "http://rebound.example")], 403),
    ];
    for (headers, status) in table {
        let response = served.send(Method::POST, RESET, headers, "").await;
        assert_eq!(response.status, status, "{headers:?}: {response:?}");
        assert_eq!(response.text.contains("the control plane"), status == 403, "{response:?}");
    }
    // The service itself checks neither the host nor the origin.
    let headers = [("host", "rebound.example"), ("origin", "https://page.example")];
    for path in ["/", "/v2/agent"] {
        let response = served.send(Method::POST, path, &headers, "").await;
        response.assert_error(401, "Unauthorized: Invalid token");
    }
}

#[tokio::test]
async fn the_control_plane_and_the_dashboard_accept_hosts_that_the_options_allow() {
    let allowed_hosts = vec!["mock".parse().unwrap()];
    let served = Served::with(contract(), Options { allowed_hosts, ..Options::default() }).await;
    for (host, status) in [("mock:8080", 200), ("mock", 200), ("mock.example", 403)] {
        for path in ["/_reference/clock", "/"] {
            let response = served.send(Method::GET, path, &[("host", host)], "").await;
            assert_eq!(response.status, status, "{host} {path}: {response:?}");
            assert_eq!(response.text.contains("--allowed-host"), status == 403, "{response:?}");
        }
    }
}

#[tokio::test]
async fn the_data_of_the_server_is_listed() {
    let served = Served::contract().await;
    let states = json!({ "states": ["zero-data-retention"] });
    let key = served.team("quiet", &states).await;
    let limited = json!({ "team": "quiet", "operations": ["scrape"], "provokes": "conflict" });
    served.control(Method::PUT, "keys/scrape-only", &limited).await;
    served.control(Method::PUT, "keys/gone", &json!({ "revoked": true })).await;
    document(&served, HOME, json!({})).await;
    let listed = async |what| served.control(Method::GET, what, &Value::Null).await.json();

    let teams = listed("teams").await;
    assert_eq!(teams.as_object().unwrap().keys().collect::<Vec<_>>(), ["home", "other", "quiet"]);
    assert_eq!(teams["quiet"], listed("teams/quiet").await);
    assert_eq!(teams["home"]["charged"], 1);

    let known = served.server.keys();
    let all =
        |key: &str, team| json!({ "key": key, "team": team, "operations": null, "provokes": null });
    let none = json!({
        "key": known.limited, "team": "home", "operations": [], "provokes": null,
    });
    let only = json!({
        "key": "scrape-only", "team": "quiet", "operations": ["scrape"], "provokes": "conflict",
    });
    let mut keys = listed("keys").await;
    keys.as_array_mut().unwrap().sort_by_key(|key| key["key"].to_string());
    let mut expected = [
        all(&known.valid, "home"),
        all(&known.other_team, "other"),
        all(&key, "quiet"),
        none,
        only,
    ];
    expected.sort_by_key(|key| key["key"].to_string());
    assert_eq!(keys, json!(expected));

    served.advance(60).await;
    let cache = listed("cache").await;
    assert_eq!((cache.as_array().unwrap().len(), &cache[0]["url"]), (1, &json!(HOME)));
    let age = cache[0]["age-milliseconds"].as_i64().unwrap();
    assert!((60_000..90_000).contains(&age), "{cache}");

    let mut started = Vec::new();
    for team in ["home", "quiet"] {
        let job = served.control(Method::POST, "agents", &json!({ "team": team })).await.json();
        started.push(job["id"].clone());
    }
    let agents = served.listed("agents").await;
    assert_eq!(agents.iter().map(|job| job["id"].clone()).collect::<Vec<_>>(), started);
    assert_eq!(agents[1]["team"], "quiet");
}

#[tokio::test]
async fn a_reset_restores_the_fixtures() {
    let served = Served::contract().await;
    let (monitor, others) =
        (served.monitor(), served.server.create("Monitor", Team::OTHER).unwrap());
    let added = served.create_monitor(&json!({ "name": "Added" })).await;
    served.patch(&monitor, &json!({ "name": "Changed" })).await.monitor();
    for _ in 0..2 {
        served.send(Method::POST, RESET, &[], "").await;
        assert_eq!(served.stored(&monitor).await["name"], "Monitor");
        let listed = served.listed("monitors").await;
        assert_eq!(listed.len(), 2, "{listed:?}");
        served.patch(&added, &json!({ "name": "A" })).await.assert_error(404, "Not Found");
        served.patch(&others, &json!({ "name": "A" })).await.assert_error(404, "Not Found");
        served.patch(&monitor, &json!({ "name": "A" })).await.monitor();
    }
}

#[tokio::test]
async fn a_reset_restores_the_states_of_fixtures() {
    let served = Served::contract().await;
    let monitors = served.server.create_in_states("Monitor", &Team::HOME, 3).unwrap();
    let stored = async || {
        let mut stored = Vec::new();
        for id in &monitors {
            stored.push(served.stored(id).await);
        }
        let property = |name: &str| stored.iter().map(|it| it[name].clone()).collect::<Vec<_>>();
        (property("currentCheckId"), property("webhook"))
    };
    let before = stored().await;
    assert!(before.0[1].is_string() && before.1[2].is_object(), "{before:?}");
    served.send(Method::POST, RESET, &[], "").await;
    assert_eq!(stored().await, before);
}

#[tokio::test]
async fn unknown_names_are_unprocessable() {
    let served = Served::contract().await;
    let table = [
        (Method::POST, "monitors", json!({ "team": "missing" }), "no such team"),
        (Method::POST, "agents", json!({ "team": "missing" }), "no such team"),
        (Method::PUT, "keys/a", json!({ "team": "missing" }), "no such team"),
        (Method::POST, "monitors", json!({ "tame": 1 }), "unknown field"),
        (Method::POST, "agents", json!({ "tame": 1 }), "unknown field"),
        (Method::PUT, "keys/a", json!({ "tame": 1 }), "unknown field"),
        (Method::PUT, "teams/a", json!({ "tame": 1 }), "unknown field"),
        (Method::POST, "clock", json!({ "tame": 1 }), "unknown field"),
        (Method::PUT, "pages?url=https://a.example/", json!({ "tame": 1 }), "unknown field"),
        (Method::POST, "requests/verify", json!({ "request": { "tame": 1 } }), "unknown field"),
        (Method::POST, "requests/verify", json!({ "request": { "operation": "a" } }), "there are"),
        (Method::PUT, "answers/scrape", json!({ "tame": 1 }), "unknown field"),
        (Method::PUT, "answers/scrape", json!({ "error": "none" }), "there are"),
        (Method::PUT, "answers/nothing", json!({ "status": 200 }), "there are"),
        (Method::PUT, "answers/scrape", json!({}), "set `error`"),
        (Method::PUT, "answers/scrape", json!({ "error": "conflict", "body": {} }), "leave out"),
        (Method::PUT, "answers/scrape", json!({ "status": 99 }), "from 200"),
        (Method::PUT, "answers/scrape", json!({ "status": 200, "times": 0 }), "at least 1"),
        (Method::PUT, "answers/scrape", json!({ "status": 200, "times": 1, "always": true }), "or"),
        (Method::PUT, "answers/scrape", json!({ "delay-milliseconds": 600_001 }), "at most"),
        (Method::PUT, "answers/scrape", json!({ "headers": { "a": "b" } }), "set `error`"),
        (Method::PUT, "answers/scrape", json!({ "status": 200, "headers": { "": "" } }), "HTTP"),
        (
            Method::PUT,
            "answers/scrape",
            json!([{ "status": 200, "when": { "status": 200 } }]),
            "leave out `status` in `when`",
        ),
    ];
    for (method, path, body, text) in table {
        let response = served.control(method, path, &body).await;
        assert_eq!(response.status, 422, "{path} {body}: {response:?}");
        assert!(response.text.contains(text), "{path} {body}: {response:?}");
    }
}

const PAGE: &str = "https://page.example";
const OTHER: &str = "https://other.example";

#[tokio::test]
async fn pages_of_allowed_origins_send_requests_to_operations_alone() {
    // The allowed origins, the origin of the page, and the origin that the response allows.
    let table = [
        (vec![], PAGE, None),
        (vec!["*"], PAGE, Some("*")),
        (vec![PAGE], PAGE, Some(PAGE)),
        (vec![OTHER, PAGE], PAGE, Some(PAGE)),
        (vec![OTHER], PAGE, None),
    ];
    for (allowed, origin, expected) in table {
        let cors = allowed.iter().map(|origin| origin.parse().unwrap()).collect();
        let served = Served::with(contract(), Options { cors, ..Options::default() }).await;
        let address = served.server.address();
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let send = async |method: Method, path: &str| {
            let request = client.request(method, format!("http://{address}{path}"));
            let request = request
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "PATCH")
                .header("Access-Control-Request-Headers", "authorization,content-type");
            let response = request.send().await.unwrap();
            let header = |name: &str| {
                let value = response.headers().get(name).map(|value| value.to_str().unwrap());
                value.map(str::to_owned)
            };
            let allowed = ["origin", "headers", "methods"];
            let allowed = allowed.map(|what| header(&format!("access-control-allow-{what}")));
            (response.status().as_u16(), allowed)
        };
        let path = format!("/v2/monitor/{}", served.monitor());
        let (status, [origin_allowed, headers, methods]) = send(Method::OPTIONS, &path).await;
        assert_eq!(origin_allowed.as_deref(), expected, "{allowed:?}");
        if !allowed.is_empty() {
            assert_eq!(status, 200, "{allowed:?}");
            assert_eq!(headers.as_deref(), Some("authorization,content-type"));
            assert_eq!(methods.as_deref(), Some("PATCH"));
        }
        let (status, [origin_allowed, ..]) = send(Method::PATCH, &path).await;
        assert_eq!((status, origin_allowed.as_deref()), (401, expected), "{allowed:?}");
        for path in ["/_reference/reset", "/_reference/", "/_reference/nothing", "/", "/reference"]
        {
            for method in [Method::OPTIONS, Method::GET, Method::POST] {
                let is_contracts = !path.starts_with("/_reference") && method != Method::GET;
                let (status, [origin_allowed, ..]) = send(method.clone(), path).await;
                assert_eq!(origin_allowed, None, "{method} {path}");
                assert_eq!(status == 403, !is_contracts, "{method} {path}: {status}");
            }
        }
    }
}
