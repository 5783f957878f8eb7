//! Tests of builders: set properties are serialized, others are not, and `build` reports mistakes; of plain
//! `serde`: which values it skips, keeps and rejects; of scrape options, wherever they are; and of strings as
//! the Rust types of their formats.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use webdata::jiff::Timestamp;
use webdata::monitor::{Monitor, MonitorSummary, MonitorUpdate, MonitorUpdateStatus};
use webdata::parser::{Parser, ParserObject, PdfParser};
use webdata::redaction::Redaction;
use webdata::schedule::{MonitorSchedule, StoredSchedule};
use webdata::scrape::{ScrapeOptions, ScrapeRequest};
use webdata::scrape_format::{Format, FormatObject, FormatText, JsonFormat, PlainFormat};
use webdata::target::{CrawlTarget, MonitorTarget, ScrapeTarget, SearchTarget};
use webdata::url::{ParseError, Url};
use webdata::uuid::Uuid;
use webdata::webhook::MonitorWebhook;
use webdata::{Nullable, Violations, url};

use crate::validation::{places, with};
use crate::web_data::{monitor, *};

fn wire<T: serde::Serialize>(built: Result<T, Violations>) -> Value {
    serde_json::to_value(built.expect("is valid")).expect("is written")
}

#[test]
fn set_properties_are_serialized() {
    let parser = PdfParser::builder().mode("ocr").max_pages(3).build().expect("is valid");
    let options = ScrapeOptions::builder()
        .formats(["markdown", "links"])
        .only_main_content(false)
        .include_tags(["article"])
        .headers([("User-Agent", "price-watch")])
        .timeout(30_000)
        .proxy("basic")
        .parsers([ParserObject::from(parser)]);
    assert_eq!(
        wire(options.build()),
        json!({
            "formats": ["markdown", "links"], "onlyMainContent": false, "includeTags": ["article"],
            "headers": { "User-Agent": "price-watch" }, "timeout": 30000, "proxy": "basic",
            "parsers": [{ "type": "pdf", "mode": "ocr", "maxPages": 3 }],
        })
    );
    assert_eq!(
        wire(ScrapeOptions::builder().parsers(Vec::<Parser>::new()).build()),
        json!({ "parsers": [] })
    );
    // The contract's text shows the default in this form.
    assert_eq!(
        wire(ScrapeOptions::builder().parsers(["pdf"]).build()),
        json!({ "parsers": ["pdf"] })
    );
    assert_eq!(wire(ScrapeOptions::builder().build()), json!({}));
}

#[test]
fn integers_with_a_unit_of_time_are_durations() {
    let options = json!({ "waitFor": 1500, "maxAge": -1 });
    let options: ScrapeOptions = serde_json::from_value(options).expect("decodes");
    let second = Duration::from_secs(1);
    assert_eq!(options.wait_for_duration(), Some(second * 3 / 2));
    assert_eq!(options.timeout_duration(), Some(second * 60), "the default");
    assert_eq!(options.min_age_duration(), None, "no default");
    assert_eq!(options.max_age_duration(), None, "negative");
    let update = MonitorUpdate::builder().retention_days(2).build().expect("is valid");
    assert_eq!(update.retention_days_duration(), Some(second * 2 * 24 * 60 * 60));
}

#[test]
fn required_properties_are_arguments() {
    let search = SearchTarget::builder(["price of tea"]).search_window("7d").max_results(5);
    let target = MonitorTarget::from(search.build().expect("is valid"));
    let update = MonitorUpdate::builder().targets([target]).judge_enabled(false).build();
    let search = json!({ "type": "search", "queries": ["price of tea"], "searchWindow": "7d", "maxResults": 5 });
    assert_eq!(wire(update), json!({ "targets": [search], "judgeEnabled": false }));
}

#[test]
fn nullable_properties_are_set_or_cleared() {
    let cleared = MonitorUpdate::builder().goal("x").clear_goal().build();
    assert_eq!(wire(cleared), json!({ "goal": null }));
    let set = MonitorUpdate::builder().clear_goal().goal("x").build();
    assert_eq!(wire(set), json!({ "goal": "x" }));
}

