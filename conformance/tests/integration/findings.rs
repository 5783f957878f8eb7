//! Findings: each independent fault is one finding, named after the broken clause. Deviations that are seen
//! only by cases about another clause are findings too.
//!
//! The audit runs the suite against a hundred mutants, one at a time, and judges the findings of each.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::civil::Date;
use webdata_audit::{mutants, served_contract};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;
use webdata_suite::findings::{Explanation, Finding, Judged, explained};
use webdata_suite::outcome::{OutcomeKind, Reason};
use webdata_suite::report::{CaseReport, Report, Verdict, junit};
use webdata_suite::waivers::{Waiver, WaiverScope};

use crate::altered_server::{Alteration, UNCHANGED};
use crate::changed_contract::{report, report_of_mutant};
use crate::{SUITE, recount};

/// Mutants of the contract, which one server has together.
const TEN: [&str; 10] = [
    "update-monitor/MonitorUpdate.name.maxLength/unlimited",
    "update-monitor/MonitorUpdate.status.enum/accepts-any-text",
    "update-monitor/MonitorUpdate.retentionDays.maximum/unlimited",
    "update-monitor/MonitorUpdate.targets.maxItems/unlimited",
    "update-monitor/EmailNotification.recipients.items.format/unchecked",
    "update-monitor/EmailNotification.enabled.type/accepts-anything",
    "update-monitor/MonitorSchedule.timezone.format/unchecked",
    "update-monitor/MonitorWebhook.url.required/may-be-left-out",
    "update-monitor/MonitorWebhook.events.items.enum/accepts-any-text",
    "service/errors.invalid-token.error/other",
];

/// A mutant that only cases about `retentionDays` notice.
const UNLIMITED: &str = "update-monitor/MonitorUpdate.retentionDays.maximum/unlimited";

/// A mutant that fails many cases.
const REQUIRES_GOAL: &str = "update-monitor/MonitorUpdate.type/requires-goal";

#[test]
fn ten_independent_faults_are_ten_findings() {
    let all = mutants::all(&SUITE.spec);
    let faults = TEN.map(|id| all.iter().find(|mutant| mutant.id == id).expect(id));
    let differences = faults.map(|fault| fault.difference.clone());
    let served = served_contract(&differences, &Arc::new(SUITE.spec.clone()));
    let report = report(&SUITE, Spec::clone(&served), &[]);
    let messages: Vec<&str> = report.findings.iter().map(|finding| finding.says.as_str()).collect();
    assert_eq!(messages.len(), TEN.len(), "{messages:#?}");
    for fault in faults {
        // A type that accepts every value also breaks clauses that enclose the type's own clause.
        let names_fault = |finding: &&Finding| fault.clause.is_within(&finding.clause);
        let naming = report.findings.iter().filter(names_fault).count();
        assert_eq!(naming, 1, "{}: {messages:#?}", fault.id);
    }
    assert_eq!(recount::mistakes(&report), Vec::<String>::new());
    let grouped: BTreeSet<&str> =
        report.findings.iter().flat_map(|finding| &finding.cases).map(String::as_str).collect();
    let mut failing = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
    assert!(failing.all(|case| grouped.contains(case.id.as_str())), "a failing case is left out");
}

/// Sets `lastRunAt` to a number in the responses to updates of `retentionDays`.
const MISTYPES_LAST_RUN: Alteration = Alteration {
    after: |sent, _, body| {
        let sets_retention = sent.body.get("retentionDays").is_some();
        if let Some(last_run) = body.pointer_mut("/data/lastRunAt").filter(|_| sets_retention) {
            *last_run = 7.into();
        }
    },
    ..UNCHANGED
};

/// Runs the cases about `retentionDays` against a server that mistypes `lastRunAt` in their responses.
fn report_with_mistyped_last_run(served: Arc<Spec>) -> Report {
    MISTYPES_LAST_RUN.start_with(served).run(&["updateMonitor::retentionDays"], None)
}

