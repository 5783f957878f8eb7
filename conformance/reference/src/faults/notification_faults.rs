//! Faults of agent jobs and of webhooks.
//!
//! It must not know how a job runs, nor how a webhook is sent.

use serde::Serialize;
use serde_json::{Map, Value};

/// A job does not go as it should.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum JobFault {
    /// A run that is cancelled goes on.
    CancelDoesNothing,
    /// The identity that is answered with is not the one of the job that was started.
    StartForgets,
    /// Jobs of other teams are refused with this row of the catalogue, by an operation.
    Leaks {
        /// The identity of the operation.
        operation: String,
        /// The identity of the row.
        row: String,
    },
}

/// Subscribers are not told as they should be.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WebhookFault {
    /// Events go to another path of the subscriber's host.
    Elsewhere,
    /// They are sent without the headers that were given.
    WithoutHeaders,
    /// Of the headers that were given only the first is sent.
    FirstHeaderOnly,
    /// The headers are sent with nothing in them.
    EmptyHeaders,
    /// Of what goes with the payload only the names are sent.
    EmptyMetadata,
    /// An event is sent to those, too, who did not ask for it.
    Unwanted(String),
    /// An event is never sent.
    Missing(String),
}

impl WebhookFault {
    /// Changes where the events of a webhook go, what goes with them and which events it wants.
    pub(super) fn change(
        &self,
        url: &mut String,
        headers: &mut Vec<(String, String)>,
        metadata: Option<&mut Value>,
        events: &mut Vec<String>,
    ) {
        match self {
            Self::Elsewhere => url.push_str("/elsewhere"),
            Self::WithoutHeaders => headers.clear(),
            Self::FirstHeaderOnly => headers.truncate(1),
            Self::EmptyHeaders => headers.iter_mut().for_each(|(_, value)| value.clear()),
            Self::EmptyMetadata => {
                let members = metadata.and_then(Value::as_object_mut).into_iter();
                members.flat_map(Map::values_mut).for_each(|value| *value = Value::Null);
            }
            Self::Unwanted(event) => events.push(event.clone()),
            Self::Missing(event) => events.retain(|wanted| wanted != event),
        }
    }
}