#[test]
fn every_violation_is_reported() {
    let built = ScrapeOptions::builder().timeout(999).proxy("fast").formats(["pdf"]).build();
    let expected = [
        ("/formats/0", "FormatObject.type.enum"),
        ("/timeout", "ScrapeOptions.timeout.minimum"),
        ("/proxy", "ScrapeOptions.proxy.enum"),
    ];
    let actual = places(&built.expect_err("is not valid"));
    let actual: Vec<_> = actual.iter().map(|(at, clause)| (at.as_str(), clause.as_str())).collect();
    assert_eq!(actual[1..], expected[1..]);
    assert_eq!(actual[0].0, expected[0].0);
    let empty = MonitorUpdate::builder().build().expect_err("is not valid");
    assert_eq!(places(&empty), [(String::new(), "MonitorUpdate.minProperties".to_owned())]);
}

/// A struct without a builder converts into the union or value that contains it.
#[test]
fn structs_convert_into_unions() {
    let mut format = JsonFormat::default();
    format.check_prompt_injection = Some(true);
    let format = webdata::scrape_format::FormatObject::from(format);
    let options = ScrapeOptions::builder().formats([format]).build();
    assert_eq!(
        wire(options),
        json!({ "formats": [{ "type": "json", "checkPromptInjection": true }] })
    );
}

#[test]
fn every_object_with_optional_properties_has_a_builder() {
    let webhook = MonitorWebhook::builder("https://example.com").events(["monitor.page"]);
    assert_eq!(
        wire(webhook.build()),
        json!({ "url": "https://example.com", "events": ["monitor.page"] })
    );
    // The builder's own method has the name `new`.
    assert_eq!(wire(MonitorSummary::builder().with_new(1).build()), json!({ "new": 1 }));
}

/// If required properties could be swapped unnoticed, each has a setter. `build` reports the missing ones
/// together with other violations.
#[test]
fn missing_required_properties_are_reported() {
    let built = Monitor::builder().id("not a UUID").status("active").retention_days(30);
    let actual =
        places(&built.last_run_at("never").build().expect_err("the monitor is incomplete"));
    let clauses: Vec<_> = actual.iter().map(|(_, clause)| clause.as_str()).collect();
    for expected in [
        "Monitor.id.format",
        "Monitor.name.required",
        "Monitor.judgeEnabled.required",
        "Monitor.schedule.required",
        "Monitor.targets.required",
        "Monitor.createdAt.required",
        "Monitor.updatedAt.required",
        "Monitor.lastRunAt.format",
    ] {
        assert!(clauses.contains(&expected), "{expected}: {clauses:?}");
    }
    assert_eq!(clauses.len(), 8);
}

/// Reads a body from a string and from a JSON value, and returns the value as it is serialized.
#[track_caller]
fn round_trip<T: DeserializeOwned + serde::Serialize>(body: &Value) -> Result<Value, String> {
    let by_text = serde_json::from_str::<T>(&body.to_string());
    let by_value = serde_json::from_value::<T>(body.clone());
    assert_eq!(by_text.is_ok(), by_value.is_ok(), "{body}");
    by_value.and_then(serde_json::to_value).map_err(|error| error.to_string())
}

#[test]
fn invalid_values_are_kept() {
    let kept = [
        json!({ "name": "x".repeat(300), "status": "archived", "schedule": { "cron": "now" } }),
        json!({ "retentionDays": 0, "targets": [], "x": [1, null], "a/b": { "c": 1e300 } }),
        json!({ "targets": [{ "type": "map", "y": [] }, { "y": 1 }, { "type": 3 }] }),
        json!({ "targets": [{ "type": "search", "queries": [], "new": { "deep": true } }] }),
        json!({ "goal": null }),
    ];
    for body in kept {
        assert_eq!(round_trip::<MonitorUpdate>(&body), Ok(body));
    }
    for body in [json!(3), json!(null), json!([{}]), json!("x")] {
        assert_eq!(round_trip::<Redaction>(&body), Ok(body));
    }
    let read: MonitorUpdate = serde_json::from_value(json!({ "status": "new" })).expect("is read");
    assert_eq!(read.status, Some(MonitorUpdateStatus::Other("new".to_owned())));
}

