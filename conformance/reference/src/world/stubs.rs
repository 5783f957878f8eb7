//! Stubs: responses that tests set for the next requests of an operation, or for all that match.
//!
//! This module neither authorizes requests nor builds responses.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::expectation::Expectation;
use super::part::Part;

/// A response that a test set in place of the operation's own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Stub {
    /// The identity of the error row that the response is built from.
    pub(crate) error: Option<String>,
    /// The status code; if there is only a body, the status code of a success.
    pub(crate) status: Option<u16>,
    /// Headers in addition to the usual ones.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Option<Value>,
    /// The delay of the response. A stub that sets nothing else delays the operation's own response.
    pub(crate) delay_milliseconds: u64,
    /// The requests that the stub applies to.
    pub(crate) when: Expectation,
    /// The number of requests that the stub applies to; 1 by default.
    pub(crate) times: Option<u32>,
    /// Whether the stub applies to any number of requests.
    pub(crate) always: bool,
    /// The number of requests that the stub has been used for.
    pub(crate) used: u32,
}

impl Stub {
    /// Returns whether the stub applies to further requests.
    fn is_left(&self) -> bool {
        self.always || self.used < self.times.unwrap_or(1)
    }
}

/// The stubs by operation, in the order in which they are tried.
#[derive(Debug, Default)]
pub(crate) struct Stubs(Mutex<BTreeMap<String, Vec<Stub>>>);

impl Stubs {
    /// Replaces the stubs of an operation.
    pub(crate) fn set(&self, operation: &str, stubs: Vec<Stub>) {
        let mut all = self.locked();
        match stubs.is_empty() {
            true => all.remove(operation),
            false => all.insert(operation.to_owned(), stubs),
        };
    }

    /// Uses the first stub of an operation that is not used up and matches the request.
    pub(crate) fn take(
        &self,
        operation: &str,
        is_for: impl Fn(&Expectation) -> bool,
    ) -> Option<Stub> {
        let mut all = self.locked();
        let stubs = all.get_mut(operation)?;
        let stub = stubs.iter_mut().find(|stub| stub.is_left() && is_for(&stub.when))?;
        stub.used = stub.used.saturating_add(1);
        Some(stub.clone())
    }

    /// Returns whether an operation has stubs.
    pub(crate) fn has(&self, operation: &str) -> bool {
        self.locked().contains_key(operation)
    }

    /// Returns every stub, used-up ones included.
    pub(crate) fn all(&self) -> BTreeMap<String, Vec<Stub>> {
        self.locked().clone()
    }

    /// Locks the stubs. Poisoning is ignored, because every change leaves the lists consistent.
    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Stub>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Stubs {
    type Saved = BTreeMap<String, Vec<Stub>>;

    fn reset(&self, _now: DateTime<Utc>) {
        self.locked().clear();
    }

    fn save(&self) -> Self::Saved {
        self.all()
    }

    fn restore(&self, saved: Self::Saved) {
        *self.locked() = saved;
    }
}
