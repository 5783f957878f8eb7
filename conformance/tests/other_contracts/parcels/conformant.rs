//! The reference server passes every case of the parcel lockers but one, and each clause has a case or an
//! exemption.

use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::Verdict;

use super::suite;
use crate::conformant::{assert_covered, assert_passes};

/// The case of an action without a resource. The contract does not say what the action does, so the reference
/// server responds with 501, and is not conformant.
const NOT_IMPLEMENTED: &str = "emptyLocker::response::shape";

#[test]
fn the_reference_server_passes_every_case_of_what_it_implements() {
    let report = assert_passes(&suite(), &[NOT_IMPLEMENTED]);
    assert_eq!(report.verdict, Verdict::NotConformant);
    let action = report.cases.iter().find(|case| case.id == NOT_IMPLEMENTED).expect("the case");
    assert_eq!(action.outcome.kind, OutcomeKind::Fail);
    let expected = "not implemented by the reference server: emptyLocker";
    assert!(action.outcome.reason.contains(expected), "{}", action.outcome.reason);
}

#[test]
fn every_clause_has_a_case_or_a_reason() {
    assert_covered(&suite());
}
