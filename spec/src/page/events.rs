//! `events.toml`: events and the channels on which they are told.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::BehaviourPage;
use crate::model::{Level, Transport};

/// A way on which the service tells of events.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChannelPage {
    /// What it is for, in our own words.
    pub(crate) doc: String,
    /// How events travel on it.
    pub(crate) transport: Transport,
    /// The type that sets it up.
    #[serde(rename = "type")]
    pub(crate) type_name: Option<String>,
    /// With the transport `trace`: the operation that returns the events.
    pub(crate) operation: Option<String>,
    /// The events, by name.
    #[serde(default)]
    pub(crate) events: IndexMap<String, EventPage>,
    /// What else is said of it, in our own words, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// One kind of event.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EventPage {
    /// What it means, in our own words.
    pub(crate) doc: String,
    /// The type of what it carries, as far as the contract shows it.
    pub(crate) carries: Option<String>,
}
