//! Events, and the channels on which they are sent.

use indexmap::IndexMap;

use super::{Behaviour, ClauseId, Level};

/// A channel on which the service reports events.
#[derive(Debug, Clone, PartialEq)]
pub struct Channel {
    /// The identity.
    pub id: String,
    /// What the channel is for, in prose.
    pub doc: String,
    /// How events are transported.
    pub transport: Transport,
    /// The type that configures the channel, where a request does.
    pub type_name: Option<String>,
    /// The operation that returns the events, where the events are a list.
    pub operation: Option<String>,
    /// The events, by name; empty if the contract names none.
    pub events: IndexMap<String, Event>,
    /// Further statements about the channel, in prose.
    pub behaviour: Behaviour,
    /// How firmly the contract states the channel.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

impl Channel {
    /// Returns the path that the channel's clauses begin with, `events.<id>`.
    #[must_use]
    pub fn clause(&self) -> ClauseId {
        ClauseId::new(format!("events.{}", self.id))
    }
}

/// How events are transported.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Transport {
    /// As requests to an address of the subscriber.
    Webhook,
    /// As e-mail.
    Email,
    /// As a list that an operation returns.
    Trace,
}

/// One kind of event.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The name of the event.
    pub name: String,
    /// What the event means, in prose.
    pub doc: String,
    /// The type of the payload, as far as the contract shows it.
    pub carries: Option<String>,
}
