//! The reference server passes every case of the shared drafts, and each clause has a case or a
//! reason.

use std::sync::Arc;

use webdata_cases::coverage::coverage;
use webdata_cases::exemptions::Exemptions;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::failure_message;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Verdict, read_text, verify};
use webdata_suite::run::Runner;

use super::contract::suite;

const JOBS: usize = 4;

#[test]
fn the_reference_server_passes_every_case() {
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
    let wrong: Vec<String> = wrong
        .map(|found| {
            let case = suite.cases.iter().find(|case| case.id == found.id).expect("the case");
            let message = failure_message(case, &found.outcome, &suite.spec).unwrap_or_default();
            format!("{} {}: {}\n{message}", found.outcome.kind, found.id, found.outcome.reason)
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), suite.cases.len(), wrong.join("\n"));
    assert_eq!(report.verdict, Verdict::Conformant);
    let written = serde_json::to_string(&report).unwrap();
    let verification = verify(&read_text(&written).unwrap(), &suite).unwrap();
    assert_eq!(verification.findings, []);
    assert_eq!(verification.judged_again, report.cases.len());
}

#[test]
fn every_clause_has_a_case_or_a_reason() {
    let suite = suite();
    let found = coverage(&suite.spec, &suite.cases, &Exemptions::default());
    let missing: Vec<_> =
        found.iter().filter(|own| own.is_missing()).map(|own| own.clause.id.as_str()).collect();
    assert!(missing.is_empty(), "these clauses have no case: {missing:#?}");
}
