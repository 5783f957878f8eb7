//! The last scrapes of each team, for the next scrape to compare with.
//!
//! Scrapes of different teams are never compared.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::bounded_map::BoundedMap;
use crate::world::part::Part;
use crate::world::teams::Team;

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
pub(crate) type Branch = (Team, String, Option<String>);

/// The last scrape of each branch that asked for change tracking.
#[derive(Debug)]
pub(crate) struct History(Mutex<BoundedMap<Branch, PreviousScrape>>);

impl Default for History {
    fn default() -> Self {
        Self(Mutex::new(BoundedMap::new(MAX_BRANCHES)))
    }
}

impl History {
    /// Returns the last scrape of a branch.
    pub(crate) fn last(&self, branch: &Branch) -> Option<PreviousScrape> {
        self.locked().get(branch).cloned()
    }

    /// Stores a scrape as the last one of a branch, and returns the one before.
    pub(crate) fn keep(&self, branch: Branch, scrape: PreviousScrape) -> Option<PreviousScrape> {
        self.locked().insert(branch, scrape)
    }

    /// Locks the history. Poisoning is ignored, because every change leaves the entries consistent.
    fn locked(&self) -> MutexGuard<'_, BoundedMap<Branch, PreviousScrape>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for History {
    type Saved = Vec<(Branch, PreviousScrape)>;

    fn reset(&self, _now: DateTime<Utc>) {
        self.locked().clear();
    }

    /// Returns every entry, the oldest first.
    fn save(&self) -> Vec<(Branch, PreviousScrape)> {
        self.locked().saved()
    }

    fn restore(&self, saved: Vec<(Branch, PreviousScrape)>) {
        self.locked().restore(saved);
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
