//! With the change of a remedy in the target file, exactly as many more cases run as the remedy states.

use std::collections::{BTreeMap, BTreeSet};

use tempfile::TempDir;
use toml::{Table, Value};
use webdata_cases::case::{Case, KeyForm, KeyName, Need};
use webdata_cases::profiles::is_within;
use webdata_spec::model::{ClauseId, Level};
use webdata_suite::outcome::{Lacks, Obstacles};
use webdata_suite::remedies::{Remedy, TargetEdit, remedies};
use webdata_suite::target::{Target, load};

use crate::SUITE;

/// Target files that lack much. Each variable is one that is set in every test.
const TARGETS: [&str; 3] = [
    "base-url = 'http://127.0.0.1:1'\n[keys]\nvalid = { env = 'PATH' }\n[fixtures]\nmonitorId = ['00000000-0000-4000-8000-0000000000ff']\n",
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
fn a_remedy_runs_as_many_more_cases_as_it_states() {
    for text in TARGETS {
        let file: Table = text.parse().expect("TOML");
        let (before, remedies) = plan(&file);
        assert!(remedies.len() > 5, "{remedies:#?}");
        for remedy in &remedies {
            let (after, _) = plan(&with_changes(&file, [remedy]));
            assert_eq!(after - before, remedy.cases, "{remedy}");
            // With other remedies besides, as many more cases run as all of these are worth.
            for together in &remedy.together {
                let others =
                    remedies.iter().filter(|remedy| together.with.contains(&remedy.reason));
                let set: Vec<&Remedy> = others.chain([remedy]).collect();
                assert_eq!(set.len(), together.with.len() + 1, "{remedy}");
                if remedy.together.first() == Some(together) {
                    let (after, _) = plan(&with_changes(&file, set.iter().copied()));
                    assert_eq!(after - before, total_cases(&set), "{remedy}");
                }
            }
        }
        assert!(remedies.is_sorted_by_key(|remedy| std::cmp::Reverse(remedy.cases)));
        let all: Vec<&Remedy> = remedies.iter().collect();
        let (after, left) = plan(&with_changes(&file, all.iter().copied()));
        // What the target switches off has no remedy.
        let features = file.get("off").and_then(Value::as_table);
        let is_off =
            |case: &&Case| features.is_some_and(|off| off.keys().any(|it| is_within(&case.id, it)));
        let off = SUITE.cases.iter().filter(is_off).count();
        assert_eq!((after, left.as_slice()), (SUITE.cases.len() - off, [].as_slice()));
        assert_eq!(after - before, total_cases(&all));
    }
}

/// Each thing that a case may need has a remedy.
#[test]
fn each_need_has_a_remedy() {
    let needs = [
        Need::Key(KeyName::OtherTeam),
        Need::ChangedKey(KeyName::Valid, KeyForm::Cut),
        Need::Fixture("monitorId".to_owned(), 3),
        Need::Provocation("bad-gateway".to_owned()),
        Need::TeamNotIn("zero-data-retention".to_owned()),
        Need::Binding("agentTrace".to_owned()),
        Need::Circumstance("scrape".to_owned(), ClauseId::new("operations.scrape")),
        Need::Webhooks,
    ];
    let needs: BTreeMap<String, &Need> = needs
        .iter()
        .chain(SUITE.cases.iter().flat_map(|case| &case.needs))
        .map(|need| (need.to_string(), need))
        .collect();
    let mut kinds = BTreeSet::new();
    for need in needs.into_values() {
        // A new kind does not compile here until the list above has it.
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
            whole_responses: false,
            id: "own::case".to_owned(),
            level: Level::Must,
            clauses: Vec::new(),
            needs: vec![need.clone()],
            steps: Vec::new(),
            breaks: None,
            around: None,
            sentence: None,
        };
        let reason = Target::from_base_url("http://127.0.0.1:1")
            .obstacles(&case)
            .expect("a target that lacks it");
        let suggested = remedies(&SUITE.spec, [(&case, &reason)].into_iter());
        let [remedy] = suggested.as_slice() else { panic!("{need}: {suggested:?}") };
        assert_eq!((remedy.reason.to_string(), remedy.cases), (reason.to_string(), 1));
        let TargetEdit { add, set } = &remedy.change;
        assert_eq!(add.is_empty(), matches!(need, Need::ChangedKey(..)), "{need}");
        assert_eq!(set.contains("another key, "), add.is_empty(), "{need}");
        for lines in [add, set] {
            lines.parse::<Table>().unwrap_or_else(|error| panic!("{remedy}: {error}"));
        }
    }
    assert_eq!(kinds.len(), 8);
}

