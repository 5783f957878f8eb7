//! The events that the service sends: an enum for each channel.
//!
//! The channel `events.monitor-email`: Reports the checks of a monitor by e-mail. The service
//! sends the messages as e-mail. The contract names no events of the channel.
//!
//! Summaries are sent to `recipients` (`events.monitor-email.behaviour.summaries`).
//!
//! `includeDiffs` adds details of changed pages
//! (`events.monitor-email.behaviour.include-diffs`).
//!
//! # Read an event
//!
//! An event has a name and a payload. `read` validates both; `read_leniently` also returns
//! events of a newer service:
//!
//! ```
//! use webdata::events::MonitorWebhookEvent;
//! use webdata::serde_json::json;
//!
//! let payload = json!({});
//! match MonitorWebhookEvent::read("monitor.page", &payload) {
//!     Ok(MonitorWebhookEvent::MonitorPage(carried)) => println!("{carried:?}"),
//!     Ok(other) => println!("received {}", other.name()),
//!     Err(violations) => panic!("{violations}"),
//! }
//!
//! let newer = MonitorWebhookEvent::read_leniently("not listed", payload);
//! assert_eq!(newer.name(), "not listed");
//! ```
//!
//! A subscriber of webhooks passes each request to a receiver, which knows the subscription:
//!
//! ```
//! use webdata::webhooks::MonitorWebhookReceiver;
//! use webdata::webhook::MonitorWebhook;
//!
//! /// Returns the status code to respond with.
//! fn handle(receiver: &MonitorWebhookReceiver, headers: &[(&str, &str)], body: &[u8]) -> u16 {
//!     match receiver.receive(headers.iter().copied(), body) {
//!         Ok(event) => {
//!             println!("received {}", event.name());
//!             204
//!         }
//!         Err(error) => error.status(),
//!     }
//! }
//!
//! // The contract shows no signature. Subscribe with a header that has a secret. The receiver then
//! // rejects a request without the header, with the status code 401.
//! let subscription = MonitorWebhook::parse(br#"{"url":"https://example.com/hooks/monitor","headers":{"X-Secret":"sesame"}}"#).expect("the contract allows it");
//! let receiver = MonitorWebhookReceiver::from(&subscription);
//! assert_eq!(handle(&receiver, &[], b"{}"), 401);
//!
//! let unauthenticated = MonitorWebhookReceiver::new();
//! assert_eq!(handle(&unauthenticated, &[], br#"{"event":"monitor.page"}"#), 204);
//! assert_eq!(handle(&unauthenticated, &[], b"{"), 400);
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

/// Reports the checks of a monitor to an address of the subscriber.
///
/// The service sends these events as requests to an address of the subscriber
/// (`events.monitor-webhook`).
///
/// Subscribe with [`MonitorWebhook`](super::webhook::MonitorWebhook).
///
/// Subscribers select events with `events` (`events.monitor-webhook.behaviour.subscribed`).
///
/// Events are delivered to `url`, with `headers`
/// (`events.monitor-webhook.behaviour.delivered`).
///
/// Payloads include `metadata` (`events.monitor-webhook.behaviour.metadata`).
#[derive(Debug, Clone, PartialEq, webdata_runtime::Events)]
#[events("events.monitor-webhook")]
#[non_exhaustive]
pub enum MonitorWebhookEvent {
    /// `monitor.page`: A page event of a monitor check.
    ///
    /// The contract does not show the payload (`events.monitor-webhook.monitor.page`).
    #[event("monitor.page")]
    MonitorPage(serde_json::Value),
    /// `monitor.check.completed`: A monitor check finished.
    ///
    /// The contract does not show the payload (`events.monitor-webhook.monitor.check.completed`).
    #[event("monitor.check.completed")]
    MonitorCheckCompleted(serde_json::Value),
    /// An event that the contract does not list. Only [`read_leniently`](Self::read_leniently)
    /// returns it.
    Other {
        /// The name.
        name: String,
        /// The payload.
        payload: serde_json::Value,
    },
}

/// Reports what happens in an agent run.
///
/// The service sends these events as parts of the response of the operation
/// [`agentTrace`](super::operations::AGENT_TRACE) (`events.agent-trace`).
#[derive(Debug, Clone, PartialEq, webdata_runtime::Events)]
#[events("events.agent-trace")]
#[non_exhaustive]
pub enum AgentTraceEvent {
    /// `artifact.updated`: An artifact of the run changed.
    ///
    /// The payload is [`ArtifactUpdated`](super::agent::ArtifactUpdated)
    /// (`events.agent-trace.artifact.updated`).
    #[event("artifact.updated")]
    ArtifactUpdated(super::agent::ArtifactUpdated),
    /// `run.finished`: The run ended.
    ///
    /// The payload is [`RunFinished`](super::agent::RunFinished)
    /// (`events.agent-trace.run.finished`).
    #[event("run.finished")]
    RunFinished(super::agent::RunFinished),
    /// `error.occurred`: Something failed in the run.
    ///
    /// The payload is [`ErrorOccurred`](super::agent::ErrorOccurred)
    /// (`events.agent-trace.error.occurred`).
    #[event("error.occurred")]
    ErrorOccurred(super::agent::ErrorOccurred),
    /// An event that the contract does not list, or whose payload breaks the contract. Only
    /// [`read_leniently`](Self::read_leniently) returns it.
    Other {
        /// The name.
        name: String,
        /// The payload.
        payload: serde_json::Value,
    },
}
