//! Faults of agent jobs and of webhooks.
//!
//! It must not know how a job runs, nor how a webhook is sent.

use serde::Serialize;

use super::{Fault, Faults};

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

impl Faults {
    fn has_job(&self, wanted: &JobFault) -> bool {
        matches!(&self.0, Some(Fault::Job(fault)) if fault == wanted)
    }

    /// Whether cancelling a run has no effect.
    pub(in super::super) fn ignores_cancelling(&self) -> bool {
        self.has_job(&JobFault::CancelDoesNothing)
    }

    /// Whether a job that is started cannot be found by what is answered.
    pub(in super::super) fn forgets_jobs(&self) -> bool {
        self.has_job(&JobFault::StartForgets)
    }

    /// The row that an operation refuses the jobs of other teams with.
    pub(in super::super) fn leaks_jobs(&self, operation: &str) -> Option<&str> {
        match &self.0 {
            Some(Fault::Job(JobFault::Leaks { operation: own, row })) if own == operation => {
                Some(row)
            }
            _ => None,
        }
    }

    fn of_webhook(&self) -> Option<&WebhookFault> {
        match &self.0 {
            Some(Fault::Webhook(fault)) => Some(fault),
            _ => None,
        }
    }

    /// Where events go that are meant for a URL.
    pub(in super::super) fn webhook_url(&self, url: &str) -> String {
        let path =
            if self.of_webhook() == Some(&WebhookFault::Elsewhere) { "/elsewhere" } else { "" };
        format!("{url}{path}")
    }

    /// The headers that are sent of those that were given.
    pub(in super::super) fn webhook_headers(
        &self,
        mut headers: Vec<(String, String)>,
    ) -> Vec<(String, String)> {
        match self.of_webhook() {
            Some(WebhookFault::WithoutHeaders) => headers.clear(),
            Some(WebhookFault::FirstHeaderOnly) => headers.truncate(1),
            Some(WebhookFault::EmptyHeaders) => {
                headers.iter_mut().for_each(|(_, value)| value.clear());
            }
            _ => {}
        }
        headers
    }

    /// Whether of what goes with a payload only the names are sent.
    pub(in super::super) fn empties_metadata(&self) -> bool {
        self.of_webhook() == Some(&WebhookFault::EmptyMetadata)
    }

    /// Whether an event is sent, which a subscriber wants or not.
    pub(in super::super) fn sends(&self, event: &str, is_wanted: bool) -> bool {
        match self.of_webhook() {
            Some(WebhookFault::Unwanted(own)) if own == event => true,
            Some(WebhookFault::Missing(own)) if own == event => false,
            _ => is_wanted,
        }
    }
}