#[test]
fn null_is_read_as_absent() {
    let body = json!({ "name": null, "schedule": { "cron": "x", "text": null }, "targets": null });
    let kept = json!({ "schedule": { "cron": "x" } });
    assert_eq!(round_trip::<MonitorUpdate>(&body), Ok(kept));
}

#[test]
fn a_closed_object_drops_other_properties() {
    let body = json!({ "cron": "x", "new": 1 });
    assert_eq!(round_trip::<StoredSchedule>(&body), Ok(json!({ "cron": "x" })));
}

#[test]
fn values_of_the_wrong_type_are_rejected_with_their_pointer() {
    let cases = [
        (
            json!({ "name": 1, "goal": [] }),
            "/name is a number instead of a string (MonitorUpdate.name.type); /goal is an array instead of a string (MonitorUpdate.goal.type)",
        ),
        (
            json!({ "targets": [{ "type": "scrape" }] }),
            "/targets/0/urls is missing (ScrapeTarget.urls.required)",
        ),
        (
            json!({ "targets": [null] }),
            "/targets/0 is null instead of an object (MonitorTarget.type)",
        ),
        (
            json!({ "webhook": { "url": null } }),
            "/webhook/url is null instead of a string (MonitorWebhook.url.type)",
        ),
        (json!([]), "the value is an array instead of an object (MonitorUpdate.type)"),
    ];
    for (body, message) in cases {
        assert_eq!(round_trip::<MonitorUpdate>(&body), Err(message.to_owned()));
    }
}

#[test]
fn a_variant_without_its_union_has_its_discriminator() {
    let body = json!({ "type": "scrape", "urls": ["https://example.com/a"], "new": 1 });
    let scrape = ScrapeTarget::check(&body).expect("is valid");
    assert_eq!(scrape.additional_properties, *json!({ "new": 1 }).as_object().expect("an object"));
    assert_eq!(round_trip::<ScrapeTarget>(&body), Ok(body.clone()));
    assert_eq!(round_trip::<MonitorTarget>(&body), Ok(body));
    round_trip::<ScrapeTarget>(&json!({ "urls": [] })).expect_err("the discriminator is missing");
    round_trip::<ScrapeTarget>(&json!({ "type": "crawl", "urls": [] })).expect_err("is another");
}

#[test]
fn plain_serde_rejects_a_repeated_discriminator() {
    let twice = r#"{ "type": "map", "type": "scrape", "urls": ["https://example.com/a"] }"#;
    MonitorTarget::parse(twice.as_bytes()).expect("a JSON value keeps the last property");
    let error = serde_json::from_str::<MonitorTarget>(twice).expect_err("cannot be");
    assert!(error.to_string().starts_with("/type is given more than once"), "{error}");
}

#[test]
fn validate_checks_values_of_plain_serde() {
    let read: MonitorSchedule = serde_json::from_value(json!({ "cron": "now" })).expect("is read");
    assert_eq!(read.validate().expect_err("the string is not a cron expression").len(), 1);
}

