//! What all views of a report say alike: why it ends as it does, and what of it belongs together.
//!
//! Nothing here is written in a form; nothing here judges.

use std::collections::HashSet;

use indexmap::IndexMap;
use webdata_spec::model::ClauseId;

use super::document::{BudgetReport, CaseReport, Report, Verdict, WaiverReport, WaiverState};
use crate::display::one_line;
use crate::findings::Finding;
use crate::outcome::OutcomeKind;

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
            let findings = counted_findings(report).count();
            if findings > 0 {
                let fails = if failing == 1 { "case fails" } else { "cases fail" };
                parts.push(format!("{}, {failing} {fails}", several(findings, "finding")));
            }
            let again = waivers(report, WaiverState::PassesAgain).count();
            if again > 0 {
                let waivers = several(again, "waiver");
                parts.push(format!("{waivers} to be deleted, since the cases pass again"));
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
            parts.extend(mostly(report));
        }
        Verdict::Conformant => {
            let passed = several(count(OutcomeKind::Pass), "case");
            parts.push(format!("{passed} passed"));
        }
    }
    let uncounted = count(OutcomeKind::Fail).saturating_sub(failing);
    if uncounted > 0 {
        let level = report.level;
        parts.push(format!("{} softer than `{level}` not counted", several(uncounted, "failure")));
    }
    if count(OutcomeKind::Waived) > 0 {
        parts.push(format!("{} waived", several(count(OutcomeKind::Waived), "failure")));
    }
    let expired = waivers(report, WaiverState::Expired).count();
    if expired > 0 {
        parts.push(format!("{} expired", several(expired, "waiver")));
    }
    if !report.off.is_empty() {
        parts.push(format!("{} switched off", several(report.off.len(), "feature")));
    }
    if count(OutcomeKind::Skip) > 0 {
        parts.push(format!("{} skipped", several(count(OutcomeKind::Skip), "case")));
    }
    parts.extend(report.budget.map(|budget| power(report, budget)));
    parts.join("; ")
}

/// What the cases notice that a budget had room for. A tenth of a percent is rounded down, so that
/// 100 % are all.
fn power(report: &Report, budget: BudgetReport) -> String {
    let BudgetReport { judged, noticed, mutants, .. } = budget;
    let run = format!("{judged} of {} cases", report.scope.manifest.count);
    match (noticed * 1000).checked_div(mutants) {
        Some(share) => {
            format!("{run}: these notice {} % of the mutants", share as f64 / 10.0)
        }
        None => format!("{run}, whose power no audit has measured"),
    }
}

/// The reason why most of the cases that could not be judged could not.
fn mostly(report: &Report) -> Option<String> {
    let reasons = by_reason(ended(report, OutcomeKind::Error));
    let (reason, cases) = reasons.first()?;
    Some(format!("{} × {}", cases.len(), one_line(reason)))
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

/// The findings that decide the verdict.
pub(super) fn counted_findings(report: &Report) -> impl Iterator<Item = &Finding> {
    let failing: HashSet<&str> = counted_failures(report).map(|case| case.id.as_str()).collect();
    let counts =
        move |own: &&Finding| own.counts(report.level, |case: &str| failing.contains(case));
    report.findings.iter().filter(counts)
}

/// How many cases have a finding, of those that test it, as the end of its sentence.
pub(super) fn how_many(finding: &Finding) -> String {
    let Finding { beside, tested, cases, waived, .. } = finding;
    let waived = if *waived { ", waived" } else { "" };
    match beside {
        true => {
            format!("seen in {}, none of which is about it{waived}", several(cases.len(), "case"))
        }
        false => format!("{} of {}{waived}", cases.len(), several(*tested, "case")),
    }
}

/// The waivers of this state.
pub(super) fn waivers(report: &Report, state: WaiverState) -> impl Iterator<Item = &WaiverReport> {
    report.waivers.iter().filter(move |waiver| waiver.state == state)
}

/// What is to be said of a waiver, in one line; what to do where it does not apply.
pub(super) fn describe_waiver(report: &WaiverReport) -> String {
    let WaiverReport { waiver, waived, state, .. } = report;
    let advice = match state {
        WaiverState::Applied => {
            format!("{} waived until {}", several(*waived, "case"), waiver.expires)
        }
        WaiverState::Expired => {
            format!("expired on {}: mend the server, or agree on another day", waiver.expires)
        }
        WaiverState::Unused => {
            "unused: it has let nothing pass, and not all of its cases were judged and passed"
                .to_owned()
        }
        WaiverState::PassesAgain => "passes again: delete the waiver".to_owned(),
    };
    format!("{advice} ({}; {})", waiver.reason, waiver.ticket)
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

/// Counts in words: `3 pass, 1 fail`.
pub(super) fn counted<'c>(counts: impl Iterator<Item = (&'c OutcomeKind, &'c usize)>) -> String {
    counts.map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
}
