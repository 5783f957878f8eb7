//! The reason for which a sequence fails, so that no reason is told twice.

use webdata_suite::outcome::{Deviation, Outcome, OutcomeKind};
use webdata_suite::run::{INTERRUPTED, TORN};

/// What is broken, and by which answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Reason {
    kind: OutcomeKind,
    clauses: Vec<String>,
    place: String,
}

/// Whether a sequence was called off, or the server let in some of the requests later that were sent
/// together, as it may.
fn is_cut_off(reason: &str) -> bool {
    [INTERRUPTED, TORN].iter().any(|own| reason.ends_with(own))
}

impl Reason {
    /// Whether a status is wrong, rather than something in a body.
    pub(super) fn is_of_status(&self) -> bool {
        self.place == "status"
    }
}

/// Returns why a sequence failed, if it did. One that was cut off did not.
pub(super) fn reason(outcome: &Outcome) -> Option<Reason> {
    use OutcomeKind::{Blocked, Error, Fail, Observed, Pass, Skip, Waived};
    match outcome.kind {
        Fail | Blocked => {}
        Error if !is_cut_off(&outcome.reason) && !outcome.transcript.is_empty() => {}
        Error | Pass | Observed | Skip | Waived => return None,
    }
    let first = outcome.deviations.first();
    let is_there = |own: &&Deviation| first.is_some_and(|first| first.place == own.place);
    let mut clauses: Vec<String> =
        outcome.deviations.iter().filter(is_there).map(|own| own.clause.to_string()).collect();
    clauses.sort();
    clauses.dedup();
    let place = first.map_or(outcome.reason.as_str(), |own| own.place.as_str());
    // Items of a list fail for one reason.
    let place = place.split('/').map(|step| match step.parse::<usize>() {
        Ok(_) => "*",
        Err(_) => step,
    });
    Some(Reason { kind: outcome.kind, clauses, place: place.collect::<Vec<_>>().join("/") })
}
