//! The reference server passes every case of the shared drafts, and each clause has a case or a
//! reason.

use webdata_suite::report::{Verdict, read_text, verify};

use super::suite;
use crate::conformant::{assert_covered, assert_passes};

#[test]
fn the_reference_server_passes_every_case() {
    let suite = suite();
    let report = assert_passes(&suite, &[]);
    assert_eq!(report.verdict, Verdict::Conformant);
    let written = serde_json::to_string(&report).unwrap();
    let verification = verify(&read_text(&written).unwrap(), &suite).unwrap();
    assert_eq!(verification.findings, []);
    assert_eq!(verification.judged_again, report.cases.len());
}

#[test]
fn every_clause_has_a_case_or_a_reason() {
    assert_covered(&suite());
}
