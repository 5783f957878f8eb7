//! The documents beside the dashboard: the contract reference, whose links work, and OpenAPI.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use scraper::Html;
use serde_json::{Value, json};
use webdata_reference::{CaseLink, Options};

use crate::dashboard::mock::{Mock, all, contract, text};

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
    let contents = Html::parse_document(&mock.get("/reference").await.text);
    let paths = all(&contents, "#pages a").into_iter().map(|link| link.attr("href").unwrap());
    let mut ids = BTreeMap::new();
    let mut links = BTreeSet::new();
    for path in paths {
        let response = mock.get(path).await;
        assert_eq!(response.status, 200, "{path}");
        assert!(!response.text.contains("| ---"), "{path}: a table was not converted");
        let page = Html::parse_document(&response.text);
        assert_eq!(
            text(&page, "#pages [aria-current]"),
            text(&page, "title").split(':').next().unwrap()
        );
        let ids_here =
            all(&page, "[id]").into_iter().map(|place| place.attr("id").unwrap().to_owned());
        ids.insert(path.to_owned(), ids_here.collect::<BTreeSet<String>>());
        let links_here = all(&page, "a[href]").into_iter().map(|link| link.attr("href").unwrap());
        links.extend(links_here.map(|href| match href.strip_prefix('#') {
            Some(place) => format!("{path}#{place}"),
            None => href.to_owned(),
        }));
    }
    for link in &links {
        let (path, place) = link.split_once('#').unwrap_or((link, ""));
        if matches!(path, "/" | "/openapi.json") {
            continue;
        }
        let ids = ids.get(path).unwrap_or_else(|| panic!("{link} is broken"));
        assert!(place.is_empty() || ids.contains(place), "{link} is broken");
    }
    assert!(links.len() > 200, "only {} links", links.len());
    assert!(ids.len() > 60, "only {} pages", ids.len());
    let marked: usize = ids.values().flatten().filter(|id| id.starts_with("clause--")).count();
    let clauses = contract().clauses().len();
    assert_eq!(marked, clauses, "each clause has exactly one anchor");
}

#[tokio::test]
async fn pages_are_found_by_their_paths() {
    let cases = vec![CaseLink {
        id: "updateMonitor::name::maxLength::above".to_owned(),
        clauses: vec!["MonitorUpdate.name.maxLength".to_owned()],
    }];
    let mock = Mock::with(Options { cases, ..Options::default() }).await;
    let case = "/reference/cases/updateMonitor%3A%3Aname%3A%3AmaxLength%3A%3Aabove";
    let clause = "/reference/types/MonitorUpdate#clause--MonitorUpdate.name.maxLength";
    // A path, the heading of its page, and a link on the page.
    let table = [
        ("/reference/operations/updateMonitor", "updateMonitor", case),
        ("/reference/types/MonitorUpdate", "MonitorUpdate", case),
        (
            "/reference/types/AgentStatus",
            "AgentStatus",
            "/reference/operations/agentStatus#agentstatus",
        ),
        ("/reference/types", "Types", "/reference/types/Monitor"),
        ("/reference/errors", "Errors", "/reference"),
        (case, "updateMonitor::name::maxLength::above", clause),
        ("/reference/search?q=MONITORUPDATE.name%20256", "Search", clause),
        ("/reference/search", "Search", "/reference"),
    ];
    for (path, heading, link) in table {
        let response = mock.get(path).await;
        assert_eq!(response.status, 200, "{path}");
        let page = Html::parse_document(&response.text);
        assert_eq!(text(&page, "h1"), heading, "{path}");
        let mut links = all(&page, "a").into_iter().filter_map(|element| element.attr("href"));
        assert!(links.any(|href| href == link), "{path} does not link to {link}");
    }
    let text = mock.get("/reference/search?q=%3Cb%3E").await.text;
    assert!(text.contains("0 clauses") && !text.contains("<b>"), "{text}");
    for path in ["/reference/nothing", "/reference/cases/nothing", "/reference/types/Nothing"] {
        assert_eq!(mock.get(path).await.status, 404, "{path}");
    }
}
