//! Variations of the responses to runs and scrapes. The contract lists the values in them, but not their
//! places.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_LANGUAGE;
use serde_json::{Map, Value, json};

use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// Takes the events of a trace out of its response, each with its kind.
fn events(response: &mut ProxyResponse) -> Option<Vec<(String, Map<String, Value>)>> {
    let events = response.body.get_mut("events")?.take();
    let Value::Array(events) = events else { return None };
    let of = |event: Value| match event {
        Value::Object(mut event) => {
            let kind = event.shift_remove("type")?.as_str()?.to_owned();
            Some((kind, event))
        }
        _ => None,
    };
    Some(events.into_iter().filter_map(of).collect())
}

/// Returns each event as an envelope, with the name beside the payload.
pub(super) fn trace_of_envelopes(
    _: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    if let Some(events) = events(response) {
        let envelope = |(kind, mut event): (String, Map<String, Value>)| {
            let at = event.shift_remove("at");
            json!({ "event": { "name": kind, "at": at }, "payload": { "body": event } })
        };
        response.body = events.into_iter().map(envelope).collect();
    }
}

/// Returns events grouped by their kinds.
pub(super) fn trace_by_kind(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    if let Some(events) = events(response) {
        let mut kinds = Map::new();
        for (kind, event) in events {
            let all = kinds.entry(kind).or_insert_with(|| json!([]));
            if let Value::Array(all) = all {
                all.push(event.into());
            }
        }
        response.body = json!({ "run": { "trace": kinds } });
    }
}

/// Adds events that the contract does not list, whose errors have other types.
pub(super) fn trace_with_other_events(
    _: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    if let Some(Value::Array(events)) = response.body.get_mut("events") {
        let tool = json!({ "type": "tool.failed", "error": { "code": 404, "retryable": "no" } });
        events.insert(0, tool);
        events.push(json!({ "type": "page.read", "outcome": 7, "error": "none" }));
    }
}

/// Returns documents as a list, with the result of each format in the format.
pub(super) fn documents_of_formats(
    _: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    let is_document = response.body.pointer("/data/metadata/sourceURL").is_some();
    let Some(Value::Object(mut document)) =
        response.body.get_mut("data").filter(|_| is_document).map(Value::take)
    else {
        return;
    };
    let names = ["answer", "highlights", "pages", "blocks", "rawBase64"];
    let parts = names.iter().filter_map(|name| Some((*name, document.shift_remove(*name)?)));
    let parts: Vec<Value> = parts
        .map(|(name, value)| match (name, value) {
            ("highlights", Value::String(text)) => {
                json!({ "result": { "highlights": text.lines().collect::<Vec<_>>() } })
            }
            ("answer", value) => json!({ "result": { "answer": { "text": value } } }),
            ("rawBase64", Value::String(text)) => {
                json!({ "file": format!("data:application/pdf;base64,{text}") })
            }
            (name, value) => json!({ "result": { name: value } }),
        })
        .collect();
    document.insert("formats".to_owned(), parts.into());
    response.body = json!({ "results": { "documents": [document] } });
}

/// Returns the message of a run within an error.
pub(super) fn message_within_an_error(
    _: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    let is_status = response.body.get("status").is_some();
    if let Some(members) = response.body.as_object_mut().filter(|_| is_status)
        && let Some(message) = members.shift_remove("message")
    {
        members.shift_remove("error");
        members.insert("failure".to_owned(), json!({ "why": [{ "text": message }] }));
    }
}

/// Omits the credits of a failed run that has no message.
pub(super) fn no_credits_of_failed_runs(
    _: &LayerContext<'_>,
    _: &ProxyRequest,
    response: &mut ProxyResponse,
) {
    let is_failed = response.body.get("status") == Some(&json!("failed"));
    let has_message = response.body.get("message").is_some();
    if let Some(members) = response.body.as_object_mut().filter(|_| is_failed && !has_message) {
        members.shift_remove("creditsUsed");
    }
}

/// Returns messages in German, with a `Content-Language` header.
pub(super) fn german(_: &LayerContext<'_>, _: &ProxyRequest, response: &mut ProxyResponse) {
    let text = response.body.get("error").and_then(Value::as_str).unwrap_or_default();
    let is_of_generation = text.contains("second-generation");
    let is_of_run = response.body.get("status").is_some() && response.body.get("message").is_some();
    if is_of_generation {
        response.put("error", json!("Das gibt es erst seit der zweiten Generation."));
    } else if is_of_run {
        for member in ["message", "error"] {
            response.put(member, json!("Der Lauf endete vorzeitig."));
        }
    } else {
        return;
    }
    response.headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static("de-DE"));
}
