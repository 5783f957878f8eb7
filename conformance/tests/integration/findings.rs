//! Findings: independent faults are reported one by one, each by the broken clause, and so are deviations that
//! only cases about something else saw.

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
use webdata_suite::findings::Finding;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict, junit};
use webdata_suite::run::Runner;
use webdata_suite::waivers::{Waiver, WaiverScope};

use crate::faulty::{report, report_of};

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
    let suite = webdata_conformance::suite().expect("the contract reads");
    let all = mutants::all(&suite.spec);
    for ids in SERVERS {
        let faults = ids.map(|id| all.iter().find(|own| own.id == id).expect(id));
        let wrong = faults.iter().fold(Arc::new(suite.spec.clone()), |spec, own| own.spec(&spec));
        let report = report(&suite, Spec::clone(&wrong), &[]);
        let told: Vec<&str> = report.findings.iter().map(|own| own.says.as_str()).collect();
        assert_eq!(told.len(), ids.len(), "{told:#?}");
        for fault in faults {
            // A type that accepts everything leaves nothing of what is above it.
            let is_named = |own: &&Finding| fault.clause.is_within(&own.clause);
            assert_eq!(
                report.findings.iter().filter(is_named).count(),
                1,
                "{}: {told:#?}",
                fault.id
            );
        }
        // Each failing case is in one of them.
        let failing = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
        let mut failing: Vec<&str> = failing.map(|case| case.id.as_str()).collect();
        let mut grouped: Vec<&str> =
            report.findings.iter().flat_map(|own| &own.cases).map(String::as_str).collect();
        failing.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, failing);
    }
}

/// One fault that many cases meet is one finding, whatever their clauses are.
#[test]
fn one_fault_is_one_sentence() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let all = mutants::all(&suite.spec);
    let check = |id: &str, at_least: usize, says: &str| {
        let fault = all.iter().find(|own| own.id == id).expect(id);
        let wrong = fault.spec(&Arc::new(suite.spec.clone()));
        let options = Options { fault: fault.fault().cloned(), ..Options::default() };
        let report = report_of(&suite, wrong, options, &[]);
        let [own] = report.findings.as_slice() else { panic!("{id}: {:#?}", report.findings) };
        assert!(own.says.starts_with(says), "{id}: {}", own.says);
        assert!(own.cases.len() >= at_least, "{id}: {}", own.cases.len());
    };
    check(
        "update-monitor/MonitorUpdate.type/requires-goal",
        100,
        "valid requests without `goal` are rejected with 400 `Bad Request`",
    );
    check(
        "update-monitor/ThreatProtectionOverride.type/accepts-anything-in-crawl-target-scrape-options",
        10,
        "`targets[crawl].scrapeOptions.threatProtection`: nothing is validated",
    );
    check(
        "service/errors.lockdown-cache-miss.status/answers-200-of-lockdown-cache-miss",
        4,
        "the error `lockdown-cache-miss` has the status code 200, not 404",
    );
    check(
        "service/errors.agent-already-cancelled.status/answers-200-of-agent-already-cancelled",
        1,
        "the error `agent-already-cancelled` has the status code 200, not 409",
    );
}

/// The most of a body, in bytes.
const LONGEST: usize = 1 << 24;

/// Answers updates of one property with a number for when the monitor ran last.
async fn mistyped(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let sent = to_bytes(body, LONGEST).await.unwrap();
    let is_about = serde_json::from_slice::<Value>(&sent)
        .is_ok_and(|body| body.get("retentionDays").is_some());
    let response = next.run(Request::from_parts(parts, Body::from(sent))).await;
    let (mut parts, body) = response.into_parts();
    let answered = to_bytes(body, LONGEST).await.unwrap();
    let Ok(mut json) = serde_json::from_slice::<Value>(&answered) else {
        return Response::from_parts(parts, Body::from(answered));
    };
    if let Some(member) = json.pointer_mut("/data/lastRunAt").filter(|_| is_about) {
        *member = 7.into();
    }
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(json.to_string()))
}

/// The cases about one property, against a server that mistypes another one where they are.
fn beside(suite: &Suite, spec: Arc<Spec>) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = runtime.block_on(ReferenceServer::start(spec, Options::default())).unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, 4).unwrap();
    let router: Router = server.router();
    target.in_process = Some(router.layer(from_fn(mistyped)));
    let filters = vec!["updateMonitor::retentionDays".to_owned()];
    let selection = Selection { filters, ..Selection::default() };
    let plan = suite.plan(&target, &selection).unwrap();
    suite.run(plan, target, Level::Must, Runner::Threads(4), runtime.handle()).unwrap()
}

fn waived(suite: &Suite, report: Report, clause: &ClauseId) -> Report {
    let waiver = Waiver {
        scope: WaiverScope::Finding(clause.clone()),
        reason: "known".to_owned(),
        ticket: "T-1".to_owned(),
        expires: Date::constant(2199, 12, 31),
    };
    report.with_waivers(suite, vec![waiver])
}

#[test]
fn what_no_failing_case_is_about_is_a_finding_and_fails_the_run() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let report = beside(&suite, Arc::new(suite.spec.clone()));
    assert_eq!(report.count(OutcomeKind::Fail), 0, "no case is about it");
    let [finding] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
    assert_eq!(finding.clause.as_str(), "Monitor.lastRunAt.type");
    assert!(finding.beside && finding.cases.len() > 1, "{finding:#?}");
    assert!(finding.says.contains("at `/data/lastRunAt`, expected"), "{}", finding.says);
    assert_eq!(report.verdict, Verdict::NotConformant);
    let clause = report.clauses.iter().find(|own| own.id == finding.clause).unwrap();
    assert_eq!(clause.broken, finding.cases.len());
    let junit = junit(&report).expect("it is written");
    assert_eq!(junit.matches("<failure").count(), 1, "{junit}");
    let clause = finding.clause.clone();
    let waived = waived(&suite, report, &clause);
    assert_eq!(waived.verdict, Verdict::Partial);
    assert!(waived.findings[0].waived && waived.waivers[0].waived > 1, "{:#?}", waived.waivers);
    assert!(!self::junit(&waived).expect("it is written").contains("<failure"));
}

/// What is accepted by mistake is judged whole; waiving what was seen there lets nothing else pass.
#[test]
fn what_is_accepted_by_mistake_is_judged_whole() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let all = mutants::all(&suite.spec);
    let id = "update-monitor/MonitorUpdate.retentionDays.maximum/unlimited";
    let fault = all.iter().find(|own| own.id == id).expect(id);
    let report = beside(&suite, fault.spec(&Arc::new(suite.spec.clone())));
    let failing = report.count(OutcomeKind::Fail);
    let [own, seen] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
    let (own, seen) = if own.beside { (seen, own) } else { (own, seen) };
    assert_eq!((&own.clause, own.beside), (&fault.clause, false));
    assert_eq!((seen.clause.as_str(), seen.beside), ("Monitor.lastRunAt.type", true));
    assert!(own.cases.iter().all(|case| seen.cases.contains(case)), "{seen:#?}");
    let clause = seen.clause.clone();
    let waived = waived(&suite, report, &clause);
    assert_eq!(waived.count(OutcomeKind::Fail), failing);
    assert_eq!(waived.verdict, Verdict::NotConformant);
}
