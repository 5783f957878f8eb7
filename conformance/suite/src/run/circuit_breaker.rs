//! Counts requests without a response, and gives up operations or the whole server, so that a run against a
//! dead server ends in bounded time.
//!
//! If a server hangs on one operation, only that operation is given up.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use webdata_cases::case::Case;

/// The number of requests in a row without a response after which an operation is given up. Requests that
/// were sent at the same time count as one, since their failure may have one cause.
const MAX_FAILURES: usize = 5;

/// The number of different operations among such requests after which the server is given up. Fewer
/// operations may share a broken part of the server.
const MIN_OPERATIONS: usize = 3;

/// Counts recent requests without a response.
#[derive(Default)]
pub(crate) struct CircuitBreaker {
    failures: Mutex<FailureCounts>,
}

#[derive(Default)]
struct FailureCounts {
    /// Requests without a response, by operation.
    by_operation: HashMap<String, FailureStreak>,
    /// Requests without a response, of all operations.
    all: FailureStreak,
    /// The operations of these requests.
    operations: BTreeSet<String>,
}

/// Requests in a row without a response, each sent after the one before had failed.
#[derive(Default)]
struct FailureStreak {
    count: usize,
    /// When the last of them failed.
    last: Option<Instant>,
}

impl FailureStreak {
    fn add(&mut self, sent: Instant) {
        if self.last.is_none_or(|last| sent > last) {
            self.count += 1;
            self.last = Some(Instant::now());
        }
    }
}

impl CircuitBreaker {
    /// Notes whether a request that was sent at `sent` got a response. Requests without an operation count as
    /// one operation.
    pub(crate) fn record(&self, operation: Option<&str>, sent: Instant, has_response: bool) {
        let operation = operation.unwrap_or_default();
        let mut failures = self.lock();
        if has_response {
            failures.by_operation.remove(operation);
            failures.all = FailureStreak::default();
            failures.operations.clear();
        } else {
            failures.by_operation.entry(operation.to_owned()).or_default().add(sent);
            failures.all.add(sent);
            failures.operations.insert(operation.to_owned());
        }
    }

    /// Returns why a case is no longer sent, if so.
    pub(crate) fn open_reason(&self, case: &Case) -> Option<String> {
        let failures = self.lock();
        if failures.all.count >= MAX_FAILURES && failures.operations.len() >= MIN_OPERATIONS {
            return Some(format!("not sent: {MAX_FAILURES} requests in a row got no response"));
        }
        let mut operations =
            case.steps.iter().map(|step| step.request.operation.as_deref().unwrap_or_default());
        let is_given_up = |operation: &&str| {
            failures.by_operation.get(*operation).is_some_and(|streak| streak.count >= MAX_FAILURES)
        };
        let given_up = match operations.find(is_given_up)? {
            "" => "requests that belong to no operation".to_owned(),
            operation => format!("requests for {operation}"),
        };
        Some(format!("not sent: {MAX_FAILURES} {given_up} in a row got no response"))
    }

    fn lock(&self) -> MutexGuard<'_, FailureCounts> {
        // Nothing panics while the lock is held, and the counts would still be valid.
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes some requests of three operations that are sent at the same time and all fail.
    fn fail_at_once(breaker: &CircuitBreaker, requests: usize) {
        let sent = Instant::now();
        for operation in ["one", "two", "three"].into_iter().cycle().take(requests) {
            breaker.record(Some(operation), sent, false);
        }
    }

    fn counts(breaker: &CircuitBreaker) -> (usize, usize) {
        let failures = breaker.lock();
        (failures.all.count, failures.by_operation.get("one").map_or(0, |streak| streak.count))
    }

    #[test]
    fn simultaneous_failures_count_once() {
        let breaker = CircuitBreaker::default();
        fail_at_once(&breaker, 100);
        assert_eq!(counts(&breaker), (1, 1));
        breaker.record(Some("one"), Instant::now(), true);
        assert_eq!(counts(&breaker), (0, 0));
        for _ in 0..MAX_FAILURES {
            fail_at_once(&breaker, 3);
        }
        assert_eq!(counts(&breaker), (MAX_FAILURES, MAX_FAILURES));
    }
}
