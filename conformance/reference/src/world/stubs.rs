//! Stubs: responses that were set for the next requests of an operation, or for all that match.
//!
//! It must not know whether a request may be made, nor make a response.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::expectation::Expectation;
use super::part::Part;

/// A response that was set, in place of the operation's own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Stub {
    /// The row of the error catalogue that it is.
    pub(crate) error: Option<String>,
    /// The status code; that of a success where there is a body alone.
    pub(crate) status: Option<u16>,
    /// Headers beside those that the response has anyway.
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Option<Value>,
    /// How long the response is held back. A stub that says nothing else leaves it the operation's.
    pub(crate) delay_milliseconds: u64,
    /// Which requests it is for.
    pub(crate) when: Expectation,
    /// How many requests it is for; one when left out.
    pub(crate) times: Option<u32>,
    /// Whether it is for all requests.
    pub(crate) always: bool,
    /// How many requests it has answered.
    pub(crate) used: u32,
}

impl Stub {
    /// Whether it is for further requests.
    fn is_left(&self) -> bool {
        self.always || self.used < self.times.unwrap_or(1)
    }
}

/// The stubs by the identity of the operation, in the order in which they are tried.
#[derive(Debug, Default)]
pub(crate) struct Stubs(Mutex<BTreeMap<String, Vec<Stub>>>);

impl Stubs {
    /// Sets the stubs of an operation, in place of those that it had.
    pub(crate) fn set(&self, operation: &str, stubs: Vec<Stub>) {
        let mut all = self.locked();
        match stubs.is_empty() {
            true => all.remove(operation),
            false => all.insert(operation.to_owned(), stubs),
        };
    }

    /// Takes the first stub of an operation that is left and for this request.
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

    /// Whether an operation has any.
    pub(crate) fn has(&self, operation: &str) -> bool {
        self.locked().contains_key(operation)
    }

    /// Every stub, also those that are used up.
    pub(crate) fn all(&self) -> BTreeMap<String, Vec<Stub>> {
        self.locked().clone()
    }

    /// A thread that failed with the lock in hand leaves a whole list behind.
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