#[test]
fn a_remedy_names_its_change_and_its_cases() {
    let states = "threat-protection-not-enabled";
    let mut target = target_with_a_fixture();
    target.settings.team.not_in.extend(SUITE.spec.service.team_states.keys().cloned());
    target.settings.team.not_in.remove(states);
    let suggested = remedies_of(&target);
    let remedy =
        suggested.iter().find(|remedy| remedy.change.add.contains(states)).expect("a remedy");
    let count = remedy.cases;
    assert!(count > 100, "{remedy}");
    let expected =
        format!("add to the target, under `[team]`: `not-in = [\"{states}\"]`; {count} more cases");
    assert!(remedy.to_string().starts_with(&expected), "{remedy}");
}

/// Returns how many cases run with a target file, and the remedies for the rest.
fn plan(file: &Table) -> (usize, Vec<Remedy>) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("target.toml");
    std::fs::write(&path, file.to_string()).expect("the target file is written");
    let target = load(&path).unwrap_or_else(|error| panic!("{error}\n{file}"));
    let mistakes = target.mistakes(&SUITE.spec, &SUITE.cases);
    assert_eq!(mistakes, [], "{file}");
    let runs = SUITE.cases.iter().filter(|case| target.obstacles(case).is_none()).count();
    (runs, remedies_of(&target))
}

fn remedies_of(target: &Target) -> Vec<Remedy> {
    let skipped: Vec<(&Case, Obstacles)> =
        SUITE.cases.iter().filter_map(|case| Some((case, target.obstacles(case)?))).collect();
    remedies(&SUITE.spec, skipped.iter().map(|(case, obstacles)| (*case, obstacles)))
}

/// Returns a target that has a key and a fixture, and nothing else.
fn target_with_a_fixture() -> Target {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("target.toml");
    std::fs::write(&path, TARGETS[0]).expect("the target file is written");
    load(&path).expect("a valid target file")
}

/// Returns how many cases remedies add together: each case that is skipped for no other reason counts once.
fn total_cases(set: &[&Remedy]) -> usize {
    let reasons: BTreeSet<String> = set.iter().map(|remedy| remedy.reason.to_string()).collect();
    let mut cases: BTreeMap<BTreeSet<String>, usize> = BTreeMap::new();
    for remedy in set {
        cases.insert([remedy.reason.to_string()].into(), remedy.cases);
        for together in &remedy.together {
            let all = together.with.iter().chain([&remedy.reason]).map(Lacks::to_string);
            cases.insert(all.collect(), together.cases);
        }
    }
    cases.into_iter().filter(|(needed, _)| needed.is_subset(&reasons)).map(|(_, count)| count).sum()
}

/// Returns a target file with the changes of remedies.
fn with_changes<'r>(file: &Table, set: impl IntoIterator<Item = &'r Remedy>) -> Table {
    let mut file = file.clone();
    for Remedy { change: TargetEdit { add, set }, .. } in set {
        for lines in [add, set].map(|lines| filled(lines)) {
            merge(&mut file, with_variables(lines.parse().expect("TOML")));
        }
    }
    file
}

/// Replaces the placeholders of lines.
fn filled(lines: &str) -> String {
    let uuid = "00000000-0000-4000-8000-00000000000";
    let values = [
        ("IDENTITY-", uuid),
        ("IDENTITY", "id"),
        ("PATH", "path"),
        ("METHOD", "GET"),
        ("X-PROVOKE", "X-Own"),
    ];
    values
        .iter()
        .fold(lines.to_owned(), |lines, (placeholder, own)| lines.replace(placeholder, own))
}

/// Merges `lines` into `file`: tables are merged, arrays are extended, other values are replaced.
fn merge(file: &mut Table, lines: Table) {
    for (name, value) in lines {
        match (file.get_mut(&name), value) {
            (Some(Value::Table(table)), Value::Table(lines)) => merge(table, lines),
            (Some(Value::Array(list)), Value::Array(items)) => list.extend(items),
            (_, value) => drop(file.insert(name, value)),
        }
    }
}

/// Names in each `env` a variable that is set.
fn with_variables(mut lines: Table) -> Table {
    for (name, value) in &mut lines {
        match value {
            Value::String(variable) if name == "env" => "PATH".clone_into(variable),
            Value::Table(table) => *table = with_variables(std::mem::take(table)),
            Value::Array(items) => {
                for table in items.iter_mut().filter_map(Value::as_table_mut) {
                    *table = with_variables(std::mem::take(table));
                }
            }
            _ => {}
        }
    }
    lines
}
