//! A case of a run, and its outcome once there is one.

use std::sync::{Mutex, MutexGuard, PoisonError};

use webdata_cases::case::Case;

use crate::outcome::{Outcome, OutcomeKind};

/// A case and its outcome.
pub(super) struct Slot {
    pub(super) case: Case,
    outcome: Mutex<Option<Outcome>>,
}

impl Slot {
    /// Returns the slot of a case, with its outcome if it is skipped.
    pub(super) fn new(case: Case, skipped: Option<Outcome>) -> Self {
        Self { case, outcome: Mutex::new(skipped) }
    }

    pub(super) fn fill(&self, outcome: Outcome) {
        *self.outcome() = Some(outcome);
    }

    pub(super) fn take_outcome(&self) -> Outcome {
        self.outcome().take().unwrap_or_else(|| {
            Outcome::without_run(OutcomeKind::Error, "the case ended without an outcome")
        })
    }

    /// Returns the outcome so far.
    pub(super) fn outcome(&self) -> MutexGuard<'_, Option<Outcome>> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
