//! Hunts the mutants of a contract, with no exemptions but those that follow from the contract itself.

use webdata_audit::mutants::Mutant;
use webdata_audit::variations::Variations;
use webdata_audit::{AuditExemptions, Auditor, MutantStatus, Progress, Row};
use webdata_reference::Extension;
use webdata_suite::Suite;

/// How many mutants are hunted at the same time.
pub(crate) const JOBS: usize = 4;

/// Reports nothing while mutants are hunted.
pub(crate) struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &str, _: usize) {}

    fn done(&self) {}

    fn hunt_ended(&self, _: &Row) {}
}

/// Hunts mutants with the cases of a suite.
pub(crate) fn hunt(suite: &Suite, exemptions: &AuditExemptions, mutants: &[Mutant]) -> Vec<Row> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (all, quick, runtime) = (false, true, runtime.handle());
    let (extension, variations) = (&Extension::default(), &Variations::default());
    let auditor =
        Auditor { suite, extension, exemptions, variations, all, quick, jobs: JOBS, runtime };
    auditor.hunt(mutants, Vec::new(), &NoProgress)
}

/// Asserts that a suite notices each of these mutants, and returns the result of each.
pub(crate) fn assert_noticed(suite: &Suite, mutants: &[Mutant]) -> Vec<Row> {
    let rows = hunt(suite, &AuditExemptions::none(suite), mutants);
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| matches!(row.status, MutantStatus::Survived | MutantStatus::Unservable(_)))
        .map(|row| format!("{} ({:?}): {}", row.id, row.status, row.description))
        .collect();
    let (of, count) = (rows.len(), wrong.len());
    assert!(wrong.is_empty(), "of {of} mutants, {count} are not noticed:\n{}", wrong.join("\n"));
    rows
}
