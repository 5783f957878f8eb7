//! Monitors: the one kind of resource that the reference server knows in detail so far.
//!
//! It must not judge requests: which values a monitor can be given stands in the contract.

use std::collections::HashSet;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use uuid::Uuid;
use webdata_spec::Spec;
use webdata_spec::model::{Object, Schema, Shape};

use super::check::{cron, phrase};
use super::kinds::Kind;
use super::schema;
use super::store::Properties;

/// The name of the type.
pub(super) const TYPE: &str = "Monitor";

/// The checks a month that the estimate of credits is made for.
const CHECKS_A_MONTH: usize = 30;

/// Monitors, as far as the contract says how they are stored.
#[derive(Debug)]
pub(super) struct Monitors {
    /// What a schedule without a time zone is read in.
    default_timezone: Option<Value>,
    /// The properties that a stored schedule has.
    schedule: HashSet<String>,
    /// The variants of targets that get an identity when they come without one, by discriminator.
    identified: HashSet<String>,
}

impl Monitors {
    /// Takes from a contract what schedules look like, given and stored.
    pub(super) fn of(spec: &Spec) -> Self {
        let operations = spec.operations.values().filter(|operation| {
            operation.resource.as_ref().is_some_and(|resource| resource.type_name == TYPE)
        });
        let mut requests = operations.filter_map(|operation| operation.request.as_deref());
        let default_timezone = requests.find_map(|request| {
            schedule_of(spec, request)?.properties.get("timezone")?.schema.default.clone()
        });
        let stored = schedule_of(spec, TYPE).into_iter();
        let schedule = stored.flat_map(|object| object.properties.keys().cloned()).collect();
        Self { default_timezone, schedule, identified: identified_targets(spec) }
    }

    /// A target that comes without an identity gets one, which it then keeps, where the contract
    /// says so.
    fn identify(&self, target: &mut Properties) {
        let tag = target.get("type").and_then(Value::as_str);
        if tag.is_some_and(|tag| self.identified.contains(tag)) {
            target.entry("id").or_insert_with(|| Uuid::new_v4().to_string().into());
        }
    }

    /// A schedule in words becomes a cron expression.
    fn settle_schedule(&self, schedule: &mut Properties) {
        if let Some(found) = schedule.get("text").and_then(Value::as_str).and_then(phrase::cron_of)
            && !schedule.contains_key("cron")
        {
            schedule.insert("cron".to_owned(), found.into());
        }
        if let Some(default) = &self.default_timezone {
            schedule.entry("timezone").or_insert_with(|| default.clone());
        }
        schedule.retain(|name, _| self.schedule.contains(name));
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
        let counts = ["changed", "error", "new", "removed", "same", "totalPages"];
        let summary: Properties =
            counts.map(|name| (name.to_owned(), 0.into())).into_iter().collect();
        set("estimatedCreditsPerMonth", Value::Null);
        set("lastCheckSummary", summary.into());
        self.settle(&Properties::new(), &mut monitor, now);
        monitor
    }

    fn settle(&self, before: &Properties, changed: &mut Properties, now: DateTime<Utc>) {
        if let Some(Value::Object(schedule)) = changed.get_mut("schedule") {
            self.settle_schedule(schedule);
        }
        let targets = changed.get_mut("targets").and_then(Value::as_array_mut);
        let targets = targets.map_or(0, |targets| {
            for target in targets.iter_mut().filter_map(Value::as_object_mut) {
                self.identify(target);
            }
            targets.len()
        });
        let next = next_run(changed, now).map(|run| moment(run).into());
        changed.insert("nextRunAt".to_owned(), next.unwrap_or_default());
        changed.insert("estimatedCreditsPerMonth".to_owned(), (targets * CHECKS_A_MONTH).into());
        changed.insert("updatedAt".to_owned(), later(before.get("updatedAt"), now).into());
    }
}

/// The listed properties of the schedule that a type has.
fn schedule_of<'s>(spec: &'s Spec, type_name: &str) -> Option<&'s Object> {
    let schedule: &Schema = &schema::object_of(spec, type_name)?.properties.get("schedule")?.schema;
    match &schema::concrete(spec, schedule, &Value::Null).shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

/// The variants of targets whose `id` is made when it is left out.
fn identified_targets(spec: &Spec) -> HashSet<String> {
    let targets = schema::object_of(spec, TYPE).and_then(|object| object.properties.get("targets"));
    let Some(Shape::Array { items, .. }) = targets.map(|targets| &targets.schema.shape) else {
        return HashSet::new();
    };
    let Shape::Union(union) = &schema::concrete(spec, items, &Value::Null).shape else {
        return HashSet::new();
    };
    let identified = union.variants.iter().filter(|(_, type_name)| {
        let id = schema::object_of(spec, type_name).and_then(|object| object.properties.get("id"));
        id.is_some_and(|id| id.schema.generated)
    });
    identified.map(|(tag, _)| tag.clone()).collect()
}

/// When a monitor runs next; one that is not active does not.
fn next_run(monitor: &Properties, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let is_active = monitor.get("status").is_some_and(|status| status == "active");
    let schedule = monitor.get("schedule").filter(|_| is_active)?;
    let cron = cron::parse(schedule.get("cron")?.as_str()?)?;
    let zone: chrono_tz::Tz = match schedule.get("timezone") {
        Some(name) => name.as_str()?.parse().ok()?,
        None => chrono_tz::UTC,
    };
    let run = cron.find_next_occurrence(&now.with_timezone(&zone), false).ok()?;
    Some(run.with_timezone(&Utc))
}

/// The moment of a change: always later than the one before, however fast they follow.
fn later(before: Option<&Value>, now: DateTime<Utc>) -> String {
    let before = before.and_then(Value::as_str);
    let before = before.and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    let earliest = before.map(|before| before.with_timezone(&Utc) + TimeDelta::microseconds(1));
    moment(earliest.map_or(now, |earliest| earliest.max(now)))
}

fn moment(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Micros, true)
}
