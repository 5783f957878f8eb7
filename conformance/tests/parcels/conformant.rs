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

use crate::contract::suite;

const JOBS: usize = 4;

/// What an action does that has no resource is not in a contract, so the reference server answers it
/// with 501, and tells of no way to call it.
pub(crate) const NOT_SHOWN: &str = "emptyLocker::response::shape";

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
    let wrong = wrong.filter(|case| case.id != NOT_SHOWN);
    let wrong: Vec<String> = wrong
        .map(|found| {
            let case = suite.cases.iter().find(|case| case.id == found.id).expect("the case");
            let message = failure_message(case, &found.outcome, &suite.spec).unwrap_or_default();
            format!("{} {}: {}\n{message}", found.outcome.kind, found.id, found.outcome.reason)
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), suite.cases.len(), wrong.join("\n"));
    assert_eq!(report.verdict, Verdict::Conformant);
}

/// Clauses that have neither yet. None may join them.
const UNTESTED: [&str; 19] = [
    "LockerQuery.page.default",
    "LockerSearch.offset.default",
    "Parcel.id.generated",
    "Parcel.value.minimum",
    "ParcelChangeOfOne.rules.insured-has-value",
    "CreateHeaders.X-Priority.default",
    "CreatedHeaders.Location.minLength",
    "GoneHeaders.X-Left.minimum",
    "ListHeaders.X-Desk.type",
    "ParcelQuery.tags.type",
    "operations.listParcels.filters.tags",
    "operations.replaceLockers.effects.resets-omitted",
    "operations.replaceLockers.effects.refusal-keeps-all",
    "operations.replaceLocker.effects.refusal-keeps-all",
    "operations.listLockers.lists",
    "operations.listLockers.pagination.walk",
    "operations.listLockers.pagination.limit",
    "operations.searchLockers.lists",
    "operations.searchLockers.pagination.walk",
];

#[test]
fn every_clause_has_a_case_or_a_reason() {
    let suite = suite();
    let found = coverage(&suite.spec, &suite.cases, &Exemptions::default());
    let missing: Vec<_> =
        found.iter().filter(|own| own.is_missing()).map(|own| own.clause.id.as_str()).collect();
    let missing: Vec<_> = missing.into_iter().filter(|id| !UNTESTED.contains(id)).collect();
    assert!(missing.is_empty(), "these clauses have no case: {missing:#?}");
}
