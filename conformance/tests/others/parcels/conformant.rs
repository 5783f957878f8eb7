//! The reference server passes every case of the parcel lockers, and each clause has a case or a
//! reason.

use std::sync::Arc;

use webdata_cases::coverage::coverage;
use webdata_cases::exemptions::Exemptions;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::failure_message;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::Verdict;
use webdata_suite::run::Runner;

use super::contract::suite;

const JOBS: usize = 4;

/// What an action does that has no resource is not in a contract, so the reference server answers it
/// with 501. The case is not skipped, and the verdict is not that of a server that has the action.
const NOT_IMPLEMENTED: &str = "emptyLocker::response::shape";

#[test]
fn the_reference_server_passes_every_case_of_what_it_implements() {
    let suite = suite();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime.block_on(ReferenceServer::start(spec, Options::default())).unwrap();
    let target = webdata_audit::reference_target(&server, &suite.spec, JOBS).unwrap();
    let plan = suite.plan(&target, &Selection::default()).expect("no case is wrong");
    let report =
        suite.run(plan, target, Level::Open, Runner::Threads(JOBS), runtime.handle()).unwrap();
    let fine = [OutcomeKind::Pass, OutcomeKind::Observed];
    let wrong = report.cases.iter().filter(|case| !fine.contains(&case.outcome.kind));
    let wrong = wrong.filter(|case| case.id != NOT_IMPLEMENTED);
    let wrong: Vec<String> = wrong
        .map(|found| {
            let case = suite.cases.iter().find(|case| case.id == found.id).expect("the case");
            let message = failure_message(case, &found.outcome, &suite.spec).unwrap_or_default();
            format!("{} {}: {}\n{message}", found.outcome.kind, found.id, found.outcome.reason)
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), suite.cases.len(), wrong.join("\n"));
    assert_eq!(report.verdict, Verdict::NotConformant);
    let action = report.cases.iter().find(|case| case.id == NOT_IMPLEMENTED).expect("the case");
    assert_eq!(action.outcome.kind, OutcomeKind::Fail);
    let says = "not implemented by the reference server: emptyLocker";
    assert!(action.outcome.reason.contains(says), "{}", action.outcome.reason);
}

#[test]
fn every_clause_has_a_case_or_a_reason() {
    let suite = suite();
    let found = coverage(&suite.spec, &suite.cases, &Exemptions::default());
    let missing: Vec<_> =
        found.iter().filter(|own| own.is_missing()).map(|own| own.clause.id.as_str()).collect();
    assert!(missing.is_empty(), "these clauses have no case: {missing:#?}");
}
