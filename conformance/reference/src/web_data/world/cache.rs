//! Cached copies of web pages that were scraped, by URL, shared by all teams.
//!
//! This module does not decide when a copy may be used; the contract does.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::web::{WebPage, canonical};
use crate::bounded_map::BoundedMap;
use crate::world::part::Part;

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
pub(crate) struct Cache(Mutex<BoundedMap<String, Copy>>);

impl Default for Cache {
    fn default() -> Self {
        Self(Mutex::new(BoundedMap::new(MAX_COPIES)))
    }
}

impl Cache {
    /// Returns the copy of the web page at a URL.
    pub(crate) fn find(&self, url: &str) -> Option<Copy> {
        self.locked().get(&canonical(url)).cloned()
    }

    /// Returns every copy, by URL.
    pub(crate) fn all(&self) -> BTreeMap<String, Copy> {
        self.locked().all().map(|(url, copy)| (url.clone(), copy.clone())).collect()
    }

    /// Stores a copy, in place of an older copy of the same web page.
    pub(crate) fn store(&self, url: &str, copy: Copy) {
        self.locked().insert(canonical(url), copy);
    }

    /// Locks the copies. Poisoning is ignored, because every change leaves the copies consistent.
    fn locked(&self) -> MutexGuard<'_, BoundedMap<String, Copy>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Cache {
    type Saved = Vec<(String, Copy)>;

    fn reset(&self, _now: DateTime<Utc>) {
        self.locked().clear();
    }

    /// Returns every copy with its URL, the oldest first.
    fn save(&self) -> Vec<(String, Copy)> {
        self.locked().saved()
    }

    fn restore(&self, saved: Vec<(String, Copy)>) {
        self.locked().restore(saved);
    }
}
