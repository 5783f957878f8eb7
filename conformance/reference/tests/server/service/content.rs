//! The content of a scraped page: filters, PDFs, actions and formats.

use serde_json::{Value, json};

use crate::served::Served;
use crate::service::scrape::{HANDBOOK, HOME, document};

#[tokio::test]
async fn the_content_is_what_the_options_leave() {
    let served = Served::contract().await;
    let formats = json!(["markdown", "html"]);
    // Options, a property, a part of its value, and whether the value contains the part.
    let table = [
        (json!({}), "markdown", "Tea, cups and kettles", true),
        (json!({}), "markdown", "Example Shop footer", false),
        (json!({ "onlyMainContent": false }), "markdown", "Example Shop footer", true),
        (json!({ "includeTags": ["h1"] }), "markdown", "# Example Shop", true),
        (json!({ "includeTags": ["h1"] }), "markdown", "Tea, cups", false),
        (json!({ "includeTags": ["h1", "img"] }), "html", "A kettle", true),
        (json!({ "excludeTags": ["h1"] }), "markdown", "# Example Shop", false),
        (json!({ "excludeTags": ["img"] }), "html", "A kettle", false),
        (json!({ "excludeTags": ["h1"] }), "html", "Tea, cups", true),
        (json!({}), "markdown", "![A kettle]", true),
        (json!({ "excludeTags": ["html"] }), "markdown", "Tea", false),
    ];
    for (mut options, member, part, is_there) in table {
        options["formats"] = formats.clone();
        let scraped = document(&served, HOME, options.clone()).await;
        let text = scraped[member].as_str().unwrap_or_default();
        assert_eq!(text.contains(part), is_there, "{options}, {member}, {part}: {text}");
    }
}

#[tokio::test]
async fn a_pdf_is_read_as_its_parser_asks() {
    let served = Served::contract().await;
    let scanned = "A scanned letter of thanks.";
    let parser = |options: Value| {
        let mut parser = options;
        parser["type"] = "pdf".into();
        json!({ "parsers": [parser] })
    };
    let table = [
        (json!({}), "markdown", "How to pack a kettle.", true),
        (json!({}), "markdown", scanned, true),
        (parser(json!({ "mode": "fast" })), "markdown", scanned, false),
        (parser(json!({ "mode": "auto" })), "markdown", scanned, true),
        (parser(json!({ "mode": "ocr" })), "markdown", scanned, true),
        (parser(json!({ "maxPages": 1 })), "markdown", "How to pack", false),
        (parser(json!({ "maxPages": 1.0 })), "markdown", "How to pack", false),
        (parser(json!({})), "pages", "pageNumber", false),
        (parser(json!({ "pages": true })), "pages", "\"pageNumber\":3", true),
        (parser(json!({ "pages": true })), "pages", "\"markdown\":\"How to pack a kettle.\"", true),
        (parser(json!({})), "blocks", "bbox", false),
        (parser(json!({ "blocks": true })), "blocks", "bbox", true),
        (parser(json!({ "blocks": true })), "blocks", "\"ocr\":1.0", true),
        (parser(json!({})), "markdown", "<!--", false),
        (parser(json!({ "pageMarkers": true })), "markdown", "<!-- page 1 -->", false),
        (parser(json!({ "pageMarkers": true })), "markdown", "---\\n\\n<!-- page 2 -->", true),
        (json!({ "parsers": [] }), "rawBase64", "JVBERi0", true),
        (json!({ "parsers": [] }), "markdown", "kettle", false),
        (json!({ "parsers": [] }), "markdown", "JVBERi0", true),
    ];
    for (options, member, part, is_there) in table {
        let scraped = document(&served, HANDBOOK, options.clone()).await;
        assert_eq!(has(&scraped[member], part), is_there, "{options}, {member}, {part}: {scraped}");
    }
}

#[tokio::test]
async fn results_of_actions_are_in_the_response() {
    let served = Served::contract().await;
    let actions = json!([
        { "type": "screenshot" },
        { "type": "pdf", "format": "A4" },
        { "type": "executeJavascript", "script": "1" },
        { "type": "click", "selector": "h1" },
        { "type": "scrape" },
    ]);
    let scraped = document(&served, HOME, json!({ "actions": actions })).await;
    let kept = &scraped["actions"];
    let contains =
        |value: &Value, part: &str| value.as_str().is_some_and(|text| text.contains(part));
    let table = [
        (&kept["screenshots"][0], "https://files.example.com/screenshot?of=https", true),
        (&kept["pdfs"][0], "https://files.example.com/pdf?of=https", true),
        (&kept["scrapes"][0]["html"], "Tea, cups", true),
        (&kept["scrapes"][0]["url"], HOME, true),
    ];
    for (value, part, expected) in table {
        assert_eq!(contains(value, part), expected, "{part}: {kept}");
    }
}

const PRICING: &str = "https://example.com/pricing";
const VIDEO: &str = "https://example.com/circumstances/video";

/// Scrapes one format, and returns a property of the document.
async fn scrape_format(served: &Served, url: &str, format: Value, member: &str) -> Value {
    let scraped = document(served, url, json!({ "formats": [format] })).await;
    scraped.get(member).cloned().unwrap_or_default()
}

pub(crate) fn has(value: &Value, part: &str) -> bool {
    value.to_string().contains(part)
}

