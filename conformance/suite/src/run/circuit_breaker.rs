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
const GONE_AFTER: usize = 5;

/// The number of different operations among such requests after which the server is given up. Fewer
/// operations may share a broken part of the server.
const OPERATIONS: usize = 3;

/// Counts recent requests without a response.
#[derive(Default)]
pub(crate) struct CircuitBreaker {
    lately: Mutex<Lately>,
}

#[derive(Default)]
struct Lately {
    /// Requests without a response, by operation.
    by_operation: HashMap<String, Row>,
    /// Requests without a response, of all operations.
    all: Row,
    /// The operations of these requests.
    operations: BTreeSet<String>,
}

/// Requests in a row without a response, each sent after the one before had failed.
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
    /// Notes whether a request that was sent at `sent` got a response. Requests without an operation count as
    /// one operation.
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

    /// Returns why a case is no longer sent, if so.
    pub(crate) fn refusal(&self, case: &Case) -> Option<String> {
        let lately = self.lock();
        if lately.all.count >= GONE_AFTER && lately.operations.len() >= OPERATIONS {
            return Some(format!("not sent: {GONE_AFTER} requests in a row got no response"));
        }
        let mut operations =
            case.steps.iter().map(|step| step.request.operation.as_deref().unwrap_or_default());
        let is_gone = |operation: &&str| {
            lately.by_operation.get(*operation).is_some_and(|row| row.count >= GONE_AFTER)
        };
        let gone = match operations.find(is_gone)? {
            "" => "requests that belong to no operation".to_owned(),
            operation => format!("requests for {operation}"),
        };
        Some(format!("not sent: {GONE_AFTER} {gone} in a row got no response"))
    }

    fn lock(&self) -> MutexGuard<'_, Lately> {
        // Nothing panics while the lock is held, and the counts would still be valid.
        self.lately.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes some requests of three operations that are sent at the same time and all fail.
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
