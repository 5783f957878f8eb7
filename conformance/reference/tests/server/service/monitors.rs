//! Monitors: their next runs, their estimated costs, their creation and deletion.

use std::collections::HashSet;
use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::served::Served;

/// A moment, a schedule and the next run, at every change between winter and summer time of 2040: 25 March
/// and 28 October in Berlin, 11 March and 4 November in New York.
const RUNS: [(&str, &str, &str, &str); 16] = [
    ("2040-03-10T15:00:00Z", "0 9 * * *", "America/New_York", "2040-03-11T13:00:00"),
    ("2040-03-11T05:00:00Z", "30 2 * * *", "America/New_York", "2040-03-11T07:00:00"),
    ("2040-03-11T05:30:00Z", "30 1 * * *", "America/New_York", "2040-03-11T06:30:00"),
    ("2040-03-11T08:00:00Z", "30 2 * * *", "America/New_York", "2040-03-12T06:30:00"),
    ("2040-03-24T08:30:00Z", "0 9 * * *", "Europe/Berlin", "2040-03-25T07:00:00"),
    ("2040-03-24T12:00:00Z", "30 2 * * *", "Europe/Berlin", "2040-03-25T01:00:00"),
    ("2040-03-25T00:40:00Z", "*/30 * * * *", "Europe/Berlin", "2040-03-25T01:00:00"),
    ("2040-03-25T01:10:00Z", "30 2 * * *", "Europe/Berlin", "2040-03-26T00:30:00"),
    ("2040-10-27T12:00:00Z", "30 2 * * *", "Europe/Berlin", "2040-10-28T00:30:00"),
    ("2040-10-28T00:30:00Z", "*/30 * * * *", "Europe/Berlin", "2040-10-28T01:00:00"),
    ("2040-10-28T00:40:00Z", "30 2 * * *", "Europe/Berlin", "2040-10-29T01:30:00"),
    ("2040-10-28T01:40:00Z", "*/30 * * * *", "Europe/Berlin", "2040-10-28T02:00:00"),
    ("2040-10-28T07:30:00Z", "0 9 * * *", "Europe/Berlin", "2040-10-28T08:00:00"),
    ("2040-11-03T12:30:00Z", "0 9 * * *", "America/New_York", "2040-11-03T13:00:00"),
    ("2040-11-03T14:00:00Z", "0 9 * * *", "America/New_York", "2040-11-04T14:00:00"),
    ("2040-11-04T14:30:00Z", "0 9 * * 1", "UTC", "2040-11-05T09:00:00"),
];

#[tokio::test]
async fn the_next_run_is_right_across_changes_of_summer_time() {
    let served = Served::contract().await;
    let id = served.monitor();
    for (now, cron, timezone, next) in RUNS {
        served.move_to(now).await;
        let schedule = json!({ "cron": cron, "timezone": timezone });
        let monitor = served.patch(&id, &json!({ "schedule": schedule })).await.monitor();
        assert_eq!(monitor["nextRunAt"], format!("{next}.000000Z"), "{cron} {timezone} at {now}");
    }
}

#[tokio::test]
async fn the_next_run_follows_a_check_by_the_local_time_of_day() {
    let served = Served::contract().await;
    served.move_to("2040-03-23T12:00:00Z").await;
    let schedule = json!({ "cron": "0 9 * * *", "timezone": "Europe/Berlin" });
    let id = served.create_monitor(&json!({ "schedule": schedule })).await;
    for (moved, next) in [
        ("2040-03-24T08:00:00Z", "2040-03-25T07:00:00.000000Z"),
        ("2040-03-25T07:00:00Z", "2040-03-26T07:00:00.000000Z"),
        ("2040-10-28T07:59:00Z", "2040-10-28T08:00:00.000000Z"),
    ] {
        served.move_to(moved).await;
        assert_eq!(served.stored(&id).await["nextRunAt"], next, "{moved}");
    }
    assert_eq!(served.checks(&id).await.len(), 29, "the other checks are past retention");
}

