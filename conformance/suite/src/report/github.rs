//! Writes a report as annotations in a log of GitHub Actions, one on each line.

use std::fmt::Write;

use super::document::{Report, Verdict, WaiverState};
use super::headline::{called, why};
use super::phrases::{counted_findings, describe_waiver, how_many, several};
use crate::Printable;
use crate::display::{cut, one_line};
use crate::findings::Finding;

/// The maximum number of findings with a line each: GitHub shows at most ten errors of a step.
const SHOWN: usize = 10;

/// The maximum length of a message, in characters.
const LONGEST: usize = 1_000;

/// Returns the annotations of a report: its verdict and its findings.
#[must_use]
pub fn annotations(report: &Report) -> Printable {
    let mut lines = Printable::default();
    let findings: Vec<&Finding> = counted_findings(report).collect();
    // If there are more than ten, the last line says how many.
    let shown = if findings.len() > SHOWN { SHOWN - 1 } else { findings.len() };
    for finding in findings.iter().take(shown) {
        let title = format!("{} ({})", finding.clause, how_many(finding));
        line(&mut lines, "error", &title, &message(report, finding));
    }
    if findings.len() > shown {
        let title = several(findings.len() - shown, "more finding");
        line(&mut lines, "error", &title, "the summary of the step and report.html have them all");
    }
    for waiver in &report.waivers {
        let kind = match waiver.state {
            WaiverState::Applied => continue,
            WaiverState::Expired | WaiverState::Unused => "warning",
            // Such a waiver fails the run.
            WaiverState::PassesAgain => "error",
        };
        line(
            &mut lines,
            kind,
            &format!("waiver of {}", waiver.waiver.of),
            &describe_waiver(waiver),
        );
    }
    // No other annotation would explain why the step fails.
    let kind = if report.verdict == Verdict::Incomplete { "error" } else { "notice" };
    let what = format!("{} is {}", report.server.name, called(report));
    let counted = several(report.scope.manifest.count, "case");
    let says = match report.verdict {
        // The reason is complete for these verdicts.
        Verdict::Conformant | Verdict::Partial => why(report),
        Verdict::NotConformant | Verdict::Incomplete => format!("{} ({counted})", why(report)),
    };
    line(&mut lines, kind, &what, &says);
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

fn line(lines: &mut Printable, kind: &'static str, title: &str, message: &str) {
    lines.push(&Printable::annotation(kind, &one_line(title), &cut(message, LONGEST)));
}
