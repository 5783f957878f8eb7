//! Tests of plain `serde`: which values it skips, keeps and rejects.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use webdata::monitor::{MonitorUpdate, MonitorUpdateStatus};
use webdata::redaction::Redaction;
use webdata::schedule::{MonitorSchedule, StoredSchedule};
use webdata::scrape_format::{FormatObject, PlainFormat};
use webdata::target::{MonitorTarget, ScrapeTarget};

use crate::validation::places;

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
    let update = |kept| MonitorUpdate { additional_properties: kept, ..MonitorUpdate::default() };
    let scrape = |kept| ScrapeTarget {
        id: None,
        urls: vec!["https://example.com/a".to_owned()],
        scrape_options: None,
        additional_properties: kept,
    };
    let plain = |kept| PlainFormat { additional_properties: kept };
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
