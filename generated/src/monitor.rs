//! The types of the page `types/monitor.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;
use super::notification::MonitorNotification;
use super::schedule::{MonitorSchedule, StoredSchedule};
use super::target::MonitorTarget;
use super::webhook::MonitorWebhook;

/// A monitor, in the envelope of a success.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct MonitorResponse {
    /// Whether the request succeeded.
    pub success: bool,
    /// A stored definition of recurring checks of web pages.
    pub data: Monitor,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A stored definition of recurring checks of web pages.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Monitor {
    /// Identifies the monitor.
    ///
    /// A UUID (`Monitor.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The state of the monitor.
    pub status: MonitorStatus,
    /// What changed pages are judged against, in natural language.
    pub goal: runtime::Nullable<String>,
    /// Whether changed pages are evaluated against the goal.
    pub judge_enabled: bool,
    /// When a monitor runs, as it is returned; a schedule in words comes back as a cron expression.
    pub schedule: StoredSchedule,
    /// What is checked.
    pub targets: Vec<MonitorTarget>,
    /// Who is told about a check by e-mail.
    pub notification: Option<MonitorNotification>,
    /// Where the events of a monitor are delivered.
    pub webhook: Option<MonitorWebhook>,
    /// How long results are kept.
    ///
    /// In days (`Monitor.retentionDays.unit`).
    pub retention_days: i64,
    /// When it was created.
    ///
    /// A date and time as RFC 3339 has it (`Monitor.createdAt.format`).
    #[model(format = "date-time")]
    pub created_at: String,
    /// When it was last updated.
    ///
    /// A date and time as RFC 3339 has it (`Monitor.updatedAt.format`).
    #[model(format = "date-time")]
    pub updated_at: String,
    /// When it last ran.
    ///
    /// A date and time as RFC 3339 has it (`Monitor.lastRunAt.format`).
    #[model(format = "date-time")]
    pub last_run_at: runtime::Nullable<String>,
    /// When it runs next.
    ///
    /// A date and time as RFC 3339 has it (`Monitor.nextRunAt.format`).
    #[model(format = "date-time")]
    pub next_run_at: runtime::Nullable<String>,
    /// The check that is running.
    ///
    /// A UUID (`Monitor.currentCheckId.format`).
    #[model(format = "uuid")]
    pub current_check_id: runtime::Nullable<String>,
    /// The most credits that a month can cost.
    ///
    /// In credits (`Monitor.estimatedCreditsPerMonth.unit`).
    ///
    /// With judging on, real usage can be lower.
    /// (`Monitor.estimatedCreditsPerMonth.behaviour.lower-with-judging`)
    pub estimated_credits_per_month: runtime::Nullable<i64>,
    /// How the pages of a check compare with the check before.
    pub last_check_summary: Option<MonitorSummary>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The state of the monitor.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Monitor.status", schema = "/properties/status")]
#[non_exhaustive]
pub enum MonitorStatus {
    /// `active`
    #[model("active")]
    Active,
    /// `paused`
    #[model("paused")]
    Paused,
    /// `deleted`
    #[model("deleted")]
    Deleted,
    /// A string that the contract does not list; judging reports it.
    Other(String),
}

/// How the pages of a check compare with the check before.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct MonitorSummary {
    /// Pages that changed.
    pub changed: Option<i64>,
    /// Pages that could not be checked.
    pub error: Option<i64>,
    /// Pages that were not there before.
    pub new: Option<i64>,
    /// Pages that are there no more.
    pub removed: Option<i64>,
    /// Pages that did not change.
    pub same: Option<i64>,
    /// All pages of the check.
    pub total_pages: Option<i64>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A partial update of a monitor; what is left out keeps its stored value.
///
/// At least one property (`MonitorUpdate.minProperties`).
///
/// With a search target there is a goal that is not empty, unless judging is off.
/// (`MonitorUpdate.rules.search-target-needs-goal`)
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(min_properties = 1)]
pub struct MonitorUpdate {
    /// What people call it.
    ///
    /// At most 256 characters (`MonitorUpdate.name.maxLength`).
    #[model(max_length = 256)]
    pub name: Option<String>,
    /// What changed pages are judged against; null clears it.
    ///
    /// At most 2000 characters (`MonitorUpdate.goal.maxLength`).
    #[model(max_length = 2000)]
    pub goal: runtime::Patch<String>,
    /// Whether changed pages are evaluated.
    ///
    /// It takes effect with a goal that is not empty.
    /// (`MonitorUpdate.judgeEnabled.behaviour.needs-goal`)
    pub judge_enabled: Option<bool>,
    /// Switches the checks on or off.
    pub status: Option<MonitorUpdateStatus>,
    /// When a monitor runs: as a cron expression or in words.
    pub schedule: Option<MonitorSchedule>,
    /// What is checked.
    ///
    /// At least one item (`MonitorUpdate.targets.minItems`). At most 50 items
    /// (`MonitorUpdate.targets.maxItems`).
    #[model(min_items = 1, max_items = 50)]
    pub targets: Option<Vec<MonitorTarget>>,
    /// Who is told about a check by e-mail.
    pub notification: Option<MonitorNotification>,
    /// Where the events of a monitor are delivered.
    pub webhook: Option<MonitorWebhook>,
    /// How long results are kept.
    ///
    /// In days (`MonitorUpdate.retentionDays.unit`). At least 1
    /// (`MonitorUpdate.retentionDays.minimum`). At most 365
    /// (`MonitorUpdate.retentionDays.maximum`).
    #[model(minimum = 1, maximum = 365)]
    pub retention_days: Option<i64>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Switches the checks on or off.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("MonitorUpdate.status", schema = "/properties/status")]
pub enum MonitorUpdateStatus {
    /// `active`
    #[model("active")]
    Active,
    /// `paused`
    #[model("paused")]
    Paused,
    /// A string that the contract does not list; judging reports it.
    Other(String),
}
