//! The sentences that the views of a report share, and which cases belong together.
//!
//! This module writes no format, and does not judge.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use indexmap::IndexMap;
use regex::Regex;
use webdata_spec::model::Level;

use super::document::{
    BudgetReport, CaseReport, ClauseReport, ExploredReport, ProfileReport, ProfileState, Report,
    Verdict, WaiverReport, WaiverState,
};
use crate::findings::{Concern, Finding};
use crate::outcome::{OutcomeKind, is_counted};
use crate::quantities::{describe_seconds, pluralize};
use crate::untrusted::one_line;

/// A gap and the observed behaviour, with the cases that observed it.
pub(super) struct Question<'r> {
    pub(super) gap: &'r str,
    pub(super) text: &'r str,
    /// The answers, each with its cases.
    pub(super) answers: Vec<(Cow<'r, str>, Vec<&'r str>)>,
}

/// Returns the failures that decide the verdict.
fn counted_failures(report: &Report) -> impl Iterator<Item = &CaseReport> {
    let counts = |case: &&CaseReport| {
        case.outcome.kind == OutcomeKind::Fail && is_counted(case.level, report.level)
    };
    report.cases.iter().filter(counts)
}

/// Returns the findings that decide the verdict.
pub(super) fn counted_findings(report: &Report) -> impl Iterator<Item = &Finding> {
    let failing: HashSet<&str> = counted_failures(report).map(|case| case.id.as_str()).collect();
    let counts = move |finding: &&Finding| {
        !finding.waived && finding.counts(report.level, |case: &str| failing.contains(case))
    };
    report.findings.iter().filter(counts)
}

/// Returns the findings by group, in the order in which a maintainer mends them.
pub(super) fn finding_groups(report: &Report) -> impl Iterator<Item = (Concern, &[Finding])> {
    let groups = report.findings.chunk_by(|finding, next| finding.concern == next.concern);
    groups.filter_map(|group| Some((group.first()?.concern, group)))
}

/// Returns how many findings count, and how many do not: `14, and 1 that does not count`.
pub(super) fn describe_finding_count(report: &Report) -> String {
    let counted = counted_findings(report).count();
    match report.findings.len().saturating_sub(counted) {
        0 => counted.to_string(),
        1 => format!("{counted}, and 1 that does not count"),
        uncounted => format!("{counted}, and {uncounted} that do not count"),
    }
}

/// Returns how many of the judged requests, values or responses show a finding, and whether the finding counts, to end
/// a sentence.
pub(super) fn finding_share(report: &Report, finding: &Finding) -> String {
    let notes = finding_notes(report, finding);
    let parts: Vec<String> = [finding_measure(finding)].into_iter().chain(notes).collect();
    parts.join("; ")
}

/// Returns how many of the judged requests, values or responses show a finding: `3 of 7 requests`.
pub(super) fn finding_measure(finding: &Finding) -> String {
    let Finding { shown, tested, counted, .. } = finding;
    format!("{shown} of {tested} {counted}")
}

/// Returns what else is to be known of a finding; last, why it does not count.
pub(super) fn finding_notes(report: &Report, finding: &Finding) -> Vec<String> {
    let Finding { beside, masked, cases, .. } = finding;
    let seen =
        beside.then(|| format!("seen in {}, none of which fails", pluralize(cases.len(), "case")));
    let masked = (*masked > 0)
        .then(|| format!("{} ended there and judged nothing after it", pluralize(*masked, "case")));
    let uncounted = why_uncounted(report, finding).map(str::to_owned);
    [seen, masked, uncounted].into_iter().flatten().collect()
}

