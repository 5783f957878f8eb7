//! `gaps.toml`: what the contract leaves open.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::model::Probe;

/// A point that the contract leaves open.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GapPage {
    /// The open point, as a question.
    pub(crate) question: String,
    /// The clauses that the gap is about: the identity of a clause, or the beginning of several identities.
    pub(crate) place: String,
    /// How a run observes what the server does.
    pub(crate) probe: Option<Probe>,
    /// With the probe `open-value`, whose `place` is a schema: the values that a run sends there. Left out, a
    /// run sends the values that `openValues` of schemas list.
    pub(crate) values: Option<Vec<Value>>,
    /// Why no run can observe it, for a gap without a probe.
    pub(crate) unobservable: Option<String>,
    /// The heading of the contract's text.
    pub(crate) source: String,
}
