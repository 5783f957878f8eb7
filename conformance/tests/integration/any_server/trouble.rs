//! What stands between the runner and the API never fails a case; what a request provokes does.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::Verdict;

use crate::any_server::front::{Answers, Front, Seen};

/// Cases that update a monitor and read it back.
const UPDATES: &str = "updateMonitor::";

/// A gateway that finds no server behind it.
fn gateway() -> Response {
    (StatusCode::BAD_GATEWAY, Html("<html><h1>502 Bad Gateway</h1></html>")).into_response()
}

fn now_and_then(number: usize, _: &Seen) -> Option<Response> {
    number.is_multiple_of(20).then(gateway)
}

fn from_some_time_on(number: usize, _: &Seen) -> Option<Response> {
    (number > 40).then(gateway)
}

/// A server that dies of requests without a key, whose gateway says so.
fn without_a_key(_: usize, seen: &Seen) -> Option<Response> {
    let has_key = seen.headers.iter().any(|(name, _)| name == "authorization");
    (seen.is_for_the_service() && !has_key).then(gateway)
}

fn check(answers: Answers, may_fail: bool) {
    let front = Front::new(answers);
    let mut target = front.target(4);
    target.retries = 2;
    let report = front.run(target, UPDATES, None);
    let bad = [OutcomeKind::Fail, OutcomeKind::Blocked];
    let failed = report.cases.iter().filter(|case| bad.contains(&case.outcome.kind));
    let failed: Vec<_> = failed.map(|case| (&case.id, &case.outcome.reason)).collect();
    assert_eq!(!failed.is_empty(), may_fail, "{failed:?}");
    assert_eq!(report.verdict == Verdict::NotConformant, may_fail, "{:?}", report.overall);
    let exchanges = report.cases.iter().flat_map(|case| &case.outcome.transcript);
    let trouble: Vec<_> = exchanges.flat_map(|own| &own.trouble).collect();
    assert!(!trouble.is_empty(), "the record has each failure");
    assert!(trouble.iter().all(|own| own.says.contains("502 Bad Gateway")), "{trouble:?}");
    let says = "of requests were answered 502 by something that is not the API";
    let is_told = report.overall.iter().any(|own| own.says.contains(says));
    assert!(is_told || may_fail, "{:?}", report.overall);
}

#[test]
fn what_is_over_when_a_request_is_sent_again_fails_nothing() {
    check(now_and_then, false);
}

#[test]
fn an_outage_fails_nothing() {
    check(from_some_time_on, false);
}

#[test]
fn what_a_request_provokes_each_time_is_a_failure() {
    check(without_a_key, true);
}
