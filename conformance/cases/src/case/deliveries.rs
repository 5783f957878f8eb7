//! Defines the webhooks that a case expects.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;
use webdata_spec::model::ClauseId;

/// The webhooks that a case expects at its addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deliveries {
    /// The expectations, each for some of the addresses of the case.
    pub hooks: Vec<ExpectedWebhook>,
    /// The part of the webhooks that is observed. With `Some`, nothing is judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<ObservedPart>,
}

/// The expectation for every webhook that arrives at some of the addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExpectedWebhook {
    /// The numbers of the addresses, as they follow `LISTENER`.
    pub places: Vec<usize>,
    /// Whether a webhook must arrive.
    pub comes: Arrival,
    /// The headers that each webhook must have, with their values.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub headers: IndexMap<String, String>,
    /// Strings that the payload must contain, at any place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// The only event that may arrive; `None` for any event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<OnlyEvent>,
    /// The clause that requires the webhooks.
    pub clause: ClauseId,
}

impl ExpectedWebhook {
    /// Returns an expectation that only says whether a webhook must arrive.
    #[must_use]
    pub fn new(places: Vec<usize>, comes: Arrival, clause: ClauseId) -> Self {
        let (headers, texts) = (IndexMap::new(), Vec::new());
        Self { places, comes, headers, texts, only: None, clause }
    }
}

/// The only event that the resource is subscribed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OnlyEvent {
    /// The name of the event.
    pub subscribed: String,
    /// The other events of the contract. A payload that names one of them must name the subscribed event,
    /// too.
    pub others: Vec<String>,
    /// The value that an earlier response must have shown for the subscription to be judged. A server may
    /// merge the sent list into the stored list.
    pub stored: StoredValue,
}

/// A value that the response to an earlier step has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredValue {
    /// The index of the step, from 0.
    pub step: usize,
    /// The place of the value, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The value.
    pub value: Value,
}

/// Whether a webhook must arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Arrival {
    /// A webhook must arrive within the time that the target states.
    #[serde(rename = "something")]
    Required,
    /// A webhook may arrive.
    #[serde(rename = "whatever")]
    Optional,
}

/// The part of webhooks that a case observes for a gap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObservedPart {
    /// The gap that is observed.
    pub gap: String,
    /// The observed part.
    pub part: WebhookPart,
}

/// A part of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WebhookPart {
    /// The place of the event's name in the payload. The name is one of these.
    EventName(Vec<String>),
    /// The names of headers that neither HTTP nor the client's configuration explains.
    Headers {
        /// The place of the configured headers in the first response, as a JSON Pointer (RFC 6901).
        #[serde(skip_serializing_if = "Option::is_none")]
        given: Option<String>,
    },
}
