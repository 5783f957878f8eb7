//! Servers of the shared drafts that were written by hand: correct ones fail no case, whatever they
//! do where the contract is silent, and one with a fault fails the cases that name it, and no others.
//!
//! The expectations are written by hand. They must not be computed from the suite's own cases.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde_json::Value;
use webdata_cases::case::{KeyName, Need};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::{Runner, provision};
use webdata_suite::target::{Secret, Target, Text};

use super::by_hand::{Fault, KEYS, LIMITED, Manner, PROVOKE, Server};
use super::contract::suite;

/// One case after the other, since some faults spoil what other cases work on.
const JOBS: usize = 1;

/// A fault, and the starts of the names of all cases that fail.
struct Row {
    fault: Fault,
    fails: &'static [&'static str],
}

const ROWS: [Row; 15] = [
    Row {
        fault: Fault::KeepsVersion,
        fails: &[
            "readDraft::version::after-updateDraft",
            "readDraft::version::after-replaceDraft",
            "readDraft::condition::modified",
            "updateDraft::precondition::stale",
            "replaceDraft::precondition::stale",
            "deleteDraft::precondition::stale",
        ],
    },
    Row { fault: Fault::TellsOldVersion, fails: &["updateDraft::version::as-read"] },
    Row { fault: Fault::IgnoresIfMatch, fails: &["updateDraft::precondition::stale"] },
    Row { fault: Fault::ReplacesRefused, fails: &["replaceDraft::precondition::stale"] },
    Row {
        fault: Fault::RefusesEveryVersion,
        fails: &[
            "updateDraft::precondition::current",
            "replaceDraft::precondition::current",
            "deleteDraft::precondition::current",
        ],
    },
    Row { fault: Fault::RemovesAnyVersion, fails: &["deleteDraft::precondition::stale"] },
    Row { fault: Fault::IgnoresIfNoneMatch, fails: &["readDraft::condition::not-modified"] },
    Row { fault: Fault::NeverModified, fails: &["readDraft::condition::modified"] },
    Row {
        fault: Fault::IgnoresKey,
        fails: &["createDraft::idempotency::same-key", "createDraft::idempotency::another-body"],
    },
    Row { fault: Fault::ForgetsBody, fails: &["createDraft::idempotency::another-body"] },
    Row { fault: Fault::SharesKeys, fails: &["createDraft::idempotency::another-teams-key"] },
    Row { fault: Fault::WithoutDeprecation, fails: &["listDrafts::deprecatedSince::said"] },
    Row { fault: Fault::DeprecationAsDate, fails: &["listDrafts::deprecatedSince::said"] },
    Row { fault: Fault::WithoutSunset, fails: &["listDrafts::sunset::said"] },
    Row { fault: Fault::LateSunset, fails: &["listDrafts::sunset::said"] },
];

fn target(suite: &Suite, server: &Arc<Server>) -> Target {
    let secret = |name: KeyName, key: &str| (name, Secret::new(format!("{name}_KEY"), key));
    let [(home, _), (away, _)] = KEYS;
    let keys = [
        secret(KeyName::Valid, home),
        secret(KeyName::OtherTeam, away),
        secret(KeyName::Revoked, "key-of-yesterday"),
        secret(KeyName::Limited, LIMITED),
    ];
    let provocation =
        |id: &String| (id.clone(), vec![(PROVOKE.to_owned(), Text::Plain(id.clone()))]);
    let mut target = Target {
        keys: HashMap::from(keys),
        provocations: suite.spec.errors.keys().map(provocation).collect(),
        in_process: Some(server.router()),
        ..Target::at("http://drafts.example")
    };
    target.provision_by_contract(&suite.spec, JOBS);
    target
}

/// Runs the whole suite against a server, with fixtures that the suite creates and removes by the
/// contract's own operations; the drafts that are left afterwards.
fn report(suite: &Suite, server: &Arc<Server>) -> (Report, Vec<Value>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mut target = target(suite, server);
    let plan = suite.plan(&target, &Selection::default()).expect("no case is wrong");
    let needs = plan.cases.iter().flat_map(|planned| &planned.case.needs);
    let needed: BTreeSet<String> = needs
        .filter_map(|need| match need {
            Need::Fixture(parameter, _) => Some(parameter.clone()),
            _ => None,
        })
        .collect();
    let provisioned =
        runtime.block_on(provision(&target, &suite.spec, &needed, None, &plan.stop)).unwrap();
    target.fixtures.extend(provisioned.fixtures());
    let report =
        suite.run(plan, target, Level::Must, Runner::Threads(JOBS), runtime.handle()).unwrap();
    runtime.block_on(provisioned.remove());
    (report, server.left())
}

fn ended(report: &Report, kind: OutcomeKind) -> BTreeMap<&str, &str> {
    let own = report.cases.iter().filter(|case| case.outcome.kind == kind);
    own.map(|case| (case.id.as_str(), case.outcome.reason.as_str())).collect()
}

#[test]
fn a_correct_server_fails_nothing_whatever_the_contract_leaves_open() {
    let suite = suite();
    for manner in [Manner::Plain, Manner::Odd, Manner::Weak] {
        let (report, left) = report(&suite, &Server::new(None, manner));
        for kind in [OutcomeKind::Fail, OutcomeKind::Blocked, OutcomeKind::Error, OutcomeKind::Skip]
        {
            let wrong = ended(&report, kind);
            assert!(wrong.is_empty(), "{manner:?}; {kind} {}: {wrong:#?}", wrong.len());
        }
        assert_eq!(left, Vec::<Value>::new(), "cases left what they created");
    }
}

#[test]
fn every_fault_fails_exactly_the_cases_that_name_it() {
    let suite = suite();
    let wrong: Vec<String> = ROWS.iter().filter_map(|row| check(&suite, row)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the failures that a fault leads to.
fn check(suite: &Suite, row: &Row) -> Option<String> {
    let (report, _) = report(suite, &Server::new(Some(row.fault), Manner::Plain));
    let failed = ended(&report, OutcomeKind::Fail);
    let is_named = |id: &str| row.fails.iter().any(|start| id.starts_with(start));
    let is_missed = |start: &str| !failed.keys().any(|id| id.starts_with(start));
    let unnamed = failed.iter().filter(|(id, _)| !is_named(id));
    let mut wrong: Vec<String> =
        unnamed.map(|(id, reason)| format!("  fails unexpectedly: {id}: {reason}")).collect();
    let missed = row.fails.iter().filter(|start| is_missed(start));
    wrong.extend(missed.map(|start| format!("  should fail: {start}")));
    for kind in [OutcomeKind::Blocked, OutcomeKind::Error, OutcomeKind::Skip] {
        wrong.extend(ended(&report, kind).iter().map(|(id, why)| format!("  {kind}: {id}: {why}")));
    }
    (!wrong.is_empty()).then(|| format!("{:?}:\n{}", row.fault, wrong.join("\n")))
}
