//! What all views of a report say alike: why it ends as it does, and what of it belongs together.
//!
//! Nothing here is written in a form; nothing here judges.

use std::collections::BTreeSet;
use std::fmt;

use indexmap::IndexMap;
use webdata_spec::model::ClauseId;

use super::document::{CaseReport, Report, Verdict};
use crate::outcome::OutcomeKind;

/// How often cases ended in each way; ways in which none ended are left out.
pub(super) type Counts = IndexMap<OutcomeKind, usize>;

/// An operation with more cases is shown by the members that its cases are about.
const SPLIT: usize = 200;

/// Cases and what became of them, as one thing that a server can do.
pub(super) struct Feature<'r> {
    /// An operation, or one member of an operation's body.
    pub(super) name: String,
    pub(super) state: State,
    pub(super) counts: Counts,
    /// Its cases, each with its place in the report.
    pub(super) cases: Vec<(usize, &'r CaseReport)>,
}

/// What the cases of a feature come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Conformant,
    /// Some of its cases were skipped, and none failed.
    Partly,
    NotTested,
    InDoubt,
    Failing,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Conformant => "conformant",
            Self::Partly => "tested in part",
            Self::NotTested => "not tested",
            Self::InDoubt => "in doubt",
            Self::Failing => "failing",
        })
    }
}

impl Feature<'_> {
    /// Whether nothing is left to say of it.
    pub(super) fn is_conformant(&self) -> bool {
        self.state == State::Conformant
    }
}

/// An open question and what the server did, with the cases that saw it.
pub(super) struct Question<'r> {
    pub(super) gap: &'r str,
    pub(super) asks: &'r str,
    pub(super) answers: IndexMap<&'r str, Vec<&'r str>>,
}

/// Why the verdict is what it is, as the rest of a sentence that begins with it.
pub(super) fn why(report: &Report) -> String {
    let count = |kind| report.count(kind);
    let failing = counted_failures(report).count();
    let mut parts = Vec::new();
    match report.verdict {
        Verdict::NotConformant => {
            if failing > 0 {
                let clauses = broken(report).len();
                let fails = if failing == 1 { "case fails" } else { "cases fail" };
                parts.push(format!("{failing} {fails}, on {}", several(clauses, "clause")));
            }
        }
        Verdict::Incomplete => {
            let doubts = [(OutcomeKind::Blocked, "blocked"), (OutcomeKind::Error, "in error")];
            let doubts = doubts.into_iter().filter(|(kind, _)| count(*kind) > 0);
            let doubts: Vec<String> =
                doubts.map(|(kind, word)| format!("{} {word}", count(kind))).collect();
            parts.push(if doubts.is_empty() {
                "no case was judged".to_owned()
            } else {
                format!("not every case could be judged: {}", doubts.join(", "))
            });
        }
        Verdict::Conformant => {
            let passed = several(count(OutcomeKind::Pass), "case");
            parts.push(format!("{passed} passed and none fails that counts"));
        }
    }
    let uncounted = count(OutcomeKind::Fail) - failing.min(count(OutcomeKind::Fail));
    if uncounted > 0 {
        let level = report.level;
        parts.push(format!("{} softer than `{level}` not counted", several(uncounted, "failure")));
    }
    if count(OutcomeKind::Waived) > 0 {
        parts.push(format!("{} waived", several(count(OutcomeKind::Waived), "failure")));
    }
    if count(OutcomeKind::Skip) > 0 {
        parts.push(format!("{} skipped", several(count(OutcomeKind::Skip), "case")));
    }
    parts.join("; ")
}

