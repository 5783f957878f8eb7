//! A faulty server checks the interval of a cron expression only for the next two runs after its clock.
//!
//! The same cases fail at any time of the day.

use std::collections::BTreeSet;
use std::sync::Arc;

use webdata_reference::{Fault, Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::run::Runner;

/// The cases about runs that are closer than the minimum interval.
const CASES: &str = "updateMonitor::schedule.cron::minimumInterval::";

/// The cases that notice the fault. Their two close runs are the next ones only on a day in January or July.
const NOTICING: [&str; 6] = [
    "within-the-hour",
    "at-the-end-of-the-hour",
    "across-the-hour",
    "across-midnight",
    "across-the-month",
    "uneven-steps",
];

#[test]
fn the_same_cases_fail_at_any_time_of_the_day() {
    let times = [
        "2026-11-23T13:36:00Z",
        "2026-11-23T13:52:00Z",
        "2026-11-23T23:55:30Z",
        "2026-11-24T00:00:00Z",
        "2026-12-31T23:58:00Z",
        "2028-02-29T00:57:00Z",
    ];
    for time in times {
        assert_eq!(
            failing_cases_at(time),
            BTreeSet::from(NOTICING.map(str::to_owned)),
            "at {time}"
        );
    }
}

/// Where the close runs of a case are the next two, the faulty server rejects the expression by accident.
/// Another case, whose close runs are half a year away, fails then.
#[test]
fn at_least_one_case_fails_on_any_day() {
    let times = ["2027-01-01T00:52:00Z", "2027-01-01T23:30:00Z", "2027-07-31T23:30:00Z"];
    for time in times {
        let noticed = failing_cases_at(time);
        assert!((1..NOTICING.len()).contains(&noticed.len()), "at {time}: {noticed:?}");
    }
}

/// Returns the cases that fail when the server's clock is at `time`, without their common prefix.
fn failing_cases_at(time: &str) -> BTreeSet<String> {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let clock = Some(time.parse().expect("a time"));
    let options =
        Options { clock, fault: Some(look_ahead_fault(&suite.spec)), ..Options::default() };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let start = ReferenceServer::start(Arc::new(suite.spec.clone()), &crate::EXTENSION, options);
    let server = runtime.block_on(start).unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, 1).unwrap();
    target.in_process = Some(server.router());
    let selection = Selection { filters: vec![CASES.to_owned()], ..Selection::default() };
    let plan = suite.plan(&target, &selection).unwrap();
    let report =
        suite.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle()).unwrap();
    let failing = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
    failing.map(|case| case.id[CASES.len()..].to_owned()).collect()
}

/// Returns the fault of the audit's mutant.
fn look_ahead_fault(spec: &webdata_spec::Spec) -> Fault {
    let id = "update-monitor/MonitorSchedule.cron.minimumInterval/looks-ahead-in-schedule-cron";
    let mutants = webdata_audit::mutants::all(spec);
    let mutant = mutants.iter().find(|mutant| mutant.id == id).expect("the mutant");
    mutant.fault().cloned().expect("a fault of the server")
}
