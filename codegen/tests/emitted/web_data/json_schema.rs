//! Tests of `schemars`: each model has the contract's own schema, which accepts the same bodies as the type. A
//! validator finds the schema in `schemas.json`, too, by a fragment.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use webdata::schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings, schema_for};

use super::{contract, limit};

/// Checks that the schema of a type equals that of the contract, and is a valid schema. Returns its name.
#[track_caller]
fn check<T: JsonSchema>() -> String {
    let (name, schema) = (T::schema_name(), schema_for!(T).to_value());
    assert_eq!(schema, contract().json_schema(&name), "{name}");
    assert!(jsonschema::draft202012::meta::is_valid(&schema), "{name}");
    name.into_owned()
}

/// Checks types, and returns their names.
macro_rules! check_all {
    ($($module:ident: $($name:ident),*;)*) => {
        [$($(check::<webdata::$module::$name>(),)*)*]
    };
}

#[test]
fn every_type_has_the_schema_of_the_contract() {
    let names = check_all! {
        action: Action, ClickAction, ExecuteJavascriptAction, PdfAction, PressAction, ScrapeAction,
            ScreenshotAction, ScrollAction, WaitAction, WriteAction;
        agent: AgentRequest, AgentStarted, AgentStatus, ArtifactUpdated, ErrorOccurred,
            RunFinished, TraceError, UpstreamError;
        error_body: ErrorBody;
        scrape_format: ChangeTrackingFormat, Format, FormatObject, HighlightsFormat, JsonFormat,
            PlainFormat, QuestionFormat, ScreenshotFormat, Viewport;
        monitor: Monitor, MonitorResponse, MonitorSummary, MonitorUpdate;
        notification: EmailNotification, MonitorNotification;
        parser: Parser, ParserObject, PdfParser;
        redaction: RedactPIIOptions, Redaction;
        schedule: MonitorSchedule, StoredSchedule;
        scrape: AuditMetadata, Location, Profile, ScrapeOptions, ScrapeRequest;
        scraped: AnsweredQuestion, PdfBlocks, PdfPage, PdfPages, Pdfs, PrintedPdfs, Screenshots,
            SelectedHighlights, TakenScreenshots;
        target: CrawlOptions, CrawlTarget, MonitorTarget, ScrapeTarget, SearchTarget;
        threat_protection: ThreatProtectionOverride;
        webhook: MonitorWebhook;
    };
    let named: BTreeSet<&String> = contract().types.keys().collect();
    assert_eq!(BTreeSet::from_iter(&names), named, "the list has every type");
}

#[test]
fn a_schema_accepts_what_its_type_accepts() {
    let mut schemas: Value =
        serde_json::from_str(include_str!("../../../../generated/schemas.json")).expect("JSON");
    let mut fragment = |reference: &str| {
        schemas["$ref"] = reference.into();
        schemas.clone()
    };
    let validators = [
        schema_for!(webdata::monitor::MonitorUpdate).to_value(),
        fragment("#/$defs/MonitorUpdate"),
        fragment("#MonitorUpdate"),
    ]
    .map(|schema| jsonschema::draft202012::new(&schema).expect("the schema is valid"));
    let [longest, most_days, most_results] = [
        "MonitorUpdate.name.maxLength",
        "MonitorUpdate.retentionDays.maximum",
        "SearchTarget.maxResults.maximum",
    ]
    .map(limit);
    let search =
        |results: usize| json!([{ "type": "search", "queries": ["a"], "maxResults": results }]);
    let bodies = [
        (json!({ "name": "n" }), true),
        (json!({}), false),
        (json!({ "goal": null }), true),
        (json!({ "name": null }), false),
        (json!({ "name": "x".repeat(longest) }), true),
        (json!({ "name": "x".repeat(longest + 1) }), false),
        (json!({ "retentionDays": most_days }), true),
        (json!({ "retentionDays": most_days + 1 }), false),
        (json!({ "targets": search(most_results), "judgeEnabled": false }), true),
        (json!({ "targets": search(most_results + 1), "judgeEnabled": false }), false),
        (
            json!({ "targets": [{ "type": "scrape", "urls": ["https://example.com"], "scrapeOptions": { "proxy": "none" } }] }),
            false,
        ),
        (
            json!({ "targets": [{ "type": "scrape", "urls": ["https://example.com"], "scrapeOptions": { "formats": ["markdown", { "type": "json" }] } }] }),
            true,
        ),
        (json!({ "targets": [{ "type": "map" }] }), false),
    ];
    for (body, valid) in bodies {
        assert_eq!(webdata::monitor::MonitorUpdate::check(&body).is_ok(), valid, "{body}");
        for validator in &validators {
            assert_eq!(validator.is_valid(&body), valid, "{body}");
        }
    }
}

/// A type without a name in the contract has the part of the surrounding schema that describes it.
#[test]
fn a_type_without_a_name_has_a_schema() {
    let proxy = schema_for!(webdata::scrape::ScrapeOptionsProxy).to_value();
    assert_eq!(proxy["enum"], json!(["basic", "enhanced", "auto"]));
    assert_eq!(proxy["type"], "string");
    assert_eq!(proxy.get("default"), None);
}

/// The generator keeps a user's own type beside a model of the same name, and its settings apply.
#[test]
fn the_generator_resolves_references() {
    struct Location;
    impl JsonSchema for Location {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Location".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> webdata::schemars::Schema {
            Map::from_iter([("type".to_owned(), json!("integer"))]).into()
        }
    }
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let ours = generator.subschema_for::<Location>().to_value();
    let theirs = generator.subschema_for::<webdata::scrape::ScrapeOptions>().to_value();
    assert_eq!((ours, theirs), (reference("Location"), reference("ScrapeOptions")));
    let definitions = generator.definitions();
    assert_eq!(definitions["Location"], json!({ "type": "integer" }));
    let location = &definitions["ScrapeOptions"]["properties"]["location"];
    assert_eq!(location["$ref"], "#/$defs/Location2");
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let inline = settings.into_generator().into_root_schema_for::<webdata::scrape::ScrapeOptions>();
    let location = &inline.as_value()["properties"]["location"];
    assert_eq!(location["description"], "The location that the request appears to come from.");
    assert_eq!(location["properties"]["country"]["default"], "US");
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}
