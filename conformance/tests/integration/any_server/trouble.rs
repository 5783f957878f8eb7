//! Gateways between the runner and the API never fail a case; a response that a request provokes
//! each time does.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::Verdict;

use crate::any_server::front::{Front, Intercept, SeenRequest};

/// Cases that update a monitor and read it back.
const UPDATES: &str = "updateMonitor::";

/// The response of a gateway that cannot reach its server.
fn bad_gateway() -> Response {
    (StatusCode::BAD_GATEWAY, Html("<html><h1>502 Bad Gateway</h1></html>")).into_response()
}

fn every_twentieth(number: usize, _: &SeenRequest) -> Option<Response> {
    number.is_multiple_of(20).then(bad_gateway)
}

fn after_forty_requests(number: usize, _: &SeenRequest) -> Option<Response> {
    (number > 40).then(bad_gateway)
}

/// A server that crashes on requests without a key, behind a gateway that responds in its place.
fn without_a_key(_: usize, seen: &SeenRequest) -> Option<Response> {
    let has_key = seen.headers.iter().any(|(name, _)| name == "authorization");
    (seen.is_for_an_operation() && !has_key).then(bad_gateway)
}

fn check(intercept: Intercept, fails: bool) {
    let front = Front::new(intercept);
    let mut target = front.target(4);
    target.retries = 2;
    let report = front.run(target, UPDATES, None);
    let failing = [OutcomeKind::Fail, OutcomeKind::Blocked];
    let failed = report.cases.iter().filter(|case| failing.contains(&case.outcome.kind));
    let failed: Vec<_> = failed.map(|case| (&case.id, &case.outcome.reason)).collect();
    assert_eq!(!failed.is_empty(), fails, "{failed:?}");
    assert_eq!(report.verdict == Verdict::NotConformant, fails, "{:?}", report.overall);
    let exchanges = report.cases.iter().flat_map(|case| &case.outcome.transcript);
    let trouble: Vec<_> = exchanges.flat_map(|exchange| &exchange.trouble).collect();
    assert!(!trouble.is_empty(), "the report does not record the gateway's responses");
    assert!(trouble.iter().all(|trouble| trouble.says.contains("502 Bad Gateway")), "{trouble:?}");
    let expected = "of requests got 502 from something other than the API";
    let is_reported = report.overall.iter().any(|overall| overall.says.contains(expected));
    assert!(is_reported || fails, "{:?}", report.overall);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn an_error_that_a_retry_overcomes_fails_no_case() {
    check(every_twentieth, false);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn an_outage_fails_no_case() {
    check(after_forty_requests, false);
}

#[test]
fn an_error_that_a_request_provokes_each_time_fails_cases() {
    check(without_a_key, true);
}
