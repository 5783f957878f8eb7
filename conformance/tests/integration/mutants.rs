//! A changed contract is a changed server: whichever clause says something else, there is a request
//! that the reference server then answers differently.
//!
//! Requests are those of the suite's cases for the clause, and the hand-written ones of
//! `requests.toml`. Clauses for which there is none are listed in `unseen.toml`, with the reason.

mod cases;
mod scripts;
mod seen;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use webdata_spec::model::ClauseId;
use wildmatch::WildMatch;

use seen::Bench;

/// The clauses for which no request is answered differently.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unseen {
    reasons: BTreeMap<String, Reason>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    why: String,
    /// Clauses; a `*` stands for any part of an identity.
    clauses: Vec<String>,
    /// Clauses that these would fit, and that are seen.
    #[serde(default)]
    but: Vec<String>,
}

impl Reason {
    fn lists(&self, clause: &str) -> bool {
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
        self.reasons.values().any(|reason| reason.lists(clause.as_str()))
    }
}

/// Whether an identity is the one that is given, with anything in the place of a `*`.
fn fits(pattern: &str, clause: &str) -> bool {
    WildMatch::new(pattern).matches(clause)
}

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/mutants").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// What is wrong with what is known about a clause: nothing, or that it is not seen although it
/// should be, or the other way round.
fn wrong(bench: &Bench, unseen: &Unseen, clause: &ClauseId) -> Option<String> {
    let mutants = bench.changed_contracts(clause);
    let found = mutants.iter().find(|mutant| bench.sees(clause, mutant));
    match (found, unseen.lists(clause)) {
        (Some(mutant), true) => {
            Some(format!("{clause}: listed as unseen, and seen: {}", mutant.description))
        }
        (None, false) => {
            let ways: Vec<&str> =
                mutants.iter().map(|mutant| mutant.description.as_str()).collect();
            Some(format!("{clause}: not seen in any way of [{}]", ways.join(", ")))
        }
        _ => None,
    }
}

#[test]
fn every_clause_that_is_changed_is_seen() {
    let (bench, unseen) = (Bench::shared(), Unseen::read());
    let clauses = bench.clauses();
    let wrong: Vec<String> =
        clauses.iter().filter_map(|clause| wrong(bench, &unseen, clause)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), clauses.len(), wrong.join("\n"));
}

#[test]
fn the_same_contract_is_answered_alike() {
    let bench = Bench::shared();
    for script in bench.scripts() {
        assert_eq!(bench.answers_of_the_contract(script), *bench.expected(script));
    }
}

#[test]
fn each_clause_is_unseen_for_one_reason() {
    let (bench, unseen) = (Bench::shared(), Unseen::read());
    assert!(unseen.reasons.values().all(|reason| !reason.why.trim().is_empty()));
    let clauses = bench.clauses();
    for pattern in unseen.patterns() {
        let some = clauses.iter().any(|clause| fits(pattern, clause.as_str()));
        assert!(some, "no clause is `{pattern}`");
    }
    for clause in &clauses {
        let fits = |pattern: &&String| fits(pattern, clause.as_str());
        let patterns = unseen.reasons.values().flat_map(|reason| &reason.clauses).filter(fits);
        assert!(patterns.count() <= 1, "{clause} is listed more than once");
    }
}
