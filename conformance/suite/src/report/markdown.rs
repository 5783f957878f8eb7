//! Writes a report as Markdown, short enough for a comment on a pull request.
//!
//! Texts of the server are always code, where they cannot become markup or mentions.

use std::collections::HashMap;
use std::fmt::Write;

use webdata_spec::model::level_and_heading;

use super::document::{CaseReport, FeatureReport, FeatureState, Report, Verdict};
use super::phrases::{
    broken_clause, by_reason, cases_with, code_spans, describe_counts, describe_finding_count,
    describe_profile, describe_waiver, explanation, finding_groups, finding_share, is_exploration,
    listed_profiles, verdict_phrase,
};
use crate::failure::{describe_place, diff_lines};
use crate::outcome::{OutcomeKind, is_counted};
use crate::untrusted::{cut, one_line, visible};
use crate::{Printable, describe_seconds};

/// The maximum length, in bytes; GitHub accepts 65,536 characters.
const MAX_BYTES: usize = 60_000;

/// The space in bytes that is reserved for the parts after the failures.
const RESERVED_BYTES: usize = 20_000;

/// The maximum number of findings or cases with details; the page has all.
const MAX_DETAILED: usize = 20;

/// The maximum length of other lists.
const MAX_LISTED: usize = 20;

/// The maximum length of a server's text, in characters.
const MAX_TEXT_CHARS: usize = 600;

/// The maximum length of a command line.
const MAX_COMMAND_CHARS: usize = 2_000;

/// Returns the report as Markdown.
#[must_use]
pub fn markdown(report: &Report) -> Printable {
    let mut text = head(report);
    write_findings(&mut text, report);
    let sections = [
        (OutcomeKind::Blocked, "Blocked: the set-up, or a valid body, was rejected"),
        (OutcomeKind::Error, "Not judged: the network's errors, or ours"),
    ];
    for (kind, title) in sections {
        write_cases(&mut text, report, kind, title);
    }
    Printable::multiline(&(text + &short_sections(report)))
}

fn head(report: &Report) -> String {
    let mark = match report.verdict {
        Verdict::Conformant => "✅",
        Verdict::Partial => "◻️",
        Verdict::NotConformant => "❌",
        Verdict::Incomplete => "⚠️",
    };
    let Report { server, contract, suite, scope, .. } = report;
    let mut text = format!("## {mark} {}\n\n{}.\n\n", verdict_phrase(report), explanation(report));
    let part = scope.shard.map(|shard| format!(" This is part {shard} of a run."));
    // Writing into a string never fails.
    let _ = writeln!(
        text,
        "{} at {} judged by {} {} (`{}`), suite {}, on {}, in {}.{}\n",
        code(&server.name),
        code(&server.base_url),
        contract.name,
        contract.version,
        contract.short_hash(),
        suite.version,
        report.started_at.strftime("%Y-%m-%d %H:%M UTC"),
        describe_seconds(report.duration_seconds),
        part.unwrap_or_default(),
    );
    if is_exploration(report) {
        text.pop();
        return text;
    }
    let kinds: Vec<_> = report.outcomes.iter().filter(|(_, count)| **count > 0).collect();
    let names: Vec<String> = kinds.iter().map(|(kind, _)| kind.to_string()).collect();
    let numbers: Vec<String> = kinds.iter().map(|(_, count)| count.to_string()).collect();
    let _ = writeln!(text, "| cases | {} |", names.join(" | "));
    let _ = writeln!(text, "|---:|{}", "---:|".repeat(kinds.len()));
    let _ = writeln!(text, "| {} | {} |", scope.manifest.count, numbers.join(" | "));
    text
}

/// Writes the findings by group, each with its example, as many as fit.
fn write_findings(text: &mut String, report: &Report) {
    let count = report.findings.len();
    if count == 0 && report.overall.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n### Findings ({})\n", describe_finding_count(report));
    for statement in &report.overall {
        let _ = writeln!(text, "Overall: {}.\n", markup(&statement.says));
    }
    let by_id: HashMap<&str, &CaseReport> =
        report.cases.iter().map(|case| (case.id.as_str(), case)).collect();
    let mut written = 0;
    'groups: for (concern, group) in finding_groups(report) {
        let mut title = format!("#### {} ({})\n\n", concern.title(), group.len());
        for finding in group {
            let example = by_id.get(finding.example.as_str()).map(|case| details(report, case));
            let piece = format!(
                "{title}- {} ({})\n\n{}\n",
                markup(&finding.says),
                finding_share(report, finding),
                example.unwrap_or_default()
            );
            if written == MAX_DETAILED || text.len() + piece.len() > MAX_BYTES - RESERVED_BYTES {
                break 'groups;
            }
            text.push_str(&piece);
            title.clear();
            written += 1;
        }
    }
    if written < count {
        let _ = writeln!(text, "\n{} more are in `report.html`.", count - written);
    }
}

/// Writes the cases with one outcome, as many as fit.
fn write_cases(text: &mut String, report: &Report, kind: OutcomeKind, title: &str) {
    let count = report.count(kind);
    if count == 0 {
        return;
    }
    let _ = writeln!(text, "\n### {title} ({count})\n");
    let mut written = 0;
    let sent = || cases_with(report, kind).filter(|(_, case)| !case.outcome.is_unsent());
    let unsent = by_reason(cases_with(report, kind).filter(|(_, case)| case.outcome.is_unsent()));
    for (reason, cases) in unsent.iter().take(MAX_LISTED) {
        let _ = writeln!(text, "- {} × {}\n", cases.len(), code(reason));
    }
    for (_, case) in sent().take(MAX_DETAILED) {
        let piece = details(report, case);
        if text.len() + piece.len() > MAX_BYTES - RESERVED_BYTES {
            break;
        }
        text.push_str(&piece);
        written += 1;
    }
    let more = sent().count() - written;
    if more > 0 {
        let _ = writeln!(text, "\n{more} more are in `report.html`.");
    }
}