/// Returns why a finding does not decide the verdict; `None` if it does.
pub(super) fn why_uncounted(report: &Report, finding: &Finding) -> Option<&'static str> {
    if finding.waived {
        return Some("waived");
    }
    if counted_findings(report).any(|other| other == finding) {
        return None;
    }
    if finding.beside {
        let is_open = finding.level == Level::Open;
        return Some(if is_open { "open, so it does not count" } else { SOFTER });
    }
    let fails = |case: &&CaseReport| case.outcome.kind == OutcomeKind::Fail;
    let mut failing = report.cases.iter().filter(fails);
    let is_softer = failing.any(|case| finding.cases.contains(&case.id));
    Some(if is_softer { SOFTER } else { "its cases were not judged, so it does not count" })
}

/// Returns the parts of a sentence, each with whether it is code, which stands between backticks.
pub(super) fn code_spans(sentence: &str) -> impl Iterator<Item = (bool, &str)> {
    let parts = sentence.split('`').enumerate();
    parts.map(|(index, part)| (index % 2 == 1, part)).filter(|(_, part)| !part.is_empty())
}

const SOFTER: &str = "counts only with --level should";

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
pub(super) fn broken_clause<'r>(report: &'r Report, case: &CaseReport) -> Option<&'r ClauseReport> {
    let deviation = case.outcome.deviations.first();
    let broken = deviation.map(|deviation| &deviation.clause).or(case.clauses.first());
    report.clauses.iter().find(|clause| Some(&clause.id) == broken)
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

/// Returns the gaps and the observed behaviour. Answers that differ only in identities are one.
pub(super) fn questions<'r>(report: &'r Report) -> Vec<Question<'r>> {
    let mut questions: IndexMap<&str, (&str, IndexMap<Cow<'r, str>, Vec<_>>)> = IndexMap::new();
    for observation in &report.observations {
        let (gap, answer) = (&observation.observed.gap, &observation.observed.answer);
        let new = || (observation.question.as_str(), IndexMap::new());
        let (_, answers) = questions.entry(gap).or_insert_with(new);
        let seen = (answer.as_str(), observation.case.as_str());
        answers.entry(without_identities(answer)).or_default().push(seen);
    }
    let answer = |(masked, seen): (Cow<'r, str>, Vec<(&'r str, &'r str)>)| {
        let first = seen[0].0;
        let is_same = seen.iter().all(|(answer, _)| *answer == first);
        let answer = if is_same { Cow::Borrowed(first) } else { masked };
        (answer, seen.into_iter().map(|(_, case)| case).collect())
    };
    let question = |(gap, (text, answers)): (_, (_, IndexMap<_, _>))| Question {
        gap,
        text,
        answers: answers.into_iter().map(answer).collect(),
    };
    questions.into_iter().map(question).collect()
}

/// A UUID, or a long number or hexadecimal number: something that differs from response to response.
static IDENTITY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?xi) \b (?: [0-9a-f]{8} (?: -[0-9a-f]{4} ){3} -[0-9a-f]{12} | [0-9a-f]{16,} | [0-9]{12,} ) \b",
    )
    .ok()
});

/// Returns a text with an ellipsis in place of each identity.
fn without_identities(text: &str) -> Cow<'_, str> {
    match &*IDENTITY {
        Some(identity) => identity.replace_all(text, "…"),
        None => text.into(),
    }
}

/// Returns counts in words: `3 pass, 1 fail`.
pub(super) fn describe_counts<'c>(
    counts: impl Iterator<Item = (&'c OutcomeKind, &'c usize)>,
) -> String {
    counts.map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
}

/// Returns the verdict with its profiles. A bad verdict about all profiles of the run names none.
pub(super) fn verdict_phrase(report: &Report) -> String {
    let conformant = conformant_profiles(report);
    let named = |verdict: Verdict, word, state| {
        let about: Vec<_> =
            report.profiles.iter().filter(|profile| profile.state == state).collect();
        if about.is_empty() || conformant.is_empty() {
            verdict.to_string()
        } else {
            format!("{verdict} {word} {}", enumerated(&about))
        }
    };
    match report.verdict {
        Verdict::Conformant => format!("conformant to {}", enumerated(&conformant)),
        Verdict::NotConformant => named(report.verdict, "to", ProfileState::NotConformant),
        Verdict::Incomplete => named(report.verdict, "in", ProfileState::Incomplete),
        Verdict::Partial => report.verdict.to_string(),
    }
}

