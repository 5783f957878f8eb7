//! Tests of events: names and payloads, read strictly and leniently; and of webhook receivers: which requests
//! are events, and the errors of others.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use serde_json::{Value, json};
use webdata::agent::TraceErrorCode;
use webdata::error_catalogue::ErrorKind;
use webdata::events::{AgentTraceEvent, MonitorWebhookEvent};
use webdata::webhook::MonitorWebhook;
use webdata::webhooks::{DeliveryError, MonitorWebhookReceiver};

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

const SECRET: &str = "sesame-0123456789";

fn subscription(more: &Value) -> MonitorWebhookReceiver {
    let mut webhook = json!({ "url": "https://example.com/hook" });
    let (members, more) = (webhook.as_object_mut(), more.as_object().cloned());
    members.expect("is an object").extend(more.expect("is an object"));
    MonitorWebhookReceiver::from(&MonitorWebhook::check(&webhook).expect("is a subscription"))
}

/// Headers, a body, and the event or the error that a receiver returns.
type Row<'r> = (&'r [(&'r str, &'r str)], &'r str, Result<&'r str, (&'r str, u16)>);

/// Returns a name for an error, and the status code to respond with.
fn error_name(error: &DeliveryError) -> (&'static str, u16) {
    let name = match error {
        DeliveryError::Unauthorized { .. } => "unauthorized",
        DeliveryError::NotJson(_) => "not-json",
        DeliveryError::NoEventName => "no-event-name",
        DeliveryError::Ambiguous { .. } => "ambiguous",
        DeliveryError::NotSubscribed { .. } => "not-subscribed",
        DeliveryError::MissingMetadata { .. } => "missing-metadata",
        DeliveryError::BreaksContract(_) => "breaks-contract",
        _ => "unknown",
    };
    (name, error.status())
}

/// Receives a request, and returns the name of its event or of its error.
fn receive(
    receiver: &MonitorWebhookReceiver,
    headers: &[(&str, &str)],
    body: &str,
) -> Result<String, (&'static str, u16)> {
    let event = receiver.receive(headers.iter().copied(), body.as_bytes());
    event.map(|event| event.name().to_owned()).map_err(|error| error_name(&error))
}

#[test]
fn the_event_name_is_found_in_the_body_or_a_header() {
    let receiver = subscription(&json!({}));
    let rows = [
        // A property of the body, of any name.
        (None, r#"{"type":"monitor.page","id":1}"#, Ok("monitor.page")),
        (None, r#"{"event":"monitor.check.completed"}"#, Ok("monitor.check.completed")),
        // A header.
        (Some(" monitor.page "), r#"{"id":1}"#, Ok("monitor.page")),
        // A nested property.
        (None, r#"[{"event":{"name":"monitor.page"}}]"#, Ok("monitor.page")),
        (None, r#""monitor.page""#, Ok("monitor.page")),
        // A property takes precedence over a header, and a header over nested properties.
        (Some("monitor.check.completed"), r#"{"type":"monitor.page"}"#, Ok("monitor.page")),
        (
            Some("monitor.check.completed"),
            r#"{"about":{"seen":"monitor.page"}}"#,
            Ok("monitor.check.completed"),
        ),
        // The same name twice is one event; two names are ambiguous.
        (None, r#"{"a":"monitor.page","b":"monitor.page"}"#, Ok("monitor.page")),
        (None, r#"{"a":"monitor.page","b":"monitor.check.completed"}"#, Err(("ambiguous", 400))),
        // A newer service may send events that the contract does not list.
        (None, r#"{"type":"monitor.pages"}"#, Ok("")),
        (None, r#"{"monitor.page":1}"#, Ok("")),
        (None, "{}", Ok("")),
        (None, "", Err(("not-json", 400))),
        (None, "monitor.page", Err(("not-json", 400))),
    ];
    for (header, body, expected) in rows {
        let headers: Vec<_> = header.map(|value| ("X-Event", value)).into_iter().collect();
        let expected = expected.map(str::to_owned);
        assert_eq!(receive(&receiver, &headers, body), expected, "{header:?} {body}");
    }
}

#[test]
fn the_place_of_the_name_can_be_configured() {
    let in_body = subscription(&json!({})).name_in_body("/meta/kind");
    let in_header = subscription(&json!({})).name_in_header("x-event");
    let named = r#"{"meta":{"kind":"monitor.page"},"type":"monitor.check.completed"}"#;
    let newer = r#"{"meta":{"kind":"monitor.gone"}}"#;
    let rows = [
        (&in_body, named, Ok("monitor.page")),
        // A lenient receiver keeps events of a newer service.
        (&in_body, newer, Ok("monitor.gone")),
        (&in_body, r#"{"type":"monitor.page"}"#, Err(("no-event-name", 400))),
        (&in_header, named, Ok("monitor.new")),
    ];
    for (receiver, body, expected) in rows {
        let actual = receive(receiver, &[("X-EVENT", "monitor.new")], body);
        assert_eq!(actual, expected.map(str::to_owned), "{body}");
    }
    assert_eq!(receive(&subscription(&json!({})).strict(), &[], "{}"), Err(("no-event-name", 400)));
    let strict = in_body.strict();
    let judged = [(named, Ok("monitor.page".to_owned())), (newer, Err(("breaks-contract", 400)))];
    for (body, expected) in judged {
        assert_eq!(receive(&strict, &[], body), expected, "{body}");
    }
    let event = strict.receive([("", "")], named.as_bytes()).expect("is an event");
    let MonitorWebhookEvent::MonitorPage(payload) = event else { panic!("{event:?}") };
    assert_eq!(payload["type"], "monitor.check.completed");
}

#[test]
fn only_subscribed_events_are_accepted() {
    let receiver = subscription(&json!({
        "headers": { "X-Secret": SECRET, "X-Tenant": "blue" },
        "metadata": { "shop": { "id": [7] } },
        "events": ["monitor.page"],
    }));
    let whole: [(&str, &str); 3] =
        [("x-tenant", "blue"), ("Host", "example.com"), ("x-secret", SECRET)];
    let page = r#"{"type":"monitor.page","more":[{"shop":{"id":[7]}}]}"#;
    let rows: [Row<'_>; 9] = [
        (&whole, page, Ok("monitor.page")),
        // Another header of the same name does not matter.
        (
            &[("x-secret", "no"), ("x-secret", SECRET), ("x-tenant", "blue")],
            page,
            Ok("monitor.page"),
        ),
        (&[("x-tenant", "blue")], page, Err(("unauthorized", 401))),
        (&[("x-secret", SECRET)], page, Err(("unauthorized", 401))),
        (
            &[("x-secret", "sesame-012345678"), ("x-tenant", "blue")],
            page,
            Err(("unauthorized", 401)),
        ),
        (&[("x-secret", ""), ("x-tenant", "blue")], page, Err(("unauthorized", 401))),
        // The receiver authenticates the sender before it reads the body.
        (&[], "{", Err(("unauthorized", 401))),
        (&whole, r#"{"type":"monitor.page","shop":{"id":[8]}}"#, Err(("missing-metadata", 400))),
        (
            &whole,
            r#"{"type":"monitor.check.completed","shop":{"id":[7]}}"#,
            Err(("not-subscribed", 400)),
        ),
    ];
    for (headers, body, expected) in rows {
        let actual = receive(&receiver, headers, body);
        assert_eq!(actual, expected.map(str::to_owned), "{headers:?} {body}");
    }
    assert!(!format!("{receiver:?}").contains(SECRET), "{receiver:?}");
    let error = receiver.receive([("x-secret", "no")], page.as_bytes()).expect_err("is rejected");
    assert_eq!(error.to_string(), "the header `X-Secret` is missing or has another value");
}
