//! Bodies at the limits of the contract and just beyond them.

use serde_json::{Value, json};

use crate::served::limit;

const NAME: &str = "MonitorUpdate.name.maxLength";
const GOAL: &str = "MonitorUpdate.goal.maxLength";
const TARGETS: &str = "MonitorUpdate.targets.maxItems";
const FEWEST_DAYS: &str = "MonitorUpdate.retentionDays.minimum";
const DAYS: &str = "MonitorUpdate.retentionDays.maximum";
const QUERIES: &str = "SearchTarget.queries.maxItems";
const QUERY: &str = "SearchTarget.queries.items.maxLength";
const FEWEST_RESULTS: &str = "SearchTarget.maxResults.minimum";
const RESULTS: &str = "SearchTarget.maxResults.maximum";
const INCLUDED: &str = "SearchTarget.includeDomains.maxItems";
const EXCLUDED: &str = "SearchTarget.excludeDomains.maxItems";
const RECIPIENTS: &str = "EmailNotification.recipients.maxItems";
const INTERVAL: &str = "MonitorSchedule.cron.minimumInterval";

fn text(length: usize) -> Value {
    "x".repeat(length).into()
}

fn list(item: &Value, length: usize) -> Value {
    vec![item.clone(); length].into()
}

pub(crate) fn scrape() -> Value {
    json!({ "type": "scrape", "urls": ["https://example.com/"] })
}

/// Returns a body with one search target, and with the goal that such a target needs.
fn search(field: &str, value: Value) -> Value {
    let mut target = json!({ "type": "search", "queries": ["q"] });
    target[field] = value;
    json!({ "goal": "g", "targets": [target] })
}

fn schedule(field: &str, value: &str) -> Value {
    json!({ "schedule": { field: value } })
}

/// Returns a cron expression of two runs in each hour, `seconds` apart.
fn twice_an_hour(seconds: usize) -> String {
    format!("0,{} * * * *", seconds / 60)
}

fn recipients(list: &Value) -> Value {
    json!({ "notification": { "email": { "recipients": list } } })
}

pub(crate) fn accepted() -> Vec<Value> {
    vec![
        json!({ "name": text(limit(NAME)) }),
        json!({ "name": "\u{1f600}".repeat(limit(NAME)) }),
        json!({ "goal": text(limit(GOAL)) }),
        json!({ "goal": null }),
        json!({ "retentionDays": limit(FEWEST_DAYS) }),
        json!({ "retentionDays": limit(DAYS) }),
        json!({ "targets": list(&scrape(), limit(TARGETS)) }),
        search("queries", list(&text(limit(QUERY)), limit(QUERIES))),
        search("maxResults", json!(limit(RESULTS))),
        search("searchWindow", json!("7d")),
        search("includeDomains", list(&json!("example.com"), limit(INCLUDED))),
        search("excludeDomains", list(&json!("example.com"), limit(EXCLUDED))),
        schedule("cron", "*/5 * * * *"),
        schedule("cron", &twice_an_hour(limit(INTERVAL))),
        schedule("cron", "0 9 * * MON-FRI"),
        schedule("text", "every day at 9 am"),
        json!({ "schedule": { "cron": "0 9 * * *", "timezone": "America/New_York" } }),
        recipients(&list(&json!("a@example.com"), limit(RECIPIENTS))),
        json!({ "webhook": { "url": "https://e.example/", "events": ["monitor.page", "monitor.check.completed"] } }),
        json!({ "webhook": { "url": "https://e.example/", "headers": { "a": "b" } } }),
        json!({ "targets": [{ "type": "search", "queries": ["q"] }], "judgeEnabled": false }),
    ]
}

/// Returns invalid bodies, each with the path in the details of the error.
pub(crate) fn rejected() -> Vec<(Value, &'static str)> {
    let name = "/schedule/cron";
    vec![
        (json!({}), ""),
        (json!([]), ""),
        (json!(null), ""),
        (json!("text"), ""),
        (json!({ "name": text(limit(NAME) + 1) }), "/name"),
        (json!({ "name": null }), "/name"),
        (json!({ "name": 1 }), "/name"),
        (json!({ "goal": text(limit(GOAL) + 1) }), "/goal"),
        (json!({ "goal": 1 }), "/goal"),
        (json!({ "judgeEnabled": "true" }), "/judgeEnabled"),
        (json!({ "status": "deleted" }), "/status"),
        (json!({ "status": "Paused" }), "/status"),
        (json!({ "retentionDays": limit(FEWEST_DAYS) - 1 }), "/retentionDays"),
        (json!({ "retentionDays": limit(DAYS) + 1 }), "/retentionDays"),
        (json!({ "retentionDays": 1.5 }), "/retentionDays"),
        (json!({ "targets": [] }), "/targets"),
        (json!({ "targets": list(&scrape(), limit(TARGETS) + 1) }), "/targets"),
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
        (search("queries", list(&json!("q"), limit(QUERIES) + 1)), "/targets/0/queries"),
        (search("queries", json!([""])), "/targets/0/queries/0"),
        (search("queries", json!([text(limit(QUERY) + 1)])), "/targets/0/queries/0"),
        (search("maxResults", json!(limit(FEWEST_RESULTS) - 1)), "/targets/0/maxResults"),
        (search("maxResults", json!(limit(RESULTS) + 1)), "/targets/0/maxResults"),
        (search("searchWindow", json!("2h")), "/targets/0/searchWindow"),
        (
            search("includeDomains", list(&json!("e.example"), limit(INCLUDED) + 1)),
            "/targets/0/includeDomains",
        ),
        (
            search("excludeDomains", list(&json!("e.example"), limit(EXCLUDED) + 1)),
            "/targets/0/excludeDomains",
        ),
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
        (schedule("cron", &twice_an_hour(limit(INTERVAL) - 60)), name),
        (schedule("cron", "*/4 * * * *"), name),
        (schedule("cron", "0,1 * * * *"), name),
        (schedule("cron", "*/7 * * * *"), name),
        (schedule("cron", "0,58 23,0 * * *"), name),
        (schedule("text", "every fortnight"), "/schedule/text"),
        (
            recipients(&list(&json!("a@example.com"), limit(RECIPIENTS) + 1)),
            "/notification/email/recipients",
        ),
        (recipients(&json!(["no-address"])), "/notification/email/recipients/0"),
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