/// The cost of a page is the server's own choice: 1 credit, and 1 more if the goal is evaluated.
#[tokio::test]
async fn a_month_is_estimated_by_runs_and_pages() {
    let served = Served::contract().await;
    let id = served.monitor();
    let scrape = |urls: &[&str]| json!([{ "type": "scrape", "urls": urls }]);
    let search = json!([{ "type": "search", "queries": ["a", "b"] }]);
    let options = |options: &Value| {
        let urls = ["https://a.example/"];
        json!([{ "type": "scrape", "urls": urls, "scrapeOptions": options }])
    };
    let injection = json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] });
    let table = [
        (json!({ "schedule": { "text": "every day" } }), json!(30)),
        (json!({ "schedule": { "text": "every hour" } }), json!(720)),
        (json!({ "schedule": { "cron": "*/5 * * * *" } }), json!(8640)),
        (json!({ "schedule": { "cron": "0,30 9-17 * * *" } }), json!(540)),
        (json!({ "schedule": { "cron": "0 9 30 2 *" } }), json!(0)),
        (json!({ "status": "paused" }), Value::Null),
        (json!({ "status": "active", "schedule": { "text": "every day" } }), json!(30)),
        (json!({ "targets": scrape(&["https://a.example/", "https://b.example/"]) }), json!(60)),
        (
            json!({ "targets": [{ "type": "crawl", "url": "https://a.example/",
                "crawlOptions": { "limit": 7 } }] }),
            json!(210),
        ),
        // The default of `maxResults` is 10.
        (json!({ "targets": search, "judgeEnabled": false }), json!(300)),
        (json!({ "goal": "prices" }), json!(600)),
        (
            json!({ "goal": "", "judgeEnabled": true, "targets": scrape(&["https://a.example/"]) }),
            json!(30),
        ),
        (json!({ "targets": options(&injection) }), json!(150)),
        // A cache miss costs less than a hit.
        (json!({ "targets": options(&json!({ "lockdown": true })) }), json!(150)),
        (json!({ "targets": options(&json!({ "parsers": [{ "type": "pdf" }] })) }), json!(30)),
        (
            json!({ "targets": options(&json!({ "threatProtection": { "mode": "normal" } })) }),
            json!(90),
        ),
        // The largest integer of 64 bits.
        (
            json!({ "targets": [{ "type": "crawl", "url": "https://a.example/",
                "crawlOptions": { "limit": 10_000_000_000_000_000_000_u64 } }] }),
            json!(i64::MAX),
        ),
    ];
    for (body, credits) in table {
        let monitor = served.patch(&id, &body).await.monitor();
        assert_eq!(monitor["estimatedCreditsPerMonth"], credits, "{body}");
    }
    let weekly =
        json!({ "schedule": { "text": "every week" }, "targets": scrape(&["https://a.example/"]) });
    let monitor = served.patch(&id, &weekly).await.monitor();
    assert!([json!(4), json!(5)].contains(&monitor["estimatedCreditsPerMonth"]), "{monitor}");
}

