//! Loading the page: from the cache, or through a browser of the team.
//!
//! Loading does not wait: a slow page occupies a browser by the server's clock.

use chrono::{DateTime, TimeDelta, Utc};
use scraper::Html;
use serde_json::Value;

use crate::contract::errors::RequestError;
use crate::web_data::scrape::actions::{self, ActionResults};
use crate::web_data::scrape::bill::Bill;
use crate::web_data::scrape::price::LOCKDOWN;
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::settings;
use crate::web_data::world::scrapes::{Browser, Copy};
use crate::web_data::world::web::WebPage;

/// The clauses that restrict a scrape to the cache, with the error of each for a cache miss.
const CACHE_ONLY: [(&str, &str); 2] = [
    ("lockdown.behaviour.no-contact", "lockdown-cache-miss"),
    ("minAge.behaviour.cache-only", "no-cached-data"),
];

/// A loaded page.
pub(super) struct LoadedPage {
    pub(super) page: WebPage,
    /// The HTML after the actions.
    pub(super) html: String,
    pub(super) performed: ActionResults,
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
    let cache_only = request.is_locked_down()
        || (request.given("minAge") && request.has_clause("minAge.behaviour.cache-only"));
    let copy =
        request.service.state.cache.find(request.url).filter(|copy| is_age_allowed(request, copy));
    if request.flag("lockdown") {
        let [hit, miss] = LOCKDOWN;
        bill.charge(if copy.is_some() { hit } else { miss }, &request.options, 1);
    }
    if copy.is_none() {
        // Without a clause that restricts the scrape to the cache, a miss has no error.
        for (behaviour, circumstance) in CACHE_ONLY {
            if request.has_clause(behaviour) {
                request.reject(circumstance)?;
            }
        }
    }
    if request.is_locked_down() && !request.has_clause("lockdown.behaviour.served-from-cache") {
        request.reject("lockdown-cache-miss")?;
    }
    // Actions cannot run on a copy, so a scrape with actions uses a copy only if it is restricted to the
    // cache.
    let has_actions = !request.list("actions").is_empty();
    match copy.filter(|_| cache_only || !has_actions) {
        Some(Copy { page, stored }) => Ok(LoadedPage::unchanged(page, Some(stored))),
        // Without a error in the contract, the response has an empty page.
        None if cache_only => Ok(LoadedPage::unchanged(WebPage::default(), None)),
        None => browse(request, browser),
    }
}

/// Returns whether a copy has an age that the options allow. `minAge` disables the default of `maxAge`, since
/// both together would allow no copy.
fn is_age_allowed(request: &ScrapeRequest<'_>, copy: &Copy) -> bool {
    let age = u64::try_from(copy.age(request.now)).unwrap_or_default();
    let raised = request.flag("lockdown") && !request.given("maxAge");
    let maximum = match raised && !request.has_clause("lockdown.behaviour.max-age") {
        true => request.default_number("maxAge"),
        false => request.number("maxAge"),
    };
    let maximum = maximum.filter(|_| request.has_clause("maxAge.behaviour.scraped-again"));
    let is_new_enough = maximum.is_none_or(|maximum| age < maximum);
    match request.number("minAge") {
        None if request.is_locked_down() => is_new_enough,
        None => is_new_enough && request.has_clause("maxAge.behaviour.copy-returned"),
        Some(1) if request.has_clause("minAge.behaviour.any-with-one") => true,
        Some(minimum) => {
            let is_old_enough = age >= minimum || !request.has_clause("minAge.behaviour.least-age");
            is_old_enough && (is_new_enough || !request.given("maxAge"))
        }
    }
}

/// Loads the page through a browser.
fn browse(request: &ScrapeRequest<'_>, browser: &mut Browser) -> Result<LoadedPage, RequestError> {
    let web_page = request.service.state.web.page(request.url);
    let web_page = web_page.unwrap_or_else(|| WebPage::missing(request.url));
    let (page, proxy) = through_proxy(request, web_page);
    let mut document = Html::parse_document(&page.html);
    let performed = actions::perform(request, &mut document);
    occupy_browser(request, &page, &performed, browser)?;
    let may_store =
        request.flag("storeInCache") || !request.has_clause("storeInCache.behaviour.not-stored");
    // Failed pages are not stored; the contract leaves this open.
    if may_store && !request.stores_nothing() && page.status < 400 {
        let copy = Copy { page: page.clone(), stored: request.now };
        request.service.state.cache.store(request.url, copy);
    }
    let is_changed = performed.changed && request.has_clause("actions.behaviour.before-fetching");
    let html = if is_changed { document.html() } else { page.html.clone() };
    Ok(LoadedPage { page, html, performed, cached: None, proxy: Some(proxy) })
}

/// Returns the page as the requested proxy delivers it, and the proxy that was used.
fn through_proxy(request: &ScrapeRequest<'_>, page: WebPage) -> (WebPage, &'static str) {
    let retries = request.text("proxy") == "auto" && request.has_clause("proxy.behaviour.auto");
    let is_enhanced = request.text("proxy") == "enhanced" || (retries && page.refuses_basic_proxy);
    let proxy = if is_enhanced { "enhanced" } else { "basic" };
    // Status code 526 is used by gateways for an invalid certificate.
    let failed = if page.bad_certificate && !request.flag("skipTlsVerification") {
        Some(526)
    } else {
        (page.refuses_basic_proxy && !is_enhanced).then_some(403)
    };
    match failed {
        Some(status) => (
            WebPage { status, load_milliseconds: page.load_milliseconds, ..WebPage::default() },
            proxy,
        ),
        None => (page, proxy),
    }
}

/// Occupies a browser while the page loads.
fn occupy_browser(
    request: &ScrapeRequest<'_>,
    page: &WebPage,
    performed: &ActionResults,
    browser: &mut Browser,
) -> Result<(), RequestError> {
    let wait = request.number("waitFor").unwrap_or_default();
    let load = if request.has_clause("waitFor.behaviour.beside-smart-wait") {
        page.load_milliseconds.saturating_add(wait)
    } else {
        page.load_milliseconds.max(wait)
    };
    let load = load.saturating_add(performed.wait_milliseconds);
    let timeout = request.number("timeout").unwrap_or(u64::MAX);
    let taken = i64::try_from(load.min(timeout)).ok().and_then(TimeDelta::try_milliseconds);
    let taken = taken.unwrap_or(TimeDelta::zero());
    let limit = settings::browsers(request.service, request.team);
    let browsers = &request.service.state.browsers;
    if let Err(exceeded) = browsers.take(request.team, limit, request.now, taken, browser) {
        let rejection = request.contract().reject_at("limits.concurrency", &Value::Null);
        rejection.map_err(|error| error.with_wait(exceeded.wait_seconds))?;
    }
    if load > timeout || performed.waits_for_missing_element {
        request.reject("page-slower-than-timeout")?;
    }
    Ok(())
}

impl LoadedPage {
    fn unchanged(page: WebPage, cached: Option<DateTime<Utc>>) -> Self {
        let html = page.html.clone();
        Self { page, html, performed: ActionResults::default(), cached, proxy: None }
    }
}
