//! `lifecycles.toml`: states, moves and situations.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::model::Level;

/// The states of a property.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LifecyclePage {
    /// The states that the contract shows.
    pub(crate) states: Vec<String>,
    /// The gap that says that there are states beside them.
    pub(crate) gap: Option<String>,
    /// Every move that the contract shows.
    #[serde(default)]
    pub(crate) moves: Vec<MovePage>,
    /// What is answered in a state, whether or not the move that led there is shown.
    #[serde(default)]
    pub(crate) situations: Vec<SituationPage>,
}

/// What an operation answers in a certain situation: an `error`, or a success.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SituationPage {
    /// The identity within the lifecycle.
    pub(crate) id: String,
    /// The situation, in our own words.
    pub(crate) doc: String,
    /// The operation that is called.
    pub(crate) operation: String,
    /// The error that it answers.
    pub(crate) error: Option<String>,
    /// Members of the answer, with their values.
    #[serde(default)]
    pub(crate) members: Map<String, Value>,
    /// Members that the answer does not have.
    #[serde(default)]
    pub(crate) absent: Vec<String>,
    /// Members that the answer may leave out, with their values.
    #[serde(default)]
    pub(crate) optional: Map<String, Value>,
    /// What the answer says besides, in our own words.
    pub(crate) says: Option<String>,
    /// Words of which one stands in a text of the answer, at any depth and in any letter case.
    #[serde(default)]
    pub(crate) words: Vec<String>,
    /// The event that goes with it.
    pub(crate) event: Option<SituationEventPage>,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract.
    pub(crate) source: String,
}

/// An event that goes with a situation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SituationEventPage {
    /// The channel.
    pub(crate) channel: String,
    /// The event.
    pub(crate) name: String,
    /// Members that it carries, with their values.
    #[serde(default)]
    pub(crate) members: Map<String, Value>,
}

/// A move between states.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MovePage {
    /// The state that it ends in.
    pub(crate) to: String,
    /// The states that it may start from; left out, any.
    pub(crate) from: Option<Vec<String>>,
    /// The operation that makes it by setting the property.
    pub(crate) operation: String,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract.
    pub(crate) source: String,
}
