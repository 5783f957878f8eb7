//! Accepted updates: which properties they store, and which they keep.

use serde_json::{Value, json};

use crate::served::{Served, contract};

/// The properties that may change with any update.
const CHANGING_PROPERTIES: [&str; 3] = ["updatedAt", "nextRunAt", "estimatedCreditsPerMonth"];

#[tokio::test]
async fn each_field_alone_is_stored_and_the_others_are_kept() {
    let served = Served::contract().await;
    let target = json!({ "id": "7d444840-9dc0-41d1-b245-5ffdce74fad2", "type": "crawl",
        "url": "https://example.com/docs", "crawlOptions": { "limit": 5 }, "scrapeOptions": {} });
    let table = [
        ("name", json!("Price watch"), None),
        ("name", json!(""), None),
        ("goal", json!("Tell me when a price changes"), Some(("judgeEnabled", json!(true)))),
        ("judgeEnabled", json!(true), None),
        ("status", json!("paused"), None),
        ("status", json!("active"), None),
        ("schedule", json!({ "cron": "*/5 * * * *", "timezone": "Europe/Berlin" }), None),
        ("targets", json!([target]), None),
        (
            "notification",
            json!({ "email": { "enabled": true, "recipients": ["a@b.example"] } }),
            None,
        ),
        (
            "webhook",
            json!({ "url": "https://example.com/hook", "metadata": { "a": [1, null] } }),
            None,
        ),
        ("retentionDays", json!(7), None),
    ];
    for (field, value, also) in table {
        let id = served.monitor();
        let before = served.stored(&id).await;
        let after = served.patch(&id, &json!({ field: value })).await.monitor();
        let mut expected = before.clone();
        expected[field] = value;
        if let Some((name, value)) = also {
            expected[name] = value;
        }
        assert_ne!(after["updatedAt"], before["updatedAt"], "{field}");
        for name in CHANGING_PROPERTIES {
            expected[name] = after[name].clone();
        }
        assert_eq!(after, expected, "{field}");
        assert_eq!(served.stored(&id).await, after, "{field}");
    }
}

#[tokio::test]
async fn responses_have_the_response_type() {
    let served = Served::contract().await;
    let schema = contract().json_schema("MonitorResponse");
    let options = jsonschema::options().should_validate_formats(true);
    let check = options.with_format("time-zone", |_: &str| true).build(&schema);
    let check = check.unwrap();
    let id = served.monitor();
    let created = json!({ "success": true, "data": served.stored(&id).await });
    assert!(check.is_valid(&created), "{:?}", check.validate(&created));
    let body = json!({
        "name": "All", "goal": "g", "judgeEnabled": true, "status": "paused",
        "schedule": { "text": "every week" }, "retentionDays": 30.0, "unknown": 1,
        "targets": [
            { "type": "scrape", "urls": ["https://example.com/a"] },
            { "type": "crawl", "url": "https://example.com/" },
            { "type": "search", "queries": ["q"], "maxResults": 5.0 },
        ],
        "notification": {}, "webhook": { "url": "https://example.com/hook" },
    });
    let response = served.patch(&id, &body).await;
    assert!(check.is_valid(&response.json()), "{:?}", check.validate(&response.json()));
    let monitor = response.monitor();
    assert_eq!(monitor["retentionDays"].to_string(), "30");
    assert_eq!(monitor["targets"][2]["maxResults"].to_string(), "5");
    assert!(monitor.get("unknown").is_none());
}

#[tokio::test]
async fn a_goal_enables_evaluation_unless_the_update_sets_it() {
    let served = Served::contract().await;
    let id = served.monitor();
    let table = [
        (json!({ "goal": "a" }), json!("a"), true),
        (json!({ "judgeEnabled": false }), json!("a"), false),
        (json!({ "goal": "b", "judgeEnabled": false }), json!("b"), false),
        (json!({ "name": "n" }), json!("b"), false),
        (json!({ "goal": null, "judgeEnabled": false }), json!(null), false),
        (json!({ "goal": "c", "judgeEnabled": true }), json!("c"), true),
    ];
    for (body, goal, judging) in table {
        let monitor = served.patch(&id, &body).await.monitor();
        assert_eq!(monitor["goal"], goal, "{body}");
        assert_eq!(monitor["judgeEnabled"], judging, "{body}");
    }
}

#[tokio::test]
async fn a_schedule_in_words_comes_back_as_cron() {
    let served = Served::contract().await;
    let table = [
        ("every 30 minutes", "*/30 * * * *"),
        ("every 15 minutes starting at :07", "7-59/15 * * * *"),
        ("every hour", "0 * * * *"),
        ("every 2 hours", "0 */2 * * *"),
        ("every day", "0 0 * * *"),
        ("every day at 9:00", "0 9 * * *"),
        ("every day at 9 am", "0 9 * * *"),
        ("every day at 17:30", "30 17 * * *"),
        ("every week", "0 0 * * 1"),
    ];
    let id = served.monitor();
    for (text, cron) in table {
        let zones = [
            (json!({ "text": text }), "UTC"),
            (json!({ "text": text, "timezone": "Asia/Tokyo" }), "Asia/Tokyo"),
        ];
        for (schedule, zone) in zones {
            let monitor = served.patch(&id, &json!({ "schedule": schedule })).await.monitor();
            assert_eq!(monitor["schedule"], json!({ "cron": cron, "timezone": zone }), "{text}");
            assert!(monitor["nextRunAt"].is_string(), "{monitor}");
        }
    }
    let monitor = served.patch(&id, &json!({ "status": "paused" })).await.monitor();
    assert_eq!(monitor["nextRunAt"], Value::Null);
}

#[tokio::test]
async fn a_target_without_an_id_gets_one_and_keeps_it() {
    let served = Served::contract().await;
    let id = served.monitor();
    let target_id = "7d444840-9dc0-41d1-b245-5ffdce74fad2";
    let body = json!({ "targets": [
        { "type": "scrape", "urls": ["https://example.com/"] },
        { "type": "scrape", "urls": ["https://example.com/"], "id": target_id },
    ] });
    let first = served.patch(&id, &body).await.monitor();
    assert_eq!(first["targets"][0]["id"].as_str().unwrap().len(), 36);
    assert_eq!(first["targets"][1]["id"], target_id);
    let second = served.patch(&id, &json!({ "name": "n" })).await.monitor();
    assert_eq!(second["targets"], first["targets"]);
}
