//! The stages that are measured. No server runs, and no validator is generated.

use std::time::{Duration, Instant};

use anyhow::Result;
use webdata_audit::{AuditExemptions, Auditor, mutants};
use webdata_cases::coverage::coverage;
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_reference::Extension;
use webdata_spec::Spec;
use webdata_suite::Suite;

/// The names of the stages.
pub(crate) const STAGES: [&str; 3] = ["derive", "coverage", "prepare the audit"];

/// The time of each stage.
pub(crate) type StageTimes = [Duration; STAGES.len()];

/// The numbers of what the stages produce.
#[derive(Default)]
pub(crate) struct OutputSizes {
    pub(crate) cases: usize,
    pub(crate) clauses: usize,
    pub(crate) mutants: usize,
}

/// Measures each stage once.
pub(crate) fn measure(spec: &Spec) -> Result<(StageTimes, OutputSizes)> {
    let start = Instant::now();
    let cases = derive(spec);
    let derived = start.elapsed();
    let covered = Instant::now();
    let clauses = coverage(spec, &cases, &Exemptions::default()).len();
    let covered = covered.elapsed();

    let suite = Suite { spec: spec.clone(), cases, order: Default::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let prepared = Instant::now();
    let exemptions = AuditExemptions::none(&suite);
    let mutants = mutants::all(&suite.spec);
    let auditor = Auditor {
        suite: &suite,
        extension: &Extension::default(),
        exemptions: &exemptions,
        all: false,
        quick: false,
        jobs: 1,
        runtime: runtime.handle(),
    };
    drop(auditor.subject(&mutants, String::new()));
    let prepared = prepared.elapsed();
    let sizes = OutputSizes { cases: suite.cases.len(), clauses, mutants: mutants.len() };
    Ok(([derived, covered, prepared], sizes))
}
