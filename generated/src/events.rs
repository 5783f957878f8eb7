//! The events that the service tells of, by channel.
//!
//! By e-mail (`events.monitor-email`), without events of its own: Tells people about the checks
//! of a monitor.
//!
//! Summaries are sent to `recipients`. (`events.monitor-email.behaviour.summaries`)
//!
//! `includeDiffs` adds details of changed pages.
//! (`events.monitor-email.behaviour.include-diffs`)
//!
//! # Read an event
//!
//! An event has a name and a payload. `read` judges both; `read_leniently` keeps what a newer
//! service may send:
//!
//! ```
//! use webdata::events::MonitorWebhookEvent;
//!
//! let payload = serde_json::json!({});
//! match MonitorWebhookEvent::read("monitor.page", &payload) {
//!     Ok(MonitorWebhookEvent::MonitorPage(carried)) => println!("{carried:?}"),
//!     Ok(other) => println!("told of {}", other.name()),
//!     Err(violations) => panic!("{violations}"),
//! }
//!
//! let newer = MonitorWebhookEvent::read_leniently("not listed", payload);
//! assert_eq!(newer.name(), "not listed");
//! ```
//!
//! A subscriber that gets requests reads them like this:
//!
//! ```
//! use webdata::events::MonitorWebhookEvent;
//!
//! /// The status to answer with.
//! fn receive(name: &str, body: &[u8]) -> u16 {
//!     // The contract does not show where the name stands, what shape the payload has, or a
//!     // signature. A secret header of one's own is the only proof of the sender: set it by
//!     // `MonitorWebhook::headers` of `webhook`, and compare it before anything is read.
//!     let Ok(payload) = serde_json::from_slice(body) else { return 400 };
//!     println!("told of {}", MonitorWebhookEvent::read_leniently(name, payload).name());
//!     204
//! }
//!
//! assert_eq!(receive("monitor.page", b"{}"), 204);
//! assert_eq!(receive("not listed", b"[]"), 204);
//! assert_eq!(receive("monitor.page", b"{"), 400);
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

/// Tells an address of the subscriber's about the checks of a monitor.
///
/// Told by requests to an address of the subscriber's (`events.monitor-webhook`).
///
/// Set up by [`MonitorWebhook`](super::webhook::MonitorWebhook).
///
/// Events are subscribed to through `events`. (`events.monitor-webhook.behaviour.subscribed`)
///
/// Events are delivered to `url`, with `headers`.
/// (`events.monitor-webhook.behaviour.delivered`)
///
/// `metadata` is included in payloads. (`events.monitor-webhook.behaviour.metadata`)
#[derive(Debug, Clone, PartialEq)]
pub enum MonitorWebhookEvent {
    /// `monitor.page`: A page event of a check.
    ///
    /// The contract does not show the shape of what it carries
    /// (`events.monitor-webhook.monitor.page`).
    MonitorPage(serde_json::Value),
    /// `monitor.check.completed`: A check finished.
    ///
    /// The contract does not show the shape of what it carries
    /// (`events.monitor-webhook.monitor.check.completed`).
    MonitorCheckCompleted(serde_json::Value),
    /// An event that the contract does not list, or one that carries something else than
    /// it says; only lenient reading keeps it.
    Other {
        /// The name.
        name: String,
        /// What it carries.
        payload: serde_json::Value,
    },
}

