//! The shared drafts: a contract with versions, conditions, idempotency keys and notices.

mod by_hand;
mod faults;

use by_hand::{Server, Variation};
use webdata_audit::mutants::Mutant;
use webdata_audit::{AuditExemptions, MutantStatus, mutants};
use webdata_cases::derive::derive_without;
use webdata_suite::Suite;
use webdata_suite::report::{Verdict, headline};

use crate::audit::hunt;
use crate::contract::{self, assert_covered, assert_passes};
use crate::exploration::{assert_nothing_on, assert_nothing_on_reference};

/// Returns the suite of the contract.
fn suite() -> Suite {
    contract::suite("drafts")
}

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

#[test]
fn no_sequence_fails_on_the_reference_server() {
    assert_nothing_on_reference(&suite());
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn no_sequence_fails_on_correct_servers() {
    let suite = suite();
    for variation in [Variation::Plain, Variation::Odd, Variation::Weak] {
        assert_nothing_on(&suite, &Server::new(None, variation), &format!("{variation:?}"));
    }
}

/// Ideas of the derivation that only this contract needs, and parts of the clause ids of their mutants.
const IDEAS: [(&str, &[&str]); 4] = [
    ("versions", &[".version"]),
    ("conditions", &[".precondition", ".condition"]),
    ("idempotency", &[".idempotency"]),
    ("notices", &[".deprecatedSince", ".sunset"]),
];

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn without_each_idea_a_mutant_survives() {
    let suite = suite();
    let exemptions = AuditExemptions::none(&suite);
    for (idea, words) in IDEAS {
        let cases = derive_without(&suite.spec, &[idea]);
        let suite = Suite { cases, ..suite.clone() };
        let is_own =
            |mutant: &Mutant| words.iter().any(|word| mutant.clause.as_str().contains(word));
        let of_drafts: Vec<Mutant> = mutants::all(&suite.spec).into_iter().filter(is_own).collect();
        let rows = hunt(&suite, &exemptions, &of_drafts);
        let survives = rows.iter().any(|row| row.status == MutantStatus::Survived);
        assert!(survives, "every mutant is noticed without {idea}");
    }
}
