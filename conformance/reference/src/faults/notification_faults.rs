//! Faults of jobs and of webhooks.
//!
//! This module neither runs jobs nor sends webhooks.

use serde::Serialize;
use serde_json::{Map, Value};

/// A fault of jobs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum JobFault {
    /// A cancelled run continues.
    CancelDoesNothing,
    /// The response to a start has another identity than the job.
    StartForgets,
    /// An operation responds to jobs of other teams with this error row.
    Leaks {
        /// The identity of the operation.
        operation: String,
        /// The identity of the row.
        row: String,
    },
}

/// A fault of webhooks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WebhookFault {
    /// Events go to another path on the subscriber's host.
    Elsewhere,
    /// Events are sent without the configured headers.
    WithoutHeaders,
    /// Only the first of the configured headers is sent.
    FirstHeaderOnly,
    /// The configured headers are sent with empty values.
    EmptyHeaders,
    /// The configured metadata is sent with null values.
    EmptyMetadata,
    /// An event is also sent to webhooks that did not subscribe to it.
    Unwanted(String),
    /// An event is never sent.
    Missing(String),
}

impl WebhookFault {
    /// Changes the URL, the headers, the metadata and the subscribed events of a webhook.
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
                let properties = metadata.and_then(Value::as_object_mut).into_iter();
                properties.flat_map(Map::values_mut).for_each(|value| *value = Value::Null);
            }
            Self::Unwanted(event) => events.push(event.clone()),
            Self::Missing(event) => events.retain(|wanted| wanted != event),
        }
    }
}
