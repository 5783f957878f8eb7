//! The types of the page `types/webhook.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// Where the events of a monitor are delivered.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct MonitorWebhook {
    /// The destination.
    ///
    /// A URI with a scheme (`MonitorWebhook.url.format`).
    #[model(format = "uri")]
    pub url: String,
    /// Which events are delivered.
    ///
    /// All monitor events when left out (`MonitorWebhook.events.default`).
    pub events: Option<Vec<MonitorWebhookEventsItem>>,
    /// Headers sent along.
    pub headers: Option<std::collections::BTreeMap<String, String>>,
    /// Data of one's own, included in payloads.
    pub metadata: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An item of `MonitorWebhook.events`.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("MonitorWebhook.events.items", schema = "/properties/events/items")]
pub enum MonitorWebhookEventsItem {
    /// `monitor.page`
    #[model("monitor.page")]
    MonitorPage,
    /// `monitor.check.completed`
    #[model("monitor.check.completed")]
    MonitorCheckCompleted,
    /// A string that the contract does not list; judging reports it.
    Other(String),
}
