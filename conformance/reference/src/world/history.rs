//! What teams scraped last, for the next scrape to compare with.
//!
//! It must not compare what different teams scraped.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::part::Part;
use super::teams::Team;
use crate::lru::Lru;

/// The most branches of which the last scrape is kept.
const MOST: usize = 1000;

/// A page as it was scraped once.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Earlier {
    pub(crate) at: DateTime<Utc>,
    pub(crate) is_there: bool,
    pub(crate) source: Source,
}

/// What names a history: whose it is, of which page, in which branch.
pub(crate) type Branch = (Team, String, Option<String>);

/// The last scrape of each branch that asked how the page changed.
#[derive(Debug)]
pub(crate) struct History(Mutex<Lru<Branch, Earlier>>);

impl Default for History {
    fn default() -> Self {
        Self(Mutex::new(Lru::new(MOST)))
    }
}

impl History {
    /// The last scrape of a branch.
    pub(crate) fn last(&self, branch: &Branch) -> Option<Earlier> {
        self.locked().get(branch).cloned()
    }

    /// Keeps a scrape as the last one of a branch, and gives the one before.
    pub(crate) fn keep(&self, branch: Branch, scrape: Earlier) -> Option<Earlier> {
        self.locked().insert(branch, scrape)
    }

    /// A thread that failed with the lock in hand leaves whole entries behind.
    fn locked(&self) -> MutexGuard<'_, Lru<Branch, Earlier>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for History {
    type Saved = Vec<(Branch, Earlier)>;

    fn reset(&self, _now: DateTime<Utc>) {
        self.locked().clear();
    }

    /// Every entry, the oldest first.
    fn save(&self) -> Vec<(Branch, Earlier)> {
        self.locked().saved()
    }

    fn restore(&self, saved: Vec<(Branch, Earlier)>) {
        self.locked().restore(saved);
    }
}

/// What a reader of a page has before them, from which models draw.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Source {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) text: String,
}

impl Source {
    /// Its sentences and lines, without the signs of headings, lists and tables.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().flat_map(|line| line.split_inclusive(". "));
        let plain = lines.map(|line| line.trim_matches(|sign: char| " #*|-_\t".contains(sign)));
        plain.filter(|line| !line.is_empty())
    }
}
