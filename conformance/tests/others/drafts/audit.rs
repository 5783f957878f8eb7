//! The suite of the shared drafts notices each mutant of their contract.

use webdata_audit::mutants::{self, Mutant};
use webdata_audit::{AuditExemptions, Auditor, Fate, Progress, Row};
use webdata_cases::derive::derive_without;
use webdata_suite::Suite;

use super::contract::suite;

/// How many mutants are hunted side by side.
const JOBS: usize = 4;

/// Nobody looks on.
struct Silence;

impl Progress for Silence {
    fn begin(&self, _: &str, _: usize) {}

    fn done(&self) {}

    fn hunted(&self, _: &Row) {}
}

#[test]
fn no_mutant_survives() {
    let suite = suite();
    let exemptions = AuditExemptions::none(&suite);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mutants = mutants::all(&suite.spec);
    let auditor = Auditor {
        suite: &suite,
        exemptions: &exemptions,
        all: false,
        jobs: JOBS,
        runtime: runtime.handle(),
    };
    let rows = auditor.hunt(&mutants, Vec::new(), &Silence);
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| matches!(row.fate, Fate::Survived | Fate::Unservable(_)))
        .map(|row| format!("{} ({:?}): {}", row.id, row.fate, row.says))
        .collect();
    assert!(
        wrong.is_empty(),
        "of {} mutants, {} are not noticed:\n{}",
        rows.len(),
        wrong.len(),
        wrong.join("\n")
    );
}

/// The ideas that this contract is about, and the words in the clauses of their mutants.
const IDEAS: [(&str, &[&str]); 4] = [
    ("versions", &[".version"]),
    ("conditions", &[".precondition", ".condition"]),
    ("idempotency", &[".idempotency"]),
    ("notices", &[".deprecatedSince", ".sunset"]),
];

#[test]
fn without_any_one_idea_a_mutant_gets_away() {
    let suite = suite();
    let exemptions = AuditExemptions::none(&suite);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for (idea, words) in IDEAS {
        let cases = derive_without(&suite.spec, &[idea]);
        let suite = Suite { cases, ..suite.clone() };
        let is_own = |own: &Mutant| words.iter().any(|word| own.clause.as_str().contains(word));
        let own: Vec<Mutant> = mutants::all(&suite.spec).into_iter().filter(is_own).collect();
        let auditor = Auditor {
            suite: &suite,
            exemptions: &exemptions,
            all: false,
            jobs: JOBS,
            runtime: runtime.handle(),
        };
        let rows = auditor.hunt(&own, Vec::new(), &Silence);
        let survives = rows.iter().any(|row| row.fate == Fate::Survived);
        assert!(survives, "every mutant is noticed without {idea}");
    }
}
