//! Entries that types and operations share: effects, refusals and conditions.

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
    /// What happens, in our own words.
    pub(crate) doc: String,
    /// The kind of change.
    pub(crate) kind: EffectWord,
    /// With `sets`: when it happens.
    pub(crate) when: Option<ConditionPage>,
    /// With `sets`: when it does not happen after all.
    pub(crate) unless: Option<ConditionPage>,
    /// With `sets`: the property that is set.
    pub(crate) property: Option<String>,
    /// With `sets`: what it is set to.
    pub(crate) value: Option<Value>,
    /// How firmly the contract states it.
    #[serde(default)]
    pub(crate) level: Level,
    /// The heading of the contract; inherited from the operation.
    pub(crate) source: Option<String>,
}

/// The kinds of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EffectWord {
    /// Each property that is given is stored.
    StoresGiven,
    /// Each property that is left out keeps its stored value.
    KeepsOmitted,
    /// Each property that is left out has its default afterwards, or none.
    ResetsOmitted,
    /// A refused request changes nothing.
    RefusalKeepsAll,
    /// A property is set when a condition holds.
    Sets,
}

/// A circumstance in which a well-formed request is refused.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RefusalPage {
    /// The identity within the type or operation.
    pub(crate) id: String,
    /// The circumstance, in our own words.
    pub(crate) doc: String,
    /// What must hold of the object for it.
    pub(crate) when: Option<ConditionPage>,
    /// The state that the caller's team must be in for it.
    pub(crate) team_state: Option<String>,
    /// The error that answers.
    pub(crate) error: String,
    /// How firmly the contract states it; inherited.
    pub(crate) level: Option<Level>,
    /// The heading of the contract; inherited.
    pub(crate) source: Option<String>,
}

/// A test of what stands at a path; exactly one of the tests is given.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ConditionPage {
    /// A path such as `targets[].type`.
    pub(crate) path: String,
    /// It equals this.
    pub(crate) equals: Option<Value>,
    /// It has something in it.
    pub(crate) non_empty: Option<bool>,
    /// It is present, or it is not.
    pub(crate) given: Option<bool>,
}
