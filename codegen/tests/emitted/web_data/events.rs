//! Tests of events: names and payloads, read strictly and leniently.

use serde_json::json;
use webdata::agent::TraceErrorCode;
use webdata::error_catalogue::ErrorKind;
use webdata::events::{AgentTraceEvent, MonitorWebhookEvent};

use crate::validation::places;

#[test]
fn the_names_are_those_of_the_contract() {
    assert_eq!(MonitorWebhookEvent::NAMES, ["monitor.page", "monitor.check.completed"]);
    assert_eq!(AgentTraceEvent::NAMES, ["artifact.updated", "run.finished", "error.occurred"]);
    for name in MonitorWebhookEvent::NAMES {
        let event = MonitorWebhookEvent::read(name, &json!({ "any": "thing" }));
        assert_eq!(event.expect("is listed").name(), *name);
    }
}

#[test]
fn a_run_that_ended_carries_its_error() {
    let payload = json!({
        "outcome": "credit_limit_reached",
        "error": { "code": "credit_limit_reached", "retryable": false },
    });
    match AgentTraceEvent::read("run.finished", &payload).expect("is valid") {
        AgentTraceEvent::RunFinished(run) => {
            let error = run.error.expect("is given");
            assert_eq!((error.code, error.retryable), (TraceErrorCode::CreditLimitReached, false));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn strict_reading_reports_what_lenient_reading_keeps() {
    let cases = [
        ("run.started", json!({}), "", "events.agent-trace"),
        ("artifact.updated", json!({}), "/snapshotId", "ArtifactUpdated.snapshotId.required"),
        ("error.occurred", json!(1), "", "ErrorOccurred.type"),
    ];
    for (name, payload, place, clause) in cases {
        let violations = AgentTraceEvent::read(name, &payload).expect_err("is not valid");
        assert_eq!(places(&violations), [(place.to_owned(), clause.to_owned())], "{name}");
        let kept = AgentTraceEvent::read_leniently(name, payload.clone());
        assert_eq!(kept.name(), name);
        assert_eq!(kept, AgentTraceEvent::Other { name: name.to_owned(), payload });
    }
    let newer = json!({ "error": { "code": "too_warm", "retryable": true } });
    match AgentTraceEvent::read_leniently("error.occurred", newer) {
        AgentTraceEvent::ErrorOccurred(event) => assert_eq!(event.error.code.as_str(), "too_warm"),
        other => panic!("{other:?}"),
    }
}

/// "cancelled, credit_limit_reached, parent_finished, refused, internal"
#[test]
fn trace_errors_and_error_rows() {
    for code in ["cancelled", "credit_limit_reached", "parent_finished", "refused", "internal"] {
        assert!(!matches!(TraceErrorCode::from(code), TraceErrorCode::Other(_)), "{code}");
    }
    let kind =
        ErrorKind::identify(409, &json!({ "success": false, "error": "Agent already finished" }));
    assert_eq!(kind, Some(ErrorKind::AgentAlreadyFinished));
}
