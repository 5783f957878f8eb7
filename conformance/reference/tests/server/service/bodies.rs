//! Bodies at the limits of the contract's text and just beyond them.

use serde_json::{Value, json};

fn text(length: usize) -> Value {
    "x".repeat(length).into()
}

fn list(item: &Value, length: usize) -> Value {
    vec![item.clone(); length].into()
}

pub(crate) fn scrape() -> Value {
    json!({ "type": "scrape", "urls": ["https://example.com/"] })
}

/// A body with one search target, and a goal so that it is allowed.
fn search(field: &str, value: Value) -> Value {
    let mut target = json!({ "type": "search", "queries": ["q"] });
    target[field] = value;
    json!({ "goal": "g", "targets": [target] })
}

fn schedule(field: &str, value: &str) -> Value {
    json!({ "schedule": { field: value } })
}

pub(crate) fn accepted() -> Vec<Value> {
    vec![
        json!({ "name": text(256) }),
        json!({ "name": "\u{1f600}".repeat(256) }),
        json!({ "goal": text(2000) }),
        json!({ "goal": null }),
        json!({ "retentionDays": 1 }),
        json!({ "retentionDays": 365 }),
        json!({ "targets": list(&scrape(), 50) }),
        search("queries", list(&text(256), 12)),
        search("maxResults", json!(50)),
        search("searchWindow", json!("7d")),
        search("includeDomains", list(&json!("example.com"), 50)),
        search("excludeDomains", list(&json!("example.com"), 50)),
        schedule("cron", "*/5 * * * *"),
        schedule("cron", "0,5 * * * *"),
        schedule("cron", "0 9 * * MON-FRI"),
        schedule("text", "every day at 9 am"),
        json!({ "schedule": { "cron": "0 9 * * *", "timezone": "America/New_York" } }),
        json!({ "notification": { "email": { "recipients": list(&json!("a@example.com"), 25) } } }),
        json!({ "webhook": { "url": "https://e.example/", "events": ["monitor.page", "monitor.check.completed"] } }),
        json!({ "webhook": { "url": "https://e.example/", "headers": { "a": "b" } } }),
        json!({ "targets": [{ "type": "search", "queries": ["q"] }], "judgeEnabled": false }),
    ]
}

/// Bodies, each with the place that the answer's details name.
pub(crate) fn refused() -> Vec<(Value, &'static str)> {
    let name = "/schedule/cron";
    vec![
        (json!({}), ""),
        (json!([]), ""),
        (json!(null), ""),
        (json!("text"), ""),
        (json!({ "name": text(257) }), "/name"),
        (json!({ "name": null }), "/name"),
        (json!({ "name": 1 }), "/name"),
        (json!({ "goal": text(2001) }), "/goal"),
        (json!({ "goal": 1 }), "/goal"),
        (json!({ "judgeEnabled": "true" }), "/judgeEnabled"),
        (json!({ "status": "deleted" }), "/status"),
        (json!({ "status": "Paused" }), "/status"),
        (json!({ "retentionDays": 0 }), "/retentionDays"),
        (json!({ "retentionDays": 366 }), "/retentionDays"),
        (json!({ "retentionDays": 1.5 }), "/retentionDays"),
        (json!({ "targets": [] }), "/targets"),
        (json!({ "targets": list(&scrape(), 51) }), "/targets"),
        (json!({ "targets": [{ "urls": ["https://example.com/"] }] }), "/targets/0"),
        (json!({ "targets": [scrape(), { "type": "map" }] }), "/targets/1/type"),
        (json!({ "targets": [{ "type": "scrape", "urls": [] }] }), "/targets/0/urls"),
        (json!({ "targets": [{ "type": "scrape", "urls": ["no uri"] }] }), "/targets/0/urls/0"),
        (
            json!({ "targets": [{ "type": "scrape", "urls": ["https://e.example/"], "id": "x" }] }),
            "/targets/0/id",
        ),
        (json!({ "targets": [{ "type": "crawl" }] }), "/targets/0"),
        (search("queries", json!([])), "/targets/0/queries"),
        (search("queries", list(&json!("q"), 13)), "/targets/0/queries"),
        (search("queries", json!([""])), "/targets/0/queries/0"),
        (search("queries", json!([text(257)])), "/targets/0/queries/0"),
        (search("maxResults", json!(0)), "/targets/0/maxResults"),
        (search("maxResults", json!(51)), "/targets/0/maxResults"),
        (search("searchWindow", json!("2h")), "/targets/0/searchWindow"),
        (search("includeDomains", list(&json!("e.example"), 51)), "/targets/0/includeDomains"),
        (search("excludeDomains", list(&json!("e.example"), 51)), "/targets/0/excludeDomains"),
        (json!({ "schedule": {} }), "/schedule"),
        (json!({ "schedule": { "timezone": "UTC" } }), "/schedule"),
        (json!({ "schedule": { "cron": "0 9 * * *", "text": "every day" } }), "/schedule"),
        (
            json!({ "schedule": { "cron": "0 9 * * *", "timezone": "Mars/Base" } }),
            "/schedule/timezone",
        ),
        (schedule("cron", "0 9 * *"), name),
        (schedule("cron", "0 0 9 * * *"), name),
        (schedule("cron", "@daily"), name),
        (schedule("cron", "*/4 * * * *"), name),
        (schedule("cron", "0,1 * * * *"), name),
        (schedule("cron", "*/7 * * * *"), name),
        (schedule("cron", "0,58 23,0 * * *"), name),
        (schedule("text", "every fortnight"), "/schedule/text"),
        (
            json!({ "notification": { "email": { "recipients": list(&json!("a@example.com"), 26) } } }),
            "/notification/email/recipients",
        ),
        (
            json!({ "notification": { "email": { "recipients": ["nobody"] } } }),
            "/notification/email/recipients/0",
        ),
        (json!({ "webhook": {} }), "/webhook"),
        (json!({ "webhook": { "url": "hook" } }), "/webhook/url"),
        (
            json!({ "webhook": { "url": "https://e.example/", "events": ["monitor.all"] } }),
            "/webhook/events/0",
        ),
        (
            json!({ "webhook": { "url": "https://e.example/", "headers": { "a/b~": 1 } } }),
            "/webhook/headers/a~1b~0",
        ),
    ]
}
