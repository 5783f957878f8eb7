//! Hostile names are text on the dashboard, and never run as scripts.

use std::collections::BTreeSet;

use reqwest::Method;
use scraper::Html;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::dashboard::mock::{Mock, all, rows};
use crate::dashboard::stream::Watcher;

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

    let loaded = mock.get("/").await.text;
    check(&Html::parse_document(&loaded));
    // The stream sends the same parts.
    let state = Watcher::new(&mock).await.next().await;
    let parts = state["parts"].as_object().unwrap();
    let parts = parts
        .iter()
        .map(|(name, html)| format!("<section id='{name}'>{}</section>", html.as_str().unwrap()));
    check(&Html::parse_document(&parts.collect::<String>()));
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
