//! A sequence of requests as data, which can be written down and sent again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::case::Body;
use crate::derive::values::spelled;

/// Requests in a row about stored resources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sequence {
    /// The operation that updates the resources.
    pub operation: String,
    /// Whether each resource is brought into a known state before its first request.
    pub arranged: bool,
    /// The requests.
    pub moves: Vec<Move>,
    /// Whether each resource is read back at the end.
    pub read_back: bool,
}

/// A part of a sequence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// An update that breaks nothing.
    Update {
        /// Which of the resources, from 0.
        resource: usize,
        /// The properties that are given.
        given: Map<String, Value>,
        /// How the JSON is written.
        #[serde(default)]
        spelling: Spelling,
        /// The derived case whose headers the request has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        headers_of: Option<String>,
    },
    /// An update that is refused as in a derived case, with further properties that are valid.
    Refused {
        /// Which of the resources, from 0.
        resource: usize,
        /// The derived case.
        like: String,
        /// The properties that are given besides.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        beside: Map<String, Value>,
    },
    /// Two updates that are sent together, each of which breaks nothing.
    AtOnce {
        /// Which of the resources, from 0.
        resource: usize,
        /// The properties that each gives.
        given: [Map<String, Value>; 2],
    },
    /// The request of a derived case about another operation.
    Other {
        /// The derived case.
        like: String,
    },
}

/// How the JSON of a body is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spelling {
    /// Without blanks.
    #[default]
    Compact,
    /// With blanks and line feeds.
    Blanks,
    /// With letters that are escaped.
    EscapedLetters,
    /// With the members of objects the other way round.
    AnotherOrder,
}

impl Spelling {
    /// Every way, the usual one first.
    pub const ALL: [Self; 4] =
        [Self::Compact, Self::Blanks, Self::EscapedLetters, Self::AnotherOrder];

    pub(super) fn body(self, value: Value) -> Body {
        match self {
            Self::Compact => Body::Json(value),
            Self::Blanks => Body::Text(spelled::blanks(&value)),
            Self::EscapedLetters => Body::Text(spelled::escaped(&value.to_string())),
            Self::AnotherOrder => Body::Text(spelled::reversed(&value).to_string()),
        }
    }
}
