//! The results of earlier checks, by target and URL.
//!
//! This module does not know how long results are kept.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bounded_map::BoundedMap;
use crate::contract::schema::Properties;

/// The largest number of targets whose results are kept.
const MAX_TARGETS: usize = 1000;

/// The key that the earlier results of a target are stored under.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Target {
    pub(crate) monitor: String,
    /// The identity of the target; without it, the target has no earlier results.
    pub(crate) id: Option<String>,
    /// How many earlier targets of the monitor have the same identity, since clients may repeat identities.
    before: usize,
}

impl Target {
    /// Returns the key of a target of a monitor; `others` are the targets before it.
    pub(crate) fn new(monitor: &str, others: &[Value], target: &Value) -> Self {
        let id = |target: &Value| target.get("id").and_then(Value::as_str).map(str::to_owned);
        let own_id = id(target);
        let before = others.iter().filter(|other| id(other) == own_id).count();
        Self { monitor: monitor.to_owned(), id: own_id, before }
    }
}

/// The content of a web page that checks compare.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Content(pub(crate) Properties);

impl Content {
    /// Returns the content as a string: the markdown if there is nothing else, and JSON if there is.
    pub(crate) fn text(&self) -> String {
        match self.0.get("markdown").and_then(Value::as_str) {
            Some(markdown) if self.0.len() == 1 => markdown.to_owned(),
            _ => serde_json::to_string_pretty(&self.0).unwrap_or_default(),
        }
    }
}

/// The web pages of a target by URL, each with the moment at which it was last seen.
pub(crate) type Pages = BTreeMap<String, (Content, DateTime<Utc>)>;

/// The results of checks, for the next check to compare with.
#[derive(Debug)]
pub(crate) struct Results(Mutex<BoundedMap<Target, Pages>>);

impl Default for Results {
    fn default() -> Self {
        Self(Mutex::new(BoundedMap::new(MAX_TARGETS)))
    }
}

impl Results {
    /// Removes and returns the results of a target.
    pub(crate) fn take(&self, target: &Target) -> Pages {
        self.locked().remove(target).unwrap_or_default()
    }

    /// Stores the results of a target, unless the target has no identity.
    pub(crate) fn keep(&self, target: &Target, pages: Pages) {
        if target.id.is_some() {
            self.locked().insert(target.clone(), pages);
        }
    }

    /// Removes the results of a monitor that are no longer kept.
    pub(crate) fn drop_old(&self, monitor: &str, is_kept: impl Fn(DateTime<Utc>) -> bool) {
        let mut results = self.locked();
        results.retain(|target, pages| {
            if target.monitor == monitor {
                pages.retain(|_, (_, at)| is_kept(*at));
            }
            !pages.is_empty()
        });
    }

    /// Returns the results of every target. The target that was checked last comes last.
    pub(crate) fn saved(&self) -> Vec<(Target, Pages)> {
        self.locked().saved()
    }

    /// Removes all results.
    pub(super) fn clear(&self) {
        self.locked().clear();
    }

    /// Replaces the results by saved ones.
    pub(crate) fn restore(&self, saved: Vec<(Target, Pages)>) {
        self.locked().restore(saved);
    }

    /// Locks the results. Poisoning is ignored, because every change leaves the results consistent.
    fn locked(&self) -> MutexGuard<'_, BoundedMap<Target, Pages>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
