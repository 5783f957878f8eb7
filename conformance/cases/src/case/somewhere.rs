//! Describes what stands at any depth of a response body, where the contract does not show the place.

use serde::Serialize;
use serde_json::{Map, Value};

/// What stands somewhere in a response body.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Somewhere {
    /// A member with this value.
    Member {
        /// The name.
        name: String,
        /// The value.
        value: Value,
    },
    /// An object with properties of a type, which the type judges. A property that is null counts as
    /// left out.
    Object {
        /// The name of the type.
        type_name: String,
    },
    /// A text with one of some words, in any letter case.
    Text {
        /// What the text says.
        says: String,
        /// The words.
        words: Vec<String>,
    },
    /// An event.
    Event {
        /// The name, which is the value of a member or the name of one.
        name: String,
        /// The type of which an object stands in each such event, or beside its name.
        carries: Option<String>,
        /// Members of one of the events, with their values.
        #[serde(skip_serializing_if = "Map::is_empty")]
        members: Map<String, Value>,
    },
}
