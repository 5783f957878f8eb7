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
    /// What happens, in prose.
    pub doc: String,
    /// The kind of change.
    pub kind: EffectKind,
    /// How firmly the contract states the effect.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

/// The kinds of change.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a contract has a handful of effects")]
pub enum EffectKind {
    /// Each property that the request has is stored in the resource's property of the same name.
    StoresGiven,
    /// Each property that the request leaves out keeps its stored value.
    KeepsOmitted,
    /// Each property that the request leaves out is reset to its default, or removed if it has none.
    ResetsOmitted,
    /// A rejected request changes nothing.
    RefusalKeepsAll,
    /// If `when` holds for the request and `unless` does not, a property is set.
    Sets {
        /// The condition under which the property is set.
        when: Condition,
        /// An exception from `when`.
        unless: Option<Condition>,
        /// The property of the resource that is set.
        property: String,
        /// The new value of the property.
        value: Value,
    },
}
