//! The contract beside the page: its reference, whose links lead somewhere, and OpenAPI.

use std::collections::BTreeSet;
use std::path::Path;

use scraper::Html;
use serde_json::{Value, json};

use crate::dashboard::mock::{Mock, all, text};

#[tokio::test]
async fn open_api_is_what_was_generated_at_this_servers_address() {
    let mock = Mock::start().await;
    let answer = mock.get("/openapi.json").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/json");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated/openapi.json");
    let mut generated: Value =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut served: Value = serde_json::from_str(&answer.text).unwrap();
    let servers = served["servers"].take();
    generated["servers"].take();
    assert_eq!(servers[0]["url"], mock.server.base_url());
    // The operations whose place the contract leaves open are where this server has them.
    let unbound = generated.as_object_mut().unwrap().remove("x-unboundOperations").unwrap();
    let mut found = Vec::new();
    for (path, item) in served["paths"].as_object_mut().unwrap() {
        let Some(item) = item.as_object_mut() else { panic!("{path}") };
        item.retain(|_, operation| {
            let id = operation["operationId"].as_str().unwrap_or_default();
            let is_bound = unbound.get(id).is_some();
            if is_bound {
                found.push(id.to_owned());
            }
            !is_bound
        });
    }
    served["paths"].as_object_mut().unwrap().retain(|_, item| item != &json!({}));
    found.sort();
    let mut expected: Vec<String> = unbound.as_object().unwrap().keys().cloned().collect();
    expected.sort();
    assert_eq!(found, expected);
    assert!(served == generated, "it differs");
}

#[tokio::test]
async fn every_link_of_the_reference_leads_somewhere() {
    let answer = Mock::start().await.get("/reference").await;
    let html = Html::parse_document(&answer.text);
    let ids = all(&html, "[id]").into_iter().map(|place| place.attr("id").unwrap());
    let ids: BTreeSet<&str> = ids.collect();
    let mut inner = 0;
    for link in all(&html, "a[href]") {
        let href = link.attr("href").unwrap();
        let Some(place) = href.strip_prefix('#') else {
            assert!(matches!(href, "/" | "/openapi.json"), "{href}");
            continue;
        };
        assert!(ids.contains(place), "{href} leads nowhere");
        inner += 1;
    }
    assert!(inner > 100, "only {inner} links");
    assert_eq!(text(&html, "h1"), "Web Data Service API v2: contract reference");
    // Of two headings that are alike, each is reached.
    assert_eq!(text(&html, "#agentstatus-1"), "AgentStatus");
    assert!(all(&html, "table td code").len() > 500, "the clauses stand in tables");
    assert!(!answer.text.contains("| ---"), "a table stayed Markdown");
}
