//! Searches: the pages of the server's web that contain all words of a query.
//!
//! All limits and defaults come from the contract.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use url::Url;

use super::targets::search_setting;
use super::visit::{Visit, Visitor};
use super::web_pages;
use crate::contract::Contract;
use crate::web_data::world::web::WebPage;

/// The clause that counts results over all queries together.
const GLOBAL_CAP: &str = "SearchTarget.maxResults.behaviour.global-cap";

/// Runs every query of a target and visits the results, in the order of the queries and then of the URLs.
/// Earlier results that are not found any more count as removed.
pub(super) fn visit(visitor: &mut Visitor<'_>, target: &Value, now: DateTime<Utc>) -> Visit {
    let contract = &visitor.service.contract;
    let spec = &contract.spec;
    let max = search_setting(spec, target, "maxResults").and_then(Value::as_u64);
    let max = max.map_or(usize::MAX, |max| usize::try_from(max).unwrap_or(usize::MAX));
    let known = visitor.service.state.web.pages();
    let candidates = known.iter().filter(|(url, page)| {
        allows(contract, target, url) && is_recent(contract, target, page, now)
    });
    let candidates: Vec<_> =
        candidates.map(|(url, page)| (url, web_pages::words_of(page))).collect();
    let mut results: Vec<&String> = Vec::new();
    let mut seen = HashSet::new();
    for query in target.get("queries").and_then(Value::as_array).into_iter().flatten() {
        let query_words: Vec<String> =
            query.as_str().map(web_pages::words).into_iter().flatten().collect();
        let fits = |words: &HashSet<String>| {
            !query_words.is_empty() && query_words.iter().all(|word| words.contains(word))
        };
        let urls = candidates.iter().filter(|(_, words)| fits(words)).map(|(url, _)| *url);
        if contract.has_clause(GLOBAL_CAP) {
            results.extend(urls.filter(|url| seen.insert(*url)));
        } else {
            results.extend(urls.take(max));
        }
    }
    // Results beyond the cap may still exist.
    let mut is_complete = true;
    if contract.has_clause(GLOBAL_CAP) {
        is_complete = results.len() <= max;
        results.truncate(max);
    }
    let pages = results.into_iter().map(|url| (url.clone(), visitor.visit(url, None))).collect();
    Visit { pages, is_complete }
}

/// Returns whether results may come from the domain of a URL or from a parent domain.
fn allows(contract: &Contract, target: &Value, url: &str) -> bool {
    let Some(host) = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_lowercase))
    else {
        return false;
    };
    let lists = |name, behaviour| {
        let setting = search_setting(&contract.spec, target, name);
        let domains = setting.filter(|_| has_clause(contract, name, behaviour))?.as_array()?;
        let mut domains = domains.iter().filter_map(Value::as_str).map(str::to_lowercase);
        Some(domains.any(|domain| host == domain || host.ends_with(&format!(".{domain}"))))
    };
    lists("includeDomains", "limits-results").unwrap_or(true)
        && !lists("excludeDomains", "drops-results").unwrap_or(false)
}

/// Returns whether the contract describes the behaviour of a property of search targets.
fn has_clause(contract: &Contract, property: &str, behaviour: &str) -> bool {
    contract.has_clause(&format!("SearchTarget.{property}.behaviour.{behaviour}"))
}

/// Returns whether a page was published within the window of a target. A page without a publication date is
/// not recent.
fn is_recent(contract: &Contract, target: &Value, page: &WebPage, now: DateTime<Utc>) -> bool {
    let window = search_setting(&contract.spec, target, "searchWindow").and_then(Value::as_str);
    let counts = has_clause(contract, "searchWindow", "recent-only");
    let Some(window) = window.filter(|_| counts).and_then(time_span) else { return true };
    page.published.is_some_and(|at| at <= now && now - at <= window)
}

/// Parses a time span such as `15m`, `6h` or `7d`.
fn time_span(text: &str) -> Option<TimeDelta> {
    let number = |unit| text.strip_suffix(unit).and_then(|number: &str| number.parse().ok());
    (number('m').and_then(TimeDelta::try_minutes))
        .or_else(|| number('h').and_then(TimeDelta::try_hours))
        .or_else(|| number('d').and_then(TimeDelta::try_days))
}