#[tokio::test]
async fn targets_that_a_client_sends_back_keep_their_identities() {
    let served = Served::contract().await;
    let id = served.monitor();
    let targets = json!([
        { "type": "scrape", "urls": ["https://a.example/"] },
        { "type": "crawl", "url": "https://a.example/" },
        { "type": "search", "queries": ["q"] },
    ]);
    let first = served.patch(&id, &json!({ "targets": targets, "goal": "g" })).await.monitor();
    let ids: HashSet<String> =
        first["targets"].as_array().unwrap().iter().map(|t| t["id"].to_string()).collect();
    assert_eq!(ids.len(), 3);
    let again = served.patch(&id, &json!({ "targets": first["targets"] })).await.monitor();
    assert_eq!(again["targets"], first["targets"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn updates_at_the_same_time_are_neither_lost_nor_mixed() {
    let served = Arc::new(Served::contract().await);
    let id = served.monitor();
    let bodies: Vec<Value> = (1..=40)
        .flat_map(|round| {
            let email = json!({ "recipients": [format!("{round}@b.example")] });
            [
                json!({ "name": format!("name {round}"), "goal": format!("name {round}") }),
                json!({ "retentionDays": round }),
                json!({ "webhook": { "url": format!("https://example.com/{round}") } }),
                json!({ "notification": { "email": email } }),
            ]
        })
        .collect();
    let mut sent = JoinSet::new();
    for body in bodies.clone() {
        let (served, id) = (Arc::clone(&served), id.clone());
        sent.spawn(async move { (served.patch(&id, &body).await.monitor(), body) });
    }
    let mut moments = Vec::new();
    for (monitor, body) in sent.join_all().await {
        for (name, value) in body.as_object().unwrap() {
            assert_eq!(monitor[name], *value);
        }
        // The name and the goal come from the same update.
        if monitor["goal"] != Value::Null {
            assert_eq!(monitor["name"], monitor["goal"]);
        }
        moments.push((monitor["updatedAt"].as_str().unwrap().to_owned(), monitor));
    }
    moments.sort_by(|(at, _), (other, _)| at.cmp(other));
    let distinct: HashSet<&String> = moments.iter().map(|(at, _)| at).collect();
    assert_eq!(distinct.len(), bodies.len());
    // The last response shows the stored monitor.
    assert_eq!(served.stored(&id).await, moments.last().unwrap().1);
    // Each update changed only its own property.
    for pair in moments.windows(2) {
        let (before, after) = (&pair[0].1, &pair[1].1);
        let fields = ["name", "retentionDays", "webhook", "notification"];
        let changed = fields.iter().filter(|field| before[**field] != after[**field]).count();
        assert_eq!(changed, 1, "{before}\n{after}");
    }
}

#[tokio::test]
async fn the_control_plane_creates_lists_and_deletes_monitors() {
    let served = Served::contract().await;
    let properties = json!({
        "name": "Price watch", "status": "paused", "goal": "prices", "retentionDays": 3,
        "schedule": { "text": "every hour", "timezone": "Asia/Tokyo" },
        "targets": [{ "type": "crawl", "url": "https://a.example/" }],
    });
    let body = json!({ "team": "other", "properties": properties });
    let response = served.control(Method::POST, "monitors", &body).await;
    assert_eq!(response.status, 201, "{response:?}");
    let created = response.json();
    for name in ["name", "status", "goal", "retentionDays"] {
        assert_eq!(created[name], properties[name], "{name}");
    }
    assert_eq!(created["schedule"], json!({ "cron": "0 * * * *", "timezone": "Asia/Tokyo" }));
    assert_eq!(created["targets"][0]["id"].as_str().unwrap().len(), 36);
    assert_eq!(served.listed("monitors").await, [json!({ "team": "other", "monitor": created })]);
    let body_with_id = json!({ "id": "7D444840-9dc0-41d1-b245-5ffdce74fad2" });
    let id = served.create_monitor(&body_with_id).await;
    assert_eq!(id, "7d444840-9dc0-41d1-b245-5ffdce74fad2");
    assert_eq!(served.patch(&id, &json!({ "name": "A" })).await.monitor()["id"], id);
    let table = [
        (json!({ "properties": { "nom": "A" } }), 422, "no property `nom`"),
        (json!({ "properties": { "retentionDays": 0.5 } }), 422, "`retentionDays`"),
        (json!({ "properties": { "targets": [{ "type": "crawl" }] } }), 422, "`targets.0`"),
        (json!({ "properties": { "status": "gone" } }), 422, "`status`"),
        (json!({ "name": "A" }), 422, "unknown field"),
        (json!({ "team": "missing" }), 422, "no such team"),
    ];
    for (body, status, text) in table {
        let response = served.control(Method::POST, "monitors", &body).await;
        assert_eq!(response.status, status, "{response:?}");
        assert!(response.text.contains(text), "{response:?}");
    }
    assert_eq!(served.listed("monitors").await.len(), 2);
    for (method, path) in [
        (Method::DELETE, "monitors/0"),
        (Method::GET, "monitors/0/checks"),
        (Method::POST, "monitors/0/checks"),
    ] {
        assert_eq!(served.control(method, path, &Value::Null).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn whole_numbers_are_stored_as_such() {
    let served = Served::contract().await;
    let options = json!({ "timeout": 2000.0, "parsers": [{ "type": "pdf", "maxPages": 1.0 }] });
    let urls = ["https://a.example/"];
    let targets = json!([{ "type": "scrape", "urls": urls, "scrapeOptions": options }]);
    let id = served.create_monitor(&json!({ "retentionDays": 3.0, "targets": targets })).await;
    let stored = served.stored(&id).await;
    assert_eq!(stored["retentionDays"], 3);
    assert_eq!(stored["targets"][0]["scrapeOptions"]["timeout"], 2000);
    assert_eq!(stored["targets"][0]["scrapeOptions"]["parsers"][0]["maxPages"], 1);
}

#[tokio::test]
async fn json_is_read_at_any_depth_up_to_a_limit() {
    let served = Served::contract().await;
    let id = served.monitor();
    let schema = |depth: usize| {
        format!("{}{{}}{}", r#"{"properties":{"a":"#.repeat(depth), "}}".repeat(depth))
    };
    // Brackets in strings are not counted.
    let name = format!(r#""name":"{}\"""#, "[".repeat(250));
    let bodies = [
        format!(r#"{{{name},"more":{}{}}}"#, "[".repeat(511), "]".repeat(511)),
        format!(
            r#"{{"targets":[{{"type":"scrape","urls":["https://example.com"],"scrapeOptions":{{"formats":[{{"type":"json","schema":{}}}]}}}}]}}"#,
            schema(252)
        ),
    ];
    for body in bodies {
        let response = served.patch_bytes(&id, body).await;
        assert_eq!(response.status, 200, "{response:?}");
    }
    let check = format!("monitors/{id}/checks?wait=true");
    let checked = served.control(Method::POST, &check, &Value::Null).await;
    assert_eq!(checked.status, 201, "{checked:?}");
    let log = served.control(Method::GET, "requests", &Value::Null).await.text;
    assert!(log.contains("[[[[") && !log.contains("not JSON"), "{log}");
    for depth in [512, 100_000] {
        let body = format!(r#"{{"more":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
        let response = served.patch_bytes(&id, body).await;
        response.assert_error(400, "Bad Request");
        assert!(response.text.contains("is nested deeper than 512 levels"), "{response:?}");
    }
}
