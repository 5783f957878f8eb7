//! Tests of the generated crate `webdata`. Expectations are transcribed by hand from the contract's text,
//! except limits: these come from the pages. The test `contract` of `spec/` compares the limits of the pages
//! with the contract's text.

mod client;
mod credits;
mod events;
mod guesses;
mod json_schema;
mod operations;
mod server;
mod updates;
mod values;

use std::path::Path;
use std::sync::LazyLock;

use serde_json::{Value, json};
use webdata::error_catalogue::{ErrorKind, Retry};
use webdata::monitor::{Monitor, MonitorResponse, MonitorStatus, MonitorUpdate};
use webdata::operations::{Endpoint, UPDATE_MONITOR};
use webdata::target::MonitorTarget;
use webdata::{ParseError, Patch};
use webdata_spec::Spec;

use crate::validation::{check, check_text, places, with};

/// Returns the contract in `spec/v2`.
#[expect(clippy::expect_used, reason = "a test may panic if its setup fails")]
fn contract() -> &'static Spec {
    static CONTRACT: LazyLock<Spec> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/v2");
        Spec::load(&folder).expect("the contract can be read")
    });
    &CONTRACT
}

/// Returns the limit that a clause states.
#[expect(clippy::expect_used, reason = "a test may panic if its setup fails")]
#[track_caller]
fn limit(clause: &str) -> usize {
    let limit = contract().limit(clause).unwrap_or_else(|| panic!("{clause} states no limit"));
    limit.try_into().expect("fits")
}

/// Returns an update with every property that the contract lists.
fn full() -> Value {
    json!({
        "name": "Price watch", "goal": "Tell me when a price changes", "judgeEnabled": true,
        "status": "active",
        "schedule": { "cron": "*/5 * * * *", "timezone": "Europe/Berlin" },
        "targets": [
            { "type": "scrape", "id": "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", "urls": ["https://example.com/a"], "scrapeOptions": {} },
            { "type": "crawl", "url": "https://example.com", "crawlOptions": { "limit": 3 }, "scrapeOptions": {} },
            { "type": "search", "queries": ["a", "b"], "includeDomains": ["example.com"], "excludeDomains": [], "maxResults": 5, "searchWindow": "7d" },
        ],
        "notification": { "email": { "enabled": true, "includeDiffs": false, "recipients": ["ada@example.com"] } },
        "webhook": { "url": "https://example.com/h", "events": ["monitor.page", "monitor.check.completed"], "headers": { "X-A": "b" }, "metadata": { "a": [1, null] } },
        "retentionDays": 30,
    })
}

fn monitor() -> Value {
    json!({
        "id": "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", "name": "n", "status": "deleted", "goal": null,
        "judgeEnabled": false, "schedule": { "cron": "0 * * * *", "timezone": "UTC" },
        "targets": [{ "type": "scrape", "urls": ["https://example.com/a"] }],
        "retentionDays": 30, "createdAt": "2026-01-31T12:00:00Z", "updatedAt": "2026-01-31T12:00:00.5+01:00",
        "lastRunAt": null, "nextRunAt": "2026-02-01T12:00:00Z", "currentCheckId": null,
        "estimatedCreditsPerMonth": null, "lastCheckSummary": { "changed": 1, "totalPages": 2 },
    })
}

fn text(length: usize) -> Value {
    json!("x".repeat(length))
}

fn list(length: usize, item: Value) -> Value {
    json!(vec![item; length])
}

/// Validates the full update with one property changed.
#[track_caller]
fn update_with(pointer: &str, value: Value, expected: &[(&str, &str)]) {
    check::<MonitorUpdate>(&with(full(), pointer, Some(value)), expected);
}

#[test]
fn every_listed_property_is_valid() {
    check::<MonitorUpdate>(&full(), &[]);
    check::<MonitorUpdate>(&json!({ "name": "" }), &[]);
    check::<Monitor>(&monitor(), &[]);
    check::<MonitorResponse>(&json!({ "success": true, "data": monitor() }), &[]);
}

