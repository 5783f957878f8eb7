//! Monitors: their initial properties, their stored form, and the results of a check in them.
//!
//! This module does not validate requests; the contract states which values a monitor may have.

mod schedule;

use std::collections::HashSet;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{Additional, Object, Schema, Shape};

use crate::contract::Contract;
use crate::contract::schema::{self, Properties};
use crate::service::behaviour::{Kind, PlainKind};
pub(super) use crate::web_data::monitors::schedule::Goal;
pub(crate) use crate::web_data::monitors::schedule::is_active;
use crate::web_data::monitors::schedule::{Schedule, estimate};
use crate::web_data::world::checks::{Counts, next_run};
use crate::world::clock::moment;
use crate::world::randomness::Identities;

/// The name of the type of monitors.
pub(crate) const TYPE: &str = "Monitor";

/// The state of a deleted monitor.
const DELETED: &str = "deleted";

/// The identity of the check in a fixture that is being checked.
const RUNNING_CHECK_ID: &str = "7a9f6c1e-2d54-4b0b-9a63-5c8e1f0d4b27";

/// The properties that determine the next run of a monitor.
const SCHEDULE_PROPERTIES: [&str; 2] = ["status", "schedule"];

/// The properties that determine the estimated credits of a monitor.
const ESTIMATE_PROPERTIES: [&str; 5] = ["status", "schedule", "targets", "judgeEnabled", "goal"];

/// The kind of monitors, with the contract's statements about their stored form.
#[derive(Debug)]
pub(crate) struct Monitors {
    /// The initial values of required properties that this module does not know.
    plain: PlainKind,
    /// The time zone of a schedule that names none.
    default_timezone: Option<Value>,
    /// The properties of a stored schedule, if the contract forbids other ones.
    schedule: Option<HashSet<String>>,
    summary_counts: Vec<String>,
    pub(super) goal: Goal,
    spec: Arc<Spec>,
}

impl Monitors {
    /// Reads the statements of a contract about monitors.
    pub(crate) fn new(contract: &Contract, identities: &Arc<Identities>) -> Self {
        let spec = &contract.spec;
        let operations = spec.operations.values().filter(|operation| {
            operation.resource.as_ref().is_some_and(|resource| resource.type_name == TYPE)
        });
        let mut requests = operations.filter_map(|operation| operation.request.as_deref());
        let default_timezone = requests.find_map(|request| {
            schedule_of(spec, request)?.properties.get("timezone")?.schema.default.clone()
        });
        let stored = schedule_of(spec, TYPE);
        let closed = stored.filter(|object| object.additional == Additional::Forbidden);
        let summary = schema::object_of(spec, "MonitorSummary").into_iter();
        Self {
            plain: PlainKind::new(spec, (TYPE, "id"), false, identities),
            default_timezone,
            schedule: closed.map(|object| object.properties.keys().cloned().collect()),
            summary_counts: summary.flat_map(|object| object.properties.keys().cloned()).collect(),
            goal: Goal::new(contract),
            spec: Arc::clone(spec),
        }
    }

    /// Marks a monitor as being checked and returns true, or returns false if the monitor is not active.
    pub(crate) fn begin_check(&self, monitor: &mut Properties, check: &str) -> bool {
        let begins = is_active(monitor);
        if begins {
            monitor.insert("currentCheckId".to_owned(), check.into());
        }
        begins
    }

    /// Stores the results of a check that began at a moment. The monitor may have changed during the check,
    /// so derived properties are computed from its current state.
    pub(crate) fn end_check(
        &self,
        monitor: &mut Properties,
        began: DateTime<Utc>,
        counts: &Counts,
        now: DateTime<Utc>,
    ) {
        monitor.insert("currentCheckId".to_owned(), Value::Null);
        monitor.insert("lastRunAt".to_owned(), moment(began).into());
        monitor.insert("lastCheckSummary".to_owned(), self.summary(counts).into());
        self.set_next_run(monitor, now);
        self.estimate(monitor, now);
    }

    /// Returns the counts of a check that the contract lists.
    pub(crate) fn summary(&self, counts: &Counts) -> Properties {
        let summary_counts = self.summary_counts.iter();
        summary_counts.filter_map(|name| Some((name.clone(), counts.named(name)?.into()))).collect()
    }

    fn set_next_run(&self, monitor: &mut Properties, now: DateTime<Utc>) {
        let next = Schedule::new(monitor).and_then(|schedule| schedule.next(now));
        monitor
            .insert("nextRunAt".to_owned(), next.map(|run| moment(run).into()).unwrap_or_default());
    }

    fn estimate(&self, monitor: &mut Properties, now: DateTime<Utc>) {
        let credits = estimate(&self.spec, monitor, &self.goal, now);
        let credits = credits.map(Value::from).unwrap_or_default();
        monitor.insert("estimatedCreditsPerMonth".to_owned(), credits);
    }

