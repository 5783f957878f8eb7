//! The settings of a monitor's target.
//!
//! This module does not visit a page.

use serde_json::Value;
use webdata_spec::Spec;

use crate::contract::schema;

/// The most pages of a crawl without a limit.
const DEFAULT_CRAWL_LIMIT: u64 = 100;

/// Returns the most pages that a crawl of a target visits.
pub(super) fn crawl_limit(spec: &Spec, target: &Value) -> u64 {
    let limit = crawl_option(spec, target, "limit").and_then(Value::as_u64);
    limit.filter(|limit| *limit > 0).unwrap_or(DEFAULT_CRAWL_LIMIT)
}

/// Returns the most pages that a check of a target visits.
pub(crate) fn max_pages(spec: &Spec, target: &Value) -> u64 {
    match target.get("type").and_then(Value::as_str) {
        Some("scrape") => {
            target.get("urls").and_then(Value::as_array).map_or(0, |urls| urls.len() as u64)
        }
        Some("crawl") => crawl_limit(spec, target),
        Some("search") => max_results(spec, target),
        _ => 0,
    }
}

/// Returns the most results of a target, or 0 if the contract has no such limit.
fn max_results(spec: &Spec, target: &Value) -> u64 {
    search_setting(spec, target, "maxResults").and_then(Value::as_u64).unwrap_or_default()
}

/// Returns an option of the crawl of a target.
pub(super) fn crawl_option<'s>(spec: &'s Spec, target: &'s Value, name: &str) -> Option<&'s Value> {
    schema::effective_value(spec, "CrawlOptions", target.get("crawlOptions")?, name)
}

/// Returns a setting of a search target.
pub(super) fn search_setting<'s>(
    spec: &'s Spec,
    target: &'s Value,
    name: &str,
) -> Option<&'s Value> {
    schema::effective_value(spec, "SearchTarget", target, name)
}
