//! The semantic diff: edits of a contract without mistakes, and the changes that each makes.
//!
//! Edits and expectations are data under `diff/`; the texts and reasons are its golden.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use webdata_spec::diff::Change;
use webdata_spec::model::Clause;
use webdata_spec::{Source, Spec, diff, sources};

use crate::golden;

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
    /// Each change as `identity: kind, breaks`, in the order of the identities.
    expect: Vec<String>,
    /// Each change when the revision is reverted.
    back: Vec<String>,
}

/// An edit of one page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    page: String,
    find: Option<String>,
    replace: Option<String>,
    append: Option<String>,
}

#[test]
fn each_edit_changes_what_is_expected_and_nothing_else() {
    let pages = contract();
    let old = read("the contract", &pages);
    let mut accepted = String::new();
    let mut failures = Vec::new();
    let cases = data::<Table>("diff/edits.toml").case;
    for case in &cases {
        let mut pages = pages.clone();
        case.change.iter().for_each(|edit| apply(edit, &mut pages));
        let new = read(&case.name, &pages);
        let changes = diff(&old, &new);
        failures.extend(check(&case.name, &changes, &case.expect));
        failures.extend(check(&format!("{}, back", case.name), &diff(&new, &old), &case.back));
        failures.extend(every_changed_clause_is_one_change(&case.name, &old, &new, &changes));
        let _ = writeln!(accepted, "# {}", case.name);
        changes.iter().for_each(|change| accepted.push_str(&render(change)));
        accepted.push('\n');
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(cases.len() >= 30, "only {} edits", cases.len());
    golden::compare("diff/edits.txt", &accepted).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn a_contract_does_not_differ_from_itself() {
    let spec = read("the contract", &contract());
    assert_eq!(diff(&spec, &spec), []);
}

#[test]
fn the_order_of_pages_and_entries_is_no_change() {
    let old = read("the contract", &contract());
    let mut pages = contract();
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
    let old = read("the contract", &contract());
    let mut pages = contract();
    for edit in &data::<Table>("diff/edits.toml").case[0].change {
        apply(edit, &mut pages);
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
        format!("{name}: expected {expected:#?}\nfound {actual:#?}\n{texts}")
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
        let clauses = spec.clauses().into_iter();
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

fn apply(edit: &Edit, pages: &mut Vec<Source>) {
    let position = pages.iter().position(|page| page.name == edit.page);
    match (&edit.find, &edit.replace, &edit.append, position) {
        (Some(find), Some(replace), None, Some(at)) => {
            let text = &mut pages[at].text;
            let times = text.matches(find.as_str()).count();
            assert_eq!(times, 1, "{} has `{find}` {times} times", edit.page);
            *text = text.replacen(find.as_str(), replace, 1);
        }
        (None, None, Some(text), Some(at)) => {
            pages[at].text = format!("{}\n{text}", pages[at].text);
        }
        (None, None, Some(text), None) => {
            pages.push(Source { name: edit.page.clone(), text: text.clone() });
        }
        _ => panic!("this edit cannot be made to {}", edit.page),
    }
}

/// The edited contract: a town library's, with every kind of entry.
fn contract() -> Vec<Source> {
    let folder = golden::folder().join("diff/contract");
    sources(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn read(name: &str, pages: &[Source]) -> Spec {
    Spec::read(pages).unwrap_or_else(|mistakes| panic!("{name}:\n{}", mistakes.render(false)))
}

fn data<T: DeserializeOwned>(name: &str) -> T {
    let text = fs::read_to_string(golden::folder().join(name));
    let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}
