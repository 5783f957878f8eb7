//! The case `response::each-fixture` judges the response for each fixture, before other cases change the
//! fixtures.

use serde_json::{Value, json};
use webdata_suite::failure_message;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Report, Verdict, read_text, verify};

use crate::altered_server::{Alteration, AlteredServer, UNCHANGED};

const CASE: &str = "updateMonitor::response::each-fixture";

/// The other cases of a run, which change monitors.
const OTHERS: &str = "updateMonitor::effects";

/// The orders of the cases: the derived order, and a random one.
const ORDERS: [Option<u64>; 2] = [None, Some(1)];

/// Returns a number in place of the identity of the current check.
const MISTYPED_WHILE_CHECKED: Alteration = Alteration {
    after: |_, _, body| {
        if let Some(check) = body.pointer_mut("/data/currentCheckId").filter(|id| !id.is_null()) {
            *check = json!(7);
        }
    },
    ..UNCHANGED
};

/// Returns null for a missing webhook, which the contract does not allow. Every update of the other cases
/// sets a webhook.
const NULL_WITHOUT_WEBHOOK: Alteration = Alteration {
    after: |_, status, body| {
        let data = body.pointer_mut("/data").and_then(Value::as_object_mut);
        if let Some(data) = data.filter(|_| status.is_success()) {
            data.entry("webhook").or_insert(Value::Null);
        }
    },
    ..UNCHANGED
};

/// Runs the case among others in each order, and checks the indexes of the fixtures that its reason names.
fn check(altered: Alteration, deviating: &[usize], clause: &str) {
    let server = altered.start();
    // The changes of one run hide the deviation from the next, so each order gets a new server.
    for order in ORDERS {
        let server = if order.is_none() { &server } else { &altered.start() };
        let report = server.run(&[CASE, OTHERS], order);
        let case_report =
            report.cases.iter().find(|case| case.id == CASE).expect("the case exists");
        let outcome = &case_report.outcome;
        assert_eq!(outcome.kind, OutcomeKind::Fail, "{order:?}: {}", outcome.reason);
        assert_eq!(report.verdict, Verdict::NotConformant);
        let fixtures = &server.target.settings.fixtures["monitorId"];
        assert_eq!(&outcome.fixtures, fixtures, "the case does not visit each fixture");
        assert_eq!(
            outcome.transcript.len(),
            fixtures.len(),
            "the case does not send one request for each fixture"
        );
        assert_eq!(outcome.ended_at, deviating.first().copied());
        for (at, fixture) in fixtures.iter().enumerate() {
            let is_named = outcome.reason.to_string().contains(&format!("fixture {fixture}: "));
            assert_eq!(is_named, deviating.contains(&at), "{order:?} {at}: {}", outcome.reason);
        }
        assert_eq!(outcome.deviations[0].clause.as_str(), clause);
        let case = server.suite.cases.iter().find(|case| case.id == CASE).expect("the case exists");
        let message = failure_message(case, outcome, &server.suite.spec).expect("the case fails");
        assert!(message.contains(&fixtures[deviating[0]]), "{message}");
        check_verified(server, &report);
    }
}

/// Checks that `verify` accepts a report.
fn check_verified(server: &AlteredServer, report: &Report) {
    let file = read_text(&serde_json::to_string(report).unwrap()).expect("the report can be read");
    let verification = verify(&file, &server.suite).expect("the report is from this suite");
    assert_eq!(verification.contradictions, []);
}

#[test]
fn a_deviation_on_the_second_fixture_alone_fails_and_names_it() {
    check(MISTYPED_WHILE_CHECKED, &[1, 4, 7], "Monitor.currentCheckId.type");
}

#[test]
fn a_deviation_that_the_first_update_hides_fails() {
    check(NULL_WITHOUT_WEBHOOK, &[0, 1, 3, 4, 6, 7], "MonitorWebhook.type");
}

/// Shows that the case is needed.
#[test]
fn other_cases_miss_a_deviation_that_the_first_update_hides() {
    let server = NULL_WITHOUT_WEBHOOK.start();
    let report = server.run(&[OTHERS], None);
    assert_eq!(report.verdict, Verdict::Partial, "{:#?}", report.findings);
}

#[test]
fn a_correct_server_passes() {
    let server = UNCHANGED.start();
    let report = server.run(&[CASE], None);
    let outcome = &report.cases[0].outcome;
    assert_eq!(outcome.kind, OutcomeKind::Pass, "{}", outcome.reason);
    assert_eq!(outcome.transcript.len(), server.target.settings.fixtures["monitorId"].len());
    let text = |at: usize, pointer: &str| {
        let body = &outcome.transcript[at].response.as_ref().expect("a response").body;
        serde_json::from_str::<Value>(body).unwrap().pointer(pointer).cloned().unwrap_or_default()
    };
    // The first monitor never ran and has no webhook, the second is being checked, the third ran and has a
    // webhook.
    assert_eq!((text(0, "/data/lastRunAt"), text(0, "/data/webhook")), (json!(null), json!(null)));
    assert!(text(1, "/data/lastRunAt").is_string() && text(1, "/data/currentCheckId").is_string());
    assert!(text(2, "/data/webhook/url").is_string() && text(2, "/data/currentCheckId").is_null());
    check_verified(&server, &report);
}
