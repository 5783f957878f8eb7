//! The views of a report for CI services: JUnit XML, annotations of GitHub Actions, and a badge.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::time::Duration;

use askama::Template;
use chrono::DateTime;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use webdata_spec::model::level_and_heading;

use super::document::{CaseReport, ClauseReport, Report, Verdict, WaiverState};
use super::phrases::{
    broken_clause, by_reason, cases_with, counted_findings, describe_waiver, explanation,
    finding_share, headline, main_figures, verdict_phrase,
};
use crate::Printable;
use crate::failure::{shortened, write_line, write_received};
use crate::findings::Finding;
use crate::outcome::OutcomeKind;
use crate::quantities::pluralize;
use crate::untrusted::{cut, one_line, visible, visible_line};

/// Returns the report as JUnit XML.
///
/// # Errors
/// If the report cannot be written as XML.
pub fn junit(report: &Report) -> Result<Printable, quick_junit::SerializeError> {
    let mut suite = TestSuite::new(format!("{} {}", report.contract.name, report.contract.version));
    suite.set_time(Duration::from_secs_f64(report.duration_seconds));
    let started_at = DateTime::from_timestamp_millis(report.started_at.as_millisecond());
    if let Some(started_at) = started_at {
        suite.set_timestamp(started_at);
    }
    suite.add_properties([
        ("verdict".to_owned(), report.verdict.to_string()),
        ("says".to_owned(), visible(&headline(report))),
        ("server".to_owned(), visible(&report.server.name)),
        ("server.url".to_owned(), visible(&report.server.base_url)),
        ("contract.hash".to_owned(), report.contract.hash.clone()),
        ("suite.version".to_owned(), report.suite.version.to_string()),
        ("manifest.hash".to_owned(), report.scope.manifest.hash.clone()),
    ]);
    suite.add_properties(
        report
            .profiles
            .iter()
            .map(|profile| (format!("profile.{}", profile.name), profile.state.to_string())),
    );
    let mut junit = quick_junit::Report::new("webdata-conformance");
    junit.set_time(Duration::from_secs_f64(report.duration_seconds));
    let by_id: HashMap<&str, &CaseReport> =
        report.cases.iter().map(|case| (case.id.as_str(), case)).collect();
    let mut reported: HashSet<&str> = HashSet::new();
    let (beside, failing): (Vec<&Finding>, Vec<&Finding>) =
        report.findings.iter().partition(|finding| finding.beside);
    for finding in failing.into_iter().chain(beside) {
        let mut test_suite =
            TestSuite::new(format!("{} ({})", finding.clause, one_line(&finding.says)));
        if finding.beside {
            test_suite.add_test_case(seen_beside(report, finding));
        } else {
            let cases = finding.cases.iter().filter_map(|id| by_id.get(id.as_str()));
            test_suite.add_test_cases(cases.map(|case| test_case(report, case)));
            reported.extend(finding.cases.iter().map(String::as_str));
        }
        junit.add_test_suite(test_suite);
    }
    let unsent =
        cases_with(report, OutcomeKind::Error).filter(|(_, case)| case.outcome.is_unsent());
    let unsent = by_reason(unsent);
    if !unsent.is_empty() {
        let mut test_suite = TestSuite::new("not sent");
        test_suite
            .add_test_cases(unsent.iter().map(|(reason, cases)| not_sent(reason, cases.len())));
        junit.add_test_suite(test_suite);
    }
    let rest = report.cases.iter().filter(|case| !reported.contains(case.id.as_str()));
    suite.add_test_cases(rest.map(|case| test_case(report, case)));
    junit.add_test_suite(suite);
    // The schema of Jenkins' xUnit plugin allows `skipped` for a suite only; its readers add them up.
    let skipped = format!(" skipped=\"{}\"", junit.skipped);
    Ok(Printable::multiline(&junit.to_string()?.replacen(&skipped, "", 1)))
}

/// Returns a test case for all cases that were not sent for one reason. The cases themselves are skipped, so
/// that one cause is one error.
fn not_sent(reason: &str, cases: usize) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("not sent");
    status.set_message(format!("{}: {}", pluralize(cases, "case"), one_line(reason)));
    without_request(one_line(reason), "not sent", status)
}

/// Returns a test case that stands for no case of the suite. Some readers require a class and a time.
fn without_request(name: String, class: &str, status: TestCaseStatus) -> TestCase {
    let mut test_case = TestCase::new(name, status);
    test_case.set_classname(class);
    test_case.set_time(Duration::ZERO);
    test_case
}

/// Returns a test case for a finding that only cases about something else saw, so that none of them fails.
fn seen_beside(report: &Report, finding: &Finding) -> TestCase {
    let mut status = TestCaseStatus::skipped();
    if finding.counts(report.level, |_| false) {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type("seen beside");
    }
    status.set_message(one_line(&finding.says));
    status.set_description(format!(
        "{}, such as {}",
        finding_share(report, finding),
        finding.example
    ));
    without_request(format!("finding::{}", finding.clause), "seen beside", status)
}

