//! The reference server passes every case of the parcel lockers but one, and each clause has a case or
//! a reason.

use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::Verdict;

use super::suite;
use crate::conformant::{assert_covered, assert_passes};

/// What an action does that has no resource is not in a contract, so the reference server answers it
/// with 501. The case is not skipped, and the verdict is not that of a server that has the action.
const NOT_IMPLEMENTED: &str = "emptyLocker::response::shape";

#[test]
fn the_reference_server_passes_every_case_of_what_it_implements() {
    let report = assert_passes(&suite(), &[NOT_IMPLEMENTED]);
    assert_eq!(report.verdict, Verdict::NotConformant);
    let action = report.cases.iter().find(|case| case.id == NOT_IMPLEMENTED).expect("the case");
    assert_eq!(action.outcome.kind, OutcomeKind::Fail);
    let says = "not implemented by the reference server: emptyLocker";
    assert!(action.outcome.reason.contains(says), "{}", action.outcome.reason);
}

#[test]
fn every_clause_has_a_case_or_a_reason() {
    assert_covered(&suite());
}
