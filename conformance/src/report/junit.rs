//! The view of a report as JUnit XML.

use std::time::Duration;

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::document::{CaseReport, Report};
use crate::outcome::OutcomeKind;

/// The report as JUnit XML.
///
/// # Errors
/// When it cannot be written as XML.
pub(super) fn junit(report: &Report) -> Result<String, quick_junit::SerializeError> {
    let mut suite = TestSuite::new(format!("{} {}", report.contract.name, report.contract.version));
    suite.set_time(Duration::from_secs_f64(report.duration_seconds));
    suite.add_test_cases(report.cases.iter().map(test_case));
    let mut junit = quick_junit::Report::new("webdata-conformance");
    junit.set_time(Duration::from_secs_f64(report.duration_seconds));
    junit.add_test_suite(suite);
    junit.to_string()
}

fn test_case(case: &CaseReport) -> TestCase {
    let outcome = &case.outcome;
    let mut status = match outcome.kind {
        OutcomeKind::Pass | OutcomeKind::Observed => TestCaseStatus::success(),
        OutcomeKind::Skip | OutcomeKind::Waived => TestCaseStatus::skipped(),
        OutcomeKind::Fail => TestCaseStatus::non_success(NonSuccessKind::Failure),
        OutcomeKind::Blocked | OutcomeKind::Error => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
    };
    if !outcome.reason.is_empty() {
        status.set_message(outcome.reason.as_str());
        let commands = outcome.transcript.iter().map(|exchange| exchange.curl.as_str());
        status.set_description(commands.collect::<Vec<_>>().join("\n"));
    }
    let mut test_case = TestCase::new(case.id.as_str(), status);
    let group = case.id.rsplit_once("::").map_or("", |(group, _)| group);
    test_case.set_classname(group);
    test_case.set_time(outcome.duration);
    test_case
}
