//! Servers with one fault each: the suite fails exactly the cases that name it, and no other.
//!
//! The expectations are written by hand, those of many cases as a start, a part and a number. They must not be computed from the suite's own cases.

mod monitor;
mod options;
mod services;

use std::collections::BTreeSet;

use webdata_spec::Spec;
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;

use crate::faulty::report;

/// A server that was started with a changed contract.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) change: fn(&mut Spec),
    /// Every case that must fail: what their names start with behind `updateMonitor::`, and how they
    /// end.
    pub(crate) fails: &'static [(&'static str, &'static [&'static str])],
    /// The same for faults that make more cases fail than anyone reads, or cases of other
    /// operations: what the names start with and what they hold, with how many there are.
    pub(crate) fails_many: &'static [(&'static str, &'static str, usize)],
}

#[test]
fn every_fault_fails_exactly_the_cases_that_name_it() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let wrong: Vec<String> = monitor::FAULTS
        .iter()
        .chain(&options::FAULTS)
        .chain(&services::FAULTS)
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
    let suite = webdata_conformance::suite().expect("the contract reads");
    let correct = Fault { name: "no fault", change: |_| (), fails: &[], fails_many: &[] };
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
    let mut failed = ended(OutcomeKind::Fail);
    let mut miscounted = Vec::new();
    for (start, holds, count) in fault.fails_many {
        let own = |id: &String| id.starts_with(start) && id.contains(holds);
        let found = failed.iter().filter(|id| own(id)).count();
        if found != *count {
            miscounted.push(format!("  {found} instead of {count} fail: {start} … {holds}"));
        }
        failed.retain(|id| !own(id));
    }
    let mut wrong: Vec<String> =
        failed.difference(&expected).map(|id| format!("  fails unexpectedly: {id}")).collect();
    wrong.extend(miscounted);
    wrong.extend(expected.difference(&failed).map(|id| format!("  should fail: {id}")));
    for kind in [OutcomeKind::Skip, OutcomeKind::Error, OutcomeKind::Blocked] {
        wrong.extend(ended(kind).iter().map(|id| format!("  {kind}: {id}")));
    }
    (!wrong.is_empty()).then(|| format!("{}:\n{}", fault.name, wrong.join("\n")))
}
