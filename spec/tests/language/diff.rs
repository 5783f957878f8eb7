//! The semantic diff: edits of a contract without mistakes, and the changes that each makes.
//!
//! The edits, and the changes when they are reverted, are data under `diff/`. The changes that they make are its golden.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Deserialize;
use webdata_spec::diff::Change;
use webdata_spec::model::Clause;
use webdata_spec::{Spec, diff};

use crate::support::{Edit, compare, contract, read, table};

/// The edited contract: a town library's, with every kind of entry.
const CONTRACT: &str = "diff/contract";

/// The table of edits.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    case: Vec<Case>,
}

/// A revision of the contract.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    change: Vec<Edit>,
    /// Each change when the revision is reverted, as `identity: kind, breaks`, in the order of the identities.
    back: Vec<String>,
}

#[test]
fn each_edit_changes_what_is_expected_and_nothing_else() {
    let pages = contract(CONTRACT);
    let old = read("the contract", &pages);
    let mut accepted = String::new();
    let mut failures = Vec::new();
    let cases = table::<Table>("diff/edits.toml").case;
    for case in &cases {
        let mut pages = pages.clone();
        case.change.iter().for_each(|edit| edit.apply(&mut pages));
        let new = read(&case.name, &pages);
        let changes = diff(&old, &new);
        failures.extend(check(&case.name, &diff(&new, &old), &case.back));
        failures.extend(every_changed_clause_is_one_change(&case.name, &old, &new, &changes));
        let _ = writeln!(accepted, "# {}", case.name);
        changes.iter().for_each(|change| accepted.push_str(&render(change)));
        accepted.push('\n');
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(cases.len() >= 30, "only {} edits", cases.len());
    compare("diff/edits.txt", &accepted);
}

#[test]
fn a_contract_does_not_differ_from_itself() {
    let spec = read("the contract", &contract(CONTRACT));
    assert_eq!(diff(&spec, &spec), []);
}

#[test]
fn the_order_of_pages_and_entries_is_no_change() {
    let old = read("the contract", &contract(CONTRACT));
    let mut pages = contract(CONTRACT);
    for page in &mut pages {
        let Ok(toml::Value::Table(table)) = toml::from_str(&page.text) else {
            panic!("{} is no table", page.name);
        };
        let reversed = reversed(toml::Value::Table(table));
        page.text = toml::to_string(&reversed).unwrap_or_else(|error| panic!("{error}"));
    }
    pages.reverse();
    let new = read("the contract, backwards", &pages);
    assert_ne!(old.hash, new.hash);
    assert_eq!(diff(&old, &new), []);
}

#[test]
fn changes_survive_json() {
    let old = read("the contract", &contract(CONTRACT));
    let mut pages = contract(CONTRACT);
    for edit in &table::<Table>("diff/edits.toml").case[0].change {
        edit.apply(&mut pages);
    }
    let changes = diff(&old, &read("the first edit", &pages));
    let json = serde_json::to_string(&changes).unwrap_or_else(|error| panic!("{error}"));
    let read: Vec<Change> = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(changes, read);
}

fn check(name: &str, changes: &[Change], expected: &[String]) -> Option<String> {
    let actual: Vec<String> = changes
        .iter()
        .map(|change| {
            let Change { clause, kind, breaks, .. } = change;
            format!("{clause}: {kind}, {breaks}{}", announced(change))
        })
        .collect();
    (actual != expected).then(|| {
        let texts: String = changes.iter().map(render).collect();
        format!("{name}, back: expected {expected:#?}\nfound {actual:#?}\n{texts}")
    })
}

/// Checks that every clause with another statement is exactly one change.
fn every_changed_clause_is_one_change(
    name: &str,
    old: &Spec,
    new: &Spec,
    changes: &[Change],
) -> Option<String> {
    let statements = |spec: &Spec| -> BTreeSet<(String, String, String)> {
        let clauses = spec.clauses().into_values();
        clauses
            .map(|Clause { id, level, statement, .. }| {
                (id.to_string(), level.to_string(), statement)
            })
            .collect()
    };
    let (old, new) = (statements(old), statements(new));
    let differ = old.symmetric_difference(&new).map(|(id, _, _)| id.clone());
    let listed: Vec<String> = changes.iter().map(|change| change.clause.to_string()).collect();
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    let missing: Vec<String> = differ.filter(|id| !once.contains(id)).collect();
    (once.len() != listed.len() || !missing.is_empty())
        .then(|| format!("{name}: listed twice, or not listed: {missing:?}"))
}

fn announced(change: &Change) -> &'static str {
    if change.announced { ", announced" } else { "" }
}

fn render(change: &Change) -> String {
    let Change { clause, kind, before, after, breaks, why, .. } = change;
    let mut text = format!("{clause} {kind}, breaks {breaks}{}: {why}\n", announced(change));
    for (sign, statement) in [("-", before), ("+", after)] {
        if let Some(statement) = statement {
            let _ = writeln!(text, "    {sign} {statement}");
        }
    }
    text
}

/// Returns the value with every table and list in reverse order, except for lists whose order has a meaning.
fn reversed(value: toml::Value) -> toml::Value {
    match value {
        toml::Value::Table(table) => {
            let entries: Vec<_> = table.into_iter().collect();
            let entries = entries.into_iter().rev().map(|(key, value)| {
                let fixed = ["oneOf", "prefixItems", "examples"].contains(&key.as_str());
                let value = if fixed { value } else { reversed(value) };
                (key, value)
            });
            toml::Value::Table(entries.collect())
        }
        toml::Value::Array(items) => {
            toml::Value::Array(items.into_iter().rev().map(reversed).collect())
        }
        other => other,
    }
}