impl MonitorWebhookEvent {
    /// The names of the events that the contract lists, in its order.
    pub const NAMES: &'static [&'static str] = &[
        "monitor.page",
        "monitor.check.completed",
    ];

    /// The name of the event.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::MonitorPage(_) => "monitor.page",
            Self::MonitorCheckCompleted(_) => "monitor.check.completed",
            Self::Other { name, .. } => name,
        }
    }

    /// Reads and judges an event: its name, and what it carries.
    ///
    /// # Errors
    /// When the contract does not list the name, or with every violation in what it carries.
    pub fn read(
        name: &str,
        payload: &serde_json::Value,
    ) -> Result<Self, webdata_runtime::Violations> {
        match name {
            "monitor.page" => Ok(Self::MonitorPage(payload.clone())),
            "monitor.check.completed" => Ok(Self::MonitorCheckCompleted(payload.clone())),
            _ => {
                Err(
                    webdata_runtime::event::unlisted(
                        "events.monitor-webhook",
                        Self::NAMES,
                    ),
                )
            }
        }
    }

    /// Reads an event of a service that may be newer: what the contract does not list, or what
    /// does not fit what it says, is kept as it is.
    #[must_use]
    pub fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
        let known = match name {
            "monitor.page" => return Self::MonitorPage(payload),
            "monitor.check.completed" => return Self::MonitorCheckCompleted(payload),
            _ => None,
        };
        known
            .unwrap_or_else(|| Self::Other {
                name: name.to_owned(),
                payload,
            })
    }
}

/// Tells what happened in an agent run.
///
/// Told by a list that an operation returns (`events.agent-trace`).
#[derive(Debug, Clone, PartialEq)]
pub enum AgentTraceEvent {
    /// `artifact.updated`: An artifact of the run changed.
    ///
    /// It carries [`ArtifactUpdated`](super::agent::ArtifactUpdated)
    /// (`events.agent-trace.artifact.updated`).
    ArtifactUpdated(super::agent::ArtifactUpdated),
    /// `run.finished`: The run ended.
    ///
    /// It carries [`RunFinished`](super::agent::RunFinished) (`events.agent-trace.run.finished`).
    RunFinished(super::agent::RunFinished),
    /// `error.occurred`: Something failed in the run.
    ///
    /// It carries [`ErrorOccurred`](super::agent::ErrorOccurred)
    /// (`events.agent-trace.error.occurred`).
    ErrorOccurred(super::agent::ErrorOccurred),
    /// An event that the contract does not list, or one that carries something else than
    /// it says; only lenient reading keeps it.
    Other {
        /// The name.
        name: String,
        /// What it carries.
        payload: serde_json::Value,
    },
}

impl AgentTraceEvent {
    /// The names of the events that the contract lists, in its order.
    pub const NAMES: &'static [&'static str] = &[
        "artifact.updated",
        "run.finished",
        "error.occurred",
    ];

    /// The name of the event.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::ArtifactUpdated(_) => "artifact.updated",
            Self::RunFinished(_) => "run.finished",
            Self::ErrorOccurred(_) => "error.occurred",
            Self::Other { name, .. } => name,
        }
    }

    /// Reads and judges an event: its name, and what it carries.
    ///
    /// # Errors
    /// When the contract does not list the name, or with every violation in what it carries.
    pub fn read(
        name: &str,
        payload: &serde_json::Value,
    ) -> Result<Self, webdata_runtime::Violations> {
        match name {
            "artifact.updated" => {
                super::agent::ArtifactUpdated::check(payload).map(Self::ArtifactUpdated)
            }
            "run.finished" => {
                super::agent::RunFinished::check(payload).map(Self::RunFinished)
            }
            "error.occurred" => {
                super::agent::ErrorOccurred::check(payload).map(Self::ErrorOccurred)
            }
            _ => Err(webdata_runtime::event::unlisted("events.agent-trace", Self::NAMES)),
        }
    }

    /// Reads an event of a service that may be newer: what the contract does not list, or what
    /// does not fit what it says, is kept as it is.
    #[must_use]
    pub fn read_leniently(name: &str, payload: serde_json::Value) -> Self {
        let known = match name {
            "artifact.updated" => {
                webdata_runtime::event::lenient(&payload).map(Self::ArtifactUpdated)
            }
            "run.finished" => {
                webdata_runtime::event::lenient(&payload).map(Self::RunFinished)
            }
            "error.occurred" => {
                webdata_runtime::event::lenient(&payload).map(Self::ErrorOccurred)
            }
            _ => None,
        };
        known
            .unwrap_or_else(|| Self::Other {
                name: name.to_owned(),
                payload,
            })
    }
}
