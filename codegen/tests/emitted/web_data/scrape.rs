//! Tests of values of several JSON types in scrape options: formats and redaction, wherever they are.

use webdata::redaction::Redaction;
use webdata::scrape::ScrapeOptions;
use webdata::scrape_format::{Format, FormatObject, FormatText};

use super::*;

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
fn options_of_formats() {
    let cases = [
        (
            json!({ "type": "screenshot", "quality": 0 }),
            "/quality",
            "ScreenshotFormat.quality.minimum",
        ),
        (
            json!({ "type": "screenshot", "quality": 101 }),
            "/quality",
            "ScreenshotFormat.quality.maximum",
        ),
        (
            json!({ "viewport": { "width": 1 }, "type": "screenshot" }),
            "/viewport/height",
            "Viewport.height.required",
        ),
        (
            json!({ "type": "json", "checkPromptInjection": 1 }),
            "/checkPromptInjection",
            "JsonFormat.checkPromptInjection.type",
        ),
        (
            json!({ "type": "changeTracking", "modes": ["diff"] }),
            "/modes/0",
            "ChangeTrackingFormat.modes.items.enum",
        ),
        (json!({ "type": "question" }), "/question", "QuestionFormat.question.required"),
        (
            json!({ "type": "question", "question": text(10001) }),
            "/question",
            "QuestionFormat.question.maxLength",
        ),
        (json!({ "type": "highlights" }), "/query", "HighlightsFormat.query.required"),
        (
            json!({ "type": "highlights", "query": text(10001) }),
            "/query",
            "HighlightsFormat.query.maxLength",
        ),
    ];
    for (value, place, clause) in cases {
        format(value, &[(&format!("/formats/0{place}"), clause)]);
    }
    format(json!({ "type": "question", "question": text(10000) }), &[]);
    format(json!({ "type": "changeTracking", "modes": ["git-diff", "json"], "tag": null }), &[]);
    // A JSON Schema is kept whole.
    let schema =
        json!({ "type": "json", "schema": { "type": "object", "properties": { "a": {} } } });
    let read = FormatObject::check(&schema).expect("is valid");
    assert_eq!(serde_json::to_value(read).expect("is written"), schema);
}

#[test]
fn redaction_is_a_boolean_or_its_options() {
    let redact = |value: Value, expected: &[(&str, &str)]| {
        let options = with(json!({}), "/redactPII", Some(value));
        check::<ScrapeOptions>(&options, expected);
    };
    for value in
        [json!(true), json!(false), json!({}), json!({ "mode": "fast", "entities": ["PERSON"] })]
    {
        redact(value, &[]);
    }
    for value in [json!(null), json!("true"), json!(1), json!([])] {
        redact(value, &[("/redactPII", "Redaction.type")]);
    }
    redact(json!({ "mode": "slow" }), &[("/redactPII/mode", "RedactPIIOptions.mode.enum")]);
    redact(json!({ "x": 1 }), &[("/redactPII/x", "RedactPIIOptions.additionalProperties")]);
    assert_eq!(Redaction::from(true), Redaction::Boolean(true));
}

#[test]
fn formats_of_a_target_of_a_monitor() {
    for target in ["/targets/0", "/targets/1"] {
        let pointer = format!("{target}/scrapeOptions/formats");
        let formats =
            with(full(), &pointer, Some(json!(["markdown", { "type": "question" }, "x"])));
        let expected = [
            (format!("{pointer}/1/question"), "QuestionFormat.question.required"),
            (format!("{pointer}/2"), "Format.string.enum"),
        ];
        let expected = expected.each_ref().map(|(place, clause)| (place.as_str(), *clause));
        check::<MonitorUpdate>(&formats, &expected);
    }
}