#[test]
fn an_unlisted_property_cannot_have_a_listed_name() {
    let kept = |value: Value| value.as_object().expect("an object").clone();
    let update = |kept| {
        let mut update = MonitorUpdate::default();
        update.additional_properties = kept;
        update
    };
    let scrape = |kept| {
        let mut target = ScrapeTarget::new(["https://example.com/a"]);
        target.additional_properties = kept;
        target
    };
    let plain = |kept| {
        let mut format = PlainFormat::default();
        format.additional_properties = kept;
        format
    };
    let new = || kept(json!({ "new": 1, "x": null }));
    let cases = [
        (update(new()).validate(), vec![]),
        (
            update(kept(json!({ "goal": 1, "new": 1, "name": "x" }))).validate(),
            vec![
                ("/name", "MonitorUpdate.additionalProperties"),
                ("/goal", "MonitorUpdate.additionalProperties"),
            ],
        ),
        (scrape(new()).validate(), vec![]),
        (
            scrape(kept(json!({ "type": "x" }))).validate(),
            vec![("/type", "ScrapeTarget.additionalProperties")],
        ),
        (
            MonitorTarget::from(scrape(kept(json!({ "urls": [] })))).validate(),
            vec![("/urls", "ScrapeTarget.additionalProperties")],
        ),
        (
            FormatObject::Html(plain(kept(json!({ "type": "html" })))).validate(),
            vec![("/type", "PlainFormat.additionalProperties")],
        ),
    ];
    for (result, expected) in cases {
        let actual = result.err().map(|violations| places(&violations)).unwrap_or_default();
        let expected = expected.iter().map(|(at, clause)| (at.to_string(), clause.to_string()));
        assert_eq!(actual, expected.collect::<Vec<_>>());
    }
}

const PLAIN: [&str; 12] = [
    "markdown",
    "summary",
    "html",
    "rawHtml",
    "rawBase64",
    "links",
    "images",
    "branding",
    "product",
    "menu",
    "audio",
    "video",
];

#[track_caller]
fn format(format: Value, expected: &[(&str, &str)]) {
    check::<ScrapeOptions>(&json!({ "formats": vec![format] }), expected);
}

#[test]
fn a_format_is_a_string_or_an_object() {
    for name in PLAIN.into_iter().chain(["screenshot", "json", "changeTracking"]) {
        format(json!(name), &[]);
        format(json!({ "type": name }), &[]);
    }
    format(json!("map"), &[("/formats/0", "Format.string.enum")]);
    format(json!({ "type": "map" }), &[("/formats/0/type", "FormatObject.discriminator")]);
    format(json!({}), &[("/formats/0", "FormatObject.discriminator")]);
    for value in [json!(null), json!(1), json!(true), json!(["markdown"])] {
        format(value, &[("/formats/0", "Format.type")]);
    }
    assert_eq!(Format::check(&json!("rawHtml")), Ok(Format::Text(FormatText::RawHtml)));
}

#[test]
fn a_json_schema_is_kept_whole() {
    let schema =
        json!({ "type": "json", "schema": { "type": "object", "properties": { "a": {} } } });
    let read = FormatObject::check(&schema).expect("is valid");
    assert_eq!(serde_json::to_value(read).expect("is written"), schema);
}

#[test]
fn a_boolean_converts_into_its_alternative() {
    assert_eq!(Redaction::from(true), Redaction::Boolean(true));
}

const ID: &str = "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11";

#[test]
fn required_strings_have_typed_accessors() {
    let read =
        Monitor::check(&with(monitor(), "/createdAt", Some(json!("2026-02-28T10:00:00+01:00"))));
    let read = read.expect("is valid");
    assert_eq!(read.parse_id().map(|id| id.to_string()).as_deref(), Ok(ID));
    let created: Timestamp = read.parse_created_at().expect("the string is a date-time");
    assert_eq!(created.to_string(), "2026-02-28T09:00:00Z");
    assert_eq!(read.created_at, "2026-02-28T10:00:00+01:00", "the string does not change");
}

#[test]
fn optional_and_nullable_strings_have_typed_accessors() {
    for (sent, state) in [(None, Nullable::Absent), (Some(json!(null)), Nullable::Null)] {
        let read = Monitor::check(&with(monitor(), "/nextRunAt", sent)).expect("is valid");
        assert_eq!(read.next_run_at, state);
        assert_eq!(read.parse_next_run_at().expect("the value is valid"), None);
    }
    let next = Some(json!("2026-02-28T09:00:00Z"));
    let read = Monitor::check(&with(monitor(), "/nextRunAt", next)).expect("is valid");
    let next = read.parse_next_run_at().expect("the string is a date-time");
    assert_eq!(next.map(Timestamp::as_second), Some(1_772_269_200));
}

