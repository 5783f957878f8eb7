//! Findings: each independent fault is one finding, named after the broken clause. Deviations that are seen
//! only by cases about another clause are findings too.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use jiff::civil::Date;
use serde_json::Value;
use webdata_audit::mutants;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level};
use webdata_suite::Suite;
use webdata_suite::findings::{Explanation, Finding, Judged, explained};
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{CaseReport, Report, Verdict, junit};
use webdata_suite::run::Runner;
use webdata_suite::waivers::{Waiver, WaiverScope};

use crate::changed_contract::{report, report_with};

/// Two servers with ten faults each: mutants of the contract, by their identities.
const SERVERS: [[&str; 10]; 2] = [
    [
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
    ],
    [
        "update-monitor/MonitorUpdate.targets.minItems/unlimited",
        "update-monitor/MonitorUpdate.goal.maxLength/accepts-2001",
        "update-monitor/MonitorUpdate.retentionDays.minimum/accepts-0",
        "update-monitor/MonitorUpdate.name.type/accepts-anything",
        "update-monitor/EmailNotification.recipients.maxItems/accepts-26",
        "update-monitor/MonitorSchedule.cron.minimumInterval/unlimited",
        "update-monitor/MonitorSchedule.exactlyOne/accepts-any-number",
        "update-monitor/MonitorWebhook.headers.additionalProperties.type/accepts-anything",
        "update-monitor/MonitorWebhook.url.format/unchecked",
        "service/errors.forbidden.status/is-401",
    ],
];

#[test]
fn ten_independent_faults_are_ten_findings() {
    let suite = webdata_conformance::suite().expect("the contract is valid");
    let all = mutants::all(&suite.spec);
    for ids in SERVERS {
        let faults = ids.map(|id| all.iter().find(|mutant| mutant.id == id).expect(id));
        let served =
            faults.iter().fold(Arc::new(suite.spec.clone()), |spec, fault| fault.spec(&spec));
        let report = report(&suite, Spec::clone(&served), &[]);
        let messages: Vec<&str> =
            report.findings.iter().map(|finding| finding.says.as_str()).collect();
        assert_eq!(messages.len(), ids.len(), "{messages:#?}");
        for fault in faults {
            // A type that accepts every value also breaks clauses that enclose the type's own clause.
            let names_fault = |finding: &&Finding| fault.clause.is_within(&finding.clause);
            assert_eq!(
                report.findings.iter().filter(names_fault).count(),
                1,
                "{}: {messages:#?}",
                fault.id
            );
        }
        let grouped: BTreeSet<&str> =
            report.findings.iter().flat_map(|finding| &finding.cases).map(String::as_str).collect();
        let mut failing = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
        assert!(
            failing.all(|case| grouped.contains(case.id.as_str())),
            "a failing case is left out"
        );
    }
}

/// The cases that fail because of one fault may be about different clauses.
#[test]
fn a_fault_that_fails_many_cases_is_one_finding() {
    let suite = webdata_conformance::suite().expect("the contract is valid");
    let all = mutants::all(&suite.spec);
    let check = |id: &str, at_least: usize, expected: &str| {
        let fault = all.iter().find(|mutant| mutant.id == id).expect(id);
        let served = fault.spec(&Arc::new(suite.spec.clone()));
        let options = Options { fault: fault.fault().cloned(), ..Options::default() };
        let report = report_with(&suite, served, options, &[]);
        let messages: Vec<&String> = report.findings.iter().map(|finding| &finding.says).collect();
        let [finding] = report.findings.as_slice() else { panic!("{id}: {messages:#?}") };
        assert!(finding.says.starts_with(expected), "{id}: {}", finding.says);
        assert!(finding.cases.len() >= at_least, "{id}: {}", finding.cases.len());
    };
    check(
        "update-monitor/MonitorUpdate.type/requires-goal",
        100,
        "valid requests are rejected with 400 `Bad Request`: without `MonitorUpdate.goal`",
    );
    check(
        "update-monitor/ThreatProtectionOverride.type/accepts-anything-in-crawl-target-scrape-options",
        10,
        "nothing is validated: at or below `targets[crawl].scrapeOptions.threatProtection`",
    );
    check(
        "update-monitor/PdfParser.mode.enum/refuses-fast",
        5,
        "valid requests are rejected with 400 `Bad Request`: with `PdfParser.mode: fast`",
    );
    // Everything that is expected inside an array in place of the body's object is missing for one reason.
    check(
        "agent-status/operations.agentStatus.response/answers-with-list",
        3,
        "values in responses are a list: `AgentStatus.type` (object)",
    );
    check(
        "service/errors.lockdown-cache-miss.status/answers-200-of-lockdown-cache-miss",
        4,
        "invalid requests are accepted: where `lockdown-cache-miss` is due",
    );
    check(
        "service/errors.agent-already-cancelled.status/answers-200-of-agent-already-cancelled",
        1,
        "invalid requests get 200 `Agent is already cancelled`, not 409 `Agent is already cancelled`",
    );
}

/// The maximum size of a body, in bytes.
const MAX_BODY_BYTES: usize = 1 << 24;

