//! The results of earlier checks, by target and URL.
//!
//! It must not know how long they are kept.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

use super::compare::Target;
use super::visit::Content;

/// The pages of a target, each with the moment at which it was last seen.
pub(super) type Pages = BTreeMap<String, (Content, DateTime<Utc>)>;

/// What checks found, for the next check to compare with.
#[derive(Debug, Default)]
pub(super) struct Results(Mutex<HashMap<Target, Pages>>);

impl Results {
    /// Takes the results of a target out.
    pub(super) fn take(&self, target: &Target) -> Pages {
        self.locked().remove(target).unwrap_or_default()
    }

    /// Keeps the results of a target that has an identity to find them by.
    pub(super) fn keep(&self, target: &Target, pages: Pages) {
        if target.id.is_some() {
            self.locked().insert(target.clone(), pages);
        }
    }

    /// Drops what a monitor does not keep any longer.
    pub(super) fn drop_old(&self, monitor: &str, is_kept: impl Fn(DateTime<Utc>) -> bool) {
        let mut results = self.locked();
        for (_, pages) in results.iter_mut().filter(|(target, _)| target.monitor == monitor) {
            pages.retain(|_, (_, at)| is_kept(*at));
        }
        results.retain(|_, pages| !pages.is_empty());
    }

    /// The results of every target, by target.
    pub(super) fn saved(&self) -> Vec<(Target, Pages)> {
        let results = self.locked().clone();
        let mut saved: Vec<_> = results.into_iter().collect();
        saved.sort_by(|(target, _), (other, _)| target.cmp(other));
        saved
    }

    /// Has the results that were saved, and no others.
    pub(super) fn restore(&self, saved: Vec<(Target, Pages)>) {
        *self.locked() = saved.into_iter().collect();
    }

    /// Forgets everything.
    pub(super) fn reset(&self) {
        self.locked().clear();
    }

    /// Whoever held the lock put whole results in.
    fn locked(&self) -> MutexGuard<'_, HashMap<Target, Pages>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
