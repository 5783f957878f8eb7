//! Writes a summary of a report for the terminal, which fits one screen.

use std::collections::BTreeMap;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use indexmap::IndexMap;

use super::document::{Report, Verdict};
use super::phrases::{after_verdict, describe_profile, verdict_phrase};
use super::phrases::{
    by_reason, case_share, cases_with, describe_counts, describe_waiver, pluralize,
};
use crate::Printable;
use crate::findings::Finding;
use crate::outcome::OutcomeKind;
use crate::remedies::Remedy;
use crate::untrusted::one_line;
use crate::{describe_duration, describe_seconds};

/// The maximum number of lines of a kind; the report has all.
const MAX_LINES: usize = 12;

/// Returns the verdict, counts, clauses, observations, and the folder of the reports, unless they could not
/// be written.
///
/// The verdict is coloured; the caller removes the colour if it is not wanted.
#[must_use]
pub fn summary(report: &Report, folder: Option<&Path>) -> Printable {
    let mut text = verdict(report);
    let contract = &report.contract;
    text.push_line(format_args!(
        "contract   {} {} ({})",
        contract.name,
        contract.version,
        contract.short_hash()
    ));
    text.push_line(format_args!("server     {}", one_line(&report.server.name)));
    let counts = describe_counts(report.outcomes.iter());
    text.push_line(format_args!("cases      {}: {counts}", report.scope.manifest.count));
    text.push_line(format_args!("clauses    {}", clauses(report)));
    if let Some(slowest) = report.cases.iter().max_by_key(|case| case.outcome.duration) {
        let time = describe_duration(slowest.outcome.duration);
        text.push_line(format_args!("slowest    {} ({time})", slowest.id));
    }
    let sent = report.scope.manifest.count.saturating_sub(report.count(OutcomeKind::Skip));
    let rate = sent as f64 / report.duration_seconds.max(f64::MIN_POSITIVE);
    let time = describe_seconds(report.duration_seconds);
    text.push_line(format_args!("time       {time}, {rate:.0} cases a second"));
    match folder {
        Some(folder) => text.push_line(format_args!("reports    {}", folder.display())),
        None => text.push_line("reports    none could be written"),
    }
    if report.profiles.len() > 1 {
        let profiles = report.profiles.iter().map(describe_profile);
        list(&mut text, "profiles", profiles.collect());
    }
    list(&mut text, "observed", observations(report));
    let several = report.several_readings.iter();
    let several = several.map(|readings| format!("{}: {}", readings.gap, readings.describe()));
    list(&mut text, "readings", several.collect());
    let off = report.off.iter().map(|off| format!("{}: {}", off.feature, off.reason));
    list(&mut text, "off", off.collect());
    list(&mut text, "skipped", report.remedies.iter().map(Remedy::to_string).collect());
    let errors = reasons(report, OutcomeKind::Error).into_iter();
    list(&mut text, "not judged", errors.map(|(why, count)| format!("{count} × {why}")).collect());
    list_open_points(&mut text, report);
    text
}

/// Returns the verdict, and everything that needs an action.
#[must_use]
pub fn brief(report: &Report) -> Printable {
    let mut text = verdict(report);
    list_open_points(&mut text, report);
    text
}

fn verdict(report: &Report) -> Printable {
    let mut text = Printable::default();
    let verdict_phrase = verdict_phrase(report);
    text.push_styled_line(
        "verdict    ",
        (style(report.verdict), &verdict_phrase),
        after_verdict(report),
    );
    text
}

/// Lists everything that needs an action.
fn list_open_points(text: &mut Printable, report: &Report) {
    let waivers = report.waivers.iter();
    let waivers =
        waivers.map(|waiver| format!("{}: {}", waiver.waiver.scope, describe_waiver(waiver)));
    list(text, "waivers", waivers.collect());
    list(text, "blocked", ids(report, OutcomeKind::Blocked));
    list(text, "overall", report.overall.iter().map(|statement| statement.says.clone()).collect());
    list(text, "findings", report.findings.iter().map(describe_finding).collect());
}

/// Describes a finding on one line.
fn describe_finding(finding: &Finding) -> String {
    let Finding { says, example, .. } = finding;
    format!("{says}: {}, such as {example}", case_share(finding))
}

fn style(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::Conformant => AnsiColor::Green,
        Verdict::Partial => AnsiColor::BrightBlack,
        Verdict::NotConformant => AnsiColor::Red,
        Verdict::Incomplete => AnsiColor::Yellow,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

fn clauses(report: &Report) -> String {
    let count_with =
        |kind| report.clauses.iter().filter(|c| c.outcomes.contains_key(&kind)).count();
    let covered = report
        .clauses
        .iter()
        .filter(|clause| {
            let run = |kind: &OutcomeKind| !matches!(kind, OutcomeKind::Skip);
            clause.outcomes.keys().any(run)
        })
        .count();
    format!(
        "{covered} of {} covered, {} named by cases that fail",
        report.clauses.len(),
        count_with(OutcomeKind::Fail)
    )
}

/// Returns the observed behaviour at each gap, with the number of cases if they differ.
fn observations(report: &Report) -> Vec<String> {
    let mut by_gap: IndexMap<&str, BTreeMap<&str, usize>> = IndexMap::new();
    for observation in &report.observations {
        let answers = by_gap.entry(&observation.observed.gap).or_default();
        *answers.entry(&observation.observed.answer).or_default() += 1;
    }
    let line = |(gap, answers): (&str, BTreeMap<&str, usize>)| {
        let differ = answers.len() > 1;
        let count = |count: usize| {
            if differ { format!(" ({})", pluralize(count, "case")) } else { String::new() }
        };
        let answers = answers.into_iter().map(|(answer, n)| format!("{answer}{}", count(n)));
        format!("{gap}: {}", answers.collect::<Vec<_>>().join(", "))
    };
    by_gap.into_iter().map(line).collect()
}

/// Returns the reasons of an outcome, each with the number of its cases.
fn reasons(report: &Report, kind: OutcomeKind) -> BTreeMap<String, usize> {
    let reasons = by_reason(cases_with(report, kind)).into_iter();
    reasons.map(|(reason, cases)| (reason, cases.len())).collect()
}

fn ids(report: &Report, kind: OutcomeKind) -> Vec<String> {
    cases_with(report, kind).map(|(_, case)| case.id.clone()).collect()
}

fn list(text: &mut Printable, name: &str, lines: Vec<String>) {
    let count = lines.len();
    for (index, line) in lines.into_iter().take(MAX_LINES).enumerate() {
        let name = if index == 0 { name } else { "" };
        text.push_line(format_args!("{name:<10} {}", one_line(&line)));
    }
    if count > MAX_LINES {
        text.push_line(format_args!("{:<10} and {} more in report.json", "", count - MAX_LINES));
    }
}
