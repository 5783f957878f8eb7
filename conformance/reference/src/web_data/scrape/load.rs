//! Loading the page: from the cache or anew, and the results of the actions on it.
//!
//! Loading does not wait. No script runs and no action changes the page.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::contract::errors::RequestError;
use crate::contract::schema::Properties;
use crate::web_data::scrape::price::{Bill, LOCKDOWN};
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::world::scrapes::Copy;
use crate::web_data::world::web::WebPage;

pub(super) struct LoadedPage {
    pub(super) page: WebPage,
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
/// The error of a cache miss, or of a page that is too slow.
pub(super) fn load(
    request: &ScrapeRequest<'_>,
    bill: &mut Bill<'_>,
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
        // If the contract has no error for a cache miss, the response has an empty page.
        None if cache_only => Ok(LoadedPage::unchanged(WebPage::default(), None)),
        None => browse(request),
    }
}

/// Returns whether a copy has an age that the options allow. `minAge` disables the default of `maxAge`, since
/// both together would allow no copy. A `minAge` of 1 allows any copy.
fn is_age_allowed(request: &ScrapeRequest<'_>, copy: &Copy) -> bool {
    let age = u64::try_from(copy.age(request.now)).unwrap_or_default();
    let has_lockdown_default = request.flag("lockdown") && !request.given("maxAge");
    let maximum = if has_lockdown_default && !request.has_clause("lockdown.behaviour.max-age") {
        request.default_number("maxAge")
    } else {
        request.number("maxAge")
    };
    let is_new_enough = maximum.is_none_or(|maximum| age < maximum);
    match request.number("minAge") {
        None => is_new_enough,
        Some(1) => true,
        Some(minimum) => age >= minimum && (is_new_enough || !request.given("maxAge")),
    }
}

fn browse(request: &ScrapeRequest<'_>) -> Result<LoadedPage, RequestError> {
    let web_page = request.service.state.web.page(request.url);
    let web_page = web_page.unwrap_or_else(|| WebPage::missing(request.url));
    let (page, proxy) = through_proxy(request, web_page);
    let (results, waited) = perform_actions(request, &page);
    let load = page.load_milliseconds.saturating_add(waited);
    let load = load.saturating_add(request.number("waitFor").unwrap_or_default());
    if request.number("timeout").is_some_and(|timeout| load > timeout) {
        request.reject("page-slower-than-timeout")?;
    }
    let may_store =
        request.flag("storeInCache") || !request.has_clause("storeInCache.behaviour.not-stored");
    // Failed pages are not stored; the contract leaves this open.
    if may_store && !request.stores_nothing() && page.status < 400 {
        let copy = Copy { page: page.clone(), stored: request.now };
        request.service.state.cache.lock().store(request.url, copy);
    }
    Ok(LoadedPage { page, results, cached: None, proxy: Some(proxy) })
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

impl LoadedPage {
    fn unchanged(page: WebPage, cached: Option<DateTime<Utc>>) -> Self {
        Self { page, results: Properties::new(), cached, proxy: None }
    }
}

/// Returns the results of the actions for the response, by the name of their list, and the total time of the wait
/// actions in milliseconds.
fn perform_actions(request: &ScrapeRequest<'_>, page: &WebPage) -> (Properties, u64) {
    let (contract, url) = (request.contract(), request.url);
    let (mut results, mut waited) = (Properties::new(), 0_u64);
    let mut add = |list: &str, value: Value| {
        if let Value::Array(items) = results.entry(list).or_insert_with(|| json!([])) {
            items.push(value);
        }
    };
    for action in request.list("actions") {
        match action.get("type").and_then(Value::as_str).unwrap_or_default() {
            "wait" => {
                let milliseconds = action.get("milliseconds").and_then(Value::as_u64);
                waited = waited.saturating_add(milliseconds.unwrap_or_default());
            }
            "screenshot" if contract.has_clause("ScreenshotAction.behaviour.field") => {
                add("screenshots", link(url, "screenshot").into());
            }
            "pdf" if contract.has_clause("PdfAction.behaviour.field") => {
                add("pdfs", link(url, "pdf").into());
            }
            "scrape" => add("scrapes", json!({ "url": url, "html": page.html })),
            "executeJavascript" => {
                add("javascriptReturns", json!({ "type": "undefined", "value": null }));
            }
            _ => {}
        }
    }
    (results, waited)
}

/// Returns a link to a file that is made from a page: a screenshot, a PDF, audio or video.
pub(super) fn link(url: &str, kind: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("of", url).finish();
    format!("https://files.example.com/{kind}?{query}")
}
