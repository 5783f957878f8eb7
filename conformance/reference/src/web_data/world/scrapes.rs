//! Earlier scrapes: cached copies of web pages, and the last scrapes of each team, for the next scrape to compare
//! with. Also the browsers of each team, which load web pages.
//!
//! This module decides neither when a copy may be used nor the error of an exceeded limit; the contract does.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use scraper::Html;
use serde::{Deserialize, Serialize};

use crate::bounded::BoundedMap;
use crate::web_data::world::web::{WebPage, canonical, selected, spaced};
use crate::world::teams::{LimitExceeded, Team};

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
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Cache(BoundedMap<String, Copy>);

impl Cache {
    pub(crate) fn find(&self, url: &str) -> Option<Copy> {
        self.0.get(&canonical(url)).cloned()
    }

    /// Returns every copy, by URL.
    pub(crate) fn all(&self) -> BTreeMap<String, Copy> {
        self.0.all().map(|(url, copy)| (url.clone(), copy.clone())).collect()
    }

    /// Stores a copy, in place of an older copy of the same web page.
    pub(crate) fn store(&mut self, url: &str, copy: Copy) {
        self.0.insert(canonical(url), copy);
    }
}

/// A web page as it was scraped before.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PreviousScrape {
    pub(crate) at: DateTime<Utc>,
    pub(crate) is_there: bool,
    pub(crate) source: Source,
}

/// The key of a history: the team, the URL and the branch.
pub(crate) type Branch = (Team, String, Option<String>);

/// The last scrape of each branch that asked for change tracking.
pub(crate) type History = BoundedMap<Branch, PreviousScrape>;

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
    /// Creates the source of a page with a text.
    pub(crate) fn new(url: &str, document: &Html, text: String) -> Self {
        let title = selected(document, "title").next();
        let description = selected(document, "meta[name=description]").next();
        let description = description.and_then(|element| element.attr("content"));
        Self {
            url: url.to_owned(),
            title: title.map(|element| spaced(element.text())).unwrap_or_default(),
            description: description.unwrap_or_default().to_owned(),
            text,
        }
    }

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
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Browsers(BTreeMap<Team, Vec<DateTime<Utc>>>);

impl Browsers {
    /// Loads a web page in one of a team's browsers: in the held browser after its earlier pages, or in a new
    /// browser that is held from now on.
    ///
    /// # Errors
    /// The team has `limit` browsers, and none is free now.
    pub(crate) fn take(
        &mut self,
        team: &Team,
        limit: Option<usize>,
        now: DateTime<Utc>,
        load: TimeDelta,
        held: &mut Browser,
    ) -> Result<(), LimitExceeded> {
        let in_use = self.0.entry(team.clone()).or_default();
        in_use.retain(|until| *until > now);
        let held_until = held.0.and_then(|end| in_use.iter_mut().find(|until| **until == end));
        if let Some(until) = held_until {
            *until = saturating_add(*until, load);
            held.0 = Some(*until);
            return Ok(());
        }
        if limit.is_some_and(|limit| in_use.len() >= limit) {
            // A subscription without browsers never has a free one, so that any wait will do.
            let wait = in_use.iter().min().map_or(TimeDelta::minutes(1), |first| *first - now);
            return Err(LimitExceeded::after(wait));
        }
        let until = saturating_add(now, load);
        in_use.push(until);
        held.0 = Some(until);
        Ok(())
    }
}

/// Adds a duration to a moment, and saturates at the end of time.
fn saturating_add(moment: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    moment.checked_add_signed(by).unwrap_or(DateTime::<Utc>::MAX_UTC)
}