    /// Completes the time zone of a schedule.
    fn settle_schedule(&self, schedule: &mut Properties) {
        if let Some(default) = &self.default_timezone {
            schedule.entry("timezone").or_insert_with(|| default.clone());
        }
        if let Some(listed) = &self.schedule {
            schedule.retain(|name, _| listed.contains(name));
        }
    }
}

impl Kind for Monitors {
    fn initial(&self, id: &str, now: DateTime<Utc>) -> Properties {
        let mut monitor = Properties::new();
        let mut set = |name: &str, value: Value| monitor.insert(name.to_owned(), value);
        set("id", id.into());
        set("name", TYPE.into());
        set("status", "active".into());
        set("goal", Value::Null);
        set("judgeEnabled", false.into());
        set("schedule", json!({ "text": "every day" }));
        set("targets", json!([{ "type": "scrape", "urls": ["https://example.com/"] }]));
        set("notification", json!({}));
        set("retentionDays", 30.into());
        set("createdAt", moment(now).into());
        for name in ["updatedAt", "lastRunAt", "nextRunAt", "currentCheckId"] {
            set(name, Value::Null);
        }
        set("estimatedCreditsPerMonth", Value::Null);
        set("lastCheckSummary", self.summary(&Counts::default()).into());
        for (name, value) in self.plain.initial(id, now) {
            monitor.entry(name).or_insert(value);
        }
        self.settle(&Properties::new(), &mut monitor, now);
        monitor
    }

    /// Returns the properties of three monitors. The first never ran and has no webhook, the second is being
    /// checked, and the third ran and has a webhook.
    fn states(&self, now: DateTime<Utc>) -> Vec<Properties> {
        let summary = self.summary(&Counts::default());
        let ran = [("lastRunAt", moment(now).into()), ("lastCheckSummary", summary.into())];
        let ran =
            || ran.clone().into_iter().map(|(name, value): (&str, Value)| (name.to_owned(), value));
        let check = ("currentCheckId".to_owned(), RUNNING_CHECK_ID.into());
        let webhook = ("webhook".to_owned(), json!({ "url": "https://example.com/webhook" }));
        vec![Properties::new(), ran().chain([check]).collect(), ran().chain([webhook]).collect()]
    }

    /// Returns the error of a conflict. The contract's only example is a monitor that is already deleted.
    fn blocked(&self) -> Option<&'static str> {
        Some("conflict")
    }

    fn mark_deleted(&self, properties: &mut Properties) -> bool {
        properties.insert("status".to_owned(), DELETED.into());
        true
    }

    fn rank(&self, properties: &Properties) -> Option<u8> {
        let is_deleted = properties.get("status").is_some_and(|status| status == DELETED);
        (!is_deleted).then(|| u8::from(!is_active(properties)))
    }

    fn columns(&self) -> &'static [&'static str] {
        &["Next check"]
    }

    fn cells(&self, properties: &Properties) -> Vec<String> {
        let next = next_run(properties);
        let next = next.map(|next| next.format("%Y-%m-%d %H:%M").to_string());
        vec![next.unwrap_or_else(|| "–".to_owned())]
    }

    fn settle(&self, before: &Properties, changed: &mut Properties, now: DateTime<Utc>) {
        self.plain.settle(before, changed, now);
        if let Some(Value::Object(schedule)) = changed.get_mut("schedule") {
            self.settle_schedule(schedule);
        }
        // A run that is due and has not been carried out stays due.
        if has_changed(&SCHEDULE_PROPERTIES, before, changed) {
            self.set_next_run(changed, now);
        }
        if has_changed(&ESTIMATE_PROPERTIES, before, changed) {
            self.estimate(changed, now);
        }
        changed
            .insert("updatedAt".to_owned(), next_update_time(before.get("updatedAt"), now).into());
    }
}

/// Returns the schedule type within a type, such as `Monitor`.
fn schedule_of<'s>(spec: &'s Spec, type_name: &str) -> Option<&'s Object> {
    let schedule: &Schema = &schema::object_of(spec, type_name)?.properties.get("schedule")?.schema;
    match &schema::concrete(spec, schedule, &Value::Null).shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

fn has_changed(names: &[&str], before: &Properties, changed: &Properties) -> bool {
    before.is_empty() || names.iter().any(|name| before.get(*name) != changed.get(*name))
}

/// Returns the moment of a change, which is always later than the previous one.
fn next_update_time(before: Option<&Value>, now: DateTime<Utc>) -> String {
    let before = before.and_then(Value::as_str).and_then(|text| text.parse::<DateTime<Utc>>().ok());
    moment(before.map_or(now, |before| now.max(before + TimeDelta::microseconds(1))))
}
