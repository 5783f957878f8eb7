//! Earlier scrapes: cached copies of web pages, and the last scrapes of each team, for the next scrape to compare
//! with.
//!
//! This module does not decide when a copy may be used; the contract does.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use scraper::Html;

use crate::bounded::BoundedMap;
use crate::web_data::world::web::{WebPage, canonical, selected, spaced};
use crate::world::teams::Team;

#[derive(Debug, Clone)]
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
#[derive(Debug, Default)]
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
#[derive(Debug, Clone)]
pub(crate) struct PreviousScrape {
    pub(crate) at: DateTime<Utc>,
    pub(crate) is_there: bool,
    pub(crate) source: Source,
}

/// The key of the history: the team, the URL and the tag of the change tracking.
pub(crate) type Branch = (Team, String, Option<String>);

/// The last scrape of each branch that asked for change tracking.
pub(crate) type History = BoundedMap<Branch, PreviousScrape>;

/// The parts of a web page from which data, answers and summaries are taken.
#[derive(Debug, Clone)]
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
