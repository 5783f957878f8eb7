//! Defines what a response body must contain at any depth, where the contract does not state the place.

use serde::Serialize;
use serde_json::{Map, Value};

/// Something that a response body must contain at any depth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BodyContent {
    /// A property with this value.
    Member {
        /// The name of the property.
        name: String,
        /// The value of the property.
        value: Value,
    },
    /// An object with properties of a type, which is judged as this type. A property that is `null` counts as
    /// left out.
    Object {
        /// The name of the type in the contract.
        type_name: String,
    },
    /// A string that contains one of these words, in any letter case.
    Text {
        /// What the string must say, for the report.
        #[serde(rename = "says")]
        meaning: String,
        /// The words.
        words: Vec<String>,
    },
    /// An event.
    Event {
        /// The name of the event, which is the value or the name of a property.
        name: String,
        /// The type of an object that each such event must contain, or have beside its name.
        carries: Option<String>,
        /// Properties that one of the events must have, with their values.
        #[serde(skip_serializing_if = "Map::is_empty")]
        members: Map<String, Value>,
    },
}
