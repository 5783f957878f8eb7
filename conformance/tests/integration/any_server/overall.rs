//! Statements about a whole run are true of its requests, appear in every view, and explain
//! failures.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use webdata_cases::case::KeyName;
use webdata_suite::report::{Overall, Report, markdown, page, summary};
use webdata_suite::target::Secret;

use crate::any_server::front::{Front, SeenRequest};

/// A server that fails every fifth request.
fn fails_every_fifth(number: usize, _: &SeenRequest) -> Option<Response> {
    let broken = (StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error\n").into_response();
    number.is_multiple_of(5).then_some(broken)
}

/// A server that responds to every fifth request with the contract's error for "not processed".
fn unavailable_every_fifth(number: usize, _: &SeenRequest) -> Option<Response> {
    let body = json!({ "success": false, "error": "Service Unavailable" });
    let away = (StatusCode::SERVICE_UNAVAILABLE, axum::Json(body)).into_response();
    number.is_multiple_of(5).then_some(away)
}

/// A server that returns 5xx only where a case asks for it.
fn correct(_: usize, _: &SeenRequest) -> Option<Response> {
    None
}

#[test]
fn reports_a_server_that_fails_often() {
    let front = Front::new(fails_every_fifth);
    let report = front.run(front.target(2), "updateMonitor::goal", None);
    // A request that succeeds when it is repeated makes a statement of its own.
    let is_about_5xx =
        |overall: &&Overall| overall.says.starts_with("the server responds with 5xx to ");
    let statement = report.overall.iter().find(is_about_5xx).expect("a statement about 5xx");
    let (total, broken) = responses(&report);
    assert_eq!((statement.total, statement.requests), (total, broken));
    assert!(broken > 0, "no response has status code 5xx");
    let end = format!("of all requests: to {broken} of {total}, although none provokes an error");
    assert!(statement.says.ends_with(&end), "{}", statement.says);
    let folder = tempfile::TempDir::new().unwrap();
    let views = [summary(&report, Some(folder.path())), markdown(&report), page(&report).unwrap()];
    for view in views {
        assert!(view.contains(&statement.says), "{view}");
    }
}

#[test]
fn reports_no_5xx_that_a_case_expects() {
    for (intercept, filter) in
        [(unavailable_every_fifth as fn(_, &_) -> _, "updateMonitor::goal"), (correct, "errors")]
    {
        let front = Front::new(intercept);
        let report = front.run(front.target(2), filter, None);
        let (_, broken) = responses(&report);
        assert!(broken > 0, "no response has status code 5xx");
        assert_eq!(report.overall, []);
    }
}

#[test]
fn suggests_to_check_a_key_that_is_never_accepted() {
    let front = Front::new(correct);
    let mut target = front.target(2);
    let wrong = Secret::new("WRONG_KEY", "not-a-key-of-this-server");
    target.keys.insert(KeyName::Valid, wrong);
    let report = front.run(target, "::enum::", None);
    let [statement] = report.overall.as_slice() else { panic!("{:?}", report.overall) };
    let start = format!(
        "no request is accepted: {} of {} with the valid key",
        statement.requests, statement.total
    );
    assert!(
        statement.says.starts_with(&start)
            && statement.says.ends_with("; check the valid key of the target")
    );
}

/// Returns the number of responses, and the number of those with status code 5xx.
fn responses(report: &Report) -> (usize, usize) {
    let exchanges = report.cases.iter().flat_map(|case| &case.outcome.transcript);
    let status_codes: Vec<u16> =
        exchanges.filter_map(|exchange| Some(exchange.response.as_ref()?.status)).collect();
    (status_codes.len(), status_codes.iter().filter(|status| **status >= 500).count())
}
