//! The test contracts, their suites, their runs against the reference server, and the clauses without a case.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use webdata_cases::coverage::coverage;
use webdata_cases::exemptions::Exemptions;
use webdata_reference::{Extension, Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, read_text, verify};
use webdata_suite::run::Runner;
use webdata_suite::{Suite, failure_message};

/// Returns the folder of a contract's pages.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/tests/contracts").join(name)
}

/// Reads a contract, and derives its suite.
pub(crate) fn suite(name: &str) -> Suite {
    let spec = Spec::load(&folder(name)).expect("a valid contract");
    Suite::new(spec)
}

/// Runs selected cases against the reference server, with a number of jobs.
pub(crate) fn run(suite: &Suite, selection: &Selection, jobs: usize) -> Report {
    run_behind(suite, suite.spec.clone(), selection, jobs, |router| router)
}

/// Runs selected cases against a reference server of another contract, behind a front.
pub(crate) fn run_behind(
    suite: &Suite,
    served: Spec,
    selection: &Selection,
    jobs: usize,
    front: impl Fn(Router) -> Router,
) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(served);
    let server = runtime
        .block_on(ReferenceServer::start(spec, &Extension::default(), Options::default()))
        .unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, jobs).unwrap();
    target.connection.in_process = Some(front(server.router()));
    let plan = suite.plan(&target, selection).expect("a valid plan");
    suite.run(plan, target, Level::Open, Runner::Threads(jobs), runtime.handle()).unwrap()
}

/// Asserts that the reference server passes every case and that the report can be verified, and returns it.
pub(crate) fn assert_passes(suite: &Suite) -> Report {
    assert_passes_behind(suite, |router| router)
}

/// As [`assert_passes`], with a front before the server.
pub(crate) fn assert_passes_behind(suite: &Suite, front: impl Fn(Router) -> Router) -> Report {
    let report = run_behind(suite, suite.spec.clone(), &Selection::default(), 4, front);
    let fine = [OutcomeKind::Pass, OutcomeKind::Observed];
    let wrong = report.cases.iter().filter(|case| !fine.contains(&case.outcome.kind));
    let wrong: Vec<String> = wrong
        .map(|alarm| {
            let case = suite.cases.iter().find(|case| case.id == alarm.id).expect("the case");
            let message = failure_message(case, &alarm.outcome, &suite.clauses).unwrap_or_default();
            format!("{} {}: {}\n{message}", alarm.outcome.kind, alarm.id, alarm.outcome.reason)
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), suite.cases.len(), wrong.join("\n"));
    let written = serde_json::to_string(&report).unwrap();
    let verification = verify(&read_text(&written).unwrap(), suite).unwrap();
    assert_eq!(verification.contradictions, []);
    assert_eq!(verification.judged_again, report.cases.len());
    report
}

/// Asserts that every clause of the contract has a case or a reason why it has none.
pub(crate) fn assert_covered(suite: &Suite) {
    let all_coverage = coverage(&suite.spec, &suite.cases, &Exemptions::default());
    let missing: Vec<_> = all_coverage
        .iter()
        .filter(|coverage| coverage.is_missing())
        .map(|coverage| coverage.clause.id.as_str())
        .collect();
    assert!(missing.is_empty(), "these clauses have no case: {missing:#?}");
}
