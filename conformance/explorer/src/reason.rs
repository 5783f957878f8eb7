//! The reason for which a sequence fails. Sequences that fail for the same reason are reported once.

use webdata_suite::outcome::{self, Deviation, Outcome, OutcomeKind};

/// The broken clauses, and the place in the response.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Reason {
    kind: OutcomeKind,
    clauses: Vec<String>,
    place: String,
}

/// Returns whether a sequence was interrupted, or the rate limit of the server let in only some of the requests
/// that were sent together.
fn is_interrupted(reason: &outcome::Reason) -> bool {
    use outcome::Reason::{Interrupted, Limit, Obstacles, Separated, Words};
    match reason {
        Interrupted { .. } | Separated { .. } => true,
        Limit(_) | Obstacles(_) | Words(_) => false,
    }
}

impl Reason {
    /// Returns whether the status code is wrong, rather than the body.
    pub(super) fn is_of_status(&self) -> bool {
        self.place == "status"
    }
}

/// Returns why a sequence failed, if it did. An interrupted sequence has not failed.
pub(super) fn reason(outcome: &Outcome) -> Option<Reason> {
    use OutcomeKind::{Blocked, Error, Fail, Observed, Pass, Skip, Waived};
    match outcome.kind {
        Fail | Blocked => {}
        Error if !is_interrupted(&outcome.reason) && !outcome.transcript.is_empty() => {}
        Error | Pass | Observed | Skip | Waived => return None,
    }
    let first = outcome.deviations.first();
    let is_there =
        |deviation: &&Deviation| first.is_some_and(|first| first.place == deviation.place);
    let mut clauses: Vec<String> = outcome
        .deviations
        .iter()
        .filter(is_there)
        .map(|deviation| deviation.clause.to_string())
        .collect();
    clauses.sort();
    clauses.dedup();
    let place =
        first.map_or_else(|| outcome.reason.to_string(), |deviation| deviation.place.clone());
    // All items of a list count as the same place.
    let place = place.split('/').map(|step| match step.parse::<usize>() {
        Ok(_) => "*",
        Err(_) => step,
    });
    Some(Reason { kind: outcome.kind, clauses, place: place.collect::<Vec<_>>().join("/") })
}