#[test]
fn only_nullable_properties_accept_null() {
    check::<MonitorUpdate>(&json!({ "goal": null }), &[]);
    for (property, clause) in [
        ("name", "MonitorUpdate.name"),
        ("judgeEnabled", "MonitorUpdate.judgeEnabled"),
        ("status", "MonitorUpdate.status"),
        ("schedule", "MonitorSchedule"),
        ("targets", "MonitorUpdate.targets"),
        ("notification", "MonitorNotification"),
        ("webhook", "MonitorWebhook"),
        ("retentionDays", "MonitorUpdate.retentionDays"),
    ] {
        let pointer = format!("/{property}");
        check::<MonitorUpdate>(
            &json!({ property: null }),
            &[(&pointer, &format!("{clause}.type"))],
        );
    }
    let goal = |body: &str| MonitorUpdate::parse(body.as_bytes()).expect("is valid").goal;
    assert_eq!(goal(r#"{ "name": "x" }"#), Patch::Absent);
    assert_eq!(goal(r#"{ "goal": null }"#), Patch::Null);
    assert_eq!(goal(r#"{ "goal": "x" }"#), Patch::Value("x".to_owned()));
    let cleared = MonitorUpdate::builder().clear_goal().build().expect("is valid");
    assert_eq!(serde_json::to_string(&cleared).expect("is written"), r#"{"goal":null}"#);
}

#[test]
fn the_discriminator_can_be_anywhere_among_the_properties() {
    let second =
        |target: Value, expected: &[(&str, &str)]| update_with("/targets/1", target, expected);
    second(json!({ "url": "https://example.com", "type": "crawl" }), &[]);
    let unlisted = [("/targets/1/type", "MonitorTarget.discriminator")];
    second(json!({ "type": "map", "url": 1 }), &unlisted);
    second(json!({ "url": 1, "type": 3 }), &unlisted);
    second(
        json!({ "url": "https://example.com" }),
        &[("/targets/1", "MonitorTarget.discriminator")],
    );
    second(
        json!({ "url": "a.b", "type": "crawl" }),
        &[("/targets/1/url", "CrawlTarget.url.format")],
    );
    let target = MonitorTarget::check(&json!({ "type": "search", "queries": ["a"] }));
    match target.expect("is valid") {
        MonitorTarget::Search(search) => {
            assert_eq!(search.effective_max_results(), 10);
            assert_eq!(search.effective_search_window().as_str(), "24h");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn all_violations_are_reported_at_once() {
    let body = json!({
        "name": text(limit("MonitorUpdate.name.maxLength") + 1), "judgeEnabled": 1, "status": "deleted",
        "schedule": { "cron": "* * * * *", "timezone": "Nowhere" },
        "targets": [
            { "type": "scrape", "urls": [] },
            {
                "type": "search",
                "queries": ["", text(limit("SearchTarget.queries.items.maxLength") + 1)],
                "maxResults": limit("SearchTarget.maxResults.maximum") + 1,
            },
            { "type": "map" },
        ],
        "notification": { "email": { "recipients": ["a@b.c", "invalid"] } },
        "webhook": { "events": ["all"] },
        "retentionDays": 0,
    });
    let expected = [
        ("/name", "MonitorUpdate.name.maxLength"),
        ("/judgeEnabled", "MonitorUpdate.judgeEnabled.type"),
        ("/status", "MonitorUpdate.status.enum"),
        ("/schedule/cron", "MonitorSchedule.cron.minimumInterval"),
        ("/schedule/timezone", "MonitorSchedule.timezone.format"),
        ("/targets/0/urls", "ScrapeTarget.urls.minItems"),
        ("/targets/1/queries/0", "SearchTarget.queries.items.minLength"),
        ("/targets/1/queries/1", "SearchTarget.queries.items.maxLength"),
        ("/targets/1/maxResults", "SearchTarget.maxResults.maximum"),
        ("/targets/2/type", "MonitorTarget.discriminator"),
        ("/notification/email/recipients/1", "EmailNotification.recipients.items.format"),
        ("/webhook/events/0", "MonitorWebhook.events.items.enum"),
        ("/webhook/url", "MonitorWebhook.url.required"),
        ("/retentionDays", "MonitorUpdate.retentionDays.minimum"),
    ];
    check::<MonitorUpdate>(&body, &expected);
}

#[test]
fn an_older_client_reads_what_a_newer_server_sends() {
    let newer = with(monitor(), "/status", Some(json!("archived")));
    let newer = with(newer, "/owner", Some(json!("ada")));
    let read: Monitor = serde_json::from_value(newer.clone()).expect("plain serde is lenient");
    assert_eq!(read.status, MonitorStatus::Other("archived".to_owned()));
    check::<Monitor>(&newer, &[("/status", "Monitor.status.enum")]);
}

#[test]
fn invalid_json_is_reported_with_its_place() {
    let error = MonitorUpdate::parse(b"{\n  \"name\": \"x\",\n}").expect_err("trailing comma");
    assert!(matches!(error, ParseError::Json { line: 3, column: 1, .. }), "{error}");
    assert!(error.to_string().starts_with("cannot be read as JSON: "), "{error}");
    check_text::<MonitorUpdate>(r#"{ "name": 1, "name": "x" }"#, &[]);
    // Invalid UTF-8 is also found in an unknown property, which is skipped.
    let error = MonitorUpdate::parse(b"{\n\"name\":\"a\",\"x\":\"\xff\"}").unwrap_err();
    assert!(matches!(error, ParseError::Json { line: 2, column: 17, .. }), "{error}");
}

/// Each clause of a type or an operation is in the docs of the crate, except what the declarations say: types, required
/// properties, listed strings, and whether there may be other properties.
#[test]
fn every_clause_is_in_the_docs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src");
    let mut docs = String::new();
    for file in std::fs::read_dir(folder).expect("is a folder") {
        let text = std::fs::read_to_string(file.expect("is a file").path()).expect("is text");
        docs.extend(text.lines().filter_map(|line| line.trim_start().strip_prefix("///")));
    }
    let declared = [
        "type",
        "required",
        "enum",
        "nullable",
        "additionalProperties",
        "discriminator",
        "path",
        "request",
        "response",
        "errorBody",
    ];
    let is_of_crate = |id: &str| {
        let first = id.split('.').next().unwrap_or_default();
        ["operations", "lifecycles"].contains(&first) || contract().types.contains_key(first)
    };
    let ids = contract().clause_list().map(|clause| clause.id.to_string());
    let missing: Vec<String> = ids
        .filter(|id| {
            is_of_crate(id) && !declared.contains(&id.rsplit('.').next().unwrap_or_default())
        })
        .filter(|id| !docs.contains(&format!("`{id}`")))
        // The effect on all properties is in the docs.
        .filter(|id| !id.contains("effects.given-fields-are-stored."))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
