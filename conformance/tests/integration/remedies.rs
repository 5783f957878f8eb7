//! A remedy does what it says: with its change in the target file, so many cases more are run.

use std::collections::{BTreeMap, BTreeSet};

use tempfile::TempDir;
use toml::{Table, Value};
use webdata_cases::case::{Case, KeyForm, KeyName, Need};
use webdata_spec::model::{ClauseId, Level};
use webdata_suite::Suite;
use webdata_suite::remedies::{Change, Remedy, remedies};
use webdata_suite::target::{Target, load};

/// Target files that lack much. Each variable is one that every test has.
const TARGETS: [&str; 3] = [
    "base-url = 'http://127.0.0.1:1'\n[keys]\nvalid = { env = 'PATH' }\n[fixtures]\nmonitorId = ['1']\n",
    "base-url = 'http://127.0.0.1:1'\n[keys]\nvalid = { env = 'PATH' }\nlimited = { env = 'PATH' }\n\
     [provision.monitorId]\ncount = 1\n\
     create = { method = 'POST', path = '/monitors', id = '/id' }\n\
     delete = { method = 'DELETE', path = '/monitors/{monitorId}' }\n\
     [team]\nnot-in = ['zero-data-retention']\n[provoke]\nbad-gateway = { X-Own = '502' }\n\
     [off]\n'updateMonitor::name' = 'a \"name\" is fixed'\nscrape = 'none here'\n",
    "base-url = 'http://127.0.0.1:1'\n[keys]\nvalid = { env = 'PATH' }\n[fixtures]\nmonitorId = []\n\
     [off]\nupdateMonitor = 'no monitors'\n'updateMonitor::goal' = 'no goals'\n",
];

#[test]
fn a_remedy_is_worth_what_it_says() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    for text in TARGETS {
        let file: Table = text.parse().expect("it is TOML");
        let (before, found) = planned(&suite, &file);
        assert!(found.len() > 5, "{found:#?}");
        for remedy in &found {
            let (after, _) = planned(&suite, &changed(&file, [remedy]));
            assert_eq!(after - before, remedy.cases, "{remedy}");
            // With what is lacking besides, as many more as all of these are worth.
            for together in &remedy.together {
                let others = found.iter().filter(|own| together.with.contains(&own.reason));
                let set: Vec<&Remedy> = others.chain([remedy]).collect();
                assert_eq!(set.len(), together.with.len() + 1, "{remedy}");
                if remedy.together.first() == Some(together) {
                    let (after, _) = planned(&suite, &changed(&file, set.iter().copied()));
                    assert_eq!(after - before, worth(&set), "{remedy}");
                }
            }
        }
        assert!(found.is_sorted_by_key(|own| std::cmp::Reverse(own.cases)));
        let all: Vec<&Remedy> = found.iter().collect();
        let (after, left) = planned(&suite, &changed(&file, all.iter().copied()));
        assert_eq!((after, left.as_slice()), (suite.cases.len(), [].as_slice()));
        assert_eq!(after - before, worth(&all));
    }
}

/// No reason is silent: each thing that a case may need has a remedy.
#[test]
fn each_need_has_a_remedy() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let own = [
        Need::Key(KeyName::OtherTeam),
        Need::ChangedKey(KeyName::Valid, KeyForm::Cut),
        Need::Fixture("monitorId".to_owned(), 3),
        Need::Provocation("bad-gateway".to_owned()),
        Need::TeamNotIn("zero-data-retention".to_owned()),
        Need::Binding("agentTrace".to_owned()),
        Need::Circumstance("scrape".to_owned(), ClauseId::new("operations.scrape")),
        Need::Webhooks,
    ];
    let needs: BTreeMap<String, &Need> = own
        .iter()
        .chain(suite.cases.iter().flat_map(|case| &case.needs))
        .map(|need| (need.to_string(), need))
        .collect();
    let mut kinds = BTreeSet::new();
    for need in needs.into_values() {
        // A kind that is new fails to compile here, until it stands in the list above.
        kinds.insert(match need {
            Need::Key(_) => 0,
            Need::Fixture(..) => 1,
            Need::Provocation(_) => 2,
            Need::TeamNotIn(_) => 3,
            Need::Binding(_) => 4,
            Need::Circumstance(..) => 5,
            Need::Webhooks => 6,
            Need::ChangedKey(..) => 7,
        });
        let case = Case {
            each_fixture: false,
            id: "own::case".to_owned(),
            level: Level::Must,
            clauses: Vec::new(),
            needs: vec![need.clone()],
            steps: Vec::new(),
            breaks: None,
        };
        let reason =
            Target::from_base_url("http://127.0.0.1:1").skip_reason(&case).expect("it lacks all");
        let found = remedies(&suite.spec, &[], [(&case, reason.as_str())].into_iter());
        let [remedy] = found.as_slice() else { panic!("{need}: {found:?}") };
        assert_eq!((&remedy.reason, remedy.cases), (&reason, 1));
        assert!(!remedy.change.add.is_empty(), "{need}");
        remedy.change.add.parse::<Table>().unwrap_or_else(|error| panic!("{remedy}: {error}"));
    }
    assert_eq!(kinds.len(), 8);
}

