//! Defines a sequence of requests as data, which can be saved and sent again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::case::Body;
use crate::derive::values::json_values;

/// A sequence of requests on fixtures, on resources that the sequence creates, or on runs that it starts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sequence {
    /// The operation that updates the fixtures, creates the resources, or starts the runs.
    pub operation: String,
    /// Whether each fixture is brought into a known state before its first request.
    pub arranged: bool,
    /// The requests.
    pub actions: Vec<Action>,
    /// Whether each fixture is read at the end.
    pub read_back: bool,
}

/// A part of a sequence. Resources and runs are numbered in the order in which the sequence creates or starts
/// them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Action {
    /// A valid update.
    Update {
        /// The index of the resource, from 0.
        resource: usize,
        /// The properties of the body.
        given: Map<String, Value>,
        /// How the JSON is written.
        #[serde(default)]
        spelling: Spelling,
        /// The derived case whose headers and media type the request has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        headers_of: Option<String>,
    },
    /// The rejected update of a derived case, with further valid properties.
    Rejected {
        /// The index of the resource, from 0.
        resource: usize,
        /// The identity of the derived case.
        like: String,
        /// The further properties.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        beside: Map<String, Value>,
    },
    /// A rejected request to any operation, whose body has a mistake.
    Mistaken {
        /// The operation.
        operation: String,
        /// The index of the resource, from 0, if the operation updates one.
        resource: usize,
        /// The place of the mistake, as identities of cases name it.
        place: String,
        /// The value there. A string that begins with [`RAW`](super::RAW) stands for raw text that is not JSON.
        value: Value,
        /// Further properties, if the sequence is about the operation.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        beside: Map<String, Value>,
    },
    /// Valid updates that are sent at the same time.
    Concurrent {
        /// The index of the resource, from 0.
        resource: usize,
        /// The properties of each body.
        given: Vec<Map<String, Value>>,
        /// The properties of an update of another resource, which is sent at the same time.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        elsewhere: Map<String, Value>,
    },
    /// The request of a derived case for another operation.
    Other {
        /// The identity of the derived case.
        like: String,
    },
    /// A valid creation.
    Create {
        /// The properties of the body.
        given: Map<String, Value>,
    },
    /// A valid replacement.
    Replace {
        /// The index of the resource, from 0.
        resource: usize,
        /// The properties of the body.
        given: Map<String, Value>,
    },
    /// Reads a resource, or the state of a run.
    Read {
        /// The index of the resource or run, from 0.
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
        /// The index of the resource, from 0.
        resource: usize,
    },
    /// Starts a run.
    Start,
    /// Cancels a run.
    End {
        /// The index of the run, from 0.
        resource: usize,
    },
}

/// The maximum number of actions of a sequence.
const MAX_ACTIONS: usize = 64;

/// The maximum number of resources or runs of a sequence.
const MAX_RESOURCES: usize = 16;

/// The maximum number of updates that are sent at the same time. The judge tries all orders of them, whose number grows
/// fast.
const MAX_CONCURRENT: usize = 4;

impl Sequence {
    /// Returns whether an explorer may have made the sequence. A file may contain larger ones.
    pub(super) fn is_bounded(&self) -> bool {
        self.actions.len() <= MAX_ACTIONS && self.actions.iter().all(Action::is_bounded)
    }
}

impl Action {
    fn is_bounded(&self) -> bool {
        match self {
            Self::Concurrent { resource, given, .. } => {
                *resource < MAX_RESOURCES && given.len() <= MAX_CONCURRENT
            }
            Self::Update { resource, .. }
            | Self::Rejected { resource, .. }
            | Self::Mistaken { resource, .. }
            | Self::Replace { resource, .. }
            | Self::Read { resource }
            | Self::Delete { resource }
            | Self::End { resource } => *resource < MAX_RESOURCES,
            Self::Other { .. } | Self::Create { .. } | Self::List { .. } | Self::Start => true,
        }
    }

    /// Returns the identity of the derived case that an action copies in part or as a whole, if any.
    pub(super) fn source_case(&self) -> Option<&str> {
        match self {
            Self::Update { headers_of, .. } => headers_of.as_deref(),
            Self::Rejected { like, .. } | Self::Other { like } => Some(like),
            Self::Mistaken { .. }
            | Self::Concurrent { .. }
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

/// How the JSON of a body is formatted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spelling {
    /// Without blanks.
    #[default]
    Compact,
    /// With blanks and line feeds.
    Blanks,
    /// With some letters as escapes.
    EscapedLetters,
    /// With the properties of each object in reverse order.
    AnotherOrder,
}

impl Spelling {
    /// All spellings, the usual one first.
    pub const ALL: [Self; 4] =
        [Self::Compact, Self::Blanks, Self::EscapedLetters, Self::AnotherOrder];

    /// Spells a JSON body.
    pub(super) fn apply(self, body: &mut Body) {
        let Body::Json(value) = body else { return };
        *body = Body::Text(match self {
            Self::Compact => return,
            Self::Blanks => json_values::with_white_space(value),
            Self::EscapedLetters => json_values::escaped(&value.to_string()),
            Self::AnotherOrder => json_values::reversed(value).to_string(),
        });
    }
}
