//! Loading the page: from the cache, or through a browser of the team, and the actions on it.
//!
//! Loading does not wait: a slow page occupies a browser by the server's clock. No scripts run. The page's elements
//! contain what a click or a scroll reveals, in `data-click` and `data-scroll`.

use chrono::{DateTime, TimeDelta, Utc};
use scraper::node::Text;
use scraper::{Html, Node};
use serde_json::{Value, json};

use crate::contract::errors::RequestError;
use crate::contract::schema::Properties;
use crate::web_data::scrape::formats::link;
use crate::web_data::scrape::price::{Bill, LOCKDOWN};
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::settings;
use crate::web_data::world::scrapes::{Browser, Copy};
use crate::web_data::world::web::{WebPage, selected};

pub(super) struct LoadedPage {
    pub(super) page: WebPage,
    /// The HTML after the actions.
    pub(super) html: String,
    /// The results of the actions for the response, by the name of their list.
    pub(super) results: Properties,
    /// The moment when the served copy was stored; `None` if the page was loaded.
    pub(super) cached: Option<DateTime<Utc>>,
    /// The proxy of the request; `None` for a copy.
    pub(super) proxy: Option<&'static str>,
}

/// Loads the page.
///
/// # Errors
/// The error of a cache miss, of a page that is too slow, or of a team whose browsers are all busy.
pub(super) fn load(
    request: &ScrapeRequest<'_>,
    bill: &mut Bill<'_>,
    browser: &mut Browser,
) -> Result<LoadedPage, RequestError> {
    let cache_only = request.flag("lockdown") || request.given("minAge");
    let copy = request.service.state.cache.lock().find(request.url);
    let copy = copy.filter(|copy| is_age_allowed(request, copy));
    if request.flag("lockdown") {
        let [hit, miss] = LOCKDOWN;
        bill.charge(if copy.is_some() { hit } else { miss }, &request.options, 1);
    }
    if copy.is_none() || !request.has_clause("lockdown.behaviour.served-from-cache") {
        request.reject("lockdown-cache-miss")?;
    }
    if copy.is_none() {
        request.reject("no-cached-data")?;
    }
    // Actions cannot run on a copy, so a scrape with actions uses a copy only if it is restricted to the
    // cache.
    let has_actions = !request.list("actions").is_empty();
    match copy.filter(|_| cache_only || !has_actions) {
        Some(Copy { page, stored }) => Ok(LoadedPage::unchanged(page, Some(stored))),
        // Without an error in the contract, the response has an empty page.
        None if cache_only => Ok(LoadedPage::unchanged(WebPage::default(), None)),
        None => browse(request, browser),
    }
}

/// Returns whether a copy has an age that the options allow. `minAge` disables the default of `maxAge`, since
/// both together would allow no copy. A `minAge` of 1 allows any copy.
fn is_age_allowed(request: &ScrapeRequest<'_>, copy: &Copy) -> bool {
    let age = u64::try_from(copy.age(request.now)).unwrap_or_default();
    let raised = request.flag("lockdown") && !request.given("maxAge");
    let maximum = match raised && !request.has_clause("lockdown.behaviour.max-age") {
        true => request.default_number("maxAge"),
        false => request.number("maxAge"),
    };
    let is_new_enough = maximum.is_none_or(|maximum| age < maximum);
    match request.number("minAge") {
        None => is_new_enough,
        Some(1) => true,
        Some(minimum) => age >= minimum && (is_new_enough || !request.given("maxAge")),
    }
}

fn browse(request: &ScrapeRequest<'_>, browser: &mut Browser) -> Result<LoadedPage, RequestError> {
    let web_page = request.service.state.web.page(request.url);
    let web_page = web_page.unwrap_or_else(|| WebPage::missing(request.url));
    let (page, proxy) = through_proxy(request, web_page);
    let mut runner = ActionRunner {
        request,
        document: Html::parse_document(&page.html),
        focus: None,
        results: Properties::new(),
        waited: 0,
        waits_for_missing_element: false,
    };
    let actions = request.list("actions");
    actions.iter().for_each(|action| runner.perform(action));
    let loaded = page.load_milliseconds.saturating_add(runner.waited);
    occupy_browser(request, loaded, runner.waits_for_missing_element, browser)?;
    let may_store =
        request.flag("storeInCache") || !request.has_clause("storeInCache.behaviour.not-stored");
    // Failed pages are not stored; the contract leaves this open.
    if may_store && !request.stores_nothing() && page.status < 400 {
        let copy = Copy { page: page.clone(), stored: request.now };
        request.service.state.cache.lock().store(request.url, copy);
    }
    let html = if actions.is_empty() { page.html.clone() } else { runner.document.html() };
    Ok(LoadedPage { page, html, results: runner.results, cached: None, proxy: Some(proxy) })
}

