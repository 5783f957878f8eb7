//! Describes the webhooks that a case expects.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;
use webdata_spec::model::ClauseId;

/// The webhooks that come to the addresses of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deliveries {
    /// The expectations, each for some of the addresses.
    pub hooks: Vec<Hook>,
    /// The part that is observed. Where there is one, nothing is judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<Sought>,
}

/// The expectation of every webhook that comes to some addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hook {
    /// The numbers of the addresses.
    pub places: Vec<usize>,
    /// Whether anything comes.
    pub comes: Coming,
    /// Headers, with their values.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub headers: IndexMap<String, String>,
    /// Strings that are somewhere in the payload.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// The one event that comes, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// The clause that requires it.
    pub clause: ClauseId,
}

impl Hook {
    /// Returns a hook that only says whether anything comes.
    #[must_use]
    pub fn new(places: Vec<usize>, comes: Coming, clause: ClauseId) -> Self {
        let (headers, texts) = (IndexMap::new(), Vec::new());
        Self { places, comes, headers, texts, only: None, clause }
    }
}

/// The one event that was subscribed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Only {
    /// Its name.
    pub subscribed: String,
    /// The events that were not subscribed to. A payload names none of them without the one that
    /// was.
    pub others: Vec<String>,
    /// The value that a response must have shown for this to be judged: a server may merge the sent
    /// list into the stored one.
    pub stored: Stored,
}

/// A value in the response to an earlier step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stored {
    /// The step, from 0.
    pub step: usize,
    /// The place, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The value.
    pub value: Value,
}

/// Whether anything comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Coming {
    /// A webhook must come, within the time that the target gives.
    Something,
    /// A webhook may come.
    Whatever,
}

/// A part of webhooks that is observed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sought {
    /// The gap that is observed.
    pub gap: String,
    /// The part.
    pub part: Part,
}

/// A part of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// The place of the event's name, which is one of these.
    EventName(Vec<String>),
    /// The names of headers that are neither those of every request nor given by the client.
    Headers {
        /// Where the first response has the headers that are stored, as a JSON Pointer (RFC 6901).
        #[serde(skip_serializing_if = "Option::is_none")]
        given: Option<String>,
    },
}
