//! Statements about a run as a whole are true of its requests, appear in every view, and explain failures.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use webdata_cases::case::KeyName;
use webdata_suite::report::{Report, markdown, page, summary};
use webdata_suite::target::Secret;

use crate::any_server::front::{Front, Seen};

/// A server that breaks at every fifth request.
fn breaks(number: usize, _: &Seen) -> Option<Response> {
    let broken = (StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error\n").into_response();
    number.is_multiple_of(5).then_some(broken)
}

/// A gateway of the catalogue, which says that the request was not dealt with.
fn is_away(number: usize, _: &Seen) -> Option<Response> {
    let body = json!({ "success": false, "error": "Service Unavailable" });
    let away = (StatusCode::SERVICE_UNAVAILABLE, axum::Json(body)).into_response();
    number.is_multiple_of(5).then_some(away)
}

/// A server that breaks where a case asks for it, and nowhere else.
fn sound(_: usize, _: &Seen) -> Option<Response> {
    None
}

#[test]
fn a_server_that_breaks_is_said_to() {
    let front = Front::new(breaks);
    let report = front.run(front.target(2), "updateMonitor::goal", None);
    let [own] = report.overall.as_slice() else { panic!("{:?}", report.overall) };
    let (of, broken) = answers(&report);
    assert_eq!((own.of, own.requests), (of, broken));
    assert!(broken > 0, "nothing broke");
    let says = format!("of all requests: to {broken} of {of}, none of which asks for that");
    assert!(own.says.starts_with("the server answers 5xx to ") && own.says.ends_with(&says));
    let folder = tempfile::TempDir::new().unwrap();
    let views = [summary(&report, Some(folder.path())), markdown(&report), page(&report).unwrap()];
    for view in views {
        assert!(view.contains(&own.says), "{view}");
    }
}

#[test]
fn nothing_is_said_of_a_server_that_does_not() {
    for (answers, filter) in [(is_away as fn(_, &_) -> _, "updateMonitor::goal"), (sound, "errors")]
    {
        let front = Front::new(answers);
        let report = front.run(front.target(2), filter, None);
        let (_, broken) = self::answers(&report);
        assert!(broken > 0, "nothing of 5xx came");
        assert_eq!(report.overall, []);
    }
}

#[test]
fn whoever_has_a_key_that_is_not_valid_is_asked_about_it() {
    let front = Front::new(sound);
    let mut target = front.target(2);
    let wrong = Secret::new("WRONG_KEY", "not-a-key-of-this-server");
    target.keys.insert(KeyName::Valid, wrong);
    let report = front.run(target, "::enum::", None);
    let [own] = report.overall.as_slice() else { panic!("{:?}", report.overall) };
    let start =
        format!("no request is accepted: {} of {} with the valid key", own.requests, own.of);
    assert!(own.says.starts_with(&start) && own.says.ends_with("; is the valid key valid?"));
}

/// How many answers there were, and how many of 5xx.
fn answers(report: &Report) -> (usize, usize) {
    let exchanges = report.cases.iter().flat_map(|case| &case.outcome.transcript);
    let statuses: Vec<u16> =
        exchanges.filter_map(|own| Some(own.response.as_ref()?.status)).collect();
    (statuses.len(), statuses.iter().filter(|status| **status >= 500).count())
}
