//! The pages of the dashboard and the documents beside it: what they show, also of hostile names.

use std::collections::BTreeSet;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::Method;
use scraper::{ElementRef, Html};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::dashboard::mock::{Mock, all, contract, response, rows, text, words};

/// Every operation, with its method and path.
const OPERATIONS: [(&str, &str); 7] = [
    ("updateMonitor", "PATCH /v2/monitor/{monitorId}"),
    ("scrape", "POST /v2/scrape"),
    ("startAgent", "POST /v2/agent"),
    ("agentStatus", "GET /v2/agent/{jobId}"),
    ("agentTrace", "GET /v2/agent/{jobId}/trace"),
    ("agentSnapshot", "GET /v2/agent/{jobId}/snapshots/{snapshotId}"),
    ("cancelAgent", "DELETE /v2/agent/{jobId}"),
];

const KEYS: [[&str; 3]; 4] = [
    ["reference-valid-key", "everything", "home"],
    ["reference-other-team-key", "everything", "other"],
    ["reference-limited-key", "nothing: the key is valid but has no permissions", "home"],
    ["reference-revoked-key", "nothing: the key is revoked", "–"],
];

#[tokio::test]
async fn the_page_describes_the_server() {
    let mock = Mock::start().await;
    let monitor = mock.monitor();
    let page = mock.page().await;
    assert_eq!(text(&page, "h1"), "Web Data Service API v2");
    assert_eq!(text(&page, "#base"), mock.server.base_url());
    assert_eq!(rows(&page, "#keys"), KEYS);
    let operations: Vec<String> = all(&page, "#operations h3").into_iter().map(words).collect();
    assert_eq!(operations, OPERATIONS.map(|(id, at)| format!("{id} {at}")));
    let monitors = rows(&page, "#monitors");
    assert_eq!(monitors.len(), 1);
    assert_eq!(monitors[0][..3], ["Monitor", "home", "active"]);
    assert!(monitors[0][3].ends_with(" 00:00"), "{monitors:?}");
    assert_eq!(monitors[0][4], monitor);
    for section in ["#requests", "#jobs"] {
        assert!(text(&page, section).contains("None yet."), "{section}");
    }
    let links: Vec<&str> =
        all(&page, "nav a").iter().map(|link| link.attr("href").unwrap()).collect();
    let sections = ["#keys", "#operations", "#requests", "#monitors", "#jobs"];
    assert_eq!(links[..5], sections);
    assert_eq!(links[5..], ["/reference", "/openapi.json", "/_reference/"]);
    for link in links {
        match link.strip_prefix('#') {
            Some(id) => assert_eq!(all(&page, &format!("[id={id}]")).len(), 1, "{link}"),
            None => assert_eq!(mock.get(link).await.status, 200, "{link}"),
        }
    }
}

#[tokio::test]
async fn the_page_shows_the_state_of_the_server() {
    let mock = Mock::start().await;
    let monitor = mock.monitor();
    mock.patch(&monitor, &json!({ "name": "Prices", "status": "paused" })).await;
    mock.patch(&monitor, &json!({ "name": 1 })).await;
    let job = mock.control(Method::POST, "agents", &json!({ "team": "other" })).await;
    let team = json!({ "states": ["zero-data-retention"] });
    let key = mock.control(Method::PUT, "teams/mine", &team).await;
    let narrow = json!({ "operations": ["scrape"], "provokes": "rate-limit-exceeded" });
    mock.control(Method::PUT, "keys/narrow", &narrow).await;
    // Requests of the dashboard itself are not recorded.
    mock.get("/").await;
    let page = mock.page().await;
    let monitors = rows(&page, "#monitors");
    assert_eq!(monitors[0][..4], ["Prices", "home", "paused", "–"]);
    let jobs = rows(&page, "#jobs");
    assert_eq!(jobs.len(), 1);
    assert_eq!(jobs[0][1..], ["other", "processing", "0", job["id"].as_str().unwrap()]);
    let requests = rows(&page, "#requests");
    let path = format!("/v2/monitor/{monitor}");
    let seen: Vec<&[String]> = requests.iter().map(|request| &request[1..6]).collect();
    let patched = |status| [status, "PATCH", &path, "updateMonitor", "home"];
    assert_eq!(seen, [patched("400"), patched("200")], "the newest request comes first");
    assert!(requests.iter().all(|request| request[6].parse::<f64>().is_ok()), "{requests:?}");
    let keys = rows(&page, "#keys");
    let narrow = ["narrow", "scrape; each request gets the error rate-limit-exceeded", "home"];
    assert_eq!(keys[4], narrow);
    let may = "everything; the team is in the state zero-data-retention";
    assert_eq!(keys[5], [key["key"].as_str().unwrap(), may, "mine"]);
    // Links to the control plane work.
    for link in all(&page, ".id a") {
        let link = link.attr("href").unwrap();
        assert_eq!(mock.get(link).await.status, 200, "{link}");
    }
}

