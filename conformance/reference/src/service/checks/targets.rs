//! What the target of a monitor asks for.
//!
//! It must not visit a page.

use serde_json::Value;
use webdata_spec::Spec;

use crate::contract::schema;

/// How many pages a crawl without a limit visits at most.
const USUAL_LIMIT: u64 = 100;

/// How many pages a crawl of a target visits at most.
pub(super) fn crawl_limit(spec: &Spec, target: &Value) -> u64 {
    let limit = crawl_option(spec, target, "limit").and_then(Value::as_u64);
    limit.filter(|limit| *limit > 0).unwrap_or(USUAL_LIMIT)
}

/// The most pages that a check of a target visits.
pub(crate) fn most_pages(spec: &Spec, target: &Value) -> u64 {
    match target.get("type").and_then(Value::as_str) {
        Some("scrape") => {
            target.get("urls").and_then(Value::as_array).map_or(0, |urls| urls.len() as u64)
        }
        Some("crawl") => crawl_limit(spec, target),
        Some("search") => most_results(spec, target),
        _ => 0,
    }
}

/// The most results of a target; none where the contract has no such limit.
fn most_results(spec: &Spec, target: &Value) -> u64 {
    search_setting(spec, target, "maxResults").and_then(Value::as_u64).unwrap_or_default()
}

/// An option of the crawl of a target.
pub(super) fn crawl_option<'s>(spec: &'s Spec, target: &'s Value, name: &str) -> Option<&'s Value> {
    schema::effective_value(spec, "CrawlOptions", target.get("crawlOptions")?, name)
}

/// A setting of a search target.
pub(super) fn search_setting<'s>(
    spec: &'s Spec,
    target: &'s Value,
    name: &str,
) -> Option<&'s Value> {
    schema::effective_value(spec, "SearchTarget", target, name)
}
