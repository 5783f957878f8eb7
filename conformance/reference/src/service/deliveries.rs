//! Webhooks: the events of checks, sent to the address that a monitor names.
//!
//! ```text
//! attempts ─ address_policy    the messages of a check sent, and where they may go
//! send                         the task that has them sent
//! ```
//!
//! It must not reach any other machine, nor the server itself (`address_policy`). It keeps no value
//! of a header, which may be a secret. Signatures and repeated attempts are not shown by the
//! contract: there are none of the former, and few of the latter.

pub(crate) mod address_policy;
mod attempts;
pub(crate) mod send;

use serde_json::{Value, json};

use super::backend::Backend;
use crate::contract::Contract;
use crate::contract::schema::{self, Properties};
use crate::world::checks::{Check, CheckedPage};
use crate::world::clock::moment;
use crate::world::deliveries::queue::Message;
use crate::world::deliveries::{Delivery, Outcome};
use crate::world::request_log::beginning;

/// The channel, the type that sets it up, and its events.
const CHANNEL: &str = "monitor-webhook";
const TYPE: &str = "MonitorWebhook";
const PAGE: &str = "monitor.page";
const COMPLETED: &str = "monitor.check.completed";

/// The most bytes of a payload that are kept in the list of deliveries.
const KEPT: usize = 64 * 1024;

/// The most bytes of names of headers that are kept there for each.
const KEPT_NAMES: usize = 4 * 1024;

/// What a monitor's webhook asks for.
struct Webhook {
    url: String,
    headers: Vec<(String, String)>,
    /// What goes with each payload.
    metadata: Option<Value>,
    /// The events that it wants.
    events: Vec<String>,
}

impl Webhook {
    /// The webhook of a monitor, where it has one and the contract says that events are delivered.
    fn read(contract: &Contract, monitor: &Properties) -> Option<Self> {
        let webhook = monitor.get("webhook").filter(|webhook| webhook.is_object())?;
        let webhook = Some(webhook).filter(|_| has_clause(contract, "delivered"))?;
        let metadata = setting(contract, webhook, "metadata").cloned();
        let events = [PAGE, COMPLETED].into_iter();
        Some(Self {
            url: setting(contract, webhook, "url").and_then(Value::as_str)?.to_owned(),
            headers: headers(contract, webhook),
            metadata: metadata.filter(|_| has_clause(contract, "metadata")),
            events: events
                .filter(|event| wants(contract, webhook, event))
                .map(str::to_owned)
                .collect(),
        })
    }
}

/// Sends what a check has to tell, as far as the monitor's webhook wants it.
pub(super) fn announce(backend: &Backend, monitor: &Properties, check: &Check) {
    let Some(mut webhook) = Webhook::read(&backend.contract, monitor) else { return };
    let Webhook { url, headers, metadata, events } = &mut webhook;
    backend.faults.on_webhook(url, headers, metadata.as_mut(), events);
    let announced = check.pages.iter().filter(|page| page.is_announced);
    let pages = announced.map(|page| (PAGE, page_event(check, page)));
    let completed = (COMPLETED, json!({ "summary": check.summary }));
    let wanted = pages.chain([completed]);
    let wanted = wanted.filter(|(event, _)| webhook.events.iter().any(|wanted| wanted == event));
    let messages: Vec<Message> =
        wanted.map(|(event, about)| message(backend, &webhook, check, event, about)).collect();
    if !messages.is_empty() {
        backend.world.deliveries.begin(messages);
    }
}

/// The message of an event, whose delivery is noted.
fn message(
    backend: &Backend,
    webhook: &Webhook,
    check: &Check,
    event: &'static str,
    about: Value,
) -> Message {
    let world = &backend.world;
    let id = world.randomness.identities.next().to_string();
    let mut payload = payload(webhook, check, &id, event, about);
    let body = payload.to_string();
    if body.len() > KEPT {
        payload = format!("{} bytes, which are not kept", body.len()).into();
    }
    let number = world.deliveries.add(Delivery {
        id,
        at: moment(world.clock.now()),
        monitor_id: check.monitor_id.clone(),
        check_id: check.id.clone(),
        event,
        url: beginning(&webhook.url),
        headers: names(&webhook.headers),
        payload,
        attempts: 0,
        outcome: Outcome::UnderWay,
    });
    Message { number, url: webhook.url.clone(), headers: webhook.headers.clone(), body }
}

/// The payload of an event. The contract does not show its shape: the event's name and identity,
/// the monitor and the check stand beside what the event is about.
fn payload(webhook: &Webhook, check: &Check, id: &str, event: &str, about: Value) -> Value {
    let mut payload = json!({
        "id": id, "event": event, "monitorId": check.monitor_id, "checkId": check.id,
    });
    if let (Value::Object(payload), Value::Object(about)) = (&mut payload, about) {
        payload.extend(about);
        if let Some(metadata) = &webhook.metadata {
            payload.insert("metadata".to_owned(), metadata.clone());
        }
    }
    payload
}

fn page_event(check: &Check, page: &CheckedPage) -> Value {
    let mut about = json!({ "url": page.url, "status": page.outcome.name() });
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            about[name] = value;
        }
    };
    set("targetId", page.target_id.as_deref().map(Value::from));
    set("relevant", page.relevant.map(Value::from));
    set("diff", page.diff.as_deref().map(Value::from));
    set("error", page.error.as_deref().map(Value::from));
    json!({ "page": about, "checkedAt": moment(check.began) })
}

/// Whether a webhook wants an event that the contract has.
fn wants(contract: &Contract, webhook: &Value, event: &str) -> bool {
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

fn names(headers: &[(String, String)]) -> Vec<String> {
    let mut room = KEPT_NAMES;
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
