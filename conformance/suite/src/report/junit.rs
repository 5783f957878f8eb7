//! Writes a report as JUnit XML.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use chrono::DateTime;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::document::{CaseReport, ClauseReport, Report};
use super::headline::headline;
use super::phrases::{broken_clause, by_reason, case_share, cases_with, pluralize};
use crate::Printable;
use crate::display::{one_line, visible, visible_line};
use crate::failure::{shortened, write_line, write_received};
use crate::findings::Finding;
use crate::outcome::OutcomeKind;

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
    for finding in report.findings.iter().filter(|finding| !finding.beside) {
        let mut test_suite =
            TestSuite::new(format!("{} ({})", finding.clause, one_line(&finding.says)));
        let cases = finding.cases.iter().filter_map(|id| by_id.get(id.as_str()));
        test_suite.add_test_cases(cases.map(|case| test_case(report, case)));
        reported.extend(finding.cases.iter().map(String::as_str));
        junit.add_test_suite(test_suite);
    }
    for finding in report.findings.iter().filter(|finding| finding.beside) {
        let mut test_suite =
            TestSuite::new(format!("{} ({})", finding.clause, one_line(&finding.says)));
        test_suite.add_test_case(seen_beside(report, finding));
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
    Ok(Printable::multiline(&junit.to_string()?))
}

/// Returns a test case for all cases that were not sent for one reason. The cases themselves are skipped, so
/// that one cause is one error.
fn not_sent(reason: &str, cases: usize) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("not sent");
    status.set_message(format!("{}: {}", pluralize(cases, "case"), one_line(reason)));
    TestCase::new(one_line(reason), status)
}

/// Returns a test case for a finding that only cases about something else saw, so that none of them fails.
fn seen_beside(report: &Report, finding: &Finding) -> TestCase {
    let mut status = match finding.counts(report.level, |_| false) {
        true => TestCaseStatus::non_success(NonSuccessKind::Failure),
        false => TestCaseStatus::skipped(),
    };
    status.set_message(one_line(&finding.says));
    status.set_type("seen beside");
    status.set_description(format!("{}, such as {}", case_share(finding), finding.example));
    TestCase::new(format!("finding::{}", finding.clause), status)
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
        status.set_type(outcome.kind.to_string());
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
    let broken = broken_clause(case);
    if let Some(ClauseReport { id, level, says, source, .. }) =
        report.clauses.iter().find(|clause| Some(&clause.id) == broken)
    {
        write_line(&mut message, "clause", &visible_line(&format!("{id} ({level}; {source})")));
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
