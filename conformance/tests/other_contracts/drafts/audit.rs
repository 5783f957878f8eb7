//! The suite of the shared drafts needs each of its ideas.

use webdata_audit::mutants::{self, Mutant};
use webdata_audit::{AuditExemptions, MutantStatus};
use webdata_cases::derive::derive_without;
use webdata_suite::Suite;

use super::suite;
use crate::audit::hunt;

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
