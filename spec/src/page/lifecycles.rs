//! `lifecycles.toml`: states, moves and situations.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::model::Level;

/// The states that a property can hold.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LifecyclePage {
    /// The states that the contract shows.
    pub(crate) states: Vec<String>,
    /// The gap that says that further states exist.
    pub(crate) gap: Option<String>,
    /// Every move between states that the contract shows.
    #[serde(default)]
    pub(crate) moves: Vec<MovePage>,
    /// Responses in a state, whether or not the contract shows the move that leads to the state.
    #[serde(default)]
    pub(crate) situations: Vec<SituationPage>,
}

/// The response of an operation in a situation: an `error`, or a success.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SituationPage {
    /// The identity within the lifecycle.
    pub(crate) id: String,
    /// The situation, in prose.
    pub(crate) doc: String,
    /// The operation that is called.
    pub(crate) operation: String,
    /// The error that the response has. If absent, the response is a success.
    pub(crate) error: Option<String>,
    /// Properties of the response, with their values.
    #[serde(default)]
    pub(crate) members: Map<String, Value>,
    /// Properties that the response does not have.
    #[serde(default)]
    pub(crate) absent: Vec<String>,
    /// Properties that the response may leave out, with their values.
    #[serde(default)]
    pub(crate) optional: Map<String, Value>,
    /// What else the response contains, in prose.
    pub(crate) says: Option<String>,
    /// Words: at least one of them occurs in a string of the response, at any depth, in any letter case.
    #[serde(default)]
    pub(crate) words: Vec<String>,
    /// The event that is reported in the situation.
    pub(crate) event: Option<SituationEventPage>,
    /// How firmly the contract states the situation.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}

/// An event that is reported in a situation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SituationEventPage {
    /// The identity of the channel.
    pub(crate) channel: String,
    /// The name of the event.
    pub(crate) name: String,
    /// Properties of the event's payload, with their values.
    #[serde(default)]
    pub(crate) members: Map<String, Value>,
}

/// A move between states.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MovePage {
    /// The state after the move.
    pub(crate) to: String,
    /// The states in which the move is possible. If absent, it is possible in every state.
    pub(crate) from: Option<Vec<String>>,
    /// The operation that makes the move by setting the property.
    pub(crate) operation: String,
    /// How firmly the contract states the move.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text.
    pub(crate) source: String,
}
