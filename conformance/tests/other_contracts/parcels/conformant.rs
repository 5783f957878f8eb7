//! The reference server passes every case of the parcel lockers, and each clause has a case or an exemption.

use webdata_suite::report::Verdict;

use super::suite;
use crate::conformant::{assert_covered, assert_passes};

#[test]
fn the_reference_server_passes_every_case() {
    assert_eq!(assert_passes(&suite()).verdict, Verdict::Conformant);
}

#[test]
fn every_clause_has_a_case_or_a_reason() {
    assert_covered(&suite());
}
