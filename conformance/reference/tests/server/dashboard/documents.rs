//! The contract beside the page: its reference, whose links lead somewhere, and OpenAPI.

use std::collections::BTreeSet;
use std::path::Path;

use scraper::Html;

use crate::dashboard::mock::{Mock, all, text};

#[tokio::test]
async fn open_api_is_what_was_generated() {
    let answer = Mock::start().await.get("/openapi.json").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/json");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated/openapi.json");
    assert!(answer.text == std::fs::read_to_string(file).unwrap(), "it differs");
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
