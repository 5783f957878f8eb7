//! The entries that types and operations share: effects, refusals and conditions.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::model::Level;

/// A change that an operation makes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EffectPage {
    /// The identity within the operation.
    pub(crate) id: String,
    /// What happens, in prose.
    pub(crate) doc: String,
    /// The kind of change.
    pub(crate) kind: EffectWord,
    /// With `sets`: the condition under which the property is set.
    pub(crate) when: Option<ConditionPage>,
    /// With `sets`: an exception; while this condition holds, the property is not set.
    pub(crate) unless: Option<ConditionPage>,
    /// With `sets`: the property that is set.
    pub(crate) property: Option<String>,
    /// With `sets`: the new value of the property.
    pub(crate) value: Option<Value>,
    /// How firmly the contract states the effect.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract's text; inherited from the operation.
    pub(crate) source: Option<String>,
}

/// The kinds of change that an effect can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EffectWord {
    /// Each property that the request has is stored.
    StoresGiven,
    /// Each property that the request leaves out keeps its stored value.
    KeepsOmitted,
    /// Each property that the request leaves out is reset to its default, or removed if it has none.
    ResetsOmitted,
    /// A rejected request changes nothing.
    RefusalKeepsAll,
    /// A property is set when a condition holds.
    Sets,
}

/// A circumstance in which a well-formed request is rejected.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RefusalPage {
    /// The identity within the type or operation.
    pub(crate) id: String,
    /// The circumstance, in prose.
    pub(crate) doc: String,
    /// The condition on the object under which the request is rejected.
    pub(crate) when: Option<ConditionPage>,
    /// The state of the caller's team in which the request is rejected, one of `teamStates` in
    /// `service.toml`.
    pub(crate) team_state: Option<String>,
    /// The error that the response has.
    pub(crate) error: String,
    /// How firmly the contract states the refusal; inherited from the type or operation.
    pub(crate) level: Option<Level>,
    /// The heading of the contract's text; inherited from the type or operation.
    pub(crate) source: Option<String>,
}

/// A test of the value at a path. Each condition has exactly one of `equals`, `nonEmpty` and `given`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConditionPage {
    /// A path such as `tracks[].type`.
    pub(crate) path: String,
    /// The value equals this one.
    pub(crate) equals: Option<Value>,
    /// `true`: the value is a string, list or object that is not empty.
    pub(crate) non_empty: Option<bool>,
    /// `true`: the value is present. `false`: the value is absent.
    pub(crate) given: Option<bool>,
}