fn details(report: &Report, case: &CaseReport) -> String {
    let outcome = &case.outcome;
    let reason = cut(&one_line(&outcome.reason.to_string()), MAX_TEXT_CHARS);
    let mut text = format!(
        "<details><summary><code>{}</code>: <code>{}</code></summary>\n\n",
        html(&case.id),
        html(&reason)
    );
    if let Some(clause) = broken_clause(report, case) {
        let _ = writeln!(
            text,
            "{} ({}): {}",
            code(clause.id.as_str()),
            level_and_heading(clause.level, &clause.source),
            code(&clause.says)
        );
        if !is_counted(case.level, report.level) {
            let _ = writeln!(text, "\nIts level is `{}`, which does not count here.", case.level);
        }
        text.push('\n');
    }
    let mut diff = Vec::new();
    for deviation in &outcome.deviations {
        diff.push(format!("@@ {} @@", describe_place(deviation)));
        let lines = diff_lines(deviation).into_iter();
        diff.extend(lines.map(|(sign, line)| format!("{sign}{line}")));
    }
    if !diff.is_empty() {
        text.push_str(&fenced("diff", &diff.join("\n")));
    }
    let exchanges = &outcome.transcript;
    if let Some(last) = outcome.ended_at.map_or(exchanges.last(), |at| exchanges.get(at)) {
        let command = last.curl();
        let is_long = command.chars().count() > MAX_COMMAND_CHARS;
        let start =
            if is_long { "# only the beginning; `report.html` has all of it: " } else { "" };
        text.push_str(&fenced("sh", &format!("{start}{}", cut(&command, MAX_COMMAND_CHARS))));
        if let Some(response) = &last.response {
            let response = format!("{} {}", response.status, cut(&response.body, MAX_TEXT_CHARS));
            text.push_str(&fenced("", &response));
        }
    }
    text.push_str("</details>\n");
    text
}

/// Returns the short sections: incomplete features, waivers, skipped cases, observations.
fn short_sections(report: &Report) -> String {
    let mut text = String::new();
    let waivers = report.waivers.iter();
    let waivers = waivers.map(|waiver| {
        format!("{}: {}", code(&waiver.waiver.scope.to_string()), code(&describe_waiver(waiver)))
    });
    list(&mut text, "Waivers", waivers.collect());
    let profiles = listed_profiles(report).iter().map(describe_profile);
    list(&mut text, "Profiles", profiles.collect());
    let is_told = |feature: &&FeatureReport| {
        feature.state != FeatureState::Supported && !is_exploration(report)
    };
    let features = report.features.iter().filter(is_told);
    let features = features.map(|feature| {
        format!(
            "{}: {}, {}",
            code(&feature.name),
            feature.state,
            describe_counts(feature.outcomes.iter())
        )
    });
    list(&mut text, "Features that are not tested, or only in part", features.collect());
    let off = report.off.iter();
    let off = off.map(|off| format!("{}: {}", code(&off.feature), code(&off.reason)));
    list(&mut text, "Switched off in the target file", off.collect());
    let remedies = report.remedies.iter().map(|remedy| markup(&remedy.to_string()));
    list(&mut text, "Skipped, and what changes that", remedies.collect());
    let several = report.several_readings.iter();
    let several =
        several.map(|readings| format!("{} {}", readings.question, markup(&readings.describe())));
    list(&mut text, "Open points with several readings in one run", several.collect());
    text + "\nThe record is `report.json`; `webdata-conformance verify report.json` derives its \
            verdict again. `report.html` shows each case.\n"
}

fn list(text: &mut String, title: &str, lines: Vec<String>) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n### {title}\n");
    let (count, mut shown) = (lines.len(), 0);
    let longest = text.len() + RESERVED_BYTES / 5;
    for line in lines.into_iter().take(MAX_LISTED) {
        if text.len() + line.len() > longest {
            break;
        }
        let _ = writeln!(text, "- {line}");
        shown += 1;
    }
    if shown < count {
        let _ = writeln!(text, "- and {} more in `report.html`", count - shown);
    }
}

/// Escapes a sentence of the suite; texts of a server in it are code spans.
fn markup(sentence: &str) -> String {
    let sentence = cut(&one_line(sentence), MAX_TEXT_CHARS);
    let part = |(is_code, part)| if is_code { code(part) } else { html(part) };
    code_spans(&sentence).map(part).collect()
}

/// Returns a text as a code span, with more backticks than the text has in a row.
fn code(text: &str) -> String {
    let text = cut(&one_line(text), MAX_TEXT_CHARS);
    let fence = "`".repeat(longest_run(&text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    if text.is_empty() {
        "(nothing)".to_owned()
    } else {
        format!("{fence}{space}{text}{space}{fence}")
    }
}

/// Returns a text as a code block, with more backticks than the text has in a row.
fn fenced(language: &str, text: &str) -> String {
    let text = visible(text);
    let fence = "`".repeat(longest_run(&text).max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n\n")
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

/// Escapes a text for an HTML element, in which Markdown has no meaning.
fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
