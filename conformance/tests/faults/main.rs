//! Servers with one fault each: the suite fails exactly the cases that name it, and no other.
//!
//! The expectations are written by hand. They must not be computed from the suite's own cases.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

#[path = "../faulty/mod.rs"]
mod faulty;
mod table;

use std::collections::BTreeSet;

use faulty::report;
use table::{FAULTS, Fault};
use webdata_conformance::outcome::OutcomeKind;
use webdata_conformance::{Suite, embedded};
use webdata_spec::Spec;

#[test]
fn every_fault_fails_exactly_the_cases_that_name_it() {
    let suite = Suite::new(embedded().expect("the contract reads"));
    let wrong: Vec<String> = FAULTS
        .iter()
        .filter_map(|fault| {
            let mut spec = suite.spec.clone();
            (fault.change)(&mut spec);
            check(&suite, spec, fault)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_correct_server_fails_nothing() {
    let suite = Suite::new(embedded().expect("the contract reads"));
    let correct = Fault { name: "no fault", change: |_| (), fails: &[] };
    for _ in 0..3 {
        assert_eq!(check(&suite, suite.spec.clone(), &correct), None);
    }
}

/// What is wrong with the failures that a fault leads to.
fn check(suite: &Suite, served: Spec, fault: &Fault) -> Option<String> {
    let report = report(suite, served, &[]);
    let name = |(start, ends): &(&str, &[&str])| {
        let start = format!("updateMonitor::{start}");
        ends.iter().map(|end| format!("{start}::{end}")).collect::<Vec<_>>()
    };
    let expected: BTreeSet<String> = fault.fails.iter().flat_map(name).collect();
    let ended = |kind: OutcomeKind| {
        let own = report.cases.iter().filter(move |case| case.outcome.kind == kind);
        own.map(|case| case.id.clone()).collect::<BTreeSet<String>>()
    };
    let failed = ended(OutcomeKind::Fail);
    let mut wrong: Vec<String> =
        failed.difference(&expected).map(|id| format!("  fails unexpectedly: {id}")).collect();
    wrong.extend(expected.difference(&failed).map(|id| format!("  should fail: {id}")));
    for kind in [OutcomeKind::Skip, OutcomeKind::Error, OutcomeKind::Blocked] {
        wrong.extend(ended(kind).iter().map(|id| format!("  {kind}: {id}")));
    }
    (!wrong.is_empty()).then(|| format!("{}:\n{}", fault.name, wrong.join("\n")))
}