#[test]
fn a_remedy_reads_well() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let states = "threat-protection-not-enabled";
    let mut target = webdata_target();
    target.team_not_in.extend(suite.spec.service.team_states.keys().cloned());
    target.team_not_in.remove(states);
    let found = of_target(&suite, &target);
    let own = found.iter().find(|own| own.change.add.contains(states)).expect("a remedy");
    let count = own.cases;
    assert!(count > 100, "{own}");
    let says = format!("add `[team] not-in = [\"{states}\"]` to the target: {count} cases more");
    assert!(own.to_string().starts_with(&says), "{own}");
}

/// How many cases a target file has run, and what it lacks.
fn planned(suite: &Suite, file: &Table) -> (usize, Vec<Remedy>) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("target.toml");
    std::fs::write(&path, file.to_string()).expect("it is written");
    let target = load(&path).unwrap_or_else(|error| panic!("{error}\n{file}"));
    let mistakes = target.mistakes(&suite.spec, &suite.cases);
    assert_eq!(mistakes, [], "{file}");
    let runs = suite.cases.iter().filter(|case| target.skip_reason(case).is_none()).count();
    (runs, of_target(suite, &target))
}

fn of_target(suite: &Suite, target: &Target) -> Vec<Remedy> {
    let skipped: Vec<(&Case, String)> =
        suite.cases.iter().filter_map(|case| Some((case, target.skip_reason(case)?))).collect();
    let off: Vec<(&str, &str)> =
        target.off.iter().map(|(feature, reason)| (feature.as_str(), reason.as_str())).collect();
    let skipped = skipped.iter().map(|(case, reason)| (*case, reason.as_str()));
    remedies(&suite.spec, &off, skipped)
}

/// A target that has a key and a fixture, and nothing else.
fn webdata_target() -> Target {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("target.toml");
    std::fs::write(&path, TARGETS[0]).expect("it is written");
    load(&path).expect("it reads")
}

/// What remedies are worth together: each case once that is skipped for no other reasons.
fn worth(set: &[&Remedy]) -> usize {
    let reasons: BTreeSet<&str> = set.iter().map(|own| own.reason.as_str()).collect();
    let mut cases: BTreeMap<BTreeSet<&str>, usize> = BTreeMap::new();
    for own in set {
        cases.insert([own.reason.as_str()].into(), own.cases);
        for together in &own.together {
            let all = together.with.iter().map(String::as_str).chain([own.reason.as_str()]);
            cases.insert(all.collect(), together.cases);
        }
    }
    cases.into_iter().filter(|(own, _)| own.is_subset(&reasons)).map(|(_, count)| count).sum()
}

/// A target file with changes.
fn changed<'r>(file: &Table, set: impl IntoIterator<Item = &'r Remedy>) -> Table {
    let mut file = file.clone();
    for Remedy { change: Change { add, set, take_out }, .. } in set {
        for lines in [add, set] {
            put(&mut file, with_variables(lines.parse().expect("it is TOML")));
        }
        for (name, lines) in take_out.parse::<Table>().expect("it is TOML") {
            for (line, value) in lines.as_table().expect("a table") {
                let own = file[&name].as_table_mut().expect("a table");
                assert_eq!(own.remove(line).as_ref(), Some(value), "{line}");
            }
        }
    }
    file
}

/// Lines go into tables, items into lists, and what has the name of another thing takes its place.
fn put(file: &mut Table, lines: Table) {
    for (name, value) in lines {
        match (file.get_mut(&name), value) {
            (Some(Value::Table(own)), Value::Table(lines)) => put(own, lines),
            (Some(Value::Array(own)), Value::Array(items)) => own.extend(items),
            (_, value) => drop(file.insert(name, value)),
        }
    }
}

/// Lines with a variable that is set in place of each.
fn with_variables(mut lines: Table) -> Table {
    for (name, value) in &mut lines {
        match value {
            Value::String(own) if name == "env" => "PATH".clone_into(own),
            Value::Table(own) => *own = with_variables(std::mem::take(own)),
            Value::Array(items) => {
                for own in items.iter_mut().filter_map(Value::as_table_mut) {
                    *own = with_variables(std::mem::take(own));
                }
            }
            _ => {}
        }
    }
    lines
}