#[tokio::test]
async fn the_page_loads_nothing_from_elsewhere() {
    for mock in [Mock::start().await, Mock::without_control_plane().await] {
        for path in ["/", "/reference"] {
            let response = mock.get(path).await;
            let html = Html::parse_document(&response.text);
            let style: String = all(&html, "style").iter().flat_map(ElementRef::text).collect();
            assert!(!style.contains("url(") && !style.contains("@import"), "{path}");
            let script: String = all(&html, "script").iter().flat_map(ElementRef::text).collect();
            let policy = response.headers["content-security-policy"].to_str().unwrap();
            let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
            assert!(policy.starts_with("default-src 'none'; "), "{policy}");
            assert!(policy.contains(&format!("style-src 'sha256-{}'", hash(&style))), "{policy}");
            if path == "/" {
                let allowed = format!("script-src 'sha256-{}'", hash(&script));
                assert!(policy.contains(&allowed), "{policy}");
            } else {
                assert_eq!(script, "");
            }
            assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
            assert_eq!(response.headers["x-content-type-options"], "nosniff");
            assert_eq!(response.headers["content-type"], "text/html; charset=utf-8");
            for element in all(&html, "*") {
                for (name, value) in element.value().attrs() {
                    assert!(!matches!(name, "src" | "srcset" | "style"), "{name}");
                    let is_own = value.starts_with('/') || value.starts_with('#');
                    let leads = matches!(name, "href" | "action");
                    assert!(!leads || is_own || value == "data:,", "{value}");
                    assert!(!value.contains("//"), "{name}: {value}");
                }
            }
        }
    }
}

#[tokio::test]
async fn the_page_is_accessible_to_screen_readers() {
    for mock in [Mock::start().await, Mock::without_control_plane().await] {
        mock.patch(&mock.monitor(), &json!({ "name": "a" })).await;
        for path in ["/", "/reference"] {
            let html = Html::parse_document(&mock.get(path).await.text);
            let mut before = 0;
            for heading in all(&html, "h1, h2, h3, h4, h5, h6") {
                let level: u8 = heading.value().name()[1..].parse().unwrap();
                assert!(level <= before + 1, "{} follows level {before}", heading.html());
                before = level;
            }
            assert_eq!(all(&html, "h1").len(), 1);
            assert_eq!(all(&html, "html[lang=en] main").len(), 1);
            for cell in all(&html, "thead th") {
                assert_eq!(cell.attr("scope"), Some("col"), "{}", cell.html());
            }
            let mut ids = BTreeSet::new();
            for element in all(&html, "[id]") {
                assert!(ids.insert(element.attr("id").unwrap()), "{}", element.html());
            }
            for link in all(&html, "[href^='#'], [aria-labelledby]") {
                let place = link.attr("aria-labelledby").or(link.attr("href")).unwrap();
                let place = place.trim_start_matches('#');
                assert!(ids.contains(place), "{} leads nowhere", link.html());
            }
            // Regions that scroll are focusable and named; nothing else has a tab index.
            for region in all(&html, ".wide") {
                assert_eq!(region.attr("tabindex"), Some("0"), "{}", region.html());
                assert_eq!(region.attr("role"), Some("region"), "{}", region.html());
            }
            assert_eq!(all(&html, "[tabindex]:not(.wide)").len(), 0);
            assert_eq!(all(&html, "[role=button], [onclick]").len(), 0);
        }
    }
}

#[tokio::test]
async fn a_head_request_has_the_headers_alone() {
    let mock = Mock::start().await;
    for path in ["/", "/reference", "/openapi.json"] {
        let (head, whole) =
            (response(mock.request(Method::HEAD, path)).await, mock.get(path).await);
        assert_eq!((head.status, head.text.as_str()), (200, ""), "{path}");
        for name in ["content-type", "content-length", "x-content-type-options"] {
            assert_eq!(head.headers.get(name), whole.headers.get(name), "{path}: {name}");
        }
    }
}

