//! Tests of `schemars`: each model has the contract's own schema, that of its file, which accepts the same
//! bodies as the type.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use serde_json::{Map, Value, json};
use webdata::schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings, schema_for};

use super::limit;

/// Returns the schema in the file of a type, without its `$id`.
fn file(text: &str) -> Value {
    let mut file: Value = serde_json::from_str(text).expect("the file is JSON");
    file.as_object_mut().expect("the schema is valid").shift_remove("$id");
    file
}

/// Checks that the schema of a type equals that of its file, and is a valid schema.
#[track_caller]
fn check<T: JsonSchema>(text: &str) {
    let schema = schema_for!(T).to_value();
    assert_eq!(schema, file(text), "{}", T::schema_name());
    assert!(jsonschema::draft202012::meta::is_valid(&schema), "{}", T::schema_name());
}

/// Makes a row for each type: its name, its check, and the file of its schema.
macro_rules! rows {
    ($($module:ident: $($name:ident),*;)*) => {
        [$($((
            stringify!($name),
            check::<webdata::$module::$name> as fn(&str),
            include_str!(concat!("../../../../generated/schemas/", stringify!($name), ".json")),
        ),)*)*]
    };
}

#[test]
fn every_schema_equals_its_file() {
    let types = rows! {
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
    for (_, check, text) in &types {
        check(text);
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../generated/schemas");
    let files = std::fs::read_dir(folder).expect("the folder exists");
    let mut files: Vec<String> = files
        .map(|file| file.expect("is listed").file_name().to_string_lossy().into_owned())
        .collect();
    let mut seen: Vec<String> = types.iter().map(|(name, ..)| format!("{name}.json")).collect();
    files.sort();
    seen.sort();
    assert_eq!(seen, files, "the table has a row for each file");
}

#[test]
fn a_schema_accepts_what_its_type_accepts() {
    let schema = schema_for!(webdata::monitor::MonitorUpdate).to_value();
    let schema = jsonschema::draft202012::new(&schema).expect("the schema is valid");
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
        assert_eq!(schema.is_valid(&body), valid, "{body}");
    }
}

/// A type without a name in the contract has the part of the surrounding schema that describes it.
#[test]
fn a_type_without_a_file_has_a_schema() {
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
