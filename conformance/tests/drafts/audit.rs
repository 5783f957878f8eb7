//! The suite of the shared drafts notices each mutant of their contract.

use webdata_audit::mutants;
use webdata_audit::{AuditExemptions, Auditor, Fate, Progress, Row};

use crate::contract::suite;

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
