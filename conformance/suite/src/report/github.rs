//! Writes a report as annotations in a log of GitHub Actions, one on each line.

use std::fmt::Write;

use super::document::{Report, Verdict, WaiverState};
use super::headline::{explanation, verdict_phrase};
use super::phrases::{case_share, counted_findings, describe_waiver, pluralize};
use crate::Printable;
use crate::display::{cut, one_line};
use crate::findings::Finding;

/// The maximum number of findings with a line each: GitHub shows at most ten errors of a step.
const MAX_FINDINGS: usize = 10;

/// The maximum length of a message, in characters.
const MAX_MESSAGE_CHARS: usize = 1_000;

/// Returns the annotations of a report: its verdict and its findings.
#[must_use]
pub fn annotations(report: &Report) -> Printable {
    let mut lines = Printable::default();
    let findings: Vec<&Finding> = counted_findings(report).collect();
    // If there are more than ten, the last line says how many.
    let shown = if findings.len() > MAX_FINDINGS { MAX_FINDINGS - 1 } else { findings.len() };
    for finding in findings.iter().take(shown) {
        let title = format!("{} ({})", finding.clause, case_share(finding));
        push_annotation(&mut lines, "error", &title, &message(report, finding));
    }
    if findings.len() > shown {
        let title = pluralize(findings.len() - shown, "more finding");
        push_annotation(
            &mut lines,
            "error",
            &title,
            "the summary of the step and report.html have them all",
        );
    }
    for waiver in &report.waivers {
        let kind = match waiver.state {
            WaiverState::Applied => continue,
            WaiverState::Expired | WaiverState::Unused => "warning",
            // Such a waiver fails the run.
            WaiverState::PassesAgain => "error",
        };
        push_annotation(
            &mut lines,
            kind,
            &format!("waiver of {}", waiver.waiver.scope),
            &describe_waiver(waiver),
        );
    }
    // No other annotation would explain why the step fails.
    let kind = if report.verdict == Verdict::Incomplete { "error" } else { "notice" };
    let what = format!("{} is {}", report.server.name, verdict_phrase(report));
    let counted = pluralize(report.scope.manifest.count, "case");
    let verdict_message = match report.verdict {
        // The reason is complete for these verdicts.
        Verdict::Conformant | Verdict::Partial => explanation(report),
        Verdict::NotConformant | Verdict::Incomplete => {
            format!("{} ({counted})", explanation(report))
        }
    };
    push_annotation(&mut lines, kind, &what, &verdict_message);
    lines
}

/// Returns the finding and a case that shows it.
fn message(report: &Report, finding: &Finding) -> String {
    let mut message = finding.says.clone();
    let example = report.cases.iter().find(|case| case.id == finding.example);
    if let Some(case) = example {
        // Writing into a string never fails.
        let _ = write!(message, "\n{}: {}", case.id, case.outcome.reason);
    }
    message
}

fn push_annotation(lines: &mut Printable, kind: &'static str, title: &str, message: &str) {
    lines.push(&Printable::annotation(kind, &one_line(title), &cut(message, MAX_MESSAGE_CHARS)));
}
