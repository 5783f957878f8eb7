//! Runs a suite against servers that were written by hand from the pages of its contract: correct ones
//! fail no case, and one with a fault fails the cases that name the fault, and no others.

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
use webdata_suite::run::{Runner, provision};
use webdata_suite::target::{Provocation, Secret, Target, Text};

/// The keys of every server, each with its team.
pub(crate) const KEYS: [(&str, &str); 2] = [("key-of-home", "home"), ("key-of-away", "away")];

/// The key that may do nothing, where a contract has such keys.
pub(crate) const LIMITED: &str = "key-of-a-guest";

/// The header that makes a server respond with an error.
pub(crate) const PROVOKE: &str = "x-provoke";

/// One case after the other, since some faults spoil what other cases work on.
const JOBS: usize = 1;

/// The kinds of outcomes that no case may have, whether a server is correct or not.
const UNEXPECTED: [OutcomeKind; 3] = [OutcomeKind::Blocked, OutcomeKind::Error, OutcomeKind::Skip];

/// A server that was written by hand.
pub(crate) trait HandWritten {
    /// Returns the router that handles the requests of cases.
    fn router(self: &Arc<Self>) -> Router;

    /// Returns the fixtures and circumstances that the server has from the start.
    fn target() -> Target {
        Target::from_base_url("http://by-hand.example")
    }

    /// Tells the server that the fixtures are created, and cases begin.
    fn begin(&self) {}

    /// Returns the resources that are stored, as text.
    fn left(&self) -> Vec<String>;
}

/// A fault, and the starts of the names of all cases that fail.
pub(crate) struct Row<F> {
    pub(crate) fault: F,
    pub(crate) fails: &'static [&'static str],
}

/// Asserts that a correct server fails no case, and that cases leave nothing that they created.
pub(crate) fn assert_correct<S: HandWritten>(suite: &Suite, server: &Arc<S>, manner: &str) {
    let report = report(suite, server);
    for kind in UNEXPECTED.into_iter().chain([OutcomeKind::Fail]) {
        let wrong = ended(&report, kind);
        assert!(wrong.is_empty(), "{manner}; {kind} {}: {wrong:#?}", wrong.len());
    }
    assert_eq!(server.left(), Vec::<String>::new(), "cases left what they created");
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

/// Describes what is wrong with the failures that a fault leads to.
fn check<F: Debug>(report: &Report, row: &Row<F>) -> Option<String> {
    let failed = ended(report, OutcomeKind::Fail);
    let is_named = |id: &str| row.fails.iter().any(|start| id.starts_with(start));
    let is_missed = |start: &str| !failed.keys().any(|id| id.starts_with(start));
    let unnamed = failed.iter().filter(|(id, _)| !is_named(id));
    let mut wrong: Vec<String> =
        unnamed.map(|(id, reason)| format!("  fails unexpectedly: {id}: {reason}")).collect();
    let missed = row.fails.iter().filter(|start| is_missed(start));
    wrong.extend(missed.map(|start| format!("  should fail: {start}")));
    for kind in UNEXPECTED {
        wrong.extend(ended(report, kind).iter().map(|(id, why)| format!("  {kind}: {id}: {why}")));
    }
    (!wrong.is_empty()).then(|| format!("{:?}:\n{}", row.fault, wrong.join("\n")))
}

/// Runs the whole suite against a server, with fixtures that the suite creates and removes by the
/// contract's own operations.
fn report<S: HandWritten>(suite: &Suite, server: &Arc<S>) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    with_fixtures(suite, server, &runtime, |target| {
        let mut plan = suite.plan(&target, &Selection::default()).expect("no case is wrong");
        // As derived: a server that does not store what it says may have it from another case.
        plan.order.sort_unstable();
        suite.run(plan, target, Level::Must, Runner::Threads(JOBS), runtime.handle()).unwrap()
    })
}

/// Does something with a server, with fixtures that are created before and removed afterwards.
pub(crate) fn with_fixtures<S: HandWritten, T>(
    suite: &Suite,
    server: &Arc<S>,
    runtime: &Runtime,
    does: impl FnOnce(Target) -> T,
) -> T {
    let mut target = target(suite, server);
    let needs = suite.cases.iter().flat_map(|case| &case.needs);
    let needed: BTreeSet<String> = needs
        .filter_map(|need| match need {
            Need::Fixture(parameter, _) => Some(parameter.clone()),
            _ => None,
        })
        .collect();
    let stop = CancellationToken::new();
    let provisioned =
        runtime.block_on(provision(&target, &suite.spec, &needed, None, &stop)).unwrap();
    target.fixtures.extend(provisioned.fixtures());
    server.begin();
    let done = does(target);
    runtime.block_on(provisioned.remove());
    done
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
        let headers = vec![(PROVOKE.to_owned(), Text::Plain(id.clone()))];
        (id.clone(), Provocation { key: None, headers })
    };
    let mut target = Target {
        keys: HashMap::from(keys),
        provocations: suite.spec.errors.keys().map(provocation).collect(),
        in_process: Some(server.router()),
        ..S::target()
    };
    target.provision_by_contract(&suite.spec, JOBS);
    target
}

/// Returns the cases with an outcome of this kind, each with the reason.
fn ended(report: &Report, kind: OutcomeKind) -> BTreeMap<&str, &str> {
    let own = report.cases.iter().filter(|case| case.outcome.kind == kind);
    own.map(|case| (case.id.as_str(), case.outcome.reason.as_str())).collect()
}
