//! Judges webhooks: whether they came, their headers, and their content. The contract does not show the shape
//! of payloads, so values are searched anywhere in them.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;
use webdata_cases::case::{Arrival, Deliveries, ExpectedWebhook, OnlyEvent, WebhookPart};
use webdata_cases::json::{self, cost};

use super::excerpt::start;
use super::{HttpResponse, Judgement, NOTHING, WEBHOOK};
use crate::outcome::{DeliveryRecord, Deviation, Observed};

/// The maximum memory of one payload, in bytes.
const MAX_PAYLOAD_BYTES: usize = 4 << 20;

/// Headers of transport, which say nothing about a payload.
const TRANSPORT_HEADERS: [&str; 13] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "host",
    "pragma",
    "te",
    "transfer-encoding",
    "user-agent",
];

/// Returns whether everything required has come.
#[must_use]
pub fn is_enough(expected: &Deliveries, received: &[DeliveryRecord]) -> bool {
    let awaited = expected.hooks.iter().filter(|hook| hook.comes == Arrival::Required);
    awaited.into_iter().all(|hook| deliveries_to(hook, received).next().is_some())
}

/// Judges the webhooks that came within a time. The last of the responses is that to the target's trigger.
#[must_use]
pub fn deliveries(
    expected: &Deliveries,
    earlier: &[HttpResponse],
    received: &[DeliveryRecord],
    patience: Duration,
) -> Judgement {
    let mut judgement = Judgement::default();
    if let Some(trigger) = earlier.last().filter(|trigger| !trigger.is_success()) {
        let status = trigger.status;
        judgement.unjudged =
            Some(format!("the response to the target's trigger has the status code {status}"));
        return judgement;
    }
    match &expected.observed {
        Some(sought) => {
            let answer = if received.is_empty() {
                "no webhook was received".to_owned()
            } else {
                describe_payloads(&sought.part, earlier, received)
            };
            let (gap, exchange) = (sought.gap.clone(), earlier.len().saturating_sub(1));
            judgement.observed = Some(Observed { gap, answer, reading: None, exchange });
        }
        None => {
            let of_hook = |hook| deviations(hook, earlier, received, patience);
            judgement.deviations = expected.hooks.iter().flat_map(of_hook).collect();
        }
    }
    judgement
}

fn deliveries_to<'d>(
    hook: &'d ExpectedWebhook,
    received: &'d [DeliveryRecord],
) -> impl Iterator<Item = &'d DeliveryRecord> {
    received.iter().filter(|delivery| hook.places.contains(&delivery.place))
}

fn deviations(
    hook: &ExpectedWebhook,
    earlier: &[HttpResponse],
    received: &[DeliveryRecord],
    patience: Duration,
) -> Vec<Deviation> {
    let deviation = |expected: String, received: String| {
        Deviation::new(hook.clause.clone(), WEBHOOK, expected, received)
    };
    let mut hook_deliveries = deliveries_to(hook, received).peekable();
    if hook.comes == Arrival::Required && hook_deliveries.peek().is_none() {
        let within = format!("an event within {} s", patience.as_secs_f64());
        return vec![deviation(within, NOTHING.to_owned())];
    }
    let mut deviations_found = Vec::new();
    for delivery in hook_deliveries {
        for (name, value) in &hook.headers {
            let values =
                delivery.headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
            let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
            if !values.contains(&value.as_str()) {
                let none = if values.is_empty() { NOTHING } else { "" };
                let received = format!("the header {name}: {none}{}", values.join(", "));
                deviations_found.push(deviation(format!("the header {name}: {value}"), received));
            }
        }
        let missing = hook.texts.iter().filter(|text| !delivery.body.contains(text.as_str()));
        let wanted = missing.map(|text| format!("a payload with `{text}`"));
        deviations_found
            .extend(wanted.map(|wanted| deviation(wanted, start(&delivery.body).to_owned())));
        deviations_found.extend(unsubscribed_event(hook, earlier, delivery).map(|name| {
            let expected = format!("no event that was not subscribed to, as `{name}`");
            deviation(expected, start(&delivery.body).to_owned())
        }));
    }
    deviations_found
}

/// Returns the payload of a webhook, if it is JSON and does not take too much memory.
fn payload(delivery: &DeliveryRecord) -> Option<Value> {
    let body = delivery.body.as_bytes();
    cost(body, MAX_PAYLOAD_BYTES).ok()?;
    json::value(body)
}

/// Returns the event that a payload names, if it is not the subscribed one. A payload that names both proves
/// nothing.
fn unsubscribed_event<'h>(
    hook: &'h ExpectedWebhook,
    earlier: &[HttpResponse],
    delivery: &DeliveryRecord,
) -> Option<&'h String> {
    let OnlyEvent { subscribed, others, stored } = hook.only.as_ref()?;
    let shown = earlier.get(stored.step).and_then(|response| response.at(&stored.pointer));
    if shown != Some(&stored.value) {
        return None;
    }
    let payload = payload(delivery)?;
    let is_named = |name: &&String| !places(&payload, name).is_empty();
    if is_named(&subscribed) {
        return None;
    }
    others.iter().find(is_named)
}