/// Returns the verdict and its reason on one line.
#[must_use]
pub fn headline(report: &Report) -> String {
    format!("{}{}", verdict_phrase(report), after_verdict(report))
}

/// Returns the part of [`headline`] after the verdict.
pub(super) fn after_verdict(report: &Report) -> String {
    match report.verdict {
        Verdict::Conformant => {
            let further_figures =
                further_figures(report).into_iter().map(|part| format!("; {part}"));
            format!(" ({}){}", main_figures(report), further_figures.collect::<String>())
        }
        Verdict::Partial | Verdict::NotConformant | Verdict::Incomplete => {
            format!(": {}", explanation(report))
        }
    }
}

/// Returns the reason of the verdict, to follow it in a sentence.
pub(super) fn explanation(report: &Report) -> String {
    let parts: Vec<String> =
        [main_figures(report)].into_iter().chain(further_figures(report)).collect();
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Returns the first reason of the verdict.
pub(super) fn main_figures(report: &Report) -> String {
    let count = |kind| report.count(kind);
    let passed_of = |profiles: &[&ProfileReport]| {
        let passed: usize = profiles.iter().map(|profile| profile.passed()).sum();
        let cases: usize = profiles.iter().map(|profile| profile.cases).sum();
        format!("{passed} of {}", pluralize(cases, "case"))
    };
    match report.verdict {
        Verdict::NotConformant => {
            let (findings, failing) =
                (counted_findings(report).count(), counted_failures(report).count());
            let fails = match (is_exploration(report), failing) {
                (false, 1) => "case fails",
                (false, _) => "cases fail",
                (true, 1) => "sequence fails",
                (true, _) => "sequences fail",
            };
            let findings_and_failures =
                format!("{}, {failing} {fails}", pluralize(findings, "finding"));
            let obsolete = waivers(report, WaiverState::PassesAgain).count();
            let waivers = pluralize(obsolete, "waiver");
            let obsolete =
                (obsolete > 0).then(|| format!("delete {waivers}, since the cases pass again"));
            let findings_and_failures = (findings > 0).then_some(findings_and_failures);
            let unjudged = count(OutcomeKind::Error) + count(OutcomeKind::Blocked);
            let unjudged = (unjudged > 0).then(|| {
                let cases = pluralize(report.scope.manifest.count, "case");
                format!("{unjudged} of {cases} not judged{}", describe_silence(report))
            });
            let parts = findings_and_failures.into_iter().chain(unjudged).chain(obsolete);
            parts.collect::<Vec<_>>().join("; ")
        }
        Verdict::Incomplete => {
            let unjudged = [(OutcomeKind::Blocked, "blocked"), (OutcomeKind::Error, "in error")];
            let unjudged = unjudged.into_iter().filter(|(kind, _)| count(*kind) > 0);
            let unjudged: Vec<String> =
                unjudged.map(|(kind, word)| format!("{} {word}", count(kind))).collect();
            if !unjudged.is_empty() {
                let counts = unjudged.join(", ");
                return format!(
                    "some cases could not be judged: {counts}{}",
                    describe_silence(report)
                );
            }
            let claims: Vec<String> = unshown_claims(report).collect();
            if claims.is_empty() { "no case was judged".to_owned() } else { claims.join("; ") }
        }
        Verdict::Conformant => passed_of(&conformant_profiles(report)),
        Verdict::Partial => format!("{} passed", passed_of(&in_scope(report))),
    }
}

/// Returns the statements after the first reason: about the other profiles, and about what was left out or
/// waived.
fn further_figures(report: &Report) -> Vec<String> {
    let count = |kind| report.count(kind);
    let mut parts = Vec::new();
    match report.verdict {
        Verdict::Conformant => {
            let in_state =
                |state| report.profiles.iter().filter(move |profile| profile.state == state);
            parts.extend(in_state(ProfileState::InPart).map(|profile| {
                format!(
                    "{} in part ({} of {})",
                    profile.name,
                    profile.passed(),
                    pluralize(profile.cases, "case")
                )
            }));
            let unclaimed: Vec<&ProfileReport> = in_state(ProfileState::NotRun).collect();
            if !unclaimed.is_empty() {
                parts.push(format!("{} not run", enumerated(&unclaimed)));
            }
        }
        Verdict::Incomplete => parts.extend(most_common_error(report)),
        Verdict::Partial | Verdict::NotConformant => {}
    }
    let conformant = conformant_profiles(report);
    if matches!(report.verdict, Verdict::NotConformant | Verdict::Incomplete)
        && !conformant.is_empty()
    {
        parts.push(format!("conformant to {}", enumerated(&conformant)));
    }
    parts.extend(filtered(report));
    parts.extend(report.scope.shard.map(|shard| format!("shard {} of {}", shard.number, shard.of)));
    let uncounted = count(OutcomeKind::Fail).saturating_sub(counted_failures(report).count());
    if uncounted > 0 {
        let level = report.level;
        parts
            .push(format!("{} softer than `{level}` not counted", pluralize(uncounted, "failure")));
    }
    if count(OutcomeKind::Waived) > 0 {
        parts.push(format!("{} waived", pluralize(count(OutcomeKind::Waived), "failure")));
    }
    let expired = waivers(report, WaiverState::Expired).count();
    if expired > 0 {
        parts.push(format!("{} expired", pluralize(expired, "waiver")));
    }
    if !report.off.is_empty() {
        parts.push(format!("{} switched off", pluralize(report.off.len(), "feature")));
    }
    if count(OutcomeKind::Skip) > 0 {
        let skipped = format!("{} skipped", pluralize(count(OutcomeKind::Skip), "case"));
        let off = switched_off(report);
        let is_mixed = (1..count(OutcomeKind::Skip)).contains(&off);
        parts.push(if is_mixed {
            format!("{skipped}, {off} of them switched off")
        } else {
            skipped
        });
    }
    parts.extend(report.budget.map(|budget| mutants_noticed(report, budget)));
    parts.extend(exploration(report));
    parts
}

/// Returns how many cases are skipped because the target switches off their features.
fn switched_off(report: &Report) -> usize {
    let skipped = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Skip);
    skipped.filter(|case| report.switches_off(&case.id)).count()
}

