//! Visits of pages: what a check finds at a URL.
//!
//! It must not compare; what was found before is the business of `compare`.

use serde_json::{Value, json};

use crate::service::backend::Backend;
use crate::service::scrape;
use crate::world::checks::Content;
use crate::world::teams::{Browser, Team};

/// Members of a document that say how it came about, or hold what differs with every scrape.
const FLEETING: [&str; 7] =
    ["metadata", "warning", "actions", "screenshot", "audio", "video", "changeTracking"];

/// Statuses of pages that are there no more.
const GONE: [u64; 2] = [404, 410];

/// The first status of a page that failed.
const FIRST_ERROR: u64 = 400;

/// The pages of a target as they are now.
#[derive(Debug, Default)]
pub(super) struct Visit {
    pub(super) pages: Vec<(String, Seen)>,
    /// Whether the target has no page but these, so that what it had before is removed.
    pub(super) is_complete: bool,
}

/// What was seen at a URL.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Seen {
    /// A page.
    Page(Content),
    /// No page, or none any more.
    Gone,
    /// It could not be checked, because of the error of this identity or a status.
    Failed(String),
}

/// Visits pages for a team, which is charged for them.
pub(super) struct Visitor<'c> {
    pub(super) backend: &'c Backend,
    team: &'c Team,
    credits: u64,
    /// The pages load in it one after the other, although the clock stands still meanwhile.
    browser: Browser,
}

impl<'c> Visitor<'c> {
    pub(super) fn new(backend: &'c Backend, team: &'c Team) -> Self {
        Self { backend, team, credits: 0, browser: Browser::default() }
    }

    /// What was charged so far.
    pub(super) fn credits(&self) -> u64 {
        self.credits
    }

    /// Charges the team, where it has that many credits left.
    pub(super) fn charge(&mut self, credits: u64) -> bool {
        let can_pay = self.backend.world.teams.has_credits(self.team, credits);
        if can_pay {
            self.backend.world.teams.charge(self.team, credits);
            self.credits = self.credits.saturating_add(credits);
        }
        can_pay
    }

    /// Looks at a page, with the scrape options of a target.
    pub(super) fn see(&mut self, url: &str, options: Option<&Value>) -> Seen {
        let options = fresh(options);
        let scraped = scrape::scrape(self.backend, self.team, url, &options, &mut self.browser);
        // The scrape has charged the team, whatever came of it.
        self.credits = self.credits.saturating_add(scraped.credits);
        let mut content = match scraped.document {
            Ok(document) => document,
            Err(refusal) => return Seen::Failed(refusal.row.id().to_owned()),
        };
        let status = content.get("metadata").and_then(|about| about.get("statusCode"));
        match status.and_then(Value::as_u64) {
            Some(status) if GONE.contains(&status) => Seen::Gone,
            Some(status) if status >= FIRST_ERROR => Seen::Failed(format!("status {status}")),
            _ => {
                content.retain(|name, _| !FLEETING.contains(&name.as_str()));
                Seen::Page(Content(content))
            }
        }
    }
}

/// The pages of a target that lists them. A page that is listed no more is not looked at, which
/// does not make it removed.
pub(super) fn urls(visitor: &mut Visitor<'_>, target: &Value) -> Visit {
    let urls = target.get("urls").and_then(Value::as_array).into_iter().flatten();
    let urls = urls.filter_map(Value::as_str);
    let options = target.get("scrapeOptions");
    let pages = urls.map(|url| (url.to_owned(), visitor.see(url, options))).collect();
    Visit { pages, is_complete: false }
}

/// A check looks at a page as it is now: a copy in the cache serves only a target whose options ask
/// for one. The contract does not say what a check makes of the default age of copies, which is
/// longer than the time between most checks.
fn fresh(options: Option<&Value>) -> Value {
    let mut options = options.cloned().unwrap_or_else(|| json!({}));
    let asks = ["maxAge", "minAge"].iter().any(|name| options.get(name).is_some())
        || options.get("lockdown") == Some(&Value::Bool(true));
    if let (Value::Object(members), false) = (&mut options, asks) {
        members.insert("maxAge".to_owned(), 0.into());
    }
    options
}
