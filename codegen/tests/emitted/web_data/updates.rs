//! Tests of updates that a vendor applies to a stored monitor. Expectations are transcribed by hand from the contract's
//! text.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use serde_json::{Value, json};
use webdata::monitor::{Monitor, MonitorUpdate};
use webdata::schedule::MonitorSchedule;

use super::monitor;
use crate::validation::places;

/// Applies an update to a stored monitor with a goal.
fn apply(update: &Value) -> Result<Value, (Vec<(String, String)>, bool)> {
    let mut stored = Monitor::check(&monitor()).expect("is valid");
    (stored.goal, stored.judge_enabled) = ("Tell me".into(), false);
    let before = stored.clone();
    let update: MonitorUpdate = serde_json::from_value(update.clone()).expect("is read");
    match update.apply_to(&mut stored) {
        Ok(()) => Ok(serde_json::to_value(stored).expect("is written")),
        Err(violations) => Err((places(&violations), stored == before)),
    }
}

#[test]
fn effects_decide_what_is_stored() {
    let page = json!({ "type": "scrape", "urls": ["https://example.com/b"] });
    let rows = [
        // What is given replaces the stored value; what is left out is kept.
        (json!({ "name": "New" }), "/name", json!("New")),
        (json!({ "name": "New" }), "/goal", json!("Tell me")),
        (json!({ "targets": [page] }), "/targets", json!([page])),
        (json!({ "status": "paused" }), "/status", json!("paused")),
        (json!({ "goal": null }), "/goal", Value::Null),
        // "When `goal` is provided and `judgeEnabled` is omitted, judging is switched on automatically."
        (json!({ "goal": "Other" }), "/judgeEnabled", json!(true)),
        (json!({ "goal": "Other", "judgeEnabled": false }), "/judgeEnabled", json!(false)),
        (json!({ "name": "New" }), "/judgeEnabled", json!(false)),
        // "only `cron` (string) and `timezone` (string) are returned"
        (
            json!({ "schedule": { "text": "every day at 9 am" } }),
            "/schedule",
            json!({ "cron": "0 9 * * *", "timezone": "UTC" }),
        ),
        (
            json!({ "schedule": { "cron": "1 2 * * *", "timezone": "Europe/Berlin" } }),
            "/schedule",
            json!({ "cron": "1 2 * * *", "timezone": "Europe/Berlin" }),
        ),
        // Clients cannot change what the server generates.
        (
            json!({ "name": "New", "id": "3f1b8a52-6c0e-4d27-9b8e-5a1f0c7d2e64" }),
            "/id",
            monitor()["id"].clone(),
        ),
        // A property that the contract may add is stored as well.
        (json!({ "color": "blue" }), "/color", json!("blue")),
    ];
    for (update, place, expected) in rows {
        let stored = apply(&update).expect("is valid");
        assert_eq!(stored.pointer(place), Some(&expected), "{update}");
    }
}

#[test]
fn a_rejected_update_changes_nothing() {
    let search = json!([{ "type": "search", "queries": ["a"] }]);
    let rows = [
        (json!({}), "", "MonitorUpdate.minProperties"),
        (json!({ "retentionDays": 0 }), "/retentionDays", "MonitorUpdate.retentionDays.minimum"),
        (
            json!({ "goal": null, "targets": search }),
            "",
            "MonitorUpdate.rules.search-target-needs-goal",
        ),
        (
            json!({ "schedule": { "text": "every 2 minutes" } }),
            "/schedule/cron",
            "MonitorSchedule.cron.minimumInterval",
        ),
    ];
    for (update, place, clause) in rows {
        let expected = vec![(place.to_owned(), clause.to_owned())];
        assert_eq!(apply(&update), Err((expected, true)), "{update}");
    }
}

#[test]
fn schedules_in_words_become_cron_expressions() {
    let rows = [
        ("every 30 minutes", Some("*/30 * * * *")),
        ("every 15 minutes starting at :07", Some("7-59/15 * * * *")),
        ("every 15 minutes starting at :52", Some("7-59/15 * * * *")),
        ("every hour", Some("0 * * * *")),
        ("every 1 hours", Some("0 * * * *")),
        ("every 2 hours", Some("0 */2 * * *")),
        ("every day", Some("0 0 * * *")),
        ("Every Day At 9:05", Some("5 9 * * *")),
        ("every day at 12 am", Some("0 0 * * *")),
        ("every day at 12:30 pm", Some("30 12 * * *")),
        ("every day at 17:30", Some("30 17 * * *")),
        ("every week", Some("0 0 * * 0")),
        ("every month", None),
    ];
    for (phrase, expected) in rows {
        let mut schedule = MonitorSchedule::default();
        assert_eq!(schedule.text_as_cron(), Ok(None));
        schedule.text = Some(phrase.to_owned());
        let cron = schedule.text_as_cron().ok().flatten();
        assert_eq!(cron.as_deref(), expected, "{phrase}");
    }
}
