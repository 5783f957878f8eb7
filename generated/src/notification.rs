//! The types [`MonitorNotification`], [`EmailNotification`], from the page
//! `types/notification.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// E-mail notifications about checks.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct MonitorNotification {
    /// E-mail summaries of checks.
    pub email: Option<EmailNotification>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// E-mail summaries of checks.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct EmailNotification {
    /// Whether summaries are sent. Defaults to `false` (`EmailNotification.enabled.default`).
    #[model(default = false)]
    pub enabled: Option<bool>,
    /// Whether summaries include details of changed pages. Defaults to `false`
    /// (`EmailNotification.includeDiffs.default`).
    #[model(default = false)]
    pub include_diffs: Option<bool>,
    /// The addresses that receive summaries. At most 25 items
    /// (`EmailNotification.recipients.maxItems`). Each item: An e-mail address
    /// (`EmailNotification.recipients.items.format`).
    #[model(max_items = 25, items(format = "email"))]
    pub recipients: Option<Vec<String>>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
