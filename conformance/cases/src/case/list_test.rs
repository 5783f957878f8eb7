//! Defines requirements of a list of resources in a response.

use serde::Serialize;
use serde_json::{Map, Value};
use webdata_spec::model::Direction;

/// A requirement of a list of resources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ListTest {
    /// Exactly one item has the identity from an earlier response, and this item has these properties.
    Has {
        /// The identity.
        identity: Identity,
        /// The properties, with their values.
        #[serde(skip_serializing_if = "Map::is_empty")]
        properties: Map<String, Value>,
    },
    /// No item has the identity from an earlier response.
    Lacks(Identity),
    /// No two items have the same value of this property, which holds their identity.
    Distinct(String),
    /// The list has at most this many items.
    AtMost(u64),
    /// The items are sorted by a property. Items without a value may stand anywhere.
    Sorted {
        /// The property that the items are sorted by.
        property: String,
        /// Whether the smallest or the largest value comes first.
        direction: Direction,
        /// How the values are compared.
        comparison: Comparison,
    },
    /// Each item has this value of the property.
    Each {
        /// The property.
        property: String,
        /// The value of the property.
        value: Value,
    },
}

/// How the values of a property are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// As numbers.
    Numbers,
    /// As dates or points in time, each with its own offset.
    Times,
    /// As strings. Only values of the letters `a` to `z` are compared, because the contract does not state
    /// where other characters are sorted.
    Words,
}

/// The identity of a resource, as an earlier response has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// The property that holds the identity of an item.
    pub property: String,
    /// The index of the step, from 0.
    pub step: usize,
    /// The place of the identity in that response, as a JSON Pointer (RFC 6901).
    pub pointer: String,
}