/// Describes a part of the payloads in words.
fn describe_payloads(
    part: &WebhookPart,
    earlier: &[HttpResponse],
    received: &[DeliveryRecord],
) -> String {
    let headers = || received.iter().flat_map(|delivery| &delivery.headers);
    let listed = |names: BTreeSet<String>| {
        let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    match part {
        WebhookPart::EventName(names) => {
            // Payloads are parsed one after the other, since each may take much memory.
            let (mut names_found, mut is_json) = (BTreeSet::new(), false);
            for payload in received.iter().filter_map(payload) {
                is_json = true;
                names_found.extend(names.iter().flat_map(|name| places(&payload, name)));
            }
            let named = headers().filter(|(_, value)| names.contains(value));
            let named: BTreeSet<String> = named.map(|(name, _)| name.to_lowercase()).collect();
            if !names_found.is_empty() {
                format!("the event's name is at {}", listed(names_found))
            } else if !named.is_empty() {
                format!("the event's name is in the header {}", listed(named))
            } else if !is_json {
                "the payload is not JSON".to_owned()
            } else {
                "the payload names no event".to_owned()
            }
        }
        WebhookPart::Headers { given } => {
            // Headers of an earlier subscription may still be stored; they are not headers of the service.
            let listed_headers =
                given.as_ref().and_then(|pointer| earlier.first()?.at(pointer)?.as_object());
            let is_given = |name: &String| {
                listed_headers.is_some_and(|headers| {
                    headers.keys().any(|given| given.eq_ignore_ascii_case(name))
                })
            };
            let names = headers().map(|(name, _)| name.to_lowercase());
            let names =
                names.filter(|name| !TRANSPORT_HEADERS.contains(&name.as_str()) && !is_given(name));
            let names: BTreeSet<String> = names.collect();
            if names.is_empty() {
                "no additional headers".to_owned()
            } else {
                format!("with the headers {}", listed(names))
            }
        }
    }
}

/// Returns the places of a string in a payload, as JSON Pointers with `*` for the index of an item.
fn places(payload: &Value, text: &str) -> Vec<String> {
    match payload {
        Value::String(string) if string == text => vec![String::new()],
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| {
                places(value, text).into_iter().map(move |rest| format!("/{name}{rest}"))
            })
            .collect(),
        Value::Array(items) => items
            .iter()
            .flat_map(|item| places(item, text))
            .map(|rest| format!("/-{rest}"))
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use webdata_spec::model::ClauseId;

    use super::*;
    use webdata_cases::case::StoredValue;

    fn hook() -> ExpectedWebhook {
        let stored = StoredValue { step: 0, pointer: "/events".to_owned(), value: json!(["page"]) };
        let others = vec!["completed".to_owned()];
        let only = OnlyEvent { subscribed: "page".to_owned(), others, stored };
        ExpectedWebhook {
            headers: [("X-A".to_owned(), "1".to_owned())].into_iter().collect(),
            texts: vec!["kept".to_owned()],
            only: Some(only),
            ..ExpectedWebhook::new(vec![0], Arrival::Required, ClauseId::new("c"))
        }
    }

    fn check(stored: &Value, (place, a): (usize, &str), body: &Value, expected: &[&str]) {
        let headers = vec![("x-a".to_owned(), a.to_owned())];
        let received = [DeliveryRecord { place, headers, body: body.to_string() }];
        let stored = json!({ "events": stored }).to_string().into_bytes();
        let earlier = [HttpResponse::new(200, Vec::new(), stored)];
        let actual = deviations(&hook(), &earlier, &received, Duration::from_secs(5));
        let actual: Vec<&str> =
            actual.iter().map(|deviation| deviation.expected.as_str()).collect();
        assert_eq!(actual, expected, "{received:?}");
    }

    #[test]
    fn webhooks_are_judged_at_any_place_of_the_payload() {
        let page = json!(["page"]);
        let good = json!({ "deep": [{ "my": "kept" }], "type": "page" });
        check(&page, (0, "1"), &good, &[]);
        check(&page, (1, "1"), &good, &["an event within 5 s"]);
        check(&page, (0, "2"), &good, &["the header X-A: 1"]);
        check(&page, (0, "1"), &json!({}), &["a payload with `kept`"]);
    }

    #[test]
    fn unsubscribed_events_are_deviations() {
        let page = json!(["page"]);
        let wrong = json!({ "kept": 1, "list": [{ "name": "completed" }] });
        let message = "no event that was not subscribed to, as `completed`";
        check(&page, (0, "1"), &wrong, &[message]);
        check(&json!(["completed", "page"]), (0, "1"), &wrong, &[]);
        check(&page, (0, "1"), &json!({ "kept": ["page", "completed"] }), &[]);
        check(&page, (0, "1"), &json!({ "kept": 1, "text": "check completed" }), &[]);
    }
}
