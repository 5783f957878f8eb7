//! Visits: the page that a check finds at a URL.
//!
//! This module does not compare pages; `compare` does.

use serde_json::{Value, json};

use crate::web_data::scrape;
use crate::web_data::service::WebData;
use crate::web_data::world::browsers::Browser;
use crate::web_data::world::checks::Content;
use crate::world::teams::Team;

/// The properties of a document that describe the scrape itself or differ with every scrape.
const VOLATILE_PROPERTIES: [&str; 7] =
    ["metadata", "warning", "actions", "screenshot", "audio", "video", "changeTracking"];

/// The status codes of pages that no longer exist.
const GONE_STATUS_CODES: [u64; 2] = [404, 410];

/// The lowest status code of a page that failed.
const MIN_ERROR_STATUS: u64 = 400;

/// The current pages of a target.
#[derive(Debug, Default)]
pub(super) struct Visit {
    pub(super) pages: Vec<(String, VisitResult)>,
    /// Whether the target has no other pages, so that earlier pages which are missing here count as removed.
    pub(super) is_complete: bool,
}

/// The result of visiting a URL.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum VisitResult {
    /// The content of a page.
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
    credits: u64,
    /// The browser in which the pages load one after the other, although the clock stands still meanwhile.
    browser: Browser,
}

impl<'c> Visitor<'c> {
    pub(super) fn new(service: &'c WebData, team: &'c Team) -> Self {
        Self { service, team, credits: 0, browser: Browser::default() }
    }

    /// Returns the credits that were charged so far.
    pub(super) fn credits(&self) -> u64 {
        self.credits
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
        let scraped = scrape::scrape(self.service, self.team, url, &options, &mut self.browser);
        // The scrape has charged the team, also if it failed.
        self.credits = self.credits.saturating_add(scraped.credits);
        let mut content = match scraped.document {
            Ok(document) => document,
            Err(error) => return VisitResult::Failed(error.row.id().to_owned()),
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