/// Returns the page as the requested proxy delivers it, and the proxy that was used.
fn through_proxy(request: &ScrapeRequest<'_>, page: WebPage) -> (WebPage, &'static str) {
    let retries = request.text("proxy") == "auto";
    let is_enhanced = request.text("proxy") == "enhanced" || (retries && page.refuses_basic_proxy);
    let proxy = if is_enhanced { "enhanced" } else { "basic" };
    // Status code 526 is used by gateways for an invalid certificate.
    let failed = if page.bad_certificate && !request.flag("skipTlsVerification") {
        Some(526)
    } else {
        (page.refuses_basic_proxy && !is_enhanced).then_some(403)
    };
    let load_milliseconds = page.load_milliseconds;
    match failed {
        Some(status) => (WebPage { status, load_milliseconds, ..WebPage::default() }, proxy),
        None => (page, proxy),
    }
}

/// Occupies a browser while the page loads.
fn occupy_browser(
    request: &ScrapeRequest<'_>,
    milliseconds: u64,
    never_ends: bool,
    browser: &mut Browser,
) -> Result<(), RequestError> {
    let load = milliseconds.saturating_add(request.number("waitFor").unwrap_or_default());
    let timeout = request.number("timeout").unwrap_or(u64::MAX);
    let taken = i64::try_from(load.min(timeout)).ok().and_then(TimeDelta::try_milliseconds);
    let taken = taken.unwrap_or(TimeDelta::zero());
    let limit = settings::browsers(request.service, request.team);
    let mut browsers = request.service.state.browsers.lock();
    if let Err(exceeded) = browsers.take(request.team, limit, request.now, taken, browser) {
        let rejection = request.contract().reject_at("limits.concurrency", &Value::Null);
        let wait_seconds = Some(exceeded.wait_seconds);
        rejection.map_err(|error| RequestError { wait_seconds, ..error })?;
    }
    if load > timeout || never_ends {
        request.reject("page-slower-than-timeout")?;
    }
    Ok(())
}

impl LoadedPage {
    fn unchanged(page: WebPage, cached: Option<DateTime<Utc>>) -> Self {
        let html = page.html.clone();
        Self { page, html, results: Properties::new(), cached, proxy: None }
    }
}

/// Performs the actions of a scrape on a page, in order.
struct ActionRunner<'r> {
    request: &'r ScrapeRequest<'r>,
    document: Html,
    /// The selector of the element that was clicked last.
    focus: Option<String>,
    results: Properties,
    /// The total time of the wait actions, in milliseconds.
    waited: u64,
    waits_for_missing_element: bool,
}

impl ActionRunner<'_> {
    fn perform(&mut self, action: &Value) {
        let text = |name: &str| action.get(name).and_then(Value::as_str).unwrap_or_default();
        let (contract, url) = (self.request.contract(), self.request.url);
        let is_there = |document: &Html, selector| selected(document, selector).next().is_some();
        match text("type") {
            "wait" => {
                let milliseconds = action.get("milliseconds").and_then(Value::as_u64);
                self.waited = self.waited.saturating_add(milliseconds.unwrap_or_default());
                let selector = action.get("selector").and_then(Value::as_str);
                self.waits_for_missing_element |=
                    selector.is_some_and(|selector| !is_there(&self.document, selector));
            }
            "screenshot" if contract.has_clause("ScreenshotAction.behaviour.field") => {
                self.add_result("screenshots", link(url, "screenshot").into());
            }
            "pdf" if contract.has_clause("PdfAction.behaviour.field") => {
                self.add_result("pdfs", link(url, "pdf").into());
            }
            "scrape" => {
                self.add_result("scrapes", json!({ "url": url, "html": self.document.html() }));
            }
            // No script runs, so none returns a value.
            "executeJavascript" => {
                let none = json!({ "type": "undefined", "value": null });
                self.add_result("javascriptReturns", none);
            }
            "click" if is_there(&self.document, text("selector")) => {
                self.focus = Some(text("selector").to_owned());
                let every = action.get("all") == Some(&true.into());
                self.reveal(text("selector"), "data-click", every);
            }
            "write" => self.type_text(text("text")),
            "press" if text("key").chars().count() == 1 => self.type_text(text("key")),
            "scroll" if text("direction") == "down" => {
                let selector = Some(text("selector")).filter(|selector| !selector.is_empty());
                self.reveal(selector.unwrap_or("[data-scroll]"), "data-scroll", true);
            }
            _ => {}
        }
    }

    /// Types a text into the element that was clicked last.
    fn type_text(&mut self, text: &str) {
        let Some(focus) = &self.focus else { return };
        let id = selected(&self.document, focus).next().map(|element| element.id());
        if let Some(mut element) = id.and_then(|id| self.document.tree.get_mut(id)) {
            element.append(Node::Text(Text { text: text.into() }));
        }
    }

    /// Inserts the hidden text of elements after each of them.
    fn reveal(&mut self, selector: &str, attribute: &str, all: bool) {
        let elements = selected(&self.document, selector).take(if all { usize::MAX } else { 1 });
        let hidden: Vec<_> = elements
            .filter_map(|element| Some((element.id(), element.attr(attribute)?.to_owned())))
            .collect();
        for (id, text) in hidden {
            if let Some(mut element) = self.document.tree.get_mut(id) {
                element.insert_after(Node::Text(Text { text: text.as_str().into() }));
            }
        }
    }

    fn add_result(&mut self, list: &str, value: Value) {
        let results = self.results.entry(list).or_insert_with(|| json!([]));
        if let Some(results) = results.as_array_mut() {
            results.push(value);
        }
    }
}