fn test_case(report: &Report, case: &CaseReport) -> TestCase {
    let outcome = &case.outcome;
    let mut status = match outcome.kind {
        OutcomeKind::Pass | OutcomeKind::Observed => TestCaseStatus::success(),
        OutcomeKind::Skip | OutcomeKind::Waived => TestCaseStatus::skipped(),
        OutcomeKind::Error if outcome.is_unsent() => TestCaseStatus::skipped(),
        OutcomeKind::Fail => TestCaseStatus::non_success(NonSuccessKind::Failure),
        OutcomeKind::Blocked | OutcomeKind::Error => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
    };
    if !outcome.reason.is_empty() {
        status.set_message(one_line(&outcome.reason.to_string()));
    }
    let has_details =
        !matches!(outcome.kind, OutcomeKind::Pass | OutcomeKind::Observed | OutcomeKind::Skip);
    if has_details && !outcome.is_unsent() {
        // The schema of Surefire allows no type of what was skipped.
        if outcome.kind != OutcomeKind::Waived {
            status.set_type(outcome.kind.to_string());
        }
        status.set_description(failure_description(report, case));
    }
    let mut test_case = TestCase::new(case.id.as_str(), status);
    let group = case.id.rsplit_once("::").map_or("", |(group, _)| group);
    test_case.set_classname(group);
    test_case.set_time(outcome.duration);
    if let Some(observed) = &outcome.observed {
        let answer = format!("{}: {}", observed.gap, one_line(&observed.answer));
        test_case.set_system_out(answer);
    }
    test_case
}

/// Returns the message about a case of a report, which has fewer details of its requests than the case.
fn failure_description(report: &Report, case: &CaseReport) -> String {
    let (mut message, outcome) = (String::new(), &case.outcome);
    if matches!(outcome.kind, OutcomeKind::Error | OutcomeKind::Blocked | OutcomeKind::Waived) {
        write_line(
            &mut message,
            &outcome.kind.to_string(),
            &shortened(&outcome.reason.to_string()),
        );
    }
    if let Some(ClauseReport { id, level, says, source, .. }) = broken_clause(report, case) {
        let stated = level_and_heading(*level, source);
        write_line(&mut message, "clause", &visible_line(&format!("{id} ({stated})")));
        write_line(&mut message, "says", &visible_line(says));
    }
    for exchange in &outcome.transcript {
        write_line(&mut message, "sent", &visible_line(&exchange.curl()));
        if let Some(response) = &exchange.response {
            let received = format!("{} {}", response.status, response.body);
            write_line(&mut message, "received", &shortened(&received));
        }
    }
    write_received(&mut message, outcome);
    message
}

/// The space on each side of a text, in pixels.
const MARGIN: usize = 6;

/// The width of a character, in tenths of a pixel: the mean of Verdana at 11 pixels. Browsers fit the text
/// into the width, whatever their font.
const CHARACTER_WIDTH: usize = 68;

/// The maximum length of a text, in characters.
const MAX_TEXT_CHARS: usize = 120;

#[derive(Template)]
#[template(path = "badge.svg", escape = "html")]
struct Badge {
    /// The whole first line of the report, which browsers show as a tooltip.
    title: String,
    label: String,
    message: String,
    colour: &'static str,
    /// The width of the left half.
    split: usize,
    /// The width of the right half.
    right: usize,
    width: usize,
}

/// Returns the badge of a report.
///
/// # Errors
/// Fails if the template cannot be rendered; rendering into a string does not fail.
pub fn badge(report: &Report) -> askama::Result<Printable> {
    let shown = |text: &str| cut(&one_line(text), MAX_TEXT_CHARS);
    let label = shown(&format!("{} {}", report.contract.name, report.contract.version));
    let message = shown(&badge_message(report));
    let (split, right) = (width(&label), width(&message));
    let colour = match report.verdict {
        Verdict::Conformant => "#1a7f37",
        Verdict::Partial => "#66707b",
        Verdict::NotConformant => "#c01c28",
        Verdict::Incomplete => "#8a5a00",
    };
    let title = one_line(&headline(report));
    let badge = Badge { title, label, message, colour, split, right, width: split + right };
    Ok(Printable::multiline(&badge.render()?))
}

/// Returns the verdict with its profiles, the number of waived failures, and the day.
fn badge_message(report: &Report) -> String {
    let verdict = match report.verdict {
        Verdict::Partial => format!("{}, {}", verdict_phrase(report), main_figures(report)),
        Verdict::Conformant | Verdict::NotConformant | Verdict::Incomplete => {
            verdict_phrase(report)
        }
    };
    let waived = match report.count(OutcomeKind::Waived) {
        0 => String::new(),
        count => format!(", {} waived", pluralize(count, "failure")),
    };
    format!("{verdict}{waived}, {}", report.started_at.strftime("%Y-%m-%d"))
}

fn width(text: &str) -> usize {
    (text.chars().count() * CHARACTER_WIDTH).div_ceil(10) + 2 * MARGIN
}

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
        let title = format!("{} ({})", finding.clause, finding_share(report, finding));
        push_annotation(&mut lines, "error", &title, &annotation_message(report, finding));
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
fn annotation_message(report: &Report, finding: &Finding) -> String {
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