/// Sets `lastRunAt` to a number in the responses to updates of `retentionDays`.
async fn mistype_last_run(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let sent = to_bytes(body, MAX_BODY_BYTES).await.unwrap();
    let sets_retention = serde_json::from_slice::<Value>(&sent)
        .is_ok_and(|body| body.get("retentionDays").is_some());
    let response = next.run(Request::from_parts(parts, Body::from(sent))).await;
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, MAX_BODY_BYTES).await.unwrap();
    let Ok(mut json) = serde_json::from_slice::<Value>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    if let Some(last_run) = json.pointer_mut("/data/lastRunAt").filter(|_| sets_retention) {
        *last_run = 7.into();
    }
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(json.to_string()))
}

/// Runs the cases about `retentionDays` against a server that mistypes `lastRunAt` in their responses.
fn report_with_mistyped_last_run(suite: &Suite, spec: Arc<Spec>) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = runtime
        .block_on(ReferenceServer::start(spec, &crate::EXTENSION, Options::default()))
        .unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, 4).unwrap();
    let router: Router = server.router();
    target.connection.in_process = Some(router.layer(from_fn(mistype_last_run)));
    let filters = vec!["updateMonitor::retentionDays".to_owned()];
    let selection = Selection { filters, ..Selection::default() };
    let plan = suite.plan(&target, &selection).unwrap();
    suite.run(plan, target, Level::Must, Runner::Threads(4), runtime.handle()).unwrap()
}

/// Waives the finding about a clause.
fn waived(suite: &Suite, report: Report, clause: &ClauseId) -> Report {
    let waiver = Waiver {
        scope: WaiverScope::Finding(Explanation::of_clause(clause)),
        reason: "known".to_owned(),
        ticket: "T-1".to_owned(),
        expires: Date::constant(2199, 12, 31),
    };
    report.with_waivers(suite, vec![waiver])
}

#[test]
fn a_deviation_that_fails_no_case_is_a_finding_and_fails_the_run() {
    let suite = webdata_conformance::suite().expect("the contract is valid");
    let report = report_with_mistyped_last_run(&suite, Arc::new(suite.spec.clone()));
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
    let waived = waived(&suite, report, &clause);
    assert_eq!(waived.verdict, Verdict::Partial);
    assert!(waived.findings[0].waived && waived.waivers[0].waived > 1, "{:#?}", waived.waivers);
    assert!(!self::junit(&waived).expect("the JUnit report can be rendered").contains("<failure"));
}

/// Waiving the finding about another property must not waive the failing cases.
#[test]
fn the_response_to_a_wrongly_accepted_request_is_judged_whole() {
    let suite = webdata_conformance::suite().expect("the contract is valid");
    let all = mutants::all(&suite.spec);
    let id = "update-monitor/MonitorUpdate.retentionDays.maximum/unlimited";
    let fault = all.iter().find(|mutant| mutant.id == id).expect(id);
    let report = report_with_mistyped_last_run(&suite, fault.spec(&Arc::new(suite.spec.clone())));
    let failing = report.count(OutcomeKind::Fail);
    let [first, second] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
    let (failed, seen) = if first.beside { (second, first) } else { (first, second) };
    assert_eq!((&failed.clause, failed.beside), (&fault.clause, false));
    assert_eq!((seen.clause.as_str(), seen.beside), ("Monitor.lastRunAt.type", true));
    assert!(failed.cases.iter().all(|case| seen.cases.contains(case)), "{seen:#?}");
    let clause = seen.clause.clone();
    let waived = waived(&suite, report, &clause);
    assert_eq!(waived.count(OutcomeKind::Fail), failing);
    assert_eq!(waived.verdict, Verdict::NotConformant);
}

/// A waiver names a finding by its explanation, so it covers cases that a later suite adds.
#[test]
fn an_explanation_covers_the_cases_of_a_larger_suite() {
    let suite = webdata_conformance::suite().expect("the contract is valid");
    let all = mutants::all(&suite.spec);
    for id in [
        "update-monitor/MonitorUpdate.type/requires-goal",
        "update-monitor/ThreatProtectionOverride.type/accepts-anything-in-crawl-target-scrape-options",
        "update-monitor/PdfParser.mode.enum/refuses-fast",
    ] {
        let fault = all.iter().find(|mutant| mutant.id == id).expect(id);
        let report = report(&suite, Spec::clone(&fault.spec(&Arc::new(suite.spec.clone()))), &[]);
        let whole: Vec<Judged<'_>> = report.cases.iter().map(CaseReport::judged).collect();
        let failing = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
        let failing: BTreeSet<&str> = failing.map(|case| case.id.as_str()).collect();
        for one_in in [20, 5] {
            let fewer = whole.iter().enumerate().filter(|(index, _)| index % one_in != 0);
            let fewer: Vec<Judged<'_>> = fewer.map(|(_, case)| *case).collect();
            let findings = explained(&suite.spec, &fewer).findings;
            let explanations: Vec<&Explanation> =
                findings.iter().map(|finding| &finding.explanation).collect();
            let explained = explained(&suite.spec, &whole);
            assert_eq!(explained.failing_only(&explanations), failing, "{id}: one in {one_in}");
        }
    }
}
