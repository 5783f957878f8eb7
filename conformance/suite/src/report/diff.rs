//! Compares two runs, case by case.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use indexmap::IndexMap;
use serde::Serialize;

use super::document::{CaseReport, Report};
use crate::describe_seconds;
use crate::findings::Finding;
use crate::outcome::OutcomeKind;

/// The differences between two runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// Findings that only the new run has, by their sentences.
    pub findings_new: Vec<String>,
    /// Whether one of these was only seen by cases about something else, so that no case fails.
    #[serde(skip)]
    pub is_seen_beside: bool,
    /// Findings that only the old run had.
    pub findings_gone: Vec<String>,
    /// The cases by kind of change. Every kind is present, in order of importance.
    pub cases: IndexMap<CaseChange, Vec<Changed>>,
    /// Cases at gaps in which the server behaves differently now.
    pub observations: Vec<Changed>,
    /// Clauses that only the old contract has.
    pub clauses_gone: Vec<String>,
    /// Clauses that only the new contract has.
    pub clauses_new: Vec<String>,
    /// Other differences of the runs: servers, contracts, suites, levels.
    pub settings: Vec<Changed>,
}

/// The kind of a case's change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseChange {
    /// The case fails now, and passed, was observed or was waived before.
    Broken,
    /// The case passes or is observed now, and failed or was waived before.
    Fixed,
    /// Only the new run has the case.
    New,
    /// Only the old run had the case.
    Gone,
    /// The case ended differently.
    Changed,
}

impl CaseChange {
    /// Every kind, in order of importance.
    pub const ALL: [Self; 5] = [Self::Broken, Self::Fixed, Self::New, Self::Gone, Self::Changed];
}

displayed!(CaseChange);

/// A changed item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    /// The identity of a case, or a property of the document.
    pub name: String,
    /// The old state; `None` if the item was absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// The new state; `None` if the item is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

impl Difference {
    /// Returns whether a case fails that passed, was observed or was waived, or a new finding has no failing case.
    #[must_use]
    pub fn has_broken(&self) -> bool {
        self.is_seen_beside
            || self.cases.get(&CaseChange::Broken).is_some_and(|cases| !cases.is_empty())
    }
}

/// Compares two runs.
#[must_use]
pub fn diff(old: &Report, new: &Report) -> Difference {
    let by_id = |report: &Report| -> IndexMap<String, CaseReport> {
        report.cases.iter().map(|case| (case.id.clone(), case.clone())).collect()
    };
    let (before, after) = (by_id(old), by_id(new));
    let mut cases: IndexMap<CaseChange, Vec<Changed>> =
        CaseChange::ALL.into_iter().map(|change| (change, Vec::new())).collect();
    let mut observations = Vec::new();
    let gone =
        before.values().filter(|case| !after.contains_key(&case.id)).map(|case| (Some(case), None));
    let others = after.values().map(|case| (before.get(&case.id), Some(case)));
    for (old_case, new_case) in others.chain(gone) {
        let Some(case) = new_case.or(old_case) else { continue };
        // A case beyond the limits of a run says nothing about the server.
        let is_beyond = |report: &Report, case: Option<&CaseReport>| {
            case.is_some_and(|case| report.is_beyond_limits(&case.outcome))
        };
        if is_beyond(old, old_case) || is_beyond(new, new_case) {
            continue;
        }
        let kind = |case: Option<&CaseReport>| case.map(|case| case.outcome.kind);
        if let Some(change) = case_change(kind(old_case), kind(new_case)) {
            cases.entry(change).or_default().push(Changed {
                name: case.id.clone(),
                old: old_case.map(describe),
                new: new_case.map(describe),
            });
        }
        let answer =
            |case: Option<&CaseReport>| Some(case?.outcome.observed.as_ref()?.answer.clone());
        let (old, new) = (answer(old_case), answer(new_case));
        if old_case.is_some() && new_case.is_some() && old != new {
            observations.push(Changed { name: case.id.clone(), old, new });
        }
    }
    let clauses = |report: &Report| -> BTreeSet<String> {
        report.clauses.iter().map(|clause| clause.id.to_string()).collect()
    };
    let (known, now) = (clauses(old), clauses(new));
    let (findings_new, findings_gone) = (findings_only_in(new, old), findings_only_in(old, new));
    let sentences =
        |findings: &[&Finding]| findings.iter().map(|finding| finding.says.clone()).collect();
    Difference {
        is_seen_beside: findings_new
            .iter()
            .any(|finding| finding.beside && finding.level <= new.level),
        findings_new: sentences(&findings_new),
        findings_gone: sentences(&findings_gone),
        cases,
        observations,
        clauses_gone: known.difference(&now).cloned().collect(),
        clauses_new: now.difference(&known).cloned().collect(),
        settings: settings(old, new),
    }
}

