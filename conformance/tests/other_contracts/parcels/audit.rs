//! The suite of the parcel lockers notices each mutant of an operation that the reference server implements.

use webdata_audit::{MutantStatus, Row, Score, mutants};

use super::suite;
use crate::audit::assert_noticed;

#[test]
fn no_mutant_survives() {
    let suite = suite();
    let rows = assert_noticed(&suite, &mutants::all(&suite.spec));
    // Mutants of an operation that is not implemented are reported, but not part of the score.
    let score = Score::new(&rows);
    let is_not_implemented = |row: &&Row| matches!(row.status, MutantStatus::NotImplemented(_));
    for row in rows.iter().filter(is_not_implemented) {
        assert!(row.id.starts_with("empty-locker/"), "{}", row.id);
    }
    assert!(score.not_implemented > 0);
    assert_eq!(score.mutants + score.beyond_reach + score.not_implemented, rows.len());
}
