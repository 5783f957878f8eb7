//! Requests that get no answer: which operations, and whether the whole server, count as gone, so
//! that a run against a dead server ends in bounded time.
//!
//! A server that hangs on one operation alone loses that one only: the rest of it is still judged.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::case::Case;

/// After so many requests in a row without an answer, an operation counts as gone.
const GONE_AFTER: usize = 5;

/// A server counts as gone once so many requests in a row got no answer, and they went to so many
/// operations. Fewer might be the same fault of a part of it.
const OPERATIONS: usize = 3;

/// What got no answer lately.
#[derive(Default)]
pub(super) struct Silence {
    lately: Mutex<Lately>,
}

#[derive(Default)]
struct Lately {
    /// Requests in a row without an answer, by operation.
    by_operation: HashMap<String, usize>,
    /// Requests in a row without an answer, whichever the operation.
    in_a_row: usize,
    /// The operations of that row.
    operations: BTreeSet<String>,
}

impl Silence {
    /// Notes whether a request got an answer. Requests of no operation count as those of one.
    pub(super) fn note(&self, operation: Option<&str>, is_answered: bool) {
        let operation = operation.unwrap_or_default();
        let mut lately = self.lock();
        if is_answered {
            lately.by_operation.remove(operation);
            lately.in_a_row = 0;
            lately.operations.clear();
        } else {
            *lately.by_operation.entry(operation.to_owned()).or_default() += 1;
            lately.in_a_row += 1;
            lately.operations.insert(operation.to_owned());
        }
    }

    /// Why a case is not sent any more, if so.
    pub(super) fn refusal(&self, case: &Case) -> Option<String> {
        let lately = self.lock();
        if lately.in_a_row >= GONE_AFTER && lately.operations.len() >= OPERATIONS {
            return Some(format!("not sent: {GONE_AFTER} requests in a row got no answer"));
        }
        let mut operations =
            case.steps.iter().map(|step| step.request.operation.as_deref().unwrap_or_default());
        let is_gone = |operation: &&str| {
            lately.by_operation.get(*operation).is_some_and(|count| *count >= GONE_AFTER)
        };
        let gone = match operations.find(is_gone)? {
            "" => "requests of no operation".to_owned(),
            operation => format!("requests for {operation}"),
        };
        Some(format!("not sent: {GONE_AFTER} {gone} in a row got no answer"))
    }

    fn lock(&self) -> MutexGuard<'_, Lately> {
        // Nothing panics while the lock is held; if it did, the counts would still be whole.
        self.lately.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
