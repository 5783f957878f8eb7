//! Copies of pages that were scraped, by URL, shared by all teams.
//!
//! It must not decide when a copy may be used: that stands in the contract.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::recent::Recent;
use super::web::{Page, canonical};

/// The most pages of which copies are kept.
const MOST: usize = 1000;

/// A copy of a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Copy {
    /// The page as it was loaded.
    pub(super) page: Page,
    /// When that was.
    pub(super) stored: DateTime<Utc>,
}

impl Copy {
    /// How old it is, in milliseconds.
    pub(super) fn age(&self, now: DateTime<Utc>) -> i64 {
        (now - self.stored).num_milliseconds()
    }
}

/// The newest copy of each page, by URL.
#[derive(Debug)]
pub(super) struct Cache(Mutex<Recent<String, Copy>>);

impl Default for Cache {
    fn default() -> Self {
        Self(Mutex::new(Recent::of(MOST)))
    }
}

impl Cache {
    /// The copy of the page at a URL.
    pub(super) fn find(&self, url: &str) -> Option<Copy> {
        self.locked().get(&canonical(url)).cloned()
    }

    /// Every copy, by URL.
    pub(super) fn all(&self) -> BTreeMap<String, Copy> {
        self.locked().all().map(|(url, copy)| (url.clone(), copy.clone())).collect()
    }

    /// Keeps a copy, in place of an older one.
    pub(super) fn store(&self, url: &str, copy: Copy) {
        self.locked().insert(canonical(url), copy);
    }

    /// Every copy with its URL, the oldest first.
    pub(super) fn saved(&self) -> Vec<(String, Copy)> {
        self.locked().saved()
    }

    /// Has the copies that were saved, and no others.
    pub(super) fn restore(&self, saved: Vec<(String, Copy)>) {
        self.locked().restore(saved);
    }

    /// Forgets every copy.
    pub(super) fn reset(&self) {
        self.locked().clear();
    }

    /// A thread that failed with the lock in hand leaves whole copies behind.
    fn locked(&self) -> MutexGuard<'_, Recent<String, Copy>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
