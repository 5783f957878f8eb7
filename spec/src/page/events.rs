//! `events.toml`: events, and the channels that carry them.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::BehaviourPage;
use crate::model::{Level, Transport};

/// A channel on which the service reports events.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChannelPage {
    /// What the channel is for, in prose.
    pub(crate) doc: String,
    /// How events are transported.
    pub(crate) transport: Transport,
    /// The type of the property that configures the channel.
    #[serde(rename = "type")]
    pub(crate) type_name: Option<String>,
    /// With the transport `trace`: the operation that returns the events.
    pub(crate) operation: Option<String>,
    /// The events of the channel, by name.
    #[serde(default)]
    pub(crate) events: IndexMap<String, EventPage>,
    /// Further statements about the channel, in prose, by identity.
    #[serde(default)]
    pub(crate) behaviour: BehaviourPage,
    /// How firmly the contract states the channel.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// One kind of event.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EventPage {
    /// What the event means, in prose.
    pub(crate) doc: String,
    /// The type of the event's payload, as far as the contract shows it.
    pub(crate) carries: Option<String>,
}
