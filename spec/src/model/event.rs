//! Events, and the channels on which they are sent.

use indexmap::IndexMap;

use super::{Behaviour, ClauseId, Level};

/// A way on which the service tells of events.
#[derive(Debug, Clone, PartialEq)]
pub struct Channel {
    /// The identity.
    pub id: String,
    /// What it is for, in our own words.
    pub doc: String,
    /// How events travel on it.
    pub transport: Transport,
    /// The type that sets it up, where a request does.
    pub type_name: Option<String>,
    /// The operation that returns the events, where they are a list.
    pub operation: Option<String>,
    /// The events, by name; empty where the contract names none.
    pub events: IndexMap<String, Event>,
    /// What else is said of it, in our own words.
    pub behaviour: Behaviour,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

impl Channel {
    /// The path that its clauses start with, `events.<id>`.
    #[must_use]
    pub fn clause(&self) -> ClauseId {
        ClauseId::new(format!("events.{}", self.id))
    }
}

/// How events travel.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Transport {
    /// As requests to an address of the subscriber's.
    Webhook,
    /// As e-mail.
    Email,
    /// As a list that an operation returns.
    Trace,
}

/// One kind of event.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// What it means, in our own words.
    pub doc: String,
    /// The type of what it carries, as far as the contract shows it.
    pub carries: Option<String>,
}