/// Returns the findings of one run that the other run lacks although it has a case for them. Waived findings
/// count as absent.
fn findings_only_in<'r>(one: &'r Report, other: &'r Report) -> Vec<&'r Finding> {
    let open = |report: &'r Report| report.findings.iter().filter(|finding| !finding.waived);
    let beyond = other.cases.iter().filter(|case| other.is_beyond_limits(&case.outcome));
    let beyond: HashSet<&str> = beyond.map(|case| case.id.as_str()).collect();
    let is_known = |finding: &&Finding| {
        open(other).any(|known| is_same(known, finding))
            || finding.cases.iter().all(|case| beyond.contains(case.as_str()))
    };
    open(one).filter(|finding| !is_known(finding)).collect()
}

/// Returns whether two findings have the same explanation. A report of the last version has none, so that the clause
/// has to do.
fn is_same(one: &Finding, other: &Finding) -> bool {
    let has_both = [one, other].iter().all(|finding| finding.explanation.symptom.is_some());
    // What no case is about is looked at in all responses, so that its explanation shifts with them.
    if has_both && !(one.beside && other.beside) {
        one.explanation == other.explanation
    } else {
        one.clause == other.clause
    }
}

/// Describes the outcome of a case, with its reason unless it passed.
fn describe(case: &CaseReport) -> String {
    let kind = case.outcome.kind;
    match &case.outcome.reason {
        reason if reason.is_empty() => kind.to_string(),
        reason => format!("{kind}: {reason}"),
    }
}

fn case_change(old: Option<OutcomeKind>, new: Option<OutcomeKind>) -> Option<CaseChange> {
    use OutcomeKind::{Fail, Observed, Pass, Waived};
    match (old, new) {
        (None, None) => None,
        (None, Some(_)) => Some(CaseChange::New),
        (Some(_), None) => Some(CaseChange::Gone),
        (Some(old), Some(new)) if old == new => None,
        (Some(Pass | Observed | Waived), Some(Fail)) => Some(CaseChange::Broken),
        (Some(Fail | Waived), Some(Pass | Observed)) => Some(CaseChange::Fixed),
        (Some(_), Some(_)) => Some(CaseChange::Changed),
    }
}

/// The name of the setting that differs between two contracts.
pub const CONTRACT_HASH: &str = "contract hash";

fn settings(old: &Report, new: &Report) -> Vec<Changed> {
    let facts = |report: &Report| {
        BTreeMap::from([
            ("contract", format!("{} {}", report.contract.name, report.contract.version)),
            (CONTRACT_HASH, report.contract.hash.clone()),
            ("level", report.level.to_string()),
            ("server", report.server.name.clone()),
            ("profiles", in_profiles(report)),
            ("suite", report.suite.version.clone()),
            ("verdict", report.verdict.to_string()),
            (
                "budget",
                report.budget.map_or("none".to_owned(), |budget| describe_seconds(budget.seconds)),
            ),
            (
                "fail-fast",
                report.fail_fast.map_or("none".to_owned(), |findings| findings.to_string()),
            ),
        ])
    };
    let pairs = facts(old).into_iter().zip(facts(new));
    let pairs = pairs.filter(|((_, old), (_, new))| old != new);
    pairs
        .map(|((name, old), (_, new))| Changed {
            name: name.to_owned(),
            old: Some(old),
            new: Some(new),
        })
        .collect()
}

/// Describes the state of the server in each profile.
fn in_profiles(report: &Report) -> String {
    let states =
        report.profiles.iter().map(|profile| format!("{} {}", profile.name, profile.state));
    states.collect::<Vec<_>>().join(", ")
}
