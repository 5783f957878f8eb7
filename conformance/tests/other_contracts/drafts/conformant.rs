//! The reference server passes every case of the shared drafts, and each clause has a case or an exemption.

use webdata_suite::report::{Verdict, headline};

use super::suite;
use crate::conformant::{assert_covered, assert_passes};

#[test]
fn the_reference_server_passes_every_case() {
    let suite = suite();
    let report = assert_passes(&suite);
    assert_eq!(report.verdict, Verdict::Conformant);
    // A contract without profiles has the profile `all`, with all its cases.
    let all = suite.cases.len();
    assert_eq!(headline(&report), format!("conformant to all ({all} of {all} cases)"));
}

#[test]
fn every_clause_has_a_case_or_a_reason() {
    assert_covered(&suite());
}
