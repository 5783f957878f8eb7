//! Writes a summary of a report for the terminal: one screen, and a line for each finding.

use std::path::Path;

use anstyle::{AnsiColor, Style};

use super::document::{ClauseReport, Report, Verdict};
use super::phrases::{
    Question, after_verdict, by_reason, cases_with, describe_counts, describe_finding_count,
    describe_profile, describe_waiver, finding_groups, finding_share, is_exploration,
    listed_profiles, questions, silence, verdict_phrase,
};
use crate::Printable;
use crate::findings::Finding;
use crate::outcome::OutcomeKind;
use crate::quantities::{describe_duration, describe_seconds, pluralize};
use crate::remedies::Remedy;
use crate::untrusted::one_line;

/// The maximum number of lines of a kind, except findings; the report has all.
const MAX_LINES: usize = 12;

/// Returns counts, clauses, observations, the folder of the reports, unless they could not be written, then the
/// findings, and last, where a terminal shows it, the verdict.
///
/// The verdict is coloured; the caller removes the colour if it is not wanted.
#[must_use]
pub fn summary(report: &Report, folder: Option<&Path>) -> Printable {
    let mut text = Printable::default();
    let contract = &report.contract;
    text.push_line(format_args!(
        "contract   {} {} ({})",
        contract.name,
        contract.version,
        contract.short_hash()
    ));
    text.push_line(format_args!("server     {}", one_line(&report.server.name)));
    let time = describe_seconds(report.duration_seconds);
    if is_exploration(report) {
        text.push_line(format_args!("time       {time}"));
    } else {
        push_figures(&mut text, report, &time);
    }
    match folder {
        Some(folder) => text.push_line(format_args!("reports    {}", folder.display())),
        None => text.push_line("reports    none could be written"),
    }
    let profiles = listed_profiles(report).iter().map(describe_profile);
    list(&mut text, "profiles", profiles.collect());
    list(&mut text, "observed", observations(report));
    let several = report.several_readings.iter();
    let several = several.map(|readings| format!("{}: {}", readings.gap, readings.describe()));
    list(&mut text, "readings", several.collect());
    let off = report.off.iter().map(|off| format!("{}: {}", off.feature, off.reason));
    list(&mut text, "off", off.collect());
    list(&mut text, "skipped", report.remedies.iter().map(Remedy::to_string).collect());
    let errors = by_reason(cases_with(report, OutcomeKind::Error)).into_iter();
    let errors = errors.map(|(why, cases)| format!("{} × {why}", cases.len()));
    list(&mut text, "not judged", errors.collect());
    push_open_points_and_verdict(&mut text, report);
    text
}

/// Adds the figures of a run.
fn push_figures(text: &mut Printable, report: &Report, time: &str) {
    let counts = describe_counts(report.outcomes.iter());
    text.push_line(format_args!("cases      {}: {counts}", report.scope.manifest.count));
    text.push_line(format_args!("clauses    {}", clauses(report)));
    if let Some((after, seconds)) = silence(report) {
        let time = describe_seconds(seconds);
        text.push_line(format_args!("slowest    {after} ({time} without a response)"));
    } else if let Some(slowest) = report.cases.iter().max_by_key(|case| case.outcome.duration) {
        let time = describe_duration(slowest.outcome.duration);
        text.push_line(format_args!("slowest    {} ({time})", slowest.id));
    }
    let sent = report.scope.manifest.count.saturating_sub(report.count(OutcomeKind::Skip));
    let rate = sent as f64 / report.duration_seconds.max(f64::MIN_POSITIVE);
    text.push_line(format_args!("time       {time}, {rate:.0} cases a second"));
}

/// Returns everything that needs an action, and the verdict.
#[must_use]
pub fn brief(report: &Report) -> Printable {
    let mut text = Printable::default();
    push_open_points_and_verdict(&mut text, report);
    text
}

/// Lists everything that needs an action: findings last, next to the verdict.
fn push_open_points_and_verdict(text: &mut Printable, report: &Report) {
    let waivers = report.waivers.iter();
    let waivers =
        waivers.map(|waiver| format!("{}: {}", waiver.waiver.scope, describe_waiver(waiver)));
    list(text, "waivers", waivers.collect());
    let blocked = cases_with(report, OutcomeKind::Blocked).map(|(_, case)| case.id.clone());
    list(text, "blocked", blocked.collect());
    list(text, "overall", report.overall.iter().map(|statement| statement.says.clone()).collect());
    if !report.findings.is_empty() {
        text.push_line(format_args!("findings   {}", describe_finding_count(report)));
    }
    for (concern, group) in finding_groups(report) {
        text.push_line(format_args!("{:<10} {} ({}):", "", concern.title(), group.len()));
        for finding in group {
            text.push_line(format_args!(
                "{:<10} - {}",
                "",
                one_line(&describe_finding(report, finding))
            ));
        }
    }
    text.push_styled_line(
        "verdict    ",
        (style(report.verdict), &verdict_phrase(report)),
        after_verdict(report),
    );
}

fn describe_finding(report: &Report, finding: &Finding) -> String {
    let share = finding_share(report, finding);
    format!("{} ({share}), such as {}", finding.says, finding.example)
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
    let count = |is_counted: fn(OutcomeKind) -> bool| {
        let has = |clause: &&ClauseReport| clause.outcomes.keys().any(|kind| is_counted(*kind));
        report.clauses.iter().filter(has).count()
    };
    let covered = count(|kind| kind != OutcomeKind::Skip);
    let failing = count(|kind| kind == OutcomeKind::Fail);
    let all = report.clauses.len();
    format!("{covered} of {all} covered, {failing} named by cases that fail")
}

/// Returns the observed behaviour at each gap, with the number of cases if they differ.
fn observations(report: &Report) -> Vec<String> {
    let line = |Question { gap, mut answers, .. }: Question<'_>| {
        answers.sort();
        let differ = answers.len() > 1;
        let count = |count: usize| {
            if differ { format!(" ({})", pluralize(count, "case")) } else { String::new() }
        };
        let answers = answers.into_iter();
        let answers = answers.map(|(answer, cases)| format!("{answer}{}", count(cases.len())));
        format!("{gap}: {}", answers.collect::<Vec<_>>().join(", "))
    };
    questions(report).into_iter().map(line).collect()
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
