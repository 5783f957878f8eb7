//! What all views of a report say alike: why it ends as it does, and what of it belongs together.
//!
//! Nothing here is written in a form; nothing here judges.

use std::collections::HashSet;

use indexmap::IndexMap;
use webdata_spec::model::ClauseId;

use super::document::{
    BudgetReport, CaseReport, ProfileReport, ProfileState, Report, Verdict, WaiverReport,
    WaiverState,
};
use crate::display::one_line;
use crate::findings::Finding;
use crate::outcome::OutcomeKind;

/// An open question and what the server did, with the cases that saw it.
pub(super) struct Question<'r> {
    pub(super) gap: &'r str,
    pub(super) asks: &'r str,
    pub(super) answers: IndexMap<&'r str, Vec<&'r str>>,
}

/// The verdict with the profiles that it is about.
pub(super) fn called(report: &Report) -> String {
    match report.verdict {
        Verdict::Conformant => format!("conformant to {}", enumerated(&whole(report))),
        verdict @ (Verdict::Partial | Verdict::NotConformant | Verdict::Incomplete) => {
            verdict.to_string()
        }
    }
}

/// The verdict and why it is what it is, in one line.
#[must_use]
pub fn headline(report: &Report) -> String {
    format!("{}{}", called(report), behind(report))
}

/// What stands behind the verdict in the line of [`headline`].
pub(super) fn behind(report: &Report) -> String {
    match report.verdict {
        Verdict::Conformant => {
            let rest = rest(report).into_iter().map(|part| format!("; {part}"));
            format!(" ({}){}", lead(report), rest.collect::<String>())
        }
        Verdict::Partial | Verdict::NotConformant | Verdict::Incomplete => {
            format!(": {}", why(report))
        }
    }
}

/// Why the verdict is what it is, as the rest of a sentence that begins with it.
pub(super) fn why(report: &Report) -> String {
    let parts: Vec<String> = [lead(report)].into_iter().chain(rest(report)).collect();
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// The first reason for the verdict.
pub(super) fn lead(report: &Report) -> String {
    let count = |kind| report.count(kind);
    let passed_of = |profiles: &[&ProfileReport]| {
        let passed: usize = profiles.iter().map(|own| own.passed()).sum();
        let cases: usize = profiles.iter().map(|own| own.cases).sum();
        format!("{passed} of {}", several(cases, "case"))
    };
    match report.verdict {
        Verdict::NotConformant => {
            let (findings, failing) =
                (counted_findings(report).count(), counted_failures(report).count());
            let fails = if failing == 1 { "case fails" } else { "cases fail" };
            let found = format!("{}, {failing} {fails}", several(findings, "finding"));
            let again = waivers(report, WaiverState::PassesAgain).count();
            let waivers = several(again, "waiver");
            let again =
                (again > 0).then(|| format!("{waivers} to be deleted, since the cases pass again"));
            let found = (findings > 0).then_some(found);
            found.into_iter().chain(again).collect::<Vec<_>>().join("; ")
        }
        Verdict::Incomplete => {
            let doubts = [(OutcomeKind::Blocked, "blocked"), (OutcomeKind::Error, "in error")];
            let doubts = doubts.into_iter().filter(|(kind, _)| count(*kind) > 0);
            let doubts: Vec<String> =
                doubts.map(|(kind, word)| format!("{} {word}", count(kind))).collect();
            if !doubts.is_empty() {
                return format!("not every case could be judged: {}", doubts.join(", "));
            }
            let claims: Vec<String> = unshown_claims(report).collect();
            match claims.is_empty() {
                true => "no case was judged".to_owned(),
                false => claims.join("; "),
            }
        }
        Verdict::Conformant => passed_of(&whole(report)),
        Verdict::Partial => format!("{} passed", passed_of(&in_scope(report))),
    }
}

/// What is said behind the first reason: of the other profiles, and of what was left out or let pass.
fn rest(report: &Report) -> Vec<String> {
    let count = |kind| report.count(kind);
    let mut parts = Vec::new();
    match report.verdict {
        Verdict::Conformant => {
            let in_state = |state| report.profiles.iter().filter(move |own| own.state == state);
            parts.extend(in_state(ProfileState::InPart).map(|own| {
                format!("{} in part ({} of {})", own.name, own.passed(), several(own.cases, "case"))
            }));
            let unclaimed: Vec<&ProfileReport> = in_state(ProfileState::NotRun).collect();
            if !unclaimed.is_empty() {
                parts.push(format!("{} not claimed", enumerated(&unclaimed)));
            }
        }
        Verdict::Incomplete => parts.extend(mostly(report)),
        Verdict::Partial | Verdict::NotConformant => {}
    }
    parts.extend(filtered(report));
    parts.extend(report.scope.shard.map(|own| format!("shard {} of {}", own.number, own.of)));
    let uncounted = count(OutcomeKind::Fail).saturating_sub(counted_failures(report).count());
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
    parts
}

/// The profiles that the server is conformant to.
fn whole(report: &Report) -> Vec<&ProfileReport> {
    report.profiles.iter().filter(|own| own.state == ProfileState::Conformant).collect()
}

/// The profiles whose cases the run could have.
fn in_scope(report: &Report) -> Vec<&ProfileReport> {
    let only = &report.scope.only_profiles;
    report.profiles.iter().filter(|own| only.is_empty() || only.contains(&own.name)).collect()
}

/// How many cases a filter left, where there was one.
fn filtered(report: &Report) -> Option<String> {
    let explored = report.explored.as_ref().map_or(0, |own| own.failed.len());
    let selected = report.scope.selected.count.saturating_sub(explored);
    let all: usize = in_scope(report).into_iter().map(|own| own.cases).sum();
    let is_filtered = (1..all).contains(&selected);
    is_filtered.then(|| format!("filtered to {}", several(selected, "case")))
}

/// The claims that a run does not show since the target lacks what cases need.
fn unshown_claims(report: &Report) -> impl Iterator<Item = String> {
    let unshown = report.profiles.iter().filter(|own| own.claimed && own.lacking > 0);
    unshown.map(|own| {
        let (lacking, cases) = (own.lacking, several(own.cases, "case"));
        format!("{} is claimed, and {lacking} of its {cases} cannot be run", own.name)
    })
}

/// The names of profiles: `core, scrape and agent`.
fn enumerated(profiles: &[&ProfileReport]) -> String {
    let names: Vec<&str> = profiles.iter().map(|own| own.name.as_str()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// A profile and how the server does there, in one line.
pub(super) fn describe_profile(profile: &ProfileReport) -> String {
    let ProfileReport { name, state, cases, .. } = profile;
    match state {
        ProfileState::NotRun if !profile.claimed => format!("{name}: not claimed"),
        ProfileState::NotRun
        | ProfileState::Conformant
        | ProfileState::NotConformant
        | ProfileState::Incomplete
        | ProfileState::InPart => {
            let claimed = if profile.claimed { ", claimed" } else { "" };
            let passed = profile.passed();
            format!("{name}: {state}{claimed}, {passed} of {} passed", several(*cases, "case"))
        }
    }
}

/// What the cases notice that a budget had room for. A tenth of a percent is rounded down, so that
/// 100 % are all.
fn power(report: &Report, budget: BudgetReport) -> String {
    let BudgetReport { seconds, judged, noticed, mutants } = budget;
    let count = report.scope.manifest.count;
    let run = format!("with a budget of {seconds} s, {judged} of {count} cases");
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
