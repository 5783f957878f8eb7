//! Correct servers that do things differently: the suite finds each conformant, and says in its
//! report what they do where the contract leaves it open.
//!
//! A server here is never wrong. What a wrong one gets is the business of `faults` and `mutants`.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

mod answers;
mod front;
mod handling;
mod objects;
mod ways;

use std::sync::{Arc, LazyLock};

use front::Front;
use ways::Way;
use webdata_conformance::outcome::OutcomeKind;
use webdata_conformance::plan::Selection;
use webdata_conformance::reference::{Options, ReferenceServer};
use webdata_conformance::report::{Report, Verdict, failure_message};
use webdata_conformance::run::Runner;
use webdata_conformance::target::Target;
use webdata_conformance::{Suite, embedded};
use webdata_spec::model::Level;

static SUITE: LazyLock<Suite> =
    LazyLock::new(|| Suite::new(embedded().expect("the contract reads")));

const JOBS: usize = 2;

#[test]
fn a_server_that_says_more() {
    check(&ways::SAYS_MORE);
}

#[test]
fn a_server_that_says_less() {
    check(&ways::SAYS_LESS);
}

#[test]
fn a_server_that_says_the_same_otherwise() {
    check(&ways::SAYS_OTHERWISE);
}

#[test]
fn a_server_that_refuses_what_is_open() {
    check(&ways::REFUSES);
}

#[test]
fn a_server_that_takes_more() {
    check(&ways::TAKES_MORE);
}

#[test]
fn a_server_that_judges_requests_alone() {
    check(&ways::JUDGES_REQUESTS);
}

/// Runs the whole suite against a server that has all of these ways.
fn check(ways: &'static [Way]) {
    let (report, acted) = run(ways);
    let bad = [OutcomeKind::Fail, OutcomeKind::Blocked, OutcomeKind::Error];
    let alarms = report.cases.iter().filter(|case| bad.contains(&case.outcome.kind));
    let alarms: Vec<String> = alarms
        .map(|found| {
            let case = SUITE.cases.iter().find(|case| case.id == found.id).expect("the case");
            let message = failure_message(case, &found.outcome, &SUITE.spec).unwrap_or_default();
            format!("{}\n{message}", found.id)
        })
        .collect();
    let named = ways.iter().map(|way| format!("{} (left open by: {})", way.name, way.open));
    assert!(
        alarms.is_empty(),
        "{} false alarms, the first of them:\n{}\nways:\n{}",
        alarms.len(),
        alarms.iter().take(3).cloned().collect::<Vec<_>>().join("\n"),
        named.collect::<Vec<_>>().join("\n")
    );
    assert_eq!(report.verdict, Verdict::Conformant);
    for (way, acted) in ways.iter().zip(acted) {
        assert!(acted, "no case met the way `{}`", way.name);
        for (gap, answer) in way.seen {
            let found = report.observations.iter().filter(|found| found.observed.gap == *gap);
            let answers: Vec<&str> = found.map(|found| found.observed.answer.as_str()).collect();
            assert!(answers.contains(answer), "{}: {gap} is observed as {answers:?}", way.name);
        }
    }
}

/// The report, and whether each way was met.
fn run(ways: &'static [Way]) -> (Report, Vec<bool>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mut served = SUITE.spec.clone();
    for way in ways {
        (way.contract)(&mut served);
    }
    let start = ReferenceServer::start(Arc::new(served), Options::default());
    let behind = runtime.block_on(start).unwrap();
    let mut target = Target::reference(&behind, &SUITE.spec, JOBS).unwrap();
    let front = Front::new(ways, SUITE.spec.clone(), behind.base_url());
    target.base_url = runtime.block_on(Front::start(&front));
    let plan = SUITE.plan(&target, &Selection::default()).unwrap();
    let runner = Runner::Threads(JOBS);
    let report = SUITE.run(plan, target, Level::Must, runner, runtime.handle()).unwrap();
    (report, front.acted(&SUITE.spec))
}