/// A number and what it counts.
pub(super) fn several(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The failures that decide the verdict.
pub(super) fn counted_failures(report: &Report) -> impl Iterator<Item = &CaseReport> {
    let counts =
        |case: &&CaseReport| case.outcome.kind == OutcomeKind::Fail && case.level <= report.level;
    report.cases.iter().filter(counts)
}

/// The clauses that they break.
fn broken(report: &Report) -> BTreeSet<&ClauseId> {
    counted_failures(report).filter_map(broken_clause).collect()
}

/// The clause that a case found broken; the one that it is about where none is named.
pub(super) fn broken_clause(case: &CaseReport) -> Option<&ClauseId> {
    let deviation = case.outcome.deviations.first();
    deviation.map(|deviation| &deviation.clause).or(case.clauses.first())
}

/// The cases that ended in this way, each with its place in the report.
pub(super) fn ended(
    report: &Report,
    kind: OutcomeKind,
) -> impl Iterator<Item = (usize, &CaseReport)> {
    report.cases.iter().enumerate().filter(move |(_, case)| case.outcome.kind == kind)
}

/// Cases by their reasons, those of most cases first.
pub(super) fn by_reason<'r>(
    cases: impl Iterator<Item = (usize, &'r CaseReport)>,
) -> Vec<(&'r str, Vec<(usize, &'r CaseReport)>)> {
    let mut reasons: IndexMap<&str, Vec<(usize, &CaseReport)>> = IndexMap::new();
    for (index, case) in cases {
        reasons.entry(&case.outcome.reason).or_default().push((index, case));
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
    reasons
}

/// The open questions and what the server did.
pub(super) fn questions(report: &Report) -> Vec<Question<'_>> {
    let mut questions: IndexMap<&str, Question<'_>> = IndexMap::new();
    for found in &report.observations {
        let gap = found.observed.gap.as_str();
        let new = || Question { gap, asks: &found.question, answers: IndexMap::new() };
        let question = questions.entry(gap).or_insert_with(new);
        question.answers.entry(&found.observed.answer).or_default().push(&found.case);
    }
    questions.into_values().collect()
}

/// The profile of the server: what it can do, feature by feature, in the order of the cases.
pub(super) fn profile(report: &Report) -> Vec<Feature<'_>> {
    let operation = |case: &CaseReport| case.id.split("::").next().unwrap_or_default().to_owned();
    let mut sizes: IndexMap<String, usize> = IndexMap::new();
    for case in &report.cases {
        *sizes.entry(operation(case)).or_default() += 1;
    }
    let mut features: IndexMap<String, Vec<(usize, &CaseReport)>> = IndexMap::new();
    for (index, case) in report.cases.iter().enumerate() {
        let mut name = operation(case);
        if sizes.get(&name).is_some_and(|size| *size > SPLIT) {
            let place = case.id.split("::").nth(1).unwrap_or_default();
            let member = place.split('.').next().unwrap_or_default();
            name = format!("{name} › {member}");
        }
        features.entry(name).or_default().push((index, case));
    }
    features.into_iter().map(|(name, cases)| feature(name, cases)).collect()
}

fn feature(name: String, cases: Vec<(usize, &CaseReport)>) -> Feature<'_> {
    let counts = counts(cases.iter().map(|(_, case)| case.outcome.kind));
    Feature { name, state: state(&counts), counts, cases }
}

/// How often each kind is among these.
pub(super) fn counts(kinds: impl Iterator<Item = OutcomeKind> + Clone) -> Counts {
    let count = |kind| kinds.clone().filter(|other| *other == kind).count();
    let counts = OutcomeKind::ALL.into_iter().map(|kind| (kind, count(kind)));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// Counts in words: `3 pass, 1 fail`.
pub(super) fn counted<'c>(counts: impl Iterator<Item = (&'c OutcomeKind, &'c usize)>) -> String {
    counts.map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
}

fn state(counts: &Counts) -> State {
    let has = |kind| counts.contains_key(&kind);
    if has(OutcomeKind::Fail) {
        State::Failing
    } else if has(OutcomeKind::Blocked) || has(OutcomeKind::Error) {
        State::InDoubt
    } else if !has(OutcomeKind::Skip) {
        State::Conformant
    } else if counts.len() == 1 {
        State::NotTested
    } else {
        State::Partly
    }
}
