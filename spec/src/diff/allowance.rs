//! What the retry rules allow clients to do. A client that retries less often, or waits longer, remains
//! correct, so only a smaller allowance breaks clients.

use std::collections::BTreeSet;

use super::verdict::Verdict;
use crate::model::{Retry, RetryRules};

/// What clients may do after a failure.
#[derive(Debug, PartialEq)]
pub(super) enum Allowance {
    /// Repeat a request after this error.
    AfterError(Retry),
    /// Repeat a request after these status codes only.
    AfterStatuses(BTreeSet<u16>),
    /// Repeat a request after a wait: as long as a header says, or longer with every attempt.
    AfterWait(String),
    /// Repeat a request at this pace.
    AtPace(RetryTiming),
}

/// The delays and the number of attempts.
#[derive(Debug, PartialEq)]
pub(super) struct RetryTiming {
    base_seconds: u32,
    cap_seconds: u32,
    jitter_seconds: u32,
    attempts: u32,
}

impl RetryTiming {
    pub(super) fn from_rules(rules: &RetryRules) -> Self {
        let &RetryRules { base_seconds, cap_seconds, jitter_seconds, attempts, .. } = rules;
        Self { base_seconds, cap_seconds, jitter_seconds, attempts }
    }
}

/// Classifies the change of an allowance. `None` means that the contract does not state the allowance, or not
/// with `must`; clients are free then.
pub(super) fn classify(before: Option<&Allowance>, after: Option<&Allowance>) -> Verdict {
    let mut verdict = Verdict::default();
    match (before, after) {
        (None, None) => return verdict,
        (Some(_), None) => return Verdict::neither("the rule no longer binds clients"),
        (None, Some(Allowance::AfterError(Retry::Backoff))) => {}
        (None, Some(_)) => verdict.add(true, false, "the rule now binds clients"),
        (Some(Allowance::AfterError(was)), Some(Allowance::AfterError(is))) => {
            verdict.add(
                rank(*is) < rank(*was),
                false,
                "clients may repeat the request in fewer cases",
            );
        }
        (Some(Allowance::AfterStatuses(was)), Some(Allowance::AfterStatuses(is))) => {
            let fewer = !was.is_subset(is);
            verdict.add(fewer, false, "clients may no longer repeat requests after a status code");
        }
        (Some(Allowance::AtPace(was)), Some(Allowance::AtPace(is))) => {
            verdict.add(is.attempts < was.attempts, false, "clients have fewer attempts");
            // Jitter is added to the wait: a change of the jitter makes no client repeat too soon.
            let longer = is.base_seconds > was.base_seconds || is.cap_seconds > was.cap_seconds;
            verdict.add(longer, false, "clients that wait as before repeat too soon");
        }
        (Some(_), Some(_)) => verdict.add(true, false, "another rule binds clients"),
    }
    verdict.or("clients that retry as before remain correct")
}

/// Ranks how often requests are repeated after an error: never, sometimes, always.
fn rank(retry: Retry) -> u8 {
    match retry {
        Retry::Never => 0,
        Retry::Sometimes => 1,
        Retry::Backoff => 2,
    }
}