#[tokio::test]
async fn each_format_is_made_and_nothing_else() {
    let served = Served::contract().await;
    let highlights = json!({ "type": "highlights", "query": "which kettle" });
    let table = [
        (PRICING, json!("markdown"), "markdown", "# Pricing"),
        (PRICING, json!({ "type": "markdown" }), "markdown", "| Kettle"),
        (PRICING, json!("summary"), "summary", "A cup costs 9.50 USD"),
        (PRICING, json!("html"), "html", "<td>Kettle</td>"),
        (PRICING, json!("rawHtml"), "rawHtml", "Example Shop header"),
        (PRICING, json!("rawBase64"), "rawBase64", "PCFkb2N0eXBlIGh0bWw+"),
        (HOME, json!("links"), "links", "https://example.com/pricing"),
        (HOME, json!("images"), "images", "https://example.com/images/kettle.jpg"),
        (PRICING, json!("branding"), "branding", "Pricing"),
        (PRICING, json!("product"), "product", "Pricing"),
        (PRICING, json!("menu"), "menu", PRICING),
        (PRICING, json!("screenshot"), "screenshot", "/screenshot?of="),
        (PRICING, json!("json"), "json", "Pricing"),
        (PRICING, json!("changeTracking"), "changeTracking", "new"),
        (VIDEO, json!("audio"), "audio", "/audio?of="),
        (VIDEO, json!({ "type": "video" }), "video", "/video?of="),
        (
            PRICING,
            json!({ "type": "question", "question": "What does a cup cost?" }),
            "answer",
            "A cup costs 9.50 USD",
        ),
        (PRICING, highlights, "highlights", "Kettle"),
    ];
    for (url, format, member, part) in table {
        let scraped = document(&served, url, json!({ "formats": [format] })).await;
        assert!(has(&scraped[member], part), "{format}: {scraped}");
        let members: Vec<&String> =
            scraped.as_object().into_iter().flatten().map(|m| m.0).collect();
        assert_eq!(members, [member, "metadata"], "{format}");
    }
    let both = document(&served, HOME, json!({ "formats": ["html", "links"] })).await;
    assert!(both["html"].is_string() && both["links"].is_array(), "{both}");
    assert!(both.get("markdown").is_none());
    assert!(document(&served, HOME, json!({})).await["markdown"].is_string());
    assert_eq!(scrape_format(&served, HOME, json!("video"), "video").await, Value::Null);
    let question = json!({ "type": "question", "question": "Who won the match?" });
    let response = scrape_format(&served, PRICING, question, "answer").await;
    assert_eq!(response, "The page does not say.");
}

#[tokio::test]
async fn data_conforms_to_the_schema_that_is_asked_for() {
    let served = Served::contract().await;
    let table = [
        (
            json!({ "type": "object", "properties": { "cup": { "type": "string" } } }),
            json!({ "cup": "A cup costs 9.50 USD." }),
        ),
        (json!({ "required": ["title"] }), json!({ "title": "Pricing" })),
        (
            json!({ "type": "object", "properties": { "kettle": { "type": "number" } } }),
            json!({ "kettle": 49.0 }),
        ),
        (json!({ "type": "integer", "minimum": 3, "maximum": 7 }), json!(7)),
        (json!({ "type": "array", "items": { "const": 1 }, "minItems": 2 }), json!([1, 1])),
        (json!({ "enum": ["Saucer", "Kettle"] }), json!("Saucer")),
        (json!({ "properties": { "cup": { "type": "boolean" } } }), json!({ "cup": true })),
        (json!({ "$ref": "#/$defs/a", "$defs": { "a": { "const": "b" } } }), json!("b")),
        (json!({ "type": ["null", "string"] }), Value::Null),
        (json!({ "type": "string", "format": "uri" }), json!(PRICING)),
        (
            json!({ "type": "object", "properties": { "name": { "type": "string", "maxLength": 3 } } }),
            json!({ "name": "Pri" }),
        ),
    ];
    for (schema, expected) in table {
        let format = json!({ "type": "json", "schema": schema });
        assert_eq!(scrape_format(&served, PRICING, format, "json").await, expected, "{schema}");
    }
}

#[tokio::test]
async fn changes_are_tracked_against_the_last_scrape_of_the_same_tag() {
    let served = Served::contract().await;
    let url = "https://example.com/watched";
    let first = json!({ "html": "<p>Cup 1 USD</p>" });
    let second = json!({ "html": "<p>Cup 2 USD</p>" });
    let gone = json!({ "html": "<p>Cup 2 USD</p>", "status": 404 });
    let table = [
        (&first, Value::Null, "new"),
        (&first, Value::Null, "same"),
        (&second, Value::Null, "changed"),
        (&second, json!("main"), "new"),
        (&first, json!("main"), "changed"),
        (&second, Value::Null, "same"),
        (&gone, Value::Null, "removed"),
        (&second, Value::Null, "new"),
    ];
    for (row, (page, tag, status)) in table.into_iter().enumerate() {
        served.put(url, page).await;
        let format = json!({ "type": "changeTracking", "tag": tag });
        let options = json!({ "formats": [format], "maxAge": 0 });
        let state = document(&served, url, options).await["changeTracking"].clone();
        assert_eq!(state["changeStatus"], status, "row {row}: {state}");
        assert_eq!(state["previousScrapeAt"].is_null(), row == 0 || row == 3, "row {row}: {state}");
        assert!(state.get("diff").is_none() && state.get("json").is_none(), "{state}");
    }
    let schema = json!({ "type": "object", "properties": { "cup": { "type": "string" } } });
    let format =
        json!({ "type": "changeTracking", "modes": ["git-diff", "json"], "schema": schema });
    served.put(url, &first).await;
    let options = json!({ "formats": [format], "maxAge": 0 });
    let state = document(&served, url, options).await["changeTracking"].clone();
    assert!(has(&state["diff"]["text"], "-Cup 2 USD\\n"), "{state}");
    assert!(has(&state["diff"]["text"], "+Cup 1 USD\\n"), "{state}");
    let cup = json!({ "previous": "Cup 2 USD", "current": "Cup 1 USD" });
    assert_eq!(state["json"], json!({ "cup": cup }));
}