/// Returns how the server was explored after the cases, or that a claim which holds does not include that.
pub(super) fn exploration(report: &Report) -> Option<String> {
    let explored = report.explored.as_ref().filter(|explored| explored.requests > 0);
    match explored {
        Some(explored) => {
            let ExploredReport { seed, seconds, sequences, requests, .. } = explored;
            let time = describe_seconds(*seconds);
            let sent = is_exploration(report)
                .then(|| format!(": {requests} requests in {sequences} sequences"));
            Some(format!("explored for {time} with seed {seed}{}", sent.unwrap_or_default()))
        }
        None => {
            let holds = report.verdict == Verdict::Conformant && !report.claimed.is_empty();
            holds.then(|| "not explored".to_owned())
        }
    }
}

/// Returns whether a report is about an exploration without a run.
pub(super) fn is_exploration(report: &Report) -> bool {
    let failed = report.explored.as_ref().map_or(0, |explored| explored.failed.len());
    (1..=failed).contains(&report.scope.manifest.count)
}

/// Returns the profiles that a view lists: none if there is only one, or if the report is about no run.
pub(super) fn listed_profiles(report: &Report) -> &[ProfileReport] {
    if is_exploration(report) || report.profiles.len() < 2 { &[] } else { &report.profiles }
}

fn conformant_profiles(report: &Report) -> Vec<&ProfileReport> {
    report.profiles.iter().filter(|profile| profile.state == ProfileState::Conformant).collect()
}

