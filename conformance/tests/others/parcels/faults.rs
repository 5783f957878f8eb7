//! Servers of the parcel lockers that were written by hand: correct ones fail no case, whatever they
//! do where the contract is silent, and one with a fault fails the cases that name it, and no others.
//!
//! The expectations are written by hand. They must not be computed from the suite's own cases.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use webdata_cases::case::{KeyName, Need};
use webdata_spec::model::{ClauseId, Level};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::{Runner, provision};
use webdata_suite::target::{Circumstance, Secret, Target, Text};

use super::by_hand::{Fault, KEYS, PROVOKE, Server};
use super::contract::suite;

/// One case after the other, since some faults spoil what other cases work on.
const JOBS: usize = 1;

/// The lockers that cases may change.
const LOCKERS: [&str; 8] = ["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"];

/// A fault, and the starts of the names of all cases that fail.
struct Row {
    fault: Fault,
    fails: &'static [&'static str],
}

const ROWS: [Row; 26] = [
    Row {
        fault: Fault::CreatesNothing,
        fails: &[
            "createParcel::creates::stored",
            "createParcel::creates::twice",
            "createParcel::effects::stores-given::",
            // What cases cannot create they cannot remove, and no list has it.
            "deleteParcel::deletes::",
            "deleteParcel::response::shape",
            "listParcels::lists::once",
            "listParcels::order::",
            "listParcels::pagination::walk::by-cursor",
            "listParcels::pagination::walk::while-creating",
            "readParcel::reads::after-createParcel",
        ],
    },
    Row {
        fault: Fault::CreatesWithoutValue,
        fails: &[
            "createParcel::creates::stored",
            "createParcel::effects::stores-given::value",
            "listParcels::lists::once",
            "readParcel::reads::after-createParcel",
        ],
    },
    Row {
        fault: Fault::ReadsAsCreated,
        fails: &[
            "replaceParcel::effects::resets-omitted::",
            "replaceParcel::effects::stores-given::",
            "updateParcel::effects::stores-given::",
            "updateParcel::rules::insured-is-worth-something::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-other::stored-without-value",
            "updateParcels::effects::stores-given::",
        ],
    },
    Row { fault: Fault::ReadsForeign, fails: &["readParcel::errors::foreign-resource"] },
    Row { fault: Fault::ListsForeign, fails: &["listParcels::lists::another-teams"] },
    Row { fault: Fault::IgnoresState, fails: &["listParcels::filters::state::fetched"] },
    Row {
        fault: Fault::ReplacesGivenOnly,
        fails: &[
            "replaceParcel::effects::resets-omitted::",
            // They see that no replacement takes the value away.
            "updateParcel::rules::insured-is-worth-something::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-other::stored-without-value",
        ],
    },
    Row {
        fault: Fault::ReplacesNothing,
        fails: &[
            "replaceParcel::effects::resets-omitted::",
            "replaceParcel::effects::stores-given::insured",
            "replaceParcel::effects::stores-given::label",
            "replaceParcel::effects::stores-given::value",
            "updateParcel::rules::insured-is-worth-something::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-given::stored-without-value",
            "updateParcels::rules::insured-has-value::insured-other::stored-without-value",
        ],
    },
    Row {
        fault: Fault::UpdatesNothing,
        fails: &[
            "updateParcel::effects::stores-given::insured",
            "updateParcel::effects::stores-given::label",
            "updateParcel::effects::stores-given::value",
        ],
    },
    Row {
        fault: Fault::IgnoresNull,
        fails: &[
            "updateParcel::effects::stores-given::value-null",
            "updateParcel::value::nullable::null",
        ],
    },
    Row { fault: Fault::DeletesNothing, fails: &["deleteParcel::deletes::"] },
    Row { fault: Fault::DeletesNewestToo, fails: &["deleteParcel::deletes::another-stays"] },
    Row { fault: Fault::ChangesFirstOnly, fails: &["updateParcels::effects::stores-given::"] },
    Row {
        fault: Fault::ChangesWhatIsThere,
        fails: &[
            "deleteParcel::deletes::gone-for-updateParcels",
            "updateParcels::effects::refusal-keeps-all::unknown-among-them",
            "updateParcels::errors::unknown-resource",
        ],
    },
    Row {
        fault: Fault::RepeatsAtBorder,
        fails: &[
            "listParcels::order::-value::walk",
            "listParcels::order::label::walk",
            "listParcels::order::value::walk",
            "listParcels::pagination::walk::",
        ],
    },
    Row { fault: Fault::IgnoresLimit, fails: &["listParcels::pagination::limit::"] },
    Row {
        fault: Fault::IgnoresOrder,
        fails: &[
            "listParcels::order::-value::",
            "listParcels::order::label::",
            "listParcels::order::value::",
        ],
    },
    Row { fault: Fault::SortsByValueDescending, fails: &["listParcels::order::value::"] },
    Row {
        fault: Fault::SortsEachPage,
        fails: &[
            "listParcels::order::-value::walk",
            "listParcels::order::label::walk",
            "listParcels::order::value::walk",
        ],
    },
    Row {
        fault: Fault::SortsValuesAsText,
        fails: &["listParcels::order::-value::", "listParcels::order::value::"],
    },
    Row {
        fault: Fault::TakesAnyCursor,
        fails: &["listParcels::pagination::unknown::wrong-cursor"],
    },
    Row {
        fault: Fault::FailsAtWrongCursor,
        fails: &[
            "listParcels::pagination::no-such-page::cut-cursor",
            "listParcels::pagination::unknown::wrong-cursor",
        ],
    },
    Row {
        fault: Fault::CountsFromNewest,
        fails: &["listParcels::pagination::walk::while-creating"],
    },
    Row { fault: Fault::CountsFromEnd, fails: &["listParcels::pagination::walk::while-creating"] },
    Row {
        fault: Fault::EmptyIsUnknown,
        fails: &[
            // Nothing is in these lists, either.
            "listParcels::filters::insured::true",
            "listParcels::filters::state::fetched",
            "listParcels::filters::tags::one-item",
            "listParcels::lists::another-teams",
            "listParcels::lists::empty",
            "listParcels::query::insured::type::true",
            "listParcels::query::state::enum::fetched",
            "listParcels::query::tags",
        ],
    },
    Row {
        fault: Fault::EmptyIsNull,
        fails: &[
            "listParcels::filters::insured::true",
            "listParcels::filters::state::fetched",
            "listParcels::filters::tags::one-item",
            "listParcels::lists::another-teams",
            "listParcels::lists::empty",
        ],
    },
];

