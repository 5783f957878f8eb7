//! The suite of the parcel lockers notices each mutant of what the reference server implements.

use webdata_audit::mutants;
use webdata_audit::{AuditExemptions, Auditor, Fate, Progress, Row, Score};

use super::contract::suite;

/// How many mutants are hunted side by side.
const JOBS: usize = 4;

/// Nobody looks on.
pub(crate) struct Silence;

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
    // They are told of, and counted neither way.
    let score = Score::new(&rows);
    let is_told = |row: &&Row| matches!(row.fate, Fate::NotImplemented(_));
    for row in rows.iter().filter(is_told) {
        assert!(row.id.starts_with("empty-locker/"), "{}", row.id);
    }
    assert!(score.not_implemented > 0);
    assert_eq!(score.mutants + score.beyond_reach + score.not_implemented, rows.len());
}
