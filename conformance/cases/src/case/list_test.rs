//! What a list of resources in a response must be like.

use serde::Serialize;
use serde_json::{Map, Value};
use webdata_spec::model::Direction;

/// A requirement of a list of resources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ListTest {
    /// Exactly one item has the identity that an earlier response has, and these properties.
    Has {
        /// The identity.
        identity: Identity,
        /// The properties, with their values.
        #[serde(skip_serializing_if = "Map::is_empty")]
        properties: Map<String, Value>,
    },
    /// No item has the identity that an earlier response has.
    Lacks(Identity),
    /// The items have identities of their own: no two have the same value of this property.
    Distinct(String),
    /// The list is no longer.
    AtMost(u64),
    /// The items are sorted by a property. Items without a value stand anywhere.
    Sorted {
        /// The property.
        property: String,
        /// Which of its values comes first.
        direction: Direction,
        /// How its values are compared.
        comparison: Comparison,
    },
    /// Each item has this value of a property.
    Each {
        /// The property.
        property: String,
        /// Its value.
        value: Value,
    },
}

/// How the values of a property are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// As numbers.
    Numbers,
    /// As dates, or as moments, whatever the offset of each.
    Times,
    /// As text. Only values of lower-case letters from `a` to `z` are compared, since the contract does
    /// not say where others belong.
    Words,
}

/// The identity that an earlier response has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// The property of an item that holds its identity.
    pub property: String,
    /// The step, from 0.
    pub step: usize,
    /// The place in that response, as a JSON Pointer (RFC 6901).
    pub pointer: String,
}
