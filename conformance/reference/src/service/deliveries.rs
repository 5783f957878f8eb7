//! Webhooks: the events of checks, sent to the address that a monitor names.
//!
//! ```text
//! queue               what waits to be sent, by receiver and up to a size
//! attempts ─ reach    the messages of a check sent, again where that may help; where they may go
//! send                the task that has them sent
//! ```
//!
//! It must not reach any other machine, nor the server itself (`reach`). It keeps no value
//! of a header, which may be a secret. Signatures and repeated attempts are not shown by the
//! contract: there are none of the former, and few of the latter.

mod attempts;
mod queue;
mod reach;
mod send;

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::Shared;
use super::checks::Check;
use super::checks::compare::Compared;
use super::contract::Contract;
use super::monitors::moment;
use super::request_log::beginning;
use super::ring::{Number, Ring};
use super::schema;
use super::store::Properties;
use queue::{Batch, Queue};

pub(super) use reach::{LOCAL_NAME, Reach};
pub(super) use send::keep;

/// The channel, the type that sets it up, and its events.
const CHANNEL: &str = "monitor-webhook";
const TYPE: &str = "MonitorWebhook";
const PAGE: &str = "monitor.page";
const COMPLETED: &str = "monitor.check.completed";

/// How long whoever asks waits at most until nothing is under way.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The most bytes of a payload that are kept in the list of deliveries.
const KEPT: usize = 64 * 1024;

/// The most bytes of names of headers that are kept there for each.
const KEPT_NAMES: usize = 4 * 1024;

/// An event that was to be delivered, and what came of it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Delivery {
    id: String,
    at: String,
    monitor_id: String,
    check_id: String,
    event: &'static str,
    /// The beginning of it.
    url: String,
    /// The names of the headers that are sent along, the first ones where there are many.
    headers: Vec<String>,
    /// What is sent, unless it is too large to be kept.
    payload: Value,
    /// How often it was sent, with or without success.
    attempts: u32,
    outcome: Outcome,
}

/// What came of a delivery.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Outcome {
    UnderWay,
    /// The receiver took it with a status.
    Delivered(u16),
    /// Why it was not.
    NotDelivered(String),
}

/// What is sent.
#[derive(Debug)]
struct Message {
    /// The number of its delivery.
    number: Number,
    url: String,
    headers: Vec<(String, String)>,
    /// The payload, as it goes over the wire.
    body: String,
}

/// The deliveries of all monitors.
#[derive(Debug, Default)]
pub(super) struct Deliveries {
    records: Ring<Delivery>,
    queue: Queue,
}

impl Deliveries {
    /// The newest deliveries, the oldest of them first, as they stand.
    pub(super) fn all(&self) -> Vec<Delivery> {
        self.records.entries()
    }

    /// Waits until none is under way, within bounds and for as long as the server runs.
    pub(super) async fn end_of_all(&self, stopping: &CancellationToken) {
        // After the longest wait, those that are still under way say so.
        let ended = timeout(LONGEST_WAIT, self.queue.end_of_all());
        let _ = stopping.run_until_cancelled(ended).await;
    }

    /// Forgets every delivery, and sends none that has not begun.
    pub(super) fn reset(&self) {
        self.queue.clear();
        self.records.reset();
    }

    /// Has the messages of a check sent, or tells why they are not.
    fn begin(&self, messages: Vec<Message>) {
        if let Err((messages, reason)) = self.queue.add(Batch::of(messages)) {
            for message in messages {
                self.record(message.number, 0, Outcome::NotDelivered(reason.to_owned()));
            }
        }
    }

    fn record(&self, number: Number, attempts: u32, outcome: Outcome) {
        self.records.change(number, |delivery| {
            delivery.attempts = attempts;
            delivery.outcome = outcome;
        });
    }
}

/// Sends what a check has to tell, as far as the monitor's webhook wants it.
pub(super) fn announce(shared: &Shared, monitor: &Properties, check: &Check) {
    let contract = &shared.contract;
    let webhook = monitor.get("webhook").filter(|webhook| webhook.is_object());
    let Some(webhook) = webhook.filter(|_| says(contract, "delivered")) else {
        return;
    };
    let Some(url) = setting(contract, webhook, "url").and_then(Value::as_str) else {
        return;
    };
    let url = &shared.faults.webhook_url(url);
    let headers = shared.faults.webhook_headers(headers(contract, webhook));
    let told = check.pages.iter().filter(|page| page.is_told);
    let pages = told.map(|page| (PAGE, page_event(check, page)));
    let completed = (COMPLETED, json!({ "summary": check.summary }));
    let events = pages
        .chain([completed])
        .filter(|(event, _)| shared.faults.sends(event, wants(contract, webhook, event)));
    let messages: Vec<Message> = events
        .map(|(event, about)| {
            let id = shared.identities.next().to_string();
            let mut payload = payload(contract, webhook, check, &id, event, about);
            if shared.faults.empties_metadata() {
                let metadata = payload.get_mut("metadata").and_then(Value::as_object_mut);
                metadata
                    .into_iter()
                    .for_each(|own| own.values_mut().for_each(|v| *v = Value::Null));
            }
            let body = payload.to_string();
            if body.len() > KEPT {
                payload = format!("{} bytes, which are not kept", body.len()).into();
            }
            let delivery = Delivery {
                id,
                at: moment(shared.clock.now()),
                monitor_id: check.monitor_id.clone(),
                check_id: check.id.clone(),
                event,
                url: beginning(url),
                headers: names(&headers),
                payload,
                attempts: 0,
                outcome: Outcome::UnderWay,
            };
            let number = shared.deliveries.records.add(delivery);
            Message { number, url: url.to_owned(), headers: headers.clone(), body }
        })
        .collect();
    if !messages.is_empty() {
        shared.deliveries.begin(messages);
    }
}

/// The payload of an event. The contract does not show its shape: the event's name and identity,
/// the monitor and the check stand beside what the event is about.
fn payload(
    contract: &Contract,
    webhook: &Value,
    check: &Check,
    id: &str,
    event: &str,
    about: Value,
) -> Value {
    let mut payload = json!({
        "id": id, "event": event, "monitorId": check.monitor_id, "checkId": check.id,
    });
    if let (Value::Object(payload), Value::Object(about)) = (&mut payload, about) {
        payload.extend(about);
        let metadata = setting(contract, webhook, "metadata");
        if let Some(metadata) = metadata.filter(|_| says(contract, "metadata")) {
            payload.insert("metadata".to_owned(), metadata.clone());
        }
    }
    payload
}

fn page_event(check: &Check, page: &Compared) -> Value {
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
        _ if !says(contract, "subscribed") => true,
        Some(wanted) => wanted.iter().any(|wanted| wanted == event),
        None => contract.says(&format!("{TYPE}.events.default")),
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
    schema::setting(&contract.spec, TYPE, webhook, name)
}

fn says(contract: &Contract, behaviour: &str) -> bool {
    contract.says(&format!("events.{CHANNEL}.behaviour.{behaviour}"))
}
