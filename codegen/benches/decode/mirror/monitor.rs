//! The update of a monitor.

use std::collections::BTreeMap;

use garde::Validate;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::target::Target;
use super::validators;

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(crate) struct MonitorUpdate {
    #[garde(length(chars, max = 256))]
    name: Option<String>,
    /// `Some(None)` is null, which clears it.
    #[serde(default, deserialize_with = "given")]
    #[garde(length(chars, max = 2000))]
    goal: Option<Option<String>>,
    judge_enabled: Option<bool>,
    status: Option<Status>,
    #[garde(dive, custom(one_schedule))]
    schedule: Option<Schedule>,
    #[garde(length(min = 1, max = 50), dive)]
    targets: Option<Vec<Target>>,
    #[garde(dive)]
    notification: Option<Notification>,
    #[garde(dive)]
    webhook: Option<Webhook>,
    #[garde(range(min = 1, max = 365))]
    retention_days: Option<i64>,
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Paused,
}

#[derive(Debug, Clone, Deserialize, Validate)]
pub(super) struct Schedule {
    #[garde(inner(custom(validators::cron)))]
    cron: Option<String>,
    #[garde(inner(custom(validators::phrase)))]
    text: Option<String>,
    #[garde(inner(custom(validators::time_zone)))]
    timezone: Option<String>,
}

/// An option, since `garde` hands the whole field to a custom rule.
fn one_schedule(schedule: &Option<Schedule>, (): &()) -> garde::Result {
    let Some(schedule) = schedule else { return Ok(()) };
    validators::one_of_two(schedule.cron.is_some(), schedule.text.is_some(), "cron and text")
}

#[derive(Debug, Clone, Deserialize, Validate)]
struct Notification {
    #[garde(dive)]
    email: Option<Email>,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
struct Email {
    enabled: Option<bool>,
    include_diffs: Option<bool>,
    #[garde(length(max = 25), inner(inner(custom(validators::email))))]
    recipients: Option<Vec<String>>,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Webhook {
    #[garde(custom(validators::uri))]
    url: String,
    events: Option<Vec<Event>>,
    headers: Option<BTreeMap<String, String>>,
    metadata: Option<BTreeMap<String, Value>>,
}

#[derive(Debug, Clone, Deserialize)]
enum Event {
    #[serde(rename = "monitor.page")]
    Page,
    #[serde(rename = "monitor.check.completed")]
    CheckCompleted,
}
