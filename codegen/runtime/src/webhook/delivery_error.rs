//! The reasons why a request is not a valid delivery of an event. No message repeats a received value.

use std::fmt;

use crate::Violations;

/// The reason why a request is not a valid delivery of an event of the channel.
#[derive(Debug)]
#[non_exhaustive]
pub enum DeliveryError {
    /// A required header is missing or has another value, so the request may come from another sender.
    Unauthorized {
        /// The name of the header.
        header: String,
    },
    /// The body is not JSON.
    NotJson(serde_json::Error),
    /// The request names no event: the configured place has no name, or no listed name is found anywhere.
    Unnamed,
    /// The request contains the names of several events, and the receiver has no configured place for the
    /// name.
    Ambiguous {
        /// The names of the events.
        names: Vec<&'static str>,
    },
    /// The receiver is not subscribed to the event.
    NotSubscribed {
        /// The name of the event.
        name: String,
    },
    /// The payload lacks metadata that the subscription attaches to every event.
    MissingMetadata {
        /// The property that is missing or has another value.
        property: String,
    },
    /// The event breaks the contract. Only strict receivers return this error.
    OffContract(Violations),
}

impl DeliveryError {
    /// Returns the HTTP status code for the response: 401 if the sender is not authenticated, otherwise 400.
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
            Self::NotJson(error) => write!(f, "the body is not JSON: {error}"),
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
