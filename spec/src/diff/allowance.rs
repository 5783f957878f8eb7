//! What the rules of retry let clients do. A client that makes less of them, or waits longer, stays
//! right; so only what is taken back can break one.

use std::collections::BTreeSet;

use super::verdict::Verdict;
use crate::model::{Retry, RetryRules};

/// What clients may do.
#[derive(Debug, PartialEq)]
pub(super) enum Allowance {
    /// Send what earned this error again.
    Again(Retry),
    /// Send again after these statuses, and no others.
    After(BTreeSet<u16>),
    /// Send again, when they have waited: as long as a header says, or longer with every attempt.
    Waiting(String),
    /// Send again at this pace.
    At(Pace),
}

/// How soon, and how often.
#[derive(Debug, PartialEq)]
pub(super) struct Pace {
    base_seconds: u32,
    cap_seconds: u32,
    jitter_seconds: u32,
    attempts: u32,
}

impl Pace {
    pub(super) fn from_rules(rules: &RetryRules) -> Self {
        let &RetryRules { base_seconds, cap_seconds, jitter_seconds, attempts, .. } = rules;
        Self { base_seconds, cap_seconds, jitter_seconds, attempts }
    }
}

/// The verdict on an allowance; none is one that the contract does not state, or not firmly, and
/// then a client may do as it likes.
pub(super) fn classify(before: Option<&Allowance>, after: Option<&Allowance>) -> Verdict {
    let mut verdict = Verdict::default();
    match (before, after) {
        (None, None) => return verdict,
        (Some(_), None) => return Verdict::neither("clients are not bound to it any more"),
        (None, Some(Allowance::Again(Retry::Backoff))) => {}
        (None, Some(_)) => verdict.add(true, false, "clients are bound to it now"),
        (Some(Allowance::Again(was)), Some(Allowance::Again(is))) => {
            verdict.add(
                freedom(*is) < freedom(*was),
                false,
                "clients may send it again less often",
            );
        }
        (Some(Allowance::After(was)), Some(Allowance::After(is))) => {
            let fewer = !was.is_subset(is);
            verdict.add(fewer, false, "clients may not send again after a status any more");
        }
        (Some(Allowance::At(was)), Some(Allowance::At(is))) => {
            verdict.add(is.attempts < was.attempts, false, "clients may try less often");
            // Jitter comes on top of the wait: with less or more of it, nobody comes too soon.
            let longer = is.base_seconds > was.base_seconds || is.cap_seconds > was.cap_seconds;
            verdict.add(longer, false, "clients that wait as before come too soon");
        }
        (Some(_), Some(_)) => verdict.add(true, false, "clients are bound to something else"),
    }
    verdict.or("clients that retry as before stay right")
}

/// How much of it is sent again: in no case, in some, in all.
fn freedom(retry: Retry) -> u8 {
    match retry {
        Retry::Never => 0,
        Retry::Sometimes => 1,
        Retry::Backoff => 2,
    }
}
