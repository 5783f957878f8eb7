//! The types [`MonitorSchedule`], [`StoredSchedule`], from the page `types/schedule.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// When a monitor runs: a cron expression, or a schedule in natural language.
///
/// Exactly one of `cron`, `text` (`MonitorSchedule.exactlyOne`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(exactly_one("cron", "text"))]
#[non_exhaustive]
pub struct MonitorSchedule {
    /// A five-field cron expression. A cron expression of five fields
    /// (`MonitorSchedule.cron.format`). Runs at least 300 seconds apart
    /// (`MonitorSchedule.cron.minimumInterval`).
    #[model(format = "cron", minimum_interval = 300)]
    pub cron: Option<String>,
    /// The schedule in natural language. A schedule in words, such as `every 30 minutes`, `every 15
    /// minutes starting at :07`, `every hour`, `every day at 9:00` or `every week`
    /// (`MonitorSchedule.text.format`).
    #[model(format = "schedule-phrase")]
    pub text: Option<String>,
    /// The IANA time zone of the schedule. Defaults to `"UTC"`
    /// (`MonitorSchedule.timezone.default`). A time zone of the IANA database
    /// (`MonitorSchedule.timezone.format`).
    #[model(format = "time-zone", default = "UTC")]
    pub timezone: Option<String>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// When a monitor runs. A schedule in natural language is returned as a cron expression.
///
/// No other properties (`StoredSchedule.additionalProperties`). Plain `serde` drops other
/// properties.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(closed)]
#[non_exhaustive]
pub struct StoredSchedule {
    /// The cron expression.
    pub cron: String,
    /// The IANA time zone.
    pub timezone: Option<String>,
}
