//! Visits: the pages that a check finds at the URLs of a target, over links, or by a search.
//!
//! Limits and defaults come from the contract. Options that choose among pages, such as paths and domains, have no
//! effect: the small web has few pages. This module does not compare pages.

use std::collections::{HashSet, VecDeque};

use scraper::Html;
use serde_json::{Value, json};
use url::Url;
use webdata_spec::Spec;

use crate::contract::schema;
use crate::web_data::world::checks::Content;
use crate::web_data::world::web::{self, WebPage};
use crate::web_data::{WebData, scrape};
use crate::world::teams::Team;

/// The properties of a document that describe the scrape itself or differ with every scrape.
const VOLATILE_PROPERTIES: [&str; 6] =
    ["metadata", "actions", "screenshot", "audio", "video", "changeTracking"];

/// The status codes of pages that no longer exist.
const GONE_STATUS_CODES: [u64; 2] = [404, 410];

/// The lowest status code of a page that failed.
const MIN_ERROR_STATUS: u64 = 400;

/// The maximum number of pages of a crawl without a limit.
const DEFAULT_CRAWL_LIMIT: u64 = 100;

/// The current pages of a target.
#[derive(Debug, Default)]
pub(super) struct Visit {
    pub(super) pages: Vec<(String, VisitResult)>,
    /// Whether the target has no other pages, so that earlier pages which are missing here count as removed.
    pub(super) is_complete: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum VisitResult {
    Page(Content),
    /// There is no page, or it no longer exists.
    Gone,
    /// The page could not be checked; the string is the identity of an error or a status code.
    Failed(String),
}

/// Visits pages for a team, which pays for them.
pub(super) struct Visitor<'c> {
    pub(super) service: &'c WebData,
    team: &'c Team,
    /// The credits that were charged so far.
    pub(super) credits: u64,
}

impl<'c> Visitor<'c> {
    pub(super) fn new(service: &'c WebData, team: &'c Team) -> Self {
        Self { service, team, credits: 0 }
    }

    /// Charges the team and returns true, or returns false if the team has too few credits.
    pub(super) fn charge(&mut self, credits: u64) -> bool {
        let can_pay = self.service.world.teams.has_credits(self.team, credits);
        if can_pay {
            self.service.world.teams.charge(self.team, credits);
            self.credits = self.credits.saturating_add(credits);
        }
        can_pay
    }

    /// Visits a page with the scrape options of a target.
    pub(super) fn visit(&mut self, url: &str, options: Option<&Value>) -> VisitResult {
        let options = bypass_cache(options);
        let scraped = scrape::scrape(self.service, self.team, url, &options);
        // The scrape has charged the team, also if it failed.
        self.credits = self.credits.saturating_add(scraped.credits);
        let mut content = match scraped.document {
            Ok(document) => document,
            Err(error) => return VisitResult::Failed(error.row.id.clone()),
        };
        let status = content.get("metadata").and_then(|about| about.get("statusCode"));
        match status.and_then(Value::as_u64) {
            Some(status) if GONE_STATUS_CODES.contains(&status) => VisitResult::Gone,
            Some(status) if status >= MIN_ERROR_STATUS => {
                VisitResult::Failed(format!("status {status}"))
            }
            _ => {
                content.retain(|name, _| !VOLATILE_PROPERTIES.contains(&name.as_str()));
                VisitResult::Page(Content(content))
            }
        }
    }
}

/// Visits the pages of a target that lists URLs. A page that is no longer listed does not count as removed,
/// so the visit is incomplete.
pub(super) fn visit_urls(visitor: &mut Visitor<'_>, target: &Value) -> Visit {
    let urls = target.get("urls").and_then(Value::as_array).into_iter().flatten();
    let urls = urls.filter_map(Value::as_str);
    let options = target.get("scrapeOptions");
    let pages = urls.map(|url| (url.to_owned(), visitor.visit(url, options))).collect();
    Visit { pages, is_complete: false }
}

/// Returns scrape options that bypass the cache, unless the target's options ask for a copy.
///
/// A check looks at the current page. The contract does not say how the default age of copies applies to a
/// check; that age is longer than the time between most checks.
fn bypass_cache(options: Option<&Value>) -> Value {
    let mut options = options.cloned().unwrap_or_else(|| json!({}));
    let requests_copy = ["maxAge", "minAge"].iter().any(|name| options.get(name).is_some())
        || options.get("lockdown") == Some(&Value::Bool(true));
    if let (Value::Object(properties), false) = (&mut options, requests_copy) {
        properties.insert("maxAge".to_owned(), 0.into());
    }
    options
}

