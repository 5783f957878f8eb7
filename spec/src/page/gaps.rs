//! `gaps.toml`: what the contract leaves open.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::model::Probe;

/// A point that the contract leaves open.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GapPage {
    /// What is left open, as a question.
    pub(crate) question: String,
    /// What it is about: the identity of a clause, or the start of several.
    pub(crate) place: String,
    /// How a run asks the server.
    pub(crate) probe: Option<Probe>,
    /// What the probe `open-value` sends at the place, which is a schema then; without values, it
    /// sends those that `openValues` of schemas list.
    pub(crate) values: Option<Vec<Value>>,
    /// Why no run can ask.
    pub(crate) unobservable: Option<String>,
    /// The heading of the contract.
    pub(crate) source: String,
}
