//! The type [`MonitorWebhook`], from the page `types/webhook.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// The destination of the events of a monitor.
#[derive(Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct MonitorWebhook {
    /// The destination URL. A URI with a scheme (`MonitorWebhook.url.format`).
    #[model(format = "uri")]
    pub url: String,
    /// The events to deliver. By default, all monitor events (`MonitorWebhook.events.default`).
    pub events: Option<Vec<MonitorWebhookEventsItem>>,
    /// Headers that are sent to the destination. Secret: `Debug` does not show the value.
    #[model(secret)]
    pub headers: Option<std::collections::BTreeMap<String, String>>,
    /// Custom data that payloads include.
    pub metadata: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An item of `MonitorWebhook.events`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("MonitorWebhook.events.items", schema = "/properties/events/items")]
#[non_exhaustive]
pub enum MonitorWebhookEventsItem {
    /// `monitor.page`.
    #[model("monitor.page")]
    MonitorPage,
    /// `monitor.check.completed`.
    #[model("monitor.check.completed")]
    MonitorCheckCompleted,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}
