//! Runs a suite against servers that are written by hand from the pages of its contract.
//!
//! A correct server fails no case. A server with a fault fails the cases that name the fault, and no others.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::sync::Arc;

use axum::Router;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{KeyName, Need};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::{NeededResources, Runner, provision};
use webdata_suite::target::{Provocation, Secret, Target, Text};

/// The keys of every server, each with its team.
pub(crate) const KEYS: [(&str, &str); 2] = [("key-of-home", "home"), ("key-of-away", "away")];

/// The key without permissions, for contracts that have such keys.
const LIMITED: &str = "key-of-a-guest";

/// The header that makes a server respond with an error.
pub(crate) const PROVOKE: &str = "x-provoke";

/// Cases run one after the other, since some faults damage resources of other cases.
const JOBS: usize = 1;

/// The outcomes that no case may have, on a correct or on a faulty server.
const UNEXPECTED: [OutcomeKind; 3] = [OutcomeKind::Blocked, OutcomeKind::Error, OutcomeKind::Skip];

/// A server that is written by hand.
pub(crate) trait HandWritten {
    /// Returns the router that handles the requests of cases.
    fn router(self: &Arc<Self>) -> Router;

    /// Returns the fixtures and circumstances that the server has from the start.
    fn target() -> Target {
        Target::from_base_url("http://by-hand.example")
    }

    /// Tells the server that the fixtures are created, and cases begin.
    fn begin(&self) {}

    /// Returns the resources that are stored, as strings.
    fn remaining(&self) -> Vec<String>;
}

/// A fault, and the beginnings of the ids of all cases that fail.
pub(crate) struct Row<F> {
    pub(crate) fault: F,
    pub(crate) fails: &'static [&'static str],
}

/// Asserts that a correct server fails no case, and that cases leave nothing that they created.
pub(crate) fn assert_correct<S: HandWritten>(suite: &Suite, server: &Arc<S>, variation: &str) {
    let report = report(suite, server);
    for kind in UNEXPECTED.into_iter().chain([OutcomeKind::Fail]) {
        let wrong = with_outcome(&report, kind);
        assert!(wrong.is_empty(), "{variation}; {kind} {}: {wrong:#?}", wrong.len());
    }
    assert_eq!(server.remaining(), Vec::<String>::new(), "cases left what they created");
}

/// Asserts that every fault fails the cases of its row, and no others.
pub(crate) fn assert_noticed<F: Copy + Debug, S: HandWritten>(
    suite: &Suite,
    rows: &[Row<F>],
    server: impl Fn(F) -> Arc<S>,
) {
    let wrong = rows.iter().filter_map(|row| check(&report(suite, &server(row.fault)), row));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Describes how the failed cases differ from those of a row.
fn check<F: Debug>(report: &Report, row: &Row<F>) -> Option<String> {
    let failed = with_outcome(report, OutcomeKind::Fail);
    let is_named = |id: &str| row.fails.iter().any(|start| id.starts_with(start));
    let is_missed = |start: &str| !failed.keys().any(|id| id.starts_with(start));
    let unnamed = failed.iter().filter(|(id, _)| !is_named(id));
    let mut wrong: Vec<String> =
        unnamed.map(|(id, reason)| format!("  fails unexpectedly: {id}: {reason}")).collect();
    let missed = row.fails.iter().filter(|start| is_missed(start));
    wrong.extend(missed.map(|start| format!("  should fail: {start}")));
    for kind in UNEXPECTED {
        wrong.extend(
            with_outcome(report, kind).iter().map(|(id, why)| format!("  {kind}: {id}: {why}")),
        );
    }
    (!wrong.is_empty()).then(|| format!("{:?}:\n{}", row.fault, wrong.join("\n")))
}

/// Runs the whole suite against a server, with fixtures that the suite creates and removes by the
/// contract's own operations.
fn report<S: HandWritten>(suite: &Suite, server: &Arc<S>) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    with_fixtures(suite, server, &runtime, |target| {
        let mut plan = suite.plan(&target, &Selection::default()).expect("a valid plan");
        // In the order of derivation: a server that does not store a value may have the same value from
        // another case.
        plan.order.sort_unstable();
        suite.run(plan, target, Level::Must, Runner::Threads(JOBS), runtime.handle()).unwrap()
    })
}

/// Calls a function with a target whose fixtures exist meanwhile.
pub(crate) fn with_fixtures<S: HandWritten, T>(
    suite: &Suite,
    server: &Arc<S>,
    runtime: &Runtime,
    run: impl FnOnce(Target) -> T,
) -> T {
    let mut target = target(suite, server);
    let needs = suite.cases.iter().flat_map(|case| &case.needs);
    let needed: BTreeSet<String> = needs
        .filter_map(|need| match need {
            Need::Fixture(parameter, _) => Some(parameter.clone()),
            _ => None,
        })
        .collect();
    let (needed, stop) = (NeededResources::from(needed), CancellationToken::new());
    let provisioned =
        runtime.block_on(provision(&target, &suite.spec, &needed, None, &stop)).unwrap();
    target.settings.fixtures.extend(provisioned.fixtures());
    server.begin();
    let result = run(target);
    runtime.block_on(provisioned.remove());
    result
}

fn target<S: HandWritten>(suite: &Suite, server: &Arc<S>) -> Target {
    let secret = |name: KeyName, key: &str| (name, Secret::new(format!("{name}_KEY"), key));
    let [(home, _), (away, _)] = KEYS;
    let keys = [
        secret(KeyName::Valid, home),
        secret(KeyName::OtherTeam, away),
        secret(KeyName::Revoked, "key-of-yesterday"),
        secret(KeyName::Limited, LIMITED),
    ];
    let provocation = |id: &String| {
        let headers = [(PROVOKE.to_owned(), Text::Plain(id.clone()))].into();
        (id.clone(), Provocation { headers, ..Provocation::default() })
    };
    let mut target = S::target();
    target.settings.keys = HashMap::from(keys);
    target.settings.provoke = suite.spec.errors.keys().map(provocation).collect();
    target.connection.in_process = Some(server.router());
    target.provision_by_contract(&suite.spec, &suite.cases, JOBS);
    target
}

/// Returns the cases with an outcome, each with its reason.
fn with_outcome(report: &Report, kind: OutcomeKind) -> BTreeMap<&str, String> {
    let of_kind = report.cases.iter().filter(|case| case.outcome.kind == kind);
    of_kind.map(|case| (case.id.as_str(), case.outcome.reason.to_string())).collect()
}
