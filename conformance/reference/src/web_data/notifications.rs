//! Notifications about checks: webhooks, sent to the URL that a monitor names. No e-mail is ever sent.
//!
//! Webhooks never reach another machine or the server itself (`delivery`). Header values are not stored, since they
//! may be secrets. The contract shows neither signatures nor retries: messages are not signed and are retried a few
//! times.

pub(crate) mod delivery;

use serde_json::{Value, json};

use crate::contract::Contract;
use crate::contract::schema::{self, Properties};
use crate::service::decisions::Subscription;
use crate::web_data::WebData;
use crate::web_data::world::checks::{Check, CheckedPage};
use crate::web_data::world::deliveries::{Delivery, Message, Outcome};
use crate::world::clock::moment;
use crate::world::request_log::truncated;

/// The channel, the type that configures it, and its events.
const CHANNEL: &str = "monitor-webhook";
const TYPE: &str = "MonitorWebhook";
const PAGE: &str = "monitor.page";
const COMPLETED: &str = "monitor.check.completed";

/// The size limit in bytes of a payload in the list of deliveries.
const MAX_PAYLOAD_BYTES: usize = 64 * 1024;

/// The size limit in bytes of all header names of a delivery in that list.
const MAX_HEADER_NAME_BYTES: usize = 4 * 1024;

/// Reads the webhook of a monitor, if it has one and the contract says that events are delivered.
fn subscription(contract: &Contract, monitor: &Properties) -> Option<Subscription> {
    let webhook = monitor.get("webhook").filter(|webhook| webhook.is_object())?;
    let webhook = Some(webhook).filter(|_| has_clause(contract, "delivered"))?;
    let metadata = setting(contract, webhook, "metadata").cloned();
    let events = [PAGE, COMPLETED].into_iter();
    Some(Subscription {
        url: setting(contract, webhook, "url").and_then(Value::as_str)?.to_owned(),
        headers: headers(contract, webhook),
        metadata: metadata.filter(|_| has_clause(contract, "metadata")),
        events: events
            .filter(|event| is_subscribed(contract, webhook, event))
            .map(str::to_owned)
            .collect(),
    })
}

/// Queues the events of a check that the monitor's webhook subscribes to.
pub(crate) fn announce(service: &WebData, monitor: &Properties, check: &Check) {
    let Some(mut webhook) = subscription(&service.contract, monitor) else { return };
    service.decisions.deliver(&mut webhook);
    let announced = check.pages.iter().filter(|page| page.is_announced);
    let pages = announced.map(|page| (PAGE, page_event(check, page)));
    let completed = (COMPLETED, json!({ "summary": check.summary }));
    let wanted = pages.chain([completed]);
    let wanted = wanted.filter(|(event, _)| webhook.events.iter().any(|wanted| wanted == event));
    let messages: Vec<Message> =
        wanted.map(|(event, data)| new_message(service, &webhook, check, event, data)).collect();
    if !messages.is_empty() {
        service.state.deliveries.begin(messages);
    }
}

/// Builds the message of an event and adds it to the list of deliveries.
fn new_message(
    service: &WebData,
    webhook: &Subscription,
    check: &Check,
    event: &'static str,
    data: Value,
) -> Message {
    let world = &service.world;
    let id = world.randomness.identities.next().to_string();
    let mut payload = payload_of(webhook, check, &id, event, data);
    let body = payload.to_string();
    if body.len() > MAX_PAYLOAD_BYTES {
        payload = format!("({} bytes, not stored)", body.len()).into();
    }
    let number = service.state.deliveries.records.add(Delivery {
        id,
        at: moment(world.clock.now()),
        monitor_id: check.monitor_id.clone(),
        check_id: check.id.clone(),
        event,
        url: truncated(&webhook.url),
        headers: header_names(&webhook.headers),
        payload,
        attempts: 0,
        outcome: Outcome::UnderWay,
    });
    Message { number, url: webhook.url.clone(), headers: webhook.headers.clone(), body }
}

/// Builds the payload of an event. The contract does not show its shape. This server puts the event, the
/// monitor and the check beside the data of the event.
fn payload_of(webhook: &Subscription, check: &Check, id: &str, event: &str, data: Value) -> Value {
    let mut payload = json!({
        "id": id, "event": event, "monitorId": check.monitor_id, "checkId": check.id,
    });
    if let (Value::Object(payload), Value::Object(data)) = (&mut payload, data) {
        payload.extend(data);
        if let Some(metadata) = &webhook.metadata {
            payload.insert("metadata".to_owned(), metadata.clone());
        }
    }
    payload
}

fn page_event(check: &Check, page: &CheckedPage) -> Value {
    let mut data = json!({ "url": page.url, "status": page.outcome });
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            data[name] = value;
        }
    };
    set("targetId", page.target_id.as_deref().map(Value::from));
    set("relevant", page.relevant.map(Value::from));
    set("diff", page.diff.as_deref().map(Value::from));
    set("error", page.error.as_deref().map(Value::from));
    json!({ "page": data, "checkedAt": moment(check.began) })
}

/// Returns whether a webhook subscribes to an event that the contract has.
fn is_subscribed(contract: &Contract, webhook: &Value, event: &str) -> bool {
    let channel = contract.spec.channels.get(CHANNEL);
    if !channel.is_some_and(|channel| channel.events.contains_key(event)) {
        return false;
    }
    match setting(contract, webhook, "events").and_then(Value::as_array) {
        _ if !has_clause(contract, "subscribed") => true,
        Some(wanted) => wanted.iter().any(|wanted| wanted == event),
        None => contract.has_clause(&format!("{TYPE}.events.default")),
    }
}

fn headers(contract: &Contract, webhook: &Value) -> Vec<(String, String)> {
    let headers = setting(contract, webhook, "headers").and_then(Value::as_object);
    let headers = headers.into_iter().flatten();
    headers.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

fn header_names(headers: &[(String, String)]) -> Vec<String> {
    let mut room = MAX_HEADER_NAME_BYTES;
    let kept = headers.iter().map_while(|(name, _)| {
        room = room.checked_sub(size_of::<String>() + name.len())?;
        Some(name.clone())
    });
    kept.collect()
}

fn setting<'s>(contract: &'s Contract, webhook: &'s Value, name: &str) -> Option<&'s Value> {
    schema::effective_value(&contract.spec, TYPE, webhook, name)
}

fn has_clause(contract: &Contract, behaviour: &str) -> bool {
    contract.has_clause(&format!("events.{CHANNEL}.behaviour.{behaviour}"))
}