#[test]
fn values_of_a_newer_service_are_errors_of_accessors() {
    let newer = with(monitor(), "/id", Some(json!("monitor-1")));
    let newer = with(newer, "/currentCheckId", Some(json!("check-1")));
    let read: Monitor = serde_json::from_value(newer).expect("plain serde is lenient");
    assert_eq!(read.id, "monitor-1");
    read.parse_id().expect_err("the string is not a UUID");
    read.parse_current_check_id().expect_err("the string is not a UUID");
    let relative = ScrapeRequest::new("/pricing");
    assert_eq!(relative.parse_url(), Err(ParseError::RelativeUrlWithoutBase));
    // A host that the URL Standard would take from the path.
    let hidden = ScrapeRequest::new("http:///internal.example/x");
    assert_eq!(hidden.parse_url(), Err(ParseError::EmptyHost));
    hidden.validate().expect_err("names no host");
}

#[test]
fn lists_have_typed_accessors() {
    let urls = ["https://example.com/a", "https://example.com/b"];
    let target = ScrapeTarget::new(urls);
    let parsed: Vec<Url> = target.parse_urls().expect("are URLs");
    assert_eq!(parsed.iter().map(Url::path).collect::<Vec<_>>(), ["/a", "/b"]);
    ScrapeTarget::new(["https://example.com/a", "b"])
        .parse_urls()
        .expect_err("one of the strings is not a URL");
    assert_eq!(ScrapeTarget::new(parsed).urls, urls);
}

#[test]
fn constructors_and_setters_take_typed_values() {
    let page = Url::parse("https://example.com/pricing").expect("is a URL");
    let id = Uuid::parse_str(ID).expect("is a UUID");
    let target = CrawlTarget::builder(page.clone()).id(id).build().expect("is valid");
    assert_eq!((target.parse_url(), target.parse_id()), (Ok(page), Ok(Some(id))));
    let mut read = Monitor::check(&monitor()).expect("is valid");
    read.updated_at = Timestamp::UNIX_EPOCH.to_string();
    assert_eq!(read.parse_updated_at().expect("the string is a date-time"), Timestamp::UNIX_EPOCH);
    assert_eq!(read.validate(), Ok(()));
}

#[test]
fn the_client_has_the_same_url() {
    let url: webdata::client::reqwest::Url =
        url::Url::parse("https://example.com").expect("is one");
    assert_eq!(url.as_str(), "https://example.com/");
}

#[test]
fn secrets_are_not_shown() {
    let secret = "sesame-0123456789";
    let webhook = MonitorWebhook::builder("https://example.com/hook").headers([("X-A", secret)]);
    let options = ScrapeOptions::builder().headers([("Cookie", secret)]);
    let update = MonitorUpdate::builder().webhook(webhook.clone().build().expect("is valid"));
    let shown = [
        format!("{webhook:?}"),
        format!("{options:?}"),
        format!("{:?}", options.build()),
        format!("{:?}", update.build()),
    ];
    for shown in shown {
        assert!(shown.contains("[redacted]") && !shown.contains(secret), "{shown}");
    }
    let webhook = webhook.build().expect("is valid");
    assert_eq!(
        format!("{webhook:?}"),
        "MonitorWebhook { url: \"https://example.com/hook\", events: None, headers: [redacted], \
         metadata: None, additional_properties: {} }"
    );
    // A secret is sent.
    let sent = json!({ "url": "https://example.com/hook", "headers": { "X-A": secret } });
    assert_eq!(serde_json::to_value(webhook).expect("is written"), sent);
    let without = MonitorWebhook::new("https://example.com/hook");
    assert!(format!("{without:?}").contains("headers: None"));
}
