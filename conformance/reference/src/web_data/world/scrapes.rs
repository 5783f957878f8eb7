//! Earlier scrapes: cached copies of web pages, and the last scrapes of each team, for the next scrape to compare
//! with. Also the browsers of each team, which load web pages.
//!
//! This module decides neither when a copy may be used nor the error of an exceeded limit; the contract does.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::bounded::BoundedMap;
use crate::shared::Shared;
use crate::web_data::world::web::{WebPage, canonical};
use crate::world::Part;
use crate::world::teams::{LimitExceeded, Team};

/// The largest number of cached copies.
const MAX_COPIES: usize = 1000;

/// A copy of a web page.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Copy {
    /// The web page as it was loaded.
    pub(crate) page: WebPage,
    /// When the page was loaded.
    pub(crate) stored: DateTime<Utc>,
}

impl Copy {
    /// Returns the age of the copy, in milliseconds.
    pub(crate) fn age(&self, now: DateTime<Utc>) -> i64 {
        (now - self.stored).num_milliseconds()
    }
}

/// The newest copy of each web page, by URL.
#[derive(Debug)]
pub(crate) struct Cache(Shared<BoundedMap<String, Copy>>);

impl Default for Cache {
    fn default() -> Self {
        Self(Shared::new(BoundedMap::new(MAX_COPIES)))
    }
}

impl Cache {
    /// Returns the copy of the web page at a URL.
    pub(crate) fn find(&self, url: &str) -> Option<Copy> {
        self.0.lock().get(&canonical(url)).cloned()
    }

    /// Returns every copy, by URL.
    pub(crate) fn all(&self) -> BTreeMap<String, Copy> {
        self.0.lock().all().map(|(url, copy)| (url.clone(), copy.clone())).collect()
    }

    /// Stores a copy, in place of an older copy of the same web page.
    pub(crate) fn store(&self, url: &str, copy: Copy) {
        self.0.lock().insert(canonical(url), copy);
    }
}

impl Part for Cache {
    type Saved = Vec<(String, Copy)>;

    fn reset(&self, _now: DateTime<Utc>) {
        self.0.lock().clear();
    }

    /// Returns every copy with its URL, the oldest first.
    fn save(&self) -> Vec<(String, Copy)> {
        self.0.lock().saved()
    }

    fn restore(&self, saved: Vec<(String, Copy)>) {
        self.0.lock().restore(saved);
    }
}

/// The largest number of branches whose last scrape is kept.
const MAX_BRANCHES: usize = 1000;

/// A web page as it was scraped before.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PreviousScrape {
    pub(crate) at: DateTime<Utc>,
    pub(crate) is_there: bool,
    pub(crate) source: Source,
}

/// The key of a history: the team, the URL and the branch.
type Branch = (Team, String, Option<String>);

/// The last scrape of each branch that asked for change tracking.
#[derive(Debug)]
pub(crate) struct History(Shared<BoundedMap<Branch, PreviousScrape>>);

impl Default for History {
    fn default() -> Self {
        Self(Shared::new(BoundedMap::new(MAX_BRANCHES)))
    }
}

impl History {
    /// Returns the last scrape of a branch.
    pub(crate) fn last(&self, branch: &Branch) -> Option<PreviousScrape> {
        self.0.lock().get(branch).cloned()
    }

    /// Stores a scrape as the last one of a branch, and returns the one before.
    pub(crate) fn keep(&self, branch: Branch, scrape: PreviousScrape) -> Option<PreviousScrape> {
        self.0.lock().insert(branch, scrape)
    }
}

impl Part for History {
    type Saved = Vec<(Branch, PreviousScrape)>;

    fn reset(&self, _now: DateTime<Utc>) {
        self.0.lock().clear();
    }

    /// Returns every entry, the oldest first.
    fn save(&self) -> Vec<(Branch, PreviousScrape)> {
        self.0.lock().saved()
    }

    fn restore(&self, saved: Vec<(Branch, PreviousScrape)>) {
        self.0.lock().restore(saved);
    }
}

/// The visible text of a web page, from which models draw.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Source {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) text: String,
}

impl Source {
    /// Returns the sentences and lines, without the Markdown signs of headings, lists and tables.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().flat_map(|line| line.split_inclusive(". "));
        let plain = lines.map(|line| line.trim_matches(|sign: char| " #*|-_\t".contains(sign)));
        plain.filter(|line| !line.is_empty())
    }
}

/// A browser that loads one page after the other for its holder. The browser is identified by the moment at
/// which it will have loaded them; `None` until the first page.
#[derive(Debug, Default)]
pub(crate) struct Browser(Option<DateTime<Utc>>);

/// For each team and each of its browsers in use, the moment at which the browser becomes free.
type InUse = BTreeMap<Team, Vec<DateTime<Utc>>>;

/// The browsers that are in use.
#[derive(Debug, Default)]
pub(crate) struct Browsers(Shared<InUse>);

impl Browsers {
    /// Loads a web page in one of a team's browsers: in `held` if the caller holds a browser already.
    ///
    /// # Errors
    /// The team has `limit` browsers, and none is free now.
    pub(crate) fn take(
        &self,
        team: &Team,
        limit: Option<usize>,
        now: DateTime<Utc>,
        load: TimeDelta,
        held: &mut Browser,
    ) -> Result<(), LimitExceeded> {
        take(self.0.lock().entry(team.clone()).or_default(), limit, now, load, held)
    }
}

impl Part for Browsers {
    type Saved = InUse;

    fn reset(&self, _now: DateTime<Utc>) {
        self.0.lock().clear();
    }

    fn save(&self) -> InUse {
        self.0.lock().clone()
    }

    fn restore(&self, saved: InUse) {
        *self.0.lock() = saved;
    }
}

/// Loads a web page in the held browser after its earlier pages, or in a new browser that is held from now on.
fn take(
    in_use: &mut Vec<DateTime<Utc>>,
    limit: Option<usize>,
    now: DateTime<Utc>,
    load: TimeDelta,
    held: &mut Browser,
) -> Result<(), LimitExceeded> {
    in_use.retain(|until| *until > now);
    let held_until = held.0.and_then(|end| in_use.iter_mut().find(|until| **until == end));
    if let Some(until) = held_until {
        *until = saturating_add(*until, load);
        held.0 = Some(*until);
        return Ok(());
    }
    if limit.is_some_and(|limit| in_use.len() >= limit) {
        // A subscription without browsers never has a free one, so that any wait will do.
        let first = in_use.iter().min().copied();
        return Err(LimitExceeded::after(first.map_or(TimeDelta::minutes(1), |first| first - now)));
    }
    let until = saturating_add(now, load);
    in_use.push(until);
    held.0 = Some(until);
    Ok(())
}

/// Adds a duration to a moment, and saturates at the end of time.
fn saturating_add(moment: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    moment.checked_add_signed(by).unwrap_or(DateTime::<Utc>::MAX_UTC)
}
