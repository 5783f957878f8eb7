//! Webhooks: the events of checks, sent to the address that a monitor names.
//!
//! It must not reach any other machine, nor the server itself (`reach`). It keeps no value
//! of a header, which may be a secret. Signatures and repeated attempts are not shown by the
//! contract, and there are none.

mod reach;
mod send;

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::timeout;

use super::Shared;
use super::checks::Check;
use super::checks::compare::Compared;
use super::contract::Contract;
use super::monitors::moment;
use super::ring::{Number, Ring};
use super::schema;
use super::store::Properties;

pub(super) use reach::{LOCAL_NAME, Reach};
pub(super) use send::keep;

/// The channel, the type that sets it up, and its events.
const CHANNEL: &str = "monitor-webhook";
const TYPE: &str = "MonitorWebhook";
const PAGE: &str = "monitor.page";
const COMPLETED: &str = "monitor.check.completed";

/// How long whoever asks waits at most until nothing is under way.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// An event that was to be delivered, and what came of it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Delivery {
    id: String,
    at: String,
    monitor_id: String,
    check_id: String,
    event: &'static str,
    url: String,
    /// The names of the headers that are sent along.
    headers: Vec<String>,
    payload: Value,
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
pub(super) struct Message {
    /// The number of its delivery.
    number: Number,
    url: String,
    headers: Vec<(String, String)>,
    payload: Value,
}

/// The deliveries of all monitors.
#[derive(Debug)]
pub(super) struct Deliveries {
    records: Ring<Delivery>,
    /// The messages of a check, in their order, for the task that sends them.
    sender: UnboundedSender<Vec<Message>>,
    /// How many checks have messages that are not sent yet.
    under_way: watch::Sender<usize>,
}

/// The messages that are to be sent.
pub(super) type Queue = UnboundedReceiver<Vec<Message>>;

impl Deliveries {
    /// No deliveries so far, and the queue for the task that sends them.
    pub(super) fn new() -> (Self, Queue) {
        let (sender, queue) = unbounded_channel();
        let under_way = watch::Sender::new(0);
        (Self { records: Ring::default(), sender, under_way }, queue)
    }

    /// The newest deliveries, the oldest of them first, as they stand.
    pub(super) fn all(&self) -> Vec<Delivery> {
        self.records.entries()
    }

    /// Waits until none is under way, within bounds.
    pub(super) async fn end_of_all(&self) {
        let mut under_way = self.under_way.subscribe();
        // The sender is in `self`, so that waiting cannot fail; after the longest wait, those that
        // are still under way say so.
        drop(timeout(LONGEST_WAIT, under_way.wait_for(|count| *count == 0)).await);
    }

    /// Forgets every delivery.
    pub(super) fn reset(&self) {
        self.records.reset();
    }

    fn begin(&self, messages: Vec<Message>) {
        self.under_way.send_modify(|count| *count += 1);
        if self.sender.send(messages).is_err() {
            self.end();
        }
    }

    /// The messages of a check are sent, or never will be.
    fn end(&self) {
        self.under_way.send_modify(|count| *count = count.saturating_sub(1));
    }

    fn record(&self, number: Number, outcome: Outcome) {
        self.records.change(number, |delivery| delivery.outcome = outcome);
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
            let delivery = Delivery {
                id,
                at: moment(shared.clock.now()),
                monitor_id: check.monitor_id.clone(),
                check_id: check.id.clone(),
                event,
                url: url.to_owned(),
                headers: headers.iter().map(|(name, _)| name.clone()).collect(),
                payload: payload.clone(),
                outcome: Outcome::UnderWay,
            };
            let number = shared.deliveries.records.add(delivery);
            Message { number, url: url.to_owned(), headers: headers.clone(), payload }
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

fn setting<'s>(contract: &'s Contract, webhook: &'s Value, name: &str) -> Option<&'s Value> {
    schema::setting(&contract.spec, TYPE, webhook, name)
}

fn says(contract: &Contract, behaviour: &str) -> bool {
    contract.says(&format!("events.{CHANNEL}.behaviour.{behaviour}"))
}
