//! A sequence of requests as data, which can be written down and sent again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::case::Body;
use crate::derive::values::spelled;

/// Requests in a row about stored resources, about resources that the first of them create, or about
/// runs that they start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sequence {
    /// The operation that updates the resources, creates them, or starts the runs.
    pub operation: String,
    /// Whether each resource is brought into a known state before its first request.
    pub arranged: bool,
    /// The requests.
    pub moves: Vec<Move>,
    /// Whether each resource is read back at the end.
    pub read_back: bool,
}

/// A part of a sequence. The resources or runs that a sequence creates or starts are numbered as they come.
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
    /// Updates that are sent together, each of which breaks nothing.
    AtOnce {
        /// Which of the resources, from 0.
        resource: usize,
        /// The properties that each gives.
        given: Vec<Map<String, Value>>,
        /// The properties that an update of another resource gives, which is sent with them.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        elsewhere: Map<String, Value>,
    },
    /// The request of a derived case about another operation.
    Other {
        /// The derived case.
        like: String,
    },
    /// A creation that breaks nothing.
    Create {
        /// The properties that are given.
        given: Map<String, Value>,
    },
    /// A replacement that breaks nothing.
    Replace {
        /// Which of the resources, from 0.
        resource: usize,
        /// The properties that are given.
        given: Map<String, Value>,
    },
    /// Reads a resource, or asks for the state of a run.
    Read {
        /// Which of the resources or runs, from 0.
        resource: usize,
    },
    /// Lists the resources.
    List {
        /// The query parameters.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        query: Map<String, Value>,
    },
    /// Deletes a resource.
    Delete {
        /// Which of the resources, from 0.
        resource: usize,
    },
    /// Starts a run.
    Start,
    /// Ends a run before it ends by itself.
    End {
        /// Which of the runs, from 0.
        resource: usize,
    },
}

/// A sequence has no more moves.
const MOVES: usize = 64;

/// A sequence is about no more resources or runs.
const RESOURCES: usize = 16;

/// No more updates are sent together: judging looks for an order of them, and there are many.
const TOGETHER: usize = 4;

impl Sequence {
    /// Whether a sequence is one that an explorer may have made: a file can hold any.
    pub(super) fn is_bounded(&self) -> bool {
        self.moves.len() <= MOVES && self.moves.iter().all(Move::is_bounded)
    }
}

impl Move {
    fn is_bounded(&self) -> bool {
        match self {
            Self::AtOnce { resource, given, .. } => {
                *resource < RESOURCES && given.len() <= TOGETHER
            }
            Self::Update { resource, .. }
            | Self::Refused { resource, .. }
            | Self::Replace { resource, .. }
            | Self::Read { resource }
            | Self::Delete { resource }
            | Self::End { resource } => *resource < RESOURCES,
            Self::Other { .. } | Self::Create { .. } | Self::List { .. } | Self::Start => true,
        }
    }

    /// Returns the derived case that a move is like, in part or as a whole.
    pub(super) fn like(&self) -> Option<&str> {
        match self {
            Self::Update { headers_of, .. } => headers_of.as_deref(),
            Self::Refused { like, .. } | Self::Other { like } => Some(like),
            Self::AtOnce { .. }
            | Self::Create { .. }
            | Self::Replace { .. }
            | Self::Read { .. }
            | Self::List { .. }
            | Self::Delete { .. }
            | Self::Start
            | Self::End { .. } => None,
        }
    }
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
