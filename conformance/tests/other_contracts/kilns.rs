//! The kilns: a contract of jobs, one that can be cancelled and one that cannot.

use webdata_audit::mutants::all;
use webdata_suite::Suite;
use webdata_suite::report::Verdict;

use crate::contract::{self, assert_covered, assert_passes};
use crate::exploration::explore_behind;

/// Returns the suite of the contract.
fn suite() -> Suite {
    contract::suite("kilns")
}

#[test]
fn the_reference_server_passes_every_case() {
    assert_eq!(assert_passes(&suite()).verdict, Verdict::Conformant);
}

#[test]
fn every_clause_has_a_case_or_a_reason() {
    assert_covered(&suite());
}

/// `whole.rs` hunts them.
#[test]
fn there_are_mutants_of_jobs() {
    let mutants = all(&suite().spec);
    for word in [
        "/not-started",
        "/same-identity",
        "/not-cancelled",
        "/revives",
        "/reads-initial",
        "/finds-foreign",
    ] {
        assert!(mutants.iter().any(|mutant| mutant.id.ends_with(word)), "{word}");
    }
}

#[test]
fn no_sequence_fails_on_the_reference_server() {
    let explored = explore_behind(&suite(), |router| router);
    assert!(explored.failures.is_empty(), "{:#?}", explored.failures[0].sequence);
    assert!(explored.statistics.states >= 2, "{}", explored.statistics.states);
}