fn target(suite: &Suite, server: &Arc<Server>) -> Target {
    let secret = |name: KeyName, key: &str| (name, Secret::new(format!("{name}_KEY"), key));
    let [(home, _), (away, _)] = KEYS;
    let keys = [
        secret(KeyName::Valid, home),
        secret(KeyName::OtherTeam, away),
        secret(KeyName::Revoked, "key-of-yesterday"),
        secret(KeyName::Limited, "key-of-nobody"),
    ];
    let provocation =
        |id: &String| (id.clone(), vec![(PROVOKE.to_owned(), Text::Plain(id.clone()))]);
    let empty = ("emptyLocker".to_owned(), ClauseId::new("operations.emptyLocker"));
    let parameters = [("name".to_owned(), "L1".to_owned())].into();
    let locker = Circumstance { parameters, ..Circumstance::default() };
    let lockers = LOCKERS.map(str::to_owned).to_vec();
    let mut target = Target {
        keys: HashMap::from(keys),
        fixtures: HashMap::from([("name".to_owned(), lockers)]),
        circumstances: HashMap::from([(empty, locker)]),
        provocations: suite.spec.errors.keys().map(provocation).collect(),
        in_process: Some(server.router()),
        ..Target::at("http://lockers.example")
    };
    target.provision_by_contract(&suite.spec, JOBS);
    target
}

/// Runs the whole suite against a server, with fixtures that the suite creates and removes by the
/// contract's own operations; the parcels that are left afterwards.
fn report(suite: &Suite, server: &Arc<Server>) -> (Report, Vec<String>) {
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
    server.begin();
    let report =
        suite.run(plan, target, Level::Must, Runner::Threads(JOBS), runtime.handle()).unwrap();
    runtime.block_on(provisioned.remove());
    (report, server.parcels())
}

fn ended(report: &Report, kind: OutcomeKind) -> BTreeMap<&str, &str> {
    let own = report.cases.iter().filter(|case| case.outcome.kind == kind);
    own.map(|case| (case.id.as_str(), case.outcome.reason.as_str())).collect()
}

#[test]
fn a_correct_server_fails_nothing_whatever_the_contract_leaves_open() {
    let suite = suite();
    for differs in [false, true] {
        let (report, left) = report(&suite, &Server::new(None, differs));
        for kind in [OutcomeKind::Fail, OutcomeKind::Blocked, OutcomeKind::Error, OutcomeKind::Skip]
        {
            let wrong = ended(&report, kind);
            assert!(wrong.is_empty(), "differs: {differs}; {kind} {}: {wrong:#?}", wrong.len());
        }
        assert_eq!(left, Vec::<String>::new(), "cases left what they created");
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
    let (report, _) = report(suite, &Server::new(Some(row.fault), false));
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