/// Waives the finding about a clause.
fn waived(report: Report, clause: &ClauseId) -> Report {
    let waiver = Waiver {
        scope: WaiverScope::Finding(Explanation::of_clause(clause)),
        reason: "known".to_owned(),
        ticket: "T-1".to_owned(),
        expires: Date::constant(2199, 12, 31),
    };
    report.with_waivers(&SUITE, vec![waiver])
}

#[test]
fn a_deviation_that_fails_no_case_is_a_finding_and_fails_the_run() {
    let report = report_with_mistyped_last_run(Arc::new(SUITE.spec.clone()));
    assert_eq!(report.count(OutcomeKind::Fail), 0, "a case failed");
    let [finding] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
    assert_eq!(finding.clause.as_str(), "Monitor.lastRunAt.type");
    assert!(finding.beside && finding.cases.len() > 1, "{finding:#?}");
    assert!(finding.says.contains("at `/data/lastRunAt`, expected"), "{}", finding.says);
    assert_eq!(report.verdict, Verdict::NotConformant);
    let clause = report.clauses.iter().find(|clause| clause.id == finding.clause).unwrap();
    assert_eq!(clause.broken, finding.cases.len());
    let junit = junit(&report).expect("the JUnit report can be rendered");
    assert_eq!(junit.matches("<failure").count(), 1, "{junit}");
    let clause = finding.clause.clone();
    let waived = waived(report, &clause);
    assert_eq!(waived.verdict, Verdict::Partial);
    assert!(waived.findings[0].waived && waived.waivers[0].waived > 1, "{:#?}", waived.waivers);
    assert!(!self::junit(&waived).expect("the JUnit report can be rendered").contains("<failure"));
}

/// Waiving the finding about another property must not waive the failing cases.
#[test]
fn the_response_to_a_wrongly_accepted_request_is_judged_whole() {
    let all = mutants::all(&SUITE.spec);
    let fault = all.iter().find(|mutant| mutant.id == UNLIMITED).expect(UNLIMITED);
    let differences = [fault.difference.clone()];
    let served = served_contract(&differences, &Arc::new(SUITE.spec.clone()));
    let report = report_with_mistyped_last_run(served);
    let failing = report.count(OutcomeKind::Fail);
    let [first, second] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
    let (failed, seen) = if first.beside { (second, first) } else { (first, second) };
    assert_eq!((&failed.clause, failed.beside), (&fault.clause, false));
    assert_eq!((seen.clause.as_str(), seen.beside), ("Monitor.lastRunAt.type", true));
    assert!(failed.cases.iter().all(|case| seen.cases.contains(case)), "{seen:#?}");
    let clause = seen.clause.clone();
    let waived = waived(report, &clause);
    assert_eq!(waived.count(OutcomeKind::Fail), failing);
    assert_eq!(waived.verdict, Verdict::NotConformant);
}

/// A waiver names a finding by its explanation, so it covers cases that a later suite adds.
#[test]
fn an_explanation_covers_the_cases_of_a_larger_suite() {
    let report = report_of_mutant(REQUIRES_GOAL, &[]);
    let whole: Vec<Judged<'_>> = report.cases.iter().map(CaseReport::judged).collect();
    // The server also rejects set-ups. What it rejects in controls is no deviation of the cases that these block.
    let failing = report.cases.iter().filter(|case| match case.outcome.kind {
        OutcomeKind::Fail => true,
        OutcomeKind::Blocked => !matches!(case.outcome.reason, Reason::Control { .. }),
        _ => false,
    });
    let failing: BTreeSet<&str> = failing.map(|case| case.id.as_str()).collect();
    for one_in in [20, 5] {
        let fewer = whole.iter().enumerate().filter(|(index, _)| index % one_in != 0);
        let fewer: Vec<Judged<'_>> = fewer.map(|(_, case)| *case).collect();
        let findings = explained(SUITE.judge(), &fewer).findings;
        let explanations: Vec<&Explanation> =
            findings.iter().map(|finding| &finding.explanation).collect();
        let explained = explained(SUITE.judge(), &whole);
        assert_eq!(explained.failing_only(&explanations), failing, "one in {one_in}");
    }
}
