//! Why a request is no delivery of an event. No value that came stands in a message.

use std::fmt;

use crate::Violations;

/// Why a request is no delivery of an event of the channel.
#[derive(Debug)]
#[non_exhaustive]
pub enum DeliveryError {
    /// A header that was asked for is missing, or has another value: somebody else may have sent the
    /// request.
    Unauthorized {
        /// The name of the header.
        header: String,
    },
    /// The body is no JSON.
    NotJson(serde_json::Error),
    /// The request names no event: where the name stands there is none, or no name that the contract
    /// lists is found.
    Unnamed,
    /// The request names several events, and nothing says which is meant.
    Ambiguous {
        /// Their names.
        names: Vec<&'static str>,
    },
    /// The event is none that was subscribed to.
    NotSubscribed {
        /// Its name.
        name: String,
    },
    /// The payload lacks data that goes with every event.
    MissingMetadata {
        /// The property that is missing, or has another value.
        property: String,
    },
    /// The event breaks the contract; strict receivers alone say so.
    OffContract(Violations),
}

impl DeliveryError {
    /// Returns the HTTP status to answer with: 401 where the sender is in doubt, else 400.
    #[must_use]
    pub const fn status(&self) -> u16 {
        match self {
            Self::Unauthorized { .. } => 401,
            Self::NotJson(_)
            | Self::Unnamed
            | Self::Ambiguous { .. }
            | Self::NotSubscribed { .. }
            | Self::MissingMetadata { .. }
            | Self::OffContract(_) => 400,
        }
    }
}

impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unauthorized { header } => {
                write!(f, "the header `{header}` is missing or has another value")
            }
            Self::NotJson(error) => write!(f, "the body is no JSON: {error}"),
            Self::Unnamed => f.write_str(
                "the request names no event; say where the name stands by `name_in_body` or \
                 `name_in_header`",
            ),
            Self::Ambiguous { names } => write!(
                f,
                "the request names several events ({}); say which is meant by `name_in_body` or \
                 `name_in_header`",
                names.join(", ")
            ),
            Self::NotSubscribed { name } => write!(f, "`{name}` was not subscribed to"),
            Self::MissingMetadata { property } => {
                write!(f, "the payload lacks the data `{property}`, or has it with another value")
            }
            Self::OffContract(violations) => {
                write!(f, "the event breaks the contract: {violations}")
            }
        }
    }
}

impl std::error::Error for DeliveryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotJson(error) => Some(error),
            Self::OffContract(violations) => Some(violations),
            Self::Unauthorized { .. }
            | Self::Unnamed
            | Self::Ambiguous { .. }
            | Self::NotSubscribed { .. }
            | Self::MissingMetadata { .. } => None,
        }
    }
}
