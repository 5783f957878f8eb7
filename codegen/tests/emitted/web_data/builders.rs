//! Tests of builders: set properties are serialized, others are not, and `build` reports mistakes.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use serde_json::{Value, json};
use webdata::Violations;
use webdata::monitor::{Monitor, MonitorSummary, MonitorUpdate};
use webdata::parser::{Parser, ParserObject, PdfParser};
use webdata::scrape::ScrapeOptions;
use webdata::scrape_format::JsonFormat;
use webdata::target::{MonitorTarget, SearchTarget};
use webdata::webhook::MonitorWebhook;

use crate::validation::places;

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
    let format = JsonFormat { check_prompt_injection: Some(true), ..JsonFormat::default() };
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
