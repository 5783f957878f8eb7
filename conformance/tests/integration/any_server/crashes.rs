//! A server that fails unexpectedly: a 500 that a second try repeats fails every case, also one that only observes.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Response};
use serde_json::json;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Report, Verdict, read_text, verify};

use crate::any_server::front::{Front, Intercept, SeenRequest};

/// A case whose response the contract leaves open.
const OBSERVED: &str = "updateMonitor::observations::scheme-letter-case";

/// A case of a method that no operation has, whose response is observed.
const METHOD: &str = "updateMonitor::malformed::method::";

/// A case that first sets the monitor up.
const SET_UP: &str = "updateMonitor::authentication::good-key-after-bad";

fn error(status: StatusCode, text: &str) -> Response {
    (status, axum::Json(json!({ "success": false, "error": text }))).into_response()
}

fn crash() -> Response {
    error(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
}

fn is_lower_case(seen: &SeenRequest) -> bool {
    seen.headers.iter().any(|(name, value)| name == "authorization" && value.starts_with("bearer "))
}

/// Runs some cases with one job, and checks the kind of their outcomes and the verdict.
fn check(intercept: Intercept, filter: &str, kind: OutcomeKind, verdict: Verdict) -> Report {
    let front = Front::new(intercept);
    let report = front.run(front.target(1), filter, None);
    let outcomes: Vec<_> = report.cases.iter().map(|case| &case.outcome).collect();
    assert!(outcomes.iter().all(|outcome| outcome.kind == kind), "{outcomes:#?}");
    assert_eq!(report.verdict, verdict);
    let document = read_text(&serde_json::to_string(&report).unwrap()).unwrap();
    let verification = verify(&document, &front.suite).unwrap();
    assert!(verification.contradictions.is_empty(), "{:#?}", verification.contradictions);
    report
}

#[test]
fn a_crash_fails_a_case_that_only_observes() {
    let report = check(
        |_, seen| is_lower_case(seen).then(crash),
        OBSERVED,
        OutcomeKind::Fail,
        Verdict::NotConformant,
    );
    let [case] = report.cases.as_slice() else { panic!("{:#?}", report.cases) };
    let [deviation] = case.outcome.deviations.as_slice() else { panic!("{:#?}", case.outcome) };
    assert_eq!(deviation.clause.as_str(), "errors.internal-server-error");
    assert_eq!(deviation.expected, "no unhandled server failure");
    let exchange = case.outcome.transcript.last().unwrap();
    assert_eq!(exchange.trouble.len(), 1, "there was one second try");
}

#[test]
fn a_crash_that_a_second_try_does_not_repeat_is_reported_and_fails_nothing() {
    let once: Intercept = |number, _| (number == 2).then(crash);
    let report = check(once, OBSERVED, OutcomeKind::Observed, Verdict::Partial);
    let [overall] = report.overall.as_slice() else { panic!("{:#?}", report.overall) };
    assert!(overall.says.starts_with("the API failed with 500 at 1 of "), "{}", overall.says);
}

#[test]
fn a_crash_at_a_set_up_is_a_failure() {
    let report = check(|_, _| Some(crash()), SET_UP, OutcomeKind::Fail, Verdict::NotConformant);
    let clause = &report.cases[0].outcome.deviations[0].clause;
    assert_eq!(clause.as_str(), "errors.internal-server-error");
}

#[test]
fn a_method_that_the_server_lacks_is_observed() {
    for status in [StatusCode::NOT_IMPLEMENTED, StatusCode::HTTP_VERSION_NOT_SUPPORTED] {
        let intercept: Intercept = match status {
            StatusCode::NOT_IMPLEMENTED => {
                |_, seen| other_method(seen, StatusCode::NOT_IMPLEMENTED)
            }
            _ => |_, seen| other_method(seen, StatusCode::HTTP_VERSION_NOT_SUPPORTED),
        };
        check(intercept, METHOD, OutcomeKind::Observed, Verdict::Partial);
    }
}

fn other_method(seen: &SeenRequest, status: StatusCode) -> Option<Response> {
    (seen.method != "PATCH").then(|| (status, Html("<h1>no</h1>")).into_response())
}

#[test]
fn a_server_that_is_not_available_is_no_observation() {
    let table: [Intercept; 3] = [
        |_, seen| is_lower_case(seen).then(|| error(StatusCode::BAD_GATEWAY, "upstream is away")),
        |_, seen| is_lower_case(seen).then(|| error(StatusCode::SERVICE_UNAVAILABLE, "busy")),
        |_, seen| {
            let page = (StatusCode::GATEWAY_TIMEOUT, Html("<h1>504</h1>"));
            is_lower_case(seen).then(|| page.into_response())
        },
    ];
    for intercept in table {
        check(intercept, OBSERVED, OutcomeKind::Error, Verdict::Incomplete);
    }
}
