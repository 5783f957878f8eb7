//! The formats of a scrape, and change tracking.

use serde_json::{Value, json};
use webdata_spec::Spec;

use crate::served::{Served, contract};
use crate::service::changed_contract::property;
use crate::service::scrape::{HOME, document};

const PRICING: &str = "https://example.com/pricing";
const VIDEO: &str = "https://example.com/circumstances/video";

pub(crate) type Change = fn(&mut Spec);

/// Scrapes one format, and returns a property of the document.
async fn scrape_format(served: &Served, url: &str, format: Value, member: &str) -> Value {
    let made = document(served, url, json!({ "formats": [format] })).await;
    made.get(member).cloned().unwrap_or_default()
}

pub(crate) fn has(value: &Value, part: &str) -> bool {
    value.to_string().contains(part)
}

/// The contract names these formats, but does not show them.
#[tokio::test]
async fn profiles_of_a_page_have_the_shapes_that_published_clients_read() {
    let served = Served::contract().await;
    let formats = json!({ "formats": ["branding", "product", "menu"] });
    let made = document(&served, PRICING, formats).await;
    let table = [
        ("/branding/colors/primary", json!("#123456")),
        ("/product/url", json!(PRICING)),
        (
            "/product/variants/0/price",
            json!({ "amount": 9.5, "currency": "USD", "formatted": "9.50 USD" }),
        ),
        ("/product/variants/0/availability", json!({ "inStock": true })),
        ("/menu/isMenu", json!(true)),
        ("/menu/confidence", json!(1.0)),
        ("/menu/sourceUrl", json!(PRICING)),
        ("/menu/sections/0/items/0/availability", json!({ "inStock": true })),
        ("/menu/sections/0/items/0/sourceUrl", json!(PRICING)),
    ];
    for (pointer, expected) in table {
        assert_eq!(made.pointer(pointer), Some(&expected), "{pointer}: {made}");
    }
    assert!(made["product"]["title"].is_string() && made["menu"]["merchant"]["name"].is_string());
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
        (PRICING, json!("branding"), "branding", "#123456"),
        (PRICING, json!("product"), "product", "9.50 USD"),
        (PRICING, json!("menu"), "menu", "https://example.com/docs"),
        (PRICING, json!("screenshot"), "screenshot", "fullPage=false"),
        (PRICING, json!({ "type": "screenshot", "quality": 80 }), "screenshot", "quality=80"),
        (PRICING, json!("json"), "json", "Pricing"),
        (PRICING, json!("changeTracking"), "changeTracking", "new"),
        (VIDEO, json!("audio"), "audio", "signature="),
        (VIDEO, json!({ "type": "video" }), "video", "signature="),
        (
            PRICING,
            json!({ "type": "question", "question": "What does a cup cost?" }),
            "answer",
            "A cup costs 9.50 USD",
        ),
        (PRICING, highlights, "highlights", "Kettle"),
    ];
    for (url, format, member, part) in table {
        let made = document(&served, url, json!({ "formats": [format] })).await;
        assert!(has(&made[member], part), "{format}: {made}");
        let members: Vec<&String> = made.as_object().into_iter().flatten().map(|m| m.0).collect();
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
            json!({ "type": "object", "properties": { "price": { "type": "string" } } }),
            json!({ "price": "9.50 USD" }),
        ),
        (json!({ "required": ["title"] }), json!({ "title": "Pricing" })),
        (
            json!({ "type": "object", "properties": { "kettle": { "type": "number" } } }),
            json!({ "kettle": 49.0 }),
        ),
        (json!({ "type": "integer", "minimum": 3, "maximum": 7 }), json!(7)),
        (json!({ "type": "array", "items": { "const": 1 }, "minItems": 2 }), json!([1, 1])),
        (json!({ "enum": ["Saucer", "Kettle"] }), json!("Kettle")),
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
    let schema = json!({ "type": "object", "properties": { "price": { "type": "string" } } });
    let format =
        json!({ "type": "changeTracking", "modes": ["git-diff", "json"], "schema": schema });
    served.put(url, &first).await;
    let options = json!({ "formats": [format], "maxAge": 0 });
    let state = document(&served, url, options).await["changeTracking"].clone();
    assert!(has(&state["diff"]["text"], "-Cup 2 USD\\n"), "{state}");
    assert!(has(&state["diff"]["text"], "+Cup 1 USD\\n"), "{state}");
    let price = json!({ "previous": "2 USD", "current": "1 USD" });
    assert_eq!(state["json"], json!({ "price": price }));

    let mut spec = contract();
    property(&mut spec, "ChangeTrackingFormat", "tag").behaviour.clear();
    let served = Served::with_contract(spec).await;
    for (tag, status) in [("a", "new"), ("b", "same")] {
        let format = json!({ "type": "changeTracking", "tag": tag });
        let state = scrape_format(&served, HOME, format, "changeTracking").await;
        assert_eq!(state["changeStatus"], status, "{tag}");
    }
}

#[tokio::test]
async fn formats_follow_the_contract() {
    let question = json!({ "type": "question", "question": "What does a cup cost?" });
    let highlights = json!({ "type": "highlights", "query": "kettle" });
    let viewport = json!({ "width": 300, "height": 200 });
    let whole = json!({ "type": "screenshot", "fullPage": true, "viewport": viewport });
    type Row<'r> = (Change, &'r str, Value, &'r str, &'r str, [bool; 2]);
    let table: [Row<'_>; 6] = [
        (
            |s| s.types["QuestionFormat"].schema.behaviour.clear(),
            PRICING,
            question,
            "answer",
            "cup",
            [true, false],
        ),
        (
            |s| s.types["HighlightsFormat"].schema.behaviour.clear(),
            PRICING,
            highlights,
            "highlights",
            "Kettle",
            [true, false],
        ),
        (
            |s| drop(s.types["FormatObject"].schema.behaviour.shift_remove("audio")),
            VIDEO,
            json!("audio"),
            "audio",
            "signature",
            [true, false],
        ),
        (
            |s| drop(s.types["FormatObject"].schema.behaviour.shift_remove("video")),
            VIDEO,
            json!("video"),
            "video",
            "signature",
            [true, false],
        ),
        (
            |s| property(s, "ScreenshotFormat", "fullPage").behaviour.clear(),
            HOME,
            whole,
            "screenshot",
            "height=200",
            [false, true],
        ),
        (
            |s| property(s, "ScreenshotFormat", "fullPage").default = Some(json!(true)),
            HOME,
            json!("screenshot"),
            "screenshot",
            "fullPage=true",
            [false, true],
        ),
    ];
    let sound = Served::contract().await;
    for (change, url, format, member, part, expected) in table {
        let mut spec = contract();
        change(&mut spec);
        let changed = Served::with_contract(spec).await;
        let actual = [
            has(&scrape_format(&sound, url, format.clone(), member).await, part),
            has(&scrape_format(&changed, url, format.clone(), member).await, part),
        ];
        assert_eq!(actual, expected, "{format}, {part}");
    }
}