/// Returns the profiles whose cases the run could select.
fn in_scope(report: &Report) -> Vec<&ProfileReport> {
    let only = &report.scope.only_profiles;
    report
        .profiles
        .iter()
        .filter(|profile| only.is_empty() || only.contains(&profile.name))
        .collect()
}

/// Returns how many cases a filter selected, if there was one.
fn filtered(report: &Report) -> Option<String> {
    let explored = report.explored.as_ref().map_or(0, |explored| explored.failed.len());
    let selected = report.scope.selected.count.saturating_sub(explored);
    let total: usize = in_scope(report).into_iter().map(|profile| profile.cases).sum();
    let is_filtered = (1..total.saturating_sub(explored)).contains(&selected);
    is_filtered.then(|| format!("filtered to {}", pluralize(selected, "case")))
}

/// Returns the claims that a run cannot prove because the target lacks what cases need.
fn unshown_claims(report: &Report) -> impl Iterator<Item = String> {
    let unshown = report.profiles.iter().filter(|profile| profile.claimed && profile.lacking > 0);
    unshown.map(|profile| {
        let (lacking, cases) = (profile.lacking, pluralize(profile.cases, "case"));
        format!(
            "the profile {} is claimed, but the target lacks something for {lacking} of its {cases}",
            profile.name
        )
    })
}

/// Returns the names of profiles: `core, search and export`.
fn enumerated(profiles: &[&ProfileReport]) -> String {
    let names: Vec<&str> = profiles.iter().map(|profile| profile.name.as_str()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// Describes a profile and the state of the server in it, on one line.
pub(super) fn describe_profile(profile: &ProfileReport) -> String {
    let ProfileReport { name, state, cases, .. } = profile;
    match state {
        ProfileState::NotRun if !profile.claimed => format!("{name}: not run"),
        ProfileState::NotRun
        | ProfileState::Conformant
        | ProfileState::NotConformant
        | ProfileState::Incomplete
        | ProfileState::InPart => {
            let claimed = if profile.claimed { ", claimed" } else { "" };
            let passed = profile.passed();
            format!("{name}: {state}{claimed}, {passed} of {} passed", pluralize(*cases, "case"))
        }
    }
}

/// Describes how many mutants the cases within a budget notice. Percentages are rounded down, so that 100 %
/// means all.
fn mutants_noticed(report: &Report, budget: BudgetReport) -> String {
    let BudgetReport { seconds, judged, noticed, mutants } = budget;
    let count = report.scope.manifest.count;
    let budget = describe_seconds(seconds);
    let run = format!("with a budget of {budget}, {judged} of {count} cases were judged");
    match (noticed * 1000).checked_div(mutants) {
        Some(share) => {
            format!("{run}, which notice {} % of the mutants", share as f64 / 10.0)
        }
        None => format!("{run}; no audit has measured how many mutants these notice"),
    }
}

/// Returns the case after whose request the server was silent, and for how long, in seconds.
pub(super) fn silence(report: &Report) -> Option<(&str, f64)> {
    report.cases.iter().find_map(|case| case.outcome.reason.silence())
}

/// Says after which request the server was silent, if it was, to follow the number of cases that were not judged.
fn describe_silence(report: &Report) -> String {
    let silence = silence(report);
    silence.map_or_else(String::new, |(after, seconds)| {
        let time = describe_seconds(seconds);
        format!(", since the server was silent for {time} after {}", one_line(after))
    })
}

/// Returns the reason why most of the cases without a judgement have none.
fn most_common_error(report: &Report) -> Option<String> {
    let reasons = by_reason(cases_with(report, OutcomeKind::Error));
    let (reason, cases) = reasons.first()?;
    Some(format!("{} × {}", cases.len(), one_line(reason)))
}
