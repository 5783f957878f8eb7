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
    NoEventName,
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
    BreaksContract(Violations),
}

impl DeliveryError {
    /// Returns the HTTP status code for the response: 401 if the sender is not authenticated, otherwise 400.
    #[must_use]
    pub const fn status(&self) -> u16 {
        match self {
            Self::Unauthorized { .. } => 401,
            Self::NotJson(_)
            | Self::NoEventName
            | Self::Ambiguous { .. }
            | Self::NotSubscribed { .. }
            | Self::MissingMetadata { .. }
            | Self::BreaksContract(_) => 400,
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
            Self::NoEventName => f.write_str(
                "the request names no event; set `name_in_body` or `name_in_header` on the receiver",
            ),
            Self::Ambiguous { names } => write!(
                f,
                "the request names several events ({}); set `name_in_body` or `name_in_header` on \
                 the receiver to choose one",
                names.join(", ")
            ),
            Self::NotSubscribed { name } => write!(f, "`{name}` was not subscribed to"),
            Self::MissingMetadata { property } => {
                write!(f, "the metadata property `{property}` is missing or has another value")
            }
            Self::BreaksContract(violations) => {
                write!(f, "the event breaks the contract: {violations}")
            }
        }
    }
}

impl std::error::Error for DeliveryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotJson(error) => Some(error),
            Self::BreaksContract(violations) => Some(violations),
            Self::Unauthorized { .. }
            | Self::NoEventName
            | Self::Ambiguous { .. }
            | Self::NotSubscribed { .. }
            | Self::MissingMetadata { .. } => None,
        }
    }
}
