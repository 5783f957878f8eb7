//! The parts that all views of a report share: which cases belong together, and what to do about them.
//!
//! This module writes no format, and does not judge.

use std::collections::HashSet;

use indexmap::IndexMap;
use webdata_spec::model::ClauseId;

use super::document::{CaseReport, Report, WaiverReport, WaiverState};
use crate::findings::Finding;
use crate::outcome::OutcomeKind;

/// A gap and the observed behaviour, with the cases that observed it.
pub(super) struct Question<'r> {
    pub(super) gap: &'r str,
    pub(super) text: &'r str,
    pub(super) answers: IndexMap<&'r str, Vec<&'r str>>,
}

/// Returns a number and a noun.
pub(crate) fn pluralize(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Returns the failures that decide the verdict.
pub(super) fn counted_failures(report: &Report) -> impl Iterator<Item = &CaseReport> {
    let counts =
        |case: &&CaseReport| case.outcome.kind == OutcomeKind::Fail && case.level <= report.level;
    report.cases.iter().filter(counts)
}

/// Returns the findings that decide the verdict.
pub(super) fn counted_findings(report: &Report) -> impl Iterator<Item = &Finding> {
    let failing: HashSet<&str> = counted_failures(report).map(|case| case.id.as_str()).collect();
    let counts =
        move |finding: &&Finding| finding.counts(report.level, |case: &str| failing.contains(case));
    report.findings.iter().filter(counts)
}

/// Returns how many of the cases that test a finding show it, to end a sentence.
pub(super) fn case_share(finding: &Finding) -> String {
    let Finding { beside, tested, cases, waived, .. } = finding;
    let waived = if *waived { ", waived" } else { "" };
    match beside {
        true => {
            format!("seen in {}, none of which is about it{waived}", pluralize(cases.len(), "case"))
        }
        false => format!("{} of {}{waived}", cases.len(), pluralize(*tested, "case")),
    }
}

/// Returns the waivers in a state.
pub(super) fn waivers(report: &Report, state: WaiverState) -> impl Iterator<Item = &WaiverReport> {
    report.waivers.iter().filter(move |waiver| waiver.state == state)
}

/// Describes a waiver on one line, with the remedy if it does not apply.
pub(super) fn describe_waiver(report: &WaiverReport) -> String {
    let WaiverReport { waiver, waived, state, .. } = report;
    let advice = match state {
        WaiverState::Applied => {
            format!("{} waived until {}", pluralize(*waived, "case"), waiver.expires)
        }
        WaiverState::Expired => {
            format!(
                "expired on {}: delete the waiver if its cases pass; otherwise fix the server, or set a later \
                 `expires`",
                waiver.expires
            )
        }
        WaiverState::Unused => {
            "unused: no failure matched it, and some of its cases were not run".to_owned()
        }
        WaiverState::PassesAgain => "passes again: delete the waiver".to_owned(),
    };
    format!("{advice} ({}; {})", waiver.reason, waiver.ticket)
}

/// Returns the clause that a case found broken, or otherwise the one that it is about.
pub(super) fn broken_clause(case: &CaseReport) -> Option<&ClauseId> {
    let deviation = case.outcome.deviations.first();
    deviation.map(|deviation| &deviation.clause).or(case.clauses.first())
}

/// Returns the cases with an outcome, each with its index in the report.
pub(super) fn cases_with(
    report: &Report,
    kind: OutcomeKind,
) -> impl Iterator<Item = (usize, &CaseReport)> {
    report.cases.iter().enumerate().filter(move |(_, case)| case.outcome.kind == kind)
}

/// Groups cases by their reasons, the largest group first.
pub(super) fn by_reason<'r>(
    cases: impl Iterator<Item = (usize, &'r CaseReport)>,
) -> Vec<(String, Vec<(usize, &'r CaseReport)>)> {
    let mut reasons: IndexMap<String, Vec<(usize, &CaseReport)>> = IndexMap::new();
    for (index, case) in cases {
        reasons.entry(case.outcome.reason.to_string()).or_default().push((index, case));
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
    reasons
}

/// Returns the gaps and the observed behaviour.
pub(super) fn questions(report: &Report) -> Vec<Question<'_>> {
    let mut questions: IndexMap<&str, Question<'_>> = IndexMap::new();
    for observation in &report.observations {
        let gap = observation.observed.gap.as_str();
        let new = || Question { gap, text: &observation.question, answers: IndexMap::new() };
        let question = questions.entry(gap).or_insert_with(new);
        question.answers.entry(&observation.observed.answer).or_default().push(&observation.case);
    }
    questions.into_values().collect()
}

/// Returns counts in words: `3 pass, 1 fail`.
pub(super) fn describe_counts<'c>(
    counts: impl Iterator<Item = (&'c OutcomeKind, &'c usize)>,
) -> String {
    counts.map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
}
