//! The results of earlier checks, by target and URL.
//!
//! It must not know how long they are kept.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::contract::schema::Properties;
use crate::lru::Lru;

/// The most targets of which results are kept.
const MOST: usize = 1000;

/// What the earlier results of a target are found by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Target {
    pub(crate) monitor: String,
    /// Without an identity it has no earlier results.
    pub(crate) id: Option<String>,
    /// How many targets before it have the same identity, which a client may give twice.
    before: usize,
}

impl Target {
    /// The target of a monitor after some others.
    pub(crate) fn new(monitor: &str, others: &[Value], target: &Value) -> Self {
        let id = |target: &Value| target.get("id").and_then(Value::as_str).map(str::to_owned);
        let own = id(target);
        let before = others.iter().filter(|other| id(other) == own).count();
        Self { monitor: monitor.to_owned(), id: own, before }
    }
}

/// What of a page is compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Content(pub(crate) Properties);

impl Content {
    /// The content as text: the markdown where it is all there is.
    pub(crate) fn text(&self) -> String {
        match self.0.get("markdown").and_then(Value::as_str) {
            Some(markdown) if self.0.len() == 1 => markdown.to_owned(),
            _ => serde_json::to_string_pretty(&self.0).unwrap_or_default(),
        }
    }
}

/// The pages of a target, each with the moment at which it was last seen.
pub(crate) type Pages = BTreeMap<String, (Content, DateTime<Utc>)>;

/// What checks found, for the next check to compare with.
#[derive(Debug)]
pub(crate) struct Results(Mutex<Lru<Target, Pages>>);

impl Default for Results {
    fn default() -> Self {
        Self(Mutex::new(Lru::new(MOST)))
    }
}

impl Results {
    /// Takes the results of a target out.
    pub(crate) fn take(&self, target: &Target) -> Pages {
        self.locked().remove(target).unwrap_or_default()
    }

    /// Keeps the results of a target that has an identity to find them by.
    pub(crate) fn keep(&self, target: &Target, pages: Pages) {
        if target.id.is_some() {
            self.locked().insert(target.clone(), pages);
        }
    }

    /// Drops what a monitor does not keep any longer.
    pub(crate) fn drop_old(&self, monitor: &str, is_kept: impl Fn(DateTime<Utc>) -> bool) {
        let mut results = self.locked();
        results.retain(|target, pages| {
            if target.monitor == monitor {
                pages.retain(|_, (_, at)| is_kept(*at));
            }
            !pages.is_empty()
        });
    }

    /// The results of every target, those of the one that was checked last at the end.
    pub(crate) fn saved(&self) -> Vec<(Target, Pages)> {
        self.locked().saved()
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.locked().clear();
    }

    /// Has the results that were saved, and no others.
    pub(crate) fn restore(&self, saved: Vec<(Target, Pages)>) {
        self.locked().restore(saved);
    }

    /// Whoever held the lock put whole results in.
    fn locked(&self) -> MutexGuard<'_, Lru<Target, Pages>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
