//! The types [`MonitorResponse`], [`Monitor`], [`MonitorSummary`], [`MonitorUpdate`], from the
//! page `types/monitor.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::notification::MonitorNotification;
use super::schedule::{MonitorSchedule, StoredSchedule};
use super::target::MonitorTarget;
use super::webhook::MonitorWebhook;
use webdata_runtime as runtime;

/// A monitor, in the response envelope.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct MonitorResponse {
    /// Whether the request succeeded.
    pub success: bool,
    /// A stored definition of recurring checks of web pages.
    pub data: Monitor,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A stored definition of recurring checks of web pages.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Monitor {
    /// The id of the monitor. A UUID, in either letter case (`Monitor.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// The name of the monitor.
    pub name: String,
    /// The state of the monitor. `updateMonitor` changes `status` from active, paused to active
    /// (`lifecycles.Monitor.status.active`). `updateMonitor` changes `status` from active, paused
    /// to paused (`lifecycles.Monitor.status.paused`).
    pub status: MonitorStatus,
    /// The objective that changed pages are judged against, in natural language.
    pub goal: runtime::Nullable<String>,
    /// Whether changed pages are evaluated against the goal.
    pub judge_enabled: bool,
    /// When a monitor runs. A schedule in natural language is returned as a cron expression.
    pub schedule: StoredSchedule,
    /// The targets of each check.
    pub targets: Vec<MonitorTarget>,
    /// E-mail notifications about checks.
    pub notification: Option<MonitorNotification>,
    /// The destination of the events of a monitor.
    pub webhook: Option<MonitorWebhook>,
    /// How long results are kept. In days (`Monitor.retentionDays.unit`).
    #[model(milliseconds = 86400000)]
    pub retention_days: i64,
    /// When the monitor was created. A date and time by RFC 3339 (`Monitor.createdAt.format`). The
    /// same in every response (`Monitor.createdAt.kept`).
    #[model(format = "date-time")]
    pub created_at: String,
    /// When the monitor was last updated. A date and time by RFC 3339 (`Monitor.updatedAt.format`).
    #[model(format = "date-time")]
    pub updated_at: String,
    /// When the monitor last ran. A date and time by RFC 3339 (`Monitor.lastRunAt.format`).
    #[model(format = "date-time")]
    pub last_run_at: runtime::Nullable<String>,
    /// When the monitor runs next. A date and time by RFC 3339 (`Monitor.nextRunAt.format`).
    #[model(format = "date-time")]
    pub next_run_at: runtime::Nullable<String>,
    /// The id of the check that is currently running. A UUID, in either letter case
    /// (`Monitor.currentCheckId.format`).
    #[model(format = "uuid")]
    pub current_check_id: runtime::Nullable<String>,
    /// The maximum monthly estimate of credits. In credits
    /// (`Monitor.estimatedCreditsPerMonth.unit`). With judging on, real usage can be lower
    /// (`Monitor.estimatedCreditsPerMonth.behaviour.lower-with-judging`).
    pub estimated_credits_per_month: runtime::Nullable<i64>,
    /// The page counts of a check, compared with earlier results.
    pub last_check_summary: Option<MonitorSummary>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The state of the monitor.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("Monitor.status", schema = "/properties/status")]
#[non_exhaustive]
pub enum MonitorStatus {
    /// `active`.
    #[model("active")]
    Active,
    /// `paused`.
    #[model("paused")]
    Paused,
    /// `deleted`.
    #[model("deleted")]
    Deleted,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// The page counts of a check, compared with earlier results.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct MonitorSummary {
    /// Pages that changed.
    pub changed: Option<i64>,
    /// Pages that could not be checked.
    pub error: Option<i64>,
    /// Pages that are new.
    pub new: Option<i64>,
    /// Pages that were removed.
    pub removed: Option<i64>,
    /// Pages that did not change.
    pub same: Option<i64>,
    /// The total number of pages.
    pub total_pages: Option<i64>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A partial update of a monitor. Properties that are left out keep their stored values.
///
/// At least one property (`MonitorUpdate.minProperties`).
///
/// - A search target needs a non-empty `goal`, unless `judgeEnabled` is false.
///   (`MonitorUpdate.rules.search-target-needs-goal`)
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(min_properties = 1)]
#[non_exhaustive]
pub struct MonitorUpdate {
    /// The name of the monitor. At most 256 characters (`MonitorUpdate.name.maxLength`).
    #[model(max_length = 256)]
    pub name: Option<String>,
    /// The objective that changed pages are judged against. Null clears the goal. At most 2000
    /// characters (`MonitorUpdate.goal.maxLength`).
    #[model(max_length = 2000)]
    pub goal: runtime::Patch<String>,
    /// Whether changed pages are evaluated against the goal. Judging takes effect only with a
    /// non-empty goal (`MonitorUpdate.judgeEnabled.behaviour.needs-goal`).
    pub judge_enabled: Option<bool>,
    /// The state of the monitor: `active` or `paused`.
    pub status: Option<MonitorUpdateStatus>,
    /// When a monitor runs: a cron expression, or a schedule in natural language.
    pub schedule: Option<MonitorSchedule>,
    /// The targets of each check. At least one item (`MonitorUpdate.targets.minItems`). At most 50
    /// items (`MonitorUpdate.targets.maxItems`).
    #[model(min_items = 1, max_items = 50)]
    pub targets: Option<Vec<MonitorTarget>>,
    /// E-mail notifications about checks.
    pub notification: Option<MonitorNotification>,
    /// The destination of the events of a monitor.
    pub webhook: Option<MonitorWebhook>,
    /// How long results are kept. In days (`MonitorUpdate.retentionDays.unit`). At least 1
    /// (`MonitorUpdate.retentionDays.minimum`). At most 365
    /// (`MonitorUpdate.retentionDays.maximum`).
    #[model(minimum = 1, maximum = 365, milliseconds = 86400000)]
    pub retention_days: Option<i64>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The state of the monitor: `active` or `paused`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("MonitorUpdate.status", schema = "/properties/status")]
#[non_exhaustive]
pub enum MonitorUpdateStatus {
    /// `active`.
    #[model("active")]
    Active,
    /// `paused`.
    #[model("paused")]
    Paused,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}