#[tokio::test]
async fn open_api_is_what_was_generated_at_this_servers_address() {
    let mock = Mock::start().await;
    let response = mock.get("/openapi.json").await;
    assert_eq!(response.status, 200);
    assert_eq!(response.headers["content-type"], "application/json");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated/openapi.json");
    let mut generated: Value =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut served: Value = serde_json::from_str(&response.text).unwrap();
    let servers = served["servers"].take();
    generated["servers"].take();
    assert_eq!(servers[0]["url"], mock.server.base_url());
    // Operations whose path the contract leaves open are at this server's own paths.
    let unbound = generated.as_object_mut().unwrap().remove("x-unboundOperations").unwrap();
    let mut ids = Vec::new();
    for (path, item) in served["paths"].as_object_mut().unwrap() {
        let Some(item) = item.as_object_mut() else { panic!("{path}") };
        item.retain(|_, operation| {
            let id = operation["operationId"].as_str().unwrap_or_default();
            let is_bound = unbound.get(id).is_some();
            if is_bound {
                ids.push(id.to_owned());
            }
            !is_bound
        });
    }
    served["paths"].as_object_mut().unwrap().retain(|_, item| item != &json!({}));
    ids.sort();
    let mut expected: Vec<String> = unbound.as_object().unwrap().keys().cloned().collect();
    expected.sort();
    assert_eq!(ids, expected);
    assert!(served == generated, "it differs");
}

#[tokio::test]
async fn every_link_of_the_reference_works() {
    let mock = Mock::start().await;
    let response = mock.get("/reference").await;
    assert!(!response.text.contains("| ---"), "a table was not converted");
    let page = Html::parse_document(&response.text);
    let ids: BTreeSet<&str> =
        all(&page, "[id]").into_iter().map(|place| place.attr("id").unwrap()).collect();
    let links: BTreeSet<&str> =
        all(&page, "a[href]").into_iter().map(|link| link.attr("href").unwrap()).collect();
    for link in &links {
        match link.strip_prefix('#') {
            Some(place) => assert!(ids.contains(place), "{link} is broken"),
            None => assert!(matches!(*link, "/" | "/openapi.json"), "{link}"),
        }
    }
    assert!(links.len() > 80, "only {} links", links.len());
    let shown = words(page.root_element());
    for clause in contract().clauses().into_values() {
        assert!(shown.contains(clause.id.as_str()), "{} is not shown", clause.id.as_str());
    }
}

const SCRIPT: &str = "<script>document.title='mine'</script>";
const PATH: &str = "/v2/\"onmouseover='mine()'&lt;{}&amp;img";

/// Every element that the dashboard may have.
const ELEMENTS: &str = "html head meta link title style body header p h1 h2 h3 span strong a ul li code \
    bdi time nav main div section table thead tbody tr th td details summary pre button noscript \
    script";

#[tokio::test]
async fn hostile_names_are_text() {
    let mock = Mock::start().await;
    let monitor = mock.monitor();
    mock.patch(&monitor, &json!({ "name": SCRIPT })).await;
    let key = "'%3E%3Cimg%20src=x%20onerror=mine()%3E";
    mock.control(Method::PUT, &format!("keys/{key}"), &json!({})).await;
    let team = "%3Cb%3Eteam%3C%2Fb%3E";
    mock.control(Method::PUT, &format!("teams/{team}"), &json!({})).await;
    // Well-behaved clients do not send such a path, so it is written to a socket.
    let mut raw = TcpStream::connect(mock.server.address()).await.unwrap();
    let request = format!("GET {PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    raw.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    raw.read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.1 40"), "{response}");

    check(&mock.page().await);
}

fn check(page: &Html) {
    let known: BTreeSet<&str> = ELEMENTS.split_whitespace().collect();
    for element in all(page, "*") {
        let name = element.value().name();
        assert!(known.contains(name), "there is an element {name}: {}", element.html());
        for (attribute, _) in element.value().attrs() {
            assert!(!attribute.starts_with("on"), "{name} has {attribute}");
        }
    }
    assert!(all(page, "script").len() <= 1);
    assert_eq!(rows(page, "#monitors")[0][0], SCRIPT);
    let requests = rows(page, "#requests");
    assert!(requests.iter().any(|request| request[3] == PATH), "{requests:?}");
    let keys = rows(page, "#keys");
    assert!(keys.iter().any(|key| key[0] == "'><img src=x onerror=mine()>"), "{keys:?}");
    assert!(keys.iter().any(|key| key[2] == "<b>team</b>"), "{keys:?}");
}
