//! What a case expects of webhooks.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;
use webdata_spec::model::ClauseId;

/// What comes to the addresses of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deliveries {
    /// What is expected at which of them.
    pub hooks: Vec<Hook>,
    /// What is looked at and not judged; then nothing of the rest is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<Sought>,
}

/// What is expected of every webhook that comes to some addresses.
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
    /// Texts that stand somewhere in the payload.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// The one event that comes, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// The clause that says so.
    pub clause: ClauseId,
}

impl Hook {
    /// A hook of which only is said whether anything comes.
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
    /// The events that were not, so that no payload names one of them without it.
    pub others: Vec<String>,
    /// What an answer must have shown for this to be judged, since a server may add what is given to
    /// what it has.
    pub stored: Stored,
}

/// What the answer to an earlier step shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stored {
    /// The step, from 0.
    pub step: usize,
    /// Where, by RFC 6901.
    pub pointer: String,
    /// What.
    pub value: Value,
}

/// Whether anything comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Coming {
    /// It must, within the time that the target gives.
    Something,
    /// It may.
    Whatever,
}

/// What is looked at in webhooks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sought {
    /// The gap that it answers.
    pub gap: String,
    /// What.
    pub part: Part,
}

/// A part of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// Where the name of the event stands, which is one of these.
    EventName(Vec<String>),
    /// The names of headers that are not those of every request.
    Headers,
}