/// Visits the start page of a target and the web pages that are reachable from it, nearest first. The visit is
/// incomplete if it reaches the limit, or if a web page fails, because the links of that page are unknown.
pub(super) fn visit_linked(visitor: &mut Visitor<'_>, target: &Value) -> Visit {
    let Some(start) = target.get("url").and_then(Value::as_str) else {
        return Visit::default();
    };
    let Ok(start) = Url::parse(&web::canonical(start)) else {
        let pages = vec![(start.to_owned(), VisitResult::Gone)];
        return Visit { pages, is_complete: false };
    };
    let service = visitor.service;
    let spec = &service.contract.spec;
    let limit = crawl_limit(spec, target);
    let mut reached = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([start]);
    let mut visit = Visit { pages: Vec::new(), is_complete: true };
    while let Some(url) = queue.pop_front() {
        if visit.pages.len() as u64 >= limit {
            visit.is_complete = false;
            break;
        }
        let result = visitor.visit(url.as_str(), target.get("scrapeOptions"));
        match &result {
            VisitResult::Page(_) => {
                let page = service.state.web.page(url.as_str());
                let links = page.map(|page| links(&page, &url)).unwrap_or_default();
                queue.extend(links.into_iter().filter(|link| reached.insert(link.clone())));
            }
            VisitResult::Failed(_) => visit.is_complete = false,
            VisitResult::Gone => {}
        }
        visit.pages.push((url.into(), result));
    }
    visit
}

/// Runs every query of a target and visits the results, in the order of the queries and then of the URLs.
/// Earlier results that are not found any more count as removed.
pub(super) fn visit_results(visitor: &mut Visitor<'_>, target: &Value) -> Visit {
    let spec = &visitor.service.contract.spec;
    let max = max_results(spec, target)
        .map_or(usize::MAX, |max| usize::try_from(max).unwrap_or(usize::MAX));
    let known = visitor.service.state.web.searchable();
    let candidates: Vec<_> = known.iter().map(|(url, page)| (url, words_of(page))).collect();
    let mut results: Vec<&String> = Vec::new();
    let mut seen = HashSet::new();
    for query in target.get("queries").and_then(Value::as_array).into_iter().flatten() {
        let query_words: Vec<String> = query.as_str().map(words).into_iter().flatten().collect();
        let fits = |words: &HashSet<String>| {
            !query_words.is_empty() && query_words.iter().all(|word| words.contains(word))
        };
        let urls = candidates.iter().filter(|(_, words)| fits(words)).map(|(url, _)| *url);
        results.extend(urls.filter(|url| seen.insert(*url)));
    }
    // Results beyond the cap may still exist.
    let is_complete = results.len() <= max;
    results.truncate(max);
    let pages = results.into_iter().map(|url| (url.clone(), visitor.visit(url, None))).collect();
    Visit { pages, is_complete }
}

/// Returns the maximum number of pages that a crawl of a target visits.
fn crawl_limit(spec: &Spec, target: &Value) -> u64 {
    let options = target.get("crawlOptions");
    let limit =
        options.and_then(|options| schema::effective_value(spec, "CrawlOptions", options, "limit"));
    limit.and_then(Value::as_u64).filter(|limit| *limit > 0).unwrap_or(DEFAULT_CRAWL_LIMIT)
}

/// Returns the maximum number of pages that a check of a target visits.
pub(crate) fn max_pages(spec: &Spec, target: &Value) -> u64 {
    match target.get("type").and_then(Value::as_str) {
        Some("scrape") => {
            target.get("urls").and_then(Value::as_array).map_or(0, |urls| urls.len() as u64)
        }
        Some("crawl") => crawl_limit(spec, target),
        Some("search") => max_results(spec, target).unwrap_or_default(),
        _ => 0,
    }
}

/// Returns the maximum number of results of a search target, over all its queries.
fn max_results(spec: &Spec, target: &Value) -> Option<u64> {
    schema::effective_value(spec, "SearchTarget", target, "maxResults").and_then(Value::as_u64)
}

/// Returns the pages of the same origin that a page links to, in its order.
pub(crate) fn links(page: &WebPage, at: &Url) -> Vec<Url> {
    let links = web::links(&Html::parse_document(&page.html), at.as_str());
    let links = links.iter().filter_map(|link| Url::parse(link).ok());
    links.filter(|link| link.origin() == at.origin()).collect()
}

/// Returns the words of a page, including those of its PDF pages.
fn words_of(page: &WebPage) -> HashSet<String> {
    let document = Html::parse_document(&page.html);
    let printed = page.pdf_pages.iter().map(|page| page.text.as_str());
    document.root_element().text().chain(printed).flat_map(words).collect()
}

/// Returns the words of a string, in lower case.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}
