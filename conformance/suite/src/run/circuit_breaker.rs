//! Requests that get no answer: which operations, and whether the whole server, count as gone, so
//! that a run against a dead server ends in bounded time.
//!
//! A server that hangs on one operation alone loses that one only: the rest of it is still judged.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use webdata_cases::case::Case;

/// After so many requests in a row without an answer, an operation counts as gone. Those that were
/// under way at the same time count as one: what broke them may be over.
const GONE_AFTER: usize = 5;

/// A server counts as gone once so many requests in a row got no answer, and they went to so many
/// operations. Fewer might be the same fault of a part of it.
const OPERATIONS: usize = 3;

/// What got no answer lately.
#[derive(Default)]
pub(crate) struct CircuitBreaker {
    lately: Mutex<Lately>,
}

#[derive(Default)]
struct Lately {
    /// Requests without an answer, by operation.
    by_operation: HashMap<String, Row>,
    /// Requests without an answer, whichever the operation.
    all: Row,
    /// The operations of that row.
    operations: BTreeSet<String>,
}

/// Requests in a row without an answer, each sent once the one before had failed.
#[derive(Default)]
struct Row {
    count: usize,
    /// When the last of them failed.
    last: Option<Instant>,
}

impl Row {
    fn add(&mut self, sent: Instant) {
        if self.last.is_none_or(|last| sent > last) {
            self.count += 1;
            self.last = Some(Instant::now());
        }
    }
}

impl CircuitBreaker {
    /// Notes whether a request that was sent at a time got an answer. Requests of no operation count
    /// as those of one.
    pub(crate) fn note(&self, operation: Option<&str>, sent: Instant, is_answered: bool) {
        let operation = operation.unwrap_or_default();
        let mut lately = self.lock();
        if is_answered {
            lately.by_operation.remove(operation);
            lately.all = Row::default();
            lately.operations.clear();
        } else {
            lately.by_operation.entry(operation.to_owned()).or_default().add(sent);
            lately.all.add(sent);
            lately.operations.insert(operation.to_owned());
        }
    }

    /// Why a case is not sent any more, if so.
    pub(crate) fn refusal(&self, case: &Case) -> Option<String> {
        let lately = self.lock();
        if lately.all.count >= GONE_AFTER && lately.operations.len() >= OPERATIONS {
            return Some(format!("not sent: {GONE_AFTER} requests in a row got no answer"));
        }
        let mut operations =
            case.steps.iter().map(|step| step.request.operation.as_deref().unwrap_or_default());
        let is_gone = |operation: &&str| {
            lately.by_operation.get(*operation).is_some_and(|row| row.count >= GONE_AFTER)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// So many requests of three operations, sent at the same time, that all fail.
    fn blip(breaker: &CircuitBreaker, requests: usize) {
        let sent = Instant::now();
        for operation in ["one", "two", "three"].into_iter().cycle().take(requests) {
            breaker.note(Some(operation), sent, false);
        }
    }

    fn counts(breaker: &CircuitBreaker) -> (usize, usize) {
        let lately = breaker.lock();
        (lately.all.count, lately.by_operation.get("one").map_or(0, |row| row.count))
    }

    #[test]
    fn what_fails_at_the_same_time_counts_once() {
        let breaker = CircuitBreaker::default();
        blip(&breaker, 100);
        assert_eq!(counts(&breaker), (1, 1));
        breaker.note(Some("one"), Instant::now(), true);
        assert_eq!(counts(&breaker), (0, 0));
        for _ in 0..GONE_AFTER {
            blip(&breaker, 3);
        }
        assert_eq!(counts(&breaker), (GONE_AFTER, GONE_AFTER));
    }
}
