//! Effects: what an operation changes, and what some properties of a type do to others.

use serde_json::Value;

use super::{ClauseId, Condition, Level};

/// A change that an operation makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The identity within the operation.
    pub id: String,
    /// The clause, `operations.<operation>.effects.<id>`.
    pub clause: ClauseId,
    /// What happens, in our own words.
    pub doc: String,
    /// The kind of change.
    pub kind: EffectKind,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

/// The kinds of change.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a contract has a handful of effects")]
pub enum EffectKind {
    /// Each property that is given is stored in the resource's property of the same name.
    StoresGiven,
    /// Each property that is left out keeps its stored value.
    KeepsOmitted,
    /// Each property that is left out has its default afterwards, or none.
    ResetsOmitted,
    /// A refused request changes nothing.
    RefusalKeepsAll,
    /// When `when` holds on the request and `unless` does not, a property is set.
    Sets {
        /// When it happens.
        when: Condition,
        /// When it does not happen after all.
        unless: Option<Condition>,
        /// The property of the resource that is set.
        property: String,
        /// What it is set to.
        value: Value,
    },
}
