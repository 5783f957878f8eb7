//! The reference server follows the contract: for each clause that is changed, some request gets a different
//! response.
//!
//! The requests are those of the suite's cases for the clause, and those of `requests.toml`, which are
//! written by hand. `unseen.toml` lists the clauses without such a request, with the reason.

mod cases;
mod comparison;
mod scripts;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use webdata_spec::model::ClauseId;
use wildmatch::WildMatch;

use comparison::Comparison;

/// The clauses for which no request gets a different response.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unseen {
    reasons: BTreeMap<String, Reason>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    why: String,
    /// Patterns of clause ids; `*` matches any part.
    clauses: Vec<String>,
    /// Patterns of clauses that `clauses` matches, but that some request shows.
    #[serde(default)]
    but: Vec<String>,
}

impl Reason {
    fn matches(&self, clause: &str) -> bool {
        let fits = |pattern: &String| fits(pattern, clause);
        self.clauses.iter().any(fits) && !self.but.iter().any(fits)
    }
}

impl Unseen {
    fn read() -> Self {
        toml::from_str(&text("unseen.toml")).unwrap()
    }

    fn patterns(&self) -> impl Iterator<Item = &String> {
        self.reasons.values().flat_map(|reason| reason.clauses.iter().chain(&reason.but))
    }

    fn lists(&self, clause: &ClauseId) -> bool {
        self.reasons.values().any(|reason| reason.matches(clause.as_str()))
    }
}

/// Returns whether a clause id matches a pattern, in which `*` matches anything.
fn fits(pattern: &str, clause: &str) -> bool {
    WildMatch::new(pattern).matches(clause)
}

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/mutants").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Describes how `unseen.toml` is wrong about a clause: no request shows a clause that is not listed, or one
/// shows a clause that is. Returns `None` if the list is right.
fn mistake(comparison: &Comparison, unseen: &Unseen, clause: &ClauseId) -> Option<String> {
    let mutants = comparison.changed_contracts(clause);
    let noticed = mutants.iter().find(|mutant| comparison.shows_difference(clause, mutant));
    match (noticed, unseen.lists(clause)) {
        (Some(mutant), true) => {
            Some(format!("{clause}: listed as unseen, but a request shows: {}", mutant.description))
        }
        (None, false) => {
            let ways: Vec<&str> =
                mutants.iter().map(|mutant| mutant.description.as_str()).collect();
            Some(format!("{clause}: no request shows any of [{}]", ways.join(", ")))
        }
        _ => None,
    }
}

#[test]
fn some_request_shows_each_changed_clause() {
    let (comparison, unseen) = (Comparison::shared(), Unseen::read());
    let clauses = comparison.clauses();
    let wrong: Vec<String> =
        clauses.iter().filter_map(|clause| mistake(comparison, &unseen, clause)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), clauses.len(), wrong.join("\n"));
}

#[test]
fn two_servers_of_one_contract_send_equal_responses() {
    let comparison = Comparison::shared();
    for script in comparison.scripts() {
        assert_eq!(comparison.contract_responses(script), *comparison.expected(script));
    }
}

#[test]
fn each_unseen_clause_is_listed_once() {
    let (comparison, unseen) = (Comparison::shared(), Unseen::read());
    assert!(unseen.reasons.values().all(|reason| !reason.why.trim().is_empty()));
    let clauses = comparison.clauses();
    for pattern in unseen.patterns() {
        let some = clauses.iter().any(|clause| fits(pattern, clause.as_str()));
        assert!(some, "no clause matches `{pattern}`");
    }
    for clause in &clauses {
        let fits = |pattern: &&String| fits(pattern, clause.as_str());
        let patterns = unseen.reasons.values().flat_map(|reason| &reason.clauses).filter(fits);
        assert!(patterns.count() <= 1, "{clause} is listed more than once");
    }
}
