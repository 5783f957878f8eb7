//! Cases that look at a response look at that of each fixture, before another case changes it.

use serde_json::{Value, json};
use webdata_suite::failure_message;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Report, Verdict, read_text, verify};

use crate::altered_server::{Altered, AlteredServer, PLAIN};

const CASE: &str = "updateMonitor::response::each-fixture";

/// What the cases are, besides the one that looks: those that change monitors.
const OTHERS: &str = "updateMonitor::effects";

/// The orders of the cases: as they are derived, and at random.
const ORDERS: [Option<u64>; 4] = [None, Some(1), Some(2), Some(3)];

/// A number where a monitor that is being checked has the identity of the check.
const MISTYPED_WHILE_CHECKED: Altered = Altered {
    after: |_, _, body| {
        if let Some(check) = body.pointer_mut("/data/currentCheckId").filter(|own| !own.is_null()) {
            *check = json!(7);
        }
    },
    ..PLAIN
};

/// Null where there is no webhook, which the contract does not have; every update of these cases gives
/// one.
const NULL_WITHOUT_WEBHOOK: Altered = Altered {
    after: |_, status, body| {
        let data = body.pointer_mut("/data").and_then(Value::as_object_mut);
        if let Some(data) = data.filter(|_| status.is_success()) {
            data.entry("webhook").or_insert(Value::Null);
        }
    },
    ..PLAIN
};

/// Runs the case among others, and sees which of the fixtures it names, by their places.
fn check(altered: Altered, deviating: &[usize], clause: &str) {
    let server = altered.start();
    // What another run leaves behind hides the deviation, so each order has a server of its own.
    for order in ORDERS {
        let server = if order.is_none() { &server } else { &altered.start() };
        let report = server.run(&[CASE, OTHERS], order);
        let found = report.cases.iter().find(|case| case.id == CASE).expect("the case");
        let outcome = &found.outcome;
        assert_eq!(outcome.kind, OutcomeKind::Fail, "{order:?}: {}", outcome.reason);
        assert_eq!(report.verdict, Verdict::NotConformant);
        let fixtures = &server.target.fixtures["monitorId"];
        assert_eq!(&outcome.fixtures, fixtures, "each fixture");
        assert_eq!(outcome.transcript.len(), fixtures.len(), "one request for each");
        assert_eq!(outcome.ended_at, deviating.first().copied());
        for (at, fixture) in fixtures.iter().enumerate() {
            let is_named = outcome.reason.contains(&format!("fixture {fixture}: "));
            assert_eq!(is_named, deviating.contains(&at), "{order:?} {at}: {}", outcome.reason);
        }
        assert_eq!(outcome.deviations[0].clause.as_str(), clause);
        let case = server.suite.cases.iter().find(|case| case.id == CASE).expect("the case");
        let message = failure_message(case, outcome, &server.suite.spec).expect("a message");
        assert!(message.contains(&fixtures[deviating[0]]), "{message}");
        verified(server, &report);
    }
}

fn verified(server: &AlteredServer, report: &Report) {
    let found = read_text(&serde_json::to_string(report).unwrap()).expect("it is read");
    let verification = verify(&found, &server.suite).expect("it is of this suite");
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

/// That is what the case is for.
#[test]
fn without_the_case_nothing_sees_what_the_first_update_hides() {
    let server = NULL_WITHOUT_WEBHOOK.start();
    let report = server.run(&[OTHERS], None);
    assert_eq!(report.verdict, Verdict::Partial, "{:#?}", report.findings);
}

#[test]
fn a_sound_server_passes_it() {
    let server = PLAIN.start();
    let report = server.run(&[CASE], None);
    let outcome = &report.cases[0].outcome;
    assert_eq!(outcome.kind, OutcomeKind::Pass, "{}", outcome.reason);
    assert_eq!(outcome.transcript.len(), server.target.fixtures["monitorId"].len());
    let text = |at: usize, pointer: &str| {
        let body = &outcome.transcript[at].response.as_ref().expect("a response").body;
        serde_json::from_str::<Value>(body).unwrap().pointer(pointer).cloned().unwrap_or_default()
    };
    // A monitor that never ran and has no webhook, one that is being checked, one that has both.
    assert_eq!((text(0, "/data/lastRunAt"), text(0, "/data/webhook")), (json!(null), json!(null)));
    assert!(text(1, "/data/lastRunAt").is_string() && text(1, "/data/currentCheckId").is_string());
    assert!(text(2, "/data/webhook/url").is_string() && text(2, "/data/currentCheckId").is_null());
    verified(&server, &report);
}
