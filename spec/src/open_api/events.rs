//! Channels: those that send requests to the subscriber as webhooks, and all of them as `x-events`.

use serde_json::{Map, Value, json};

use super::facts;
use super::operations::first_sentence;
use super::shapes::capitalized;
use super::view::View;
use crate::json_schema::{Dialect, JsonObject};
use crate::model::{Channel, Event, Transport};

impl View<'_> {
    /// Returns a webhook for each event. A channel without named events is one webhook.
    pub(super) fn webhooks(&self) -> Map<String, Value> {
        let mut webhooks = Map::new();
        let channels = self.spec.channels.values();
        for channel in channels.filter(|channel| channel.transport == Transport::Webhook) {
            if channel.events.is_empty() {
                webhooks.insert(channel.id.clone(), self.webhook(channel, None));
            }
            for (name, event) in &channel.events {
                // Two channels may report the same event.
                let taken = webhooks.contains_key(name);
                let key = if taken { format!("{}.{name}", channel.id) } else { name.clone() };
                webhooks.insert(key, self.webhook(channel, Some(event)));
            }
        }
        webhooks
    }

    /// Returns one webhook. The contract never shows its method and its response, but OpenAPI demands both.
    fn webhook(&self, channel: &Channel, event: Option<&Event>) -> Value {
        let carried = event.and_then(|event| event.carries.as_ref());
        let schema = match carried {
            Some(name) => json!({ "$ref": self.dialect.reference(name) }),
            None => json!({
                "type": "object",
                "description": "The contract does not show the payload.",
                "additionalProperties": true,
            }),
        };
        let doc = event.map_or(&channel.doc, |event| &event.doc);
        let clause = channel.clause();
        let clause = event.map_or(clause.clone(), |event| clause.child(&event.name));
        let mut json = JsonObject::default();
        json.set("operationId", operation_id(clause.as_str()));
        json.set("summary", first_sentence(doc));
        json.set("description", channel.doc.as_str());
        // The contract does not show how a subscriber authenticates the service.
        json.set("security", json!([]));
        json.set("requestBody", json!({ "content": self.content(json!({ "schema": schema })) }));
        let description = "The contract shows neither the method of the request nor the response of the subscriber.";
        json.set("responses", json!({ "default": { "description": description } }));
        json.set("x-channel", channel.id.as_str());
        json.set("x-clause", clause.as_str());
        json.set("x-level", channel.level.to_string());
        json!({ "post": json.0 })
    }

    /// Returns every channel, of any transport.
    pub(super) fn channels(&self) -> Map<String, Value> {
        let channels = self.spec.channels.iter();
        channels.map(|(id, channel)| (id.clone(), fact(channel))).collect()
    }
}

/// Returns an identity for a webhook that no operation has. It comes from the clause: `noticesBookAdded` for
/// `notices.book-added`.
fn operation_id(clause: &str) -> String {
    let steps = clause.split(['.', '-', '_']).skip(1).filter(|step| !step.is_empty());
    steps
        .enumerate()
        .map(|(at, step)| if at == 0 { step.to_owned() } else { capitalized(step) })
        .collect()
}

fn fact(channel: &Channel) -> Value {
    let events: Map<String, Value> = channel
        .events
        .iter()
        .map(|(name, event)| {
            let mut json = JsonObject::default();
            json.set("doc", event.doc.as_str());
            json.set_some("carries", event.carries.as_deref());
            json.set("clause", channel.clause().child(name).as_str());
            (name.clone(), json.0.into())
        })
        .collect();
    let mut json = JsonObject::default();
    json.set("doc", channel.doc.as_str());
    json.set("transport", json!(channel.transport));
    json.set_some("type", channel.type_name.as_deref());
    json.set_some("operation", channel.operation.as_deref());
    json.set_filled("events", events);
    json.set_filled("behaviour", facts::behaviour(&channel.behaviour));
    json.set("clause", channel.clause().as_str());
    json.set("level", channel.level.to_string());
    json.set("source", channel.source.as_str());
    json.0.into()
}
