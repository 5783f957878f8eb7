//! Servers with one fault each: the suite fails exactly the cases that name it, and no other.
//!
//! The expectations are written by hand, those of many cases as a start, a part and a number, and
//! follow the contract in which properties an update stores. They must not be computed from the
//! suite's own cases.

mod monitor;
mod options;
mod services;

use std::collections::BTreeSet;

use webdata_spec::Spec;
use webdata_spec::model::Shape;
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;

use crate::changed_contract::report;

/// A server that was started with a changed contract.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) change: fn(&mut Spec),
    /// Every case that must fail: what their names start with behind `updateMonitor::`, and how they
    /// end. `{property}` stands for each property that is stored, `{string}` for each that is a plain
    /// string, and `{property but name goal}` leaves these two out.
    pub(crate) fails: &'static [(&'static str, &'static [&'static str])],
    /// The same for faults that make more cases fail than anyone reads, or cases of other
    /// operations: what the names start with and what they hold, with how many there are.
    pub(crate) fails_many: &'static [(&'static str, &'static str, usize)],
}

#[test]
fn every_fault_fails_exactly_the_cases_that_name_it() {
    let suite = webdata_conformance::suite().expect("the contract is valid");
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
    let suite = webdata_conformance::suite().expect("the contract is valid");
    let correct = Fault { name: "no fault", change: |_| (), fails: &[], fails_many: &[] };
    for _ in 0..3 {
        assert_eq!(check(&suite, suite.spec.clone(), &correct), None);
    }
}

/// What is wrong with the failures that a fault leads to.
fn check(suite: &Suite, served: Spec, fault: &Fault) -> Option<String> {
    let report = report(suite, served, &[]);
    let name = |(start, ends): &(&str, &[&str])| {
        let ends = ends.iter().flat_map(|end| expand(&suite.spec, end));
        ends.map(|end| format!("updateMonitor::{start}::{end}")).collect::<Vec<_>>()
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

/// Expands an end: to itself, or to one end for each property that the part in braces means.
fn expand(spec: &Spec, end: &str) -> Vec<String> {
    let Some((before, rest)) = end.split_once('{') else { return vec![end.to_owned()] };
    let (which, after) = rest.split_once('}').expect("the brace is closed");
    let mut words = which.split(' ');
    let kind = words.next();
    let but: Vec<&str> = words.skip(1).collect();
    let Shape::Object(update) = &spec.types["MonitorUpdate"].schema.shape else {
        panic!("no object")
    };
    let is_meant = |name: &str| match kind {
        Some("property") => true,
        Some("string") => {
            let schema = &update.properties[name].schema;
            let is_free = schema.pattern().is_none() && schema.format().is_none();
            schema.shape == Shape::String && is_free
        }
        _ => panic!("{which}"),
    };
    let stored = spec.stored_properties(&spec.operations["updateMonitor"]);
    assert!(but.iter().all(|name| stored.contains(name)), "{which}");
    let meant = stored.into_iter().filter(|name| is_meant(name) && !but.contains(name));
    meant.map(|name| format!("{before}{name}{after}")).collect()
}
