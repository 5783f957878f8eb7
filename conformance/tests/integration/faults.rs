//! Servers with one fault each: exactly the cases that name the fault fail.
//!
//! The expected failures are written by hand; only the properties that an update stores are read from the
//! contract. The expectations must not be computed from the suite's own cases.

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
    /// The cases that must fail: the part of their identities after `updateMonitor::`, and the possible ends.
    ///
    /// `{property}` stands for each stored property, `{string}` for each stored property that is a plain
    /// string. `{property but name goal}` leaves `name` and `goal` out.
    pub(crate) fails: &'static [(&'static str, &'static [&'static str])],
    /// Further cases that must fail, where there are many or where they are about other operations: how their
    /// identities start, a string that the identities contain, and the number of cases.
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
fn a_correct_server_fails_no_case() {
    let suite = webdata_conformance::suite().expect("the contract is valid");
    let correct = Fault { name: "no fault", change: |_| (), fails: &[], fails_many: &[] };
    for _ in 0..3 {
        assert_eq!(check(&suite, suite.spec.clone(), &correct), None);
    }
}

/// Describes how the outcomes differ from the expected ones, if they do.
fn check(suite: &Suite, served: Spec, fault: &Fault) -> Option<String> {
    let report = report(suite, served, &[]);
    let name = |(start, ends): &(&str, &[&str])| {
        let ends = ends.iter().flat_map(|end| expand(&suite.spec, end));
        ends.map(|end| format!("updateMonitor::{start}::{end}")).collect::<Vec<_>>()
    };
    let expected: BTreeSet<String> = fault.fails.iter().flat_map(name).collect();
    let ended = |kind: OutcomeKind| {
        let cases = report.cases.iter().filter(move |case| case.outcome.kind == kind);
        cases.map(|case| case.id.clone()).collect::<BTreeSet<String>>()
    };
    let mut failed = ended(OutcomeKind::Fail);
    let mut miscounted = Vec::new();
    for (start, part, count) in fault.fails_many {
        let is_counted = |id: &String| id.starts_with(start) && id.contains(part);
        let actual = failed.iter().filter(|id| is_counted(id)).count();
        if actual != *count {
            miscounted.push(format!("  {actual} instead of {count} fail: {start} … {part}"));
        }
        failed.retain(|id| !is_counted(id));
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

/// Expands the end of an identity: returns one end for each property that the braces stand for.
fn expand(spec: &Spec, end: &str) -> Vec<String> {
    let Some((before, rest)) = end.split_once('{') else { return vec![end.to_owned()] };
    let (which, after) = rest.split_once('}').expect("the brace is closed");
    let mut words = which.split(' ');
    let kind = words.next();
    let but: Vec<&str> = words.skip(1).collect();
    let Shape::Object(update) = &spec.types["MonitorUpdate"].schema.shape else {
        panic!("MonitorUpdate is no object")
    };
    let is_meant = |name: &str| match kind {
        Some("property") => true,
        Some("string") => {
            let schema = &update.properties[name].schema;
            schema.is_free_text()
        }
        _ => panic!("{which}"),
    };
    let stored = spec.stored_properties(&spec.operations["updateMonitor"]);
    assert!(but.iter().all(|name| stored.contains(name)), "{which}");
    let meant = stored.into_iter().filter(|name| is_meant(name) && !but.contains(name));
    meant.map(|name| format!("{before}{name}{after}")).collect()
}
