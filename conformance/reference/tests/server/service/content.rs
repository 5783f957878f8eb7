//! The content of a scraped page: filters, cleaning, PDFs, and personal data.

use serde_json::{Value, json};
use webdata_spec::Spec;

use crate::served::{Served, contract};
use crate::service::changed_contract::property;
use crate::service::formats::{Change, has};
use crate::service::scrape::{HANDBOOK, HOME, document};

const ABOUT: &str = "https://example.com/about";

#[tokio::test]
async fn the_content_is_what_the_options_leave() {
    let served = Served::contract().await;
    let formats = json!(["markdown", "html"]);
    // Options, a property, a part of its value, and whether the value contains the part.
    let table = [
        (json!({}), "markdown", "Tea, cups and kettles", true),
        (json!({}), "markdown", "Example Shop footer", false),
        (json!({ "onlyMainContent": false }), "markdown", "Example Shop footer", true),
        (json!({}), "markdown", "an advertisement", false),
        (json!({ "blockAds": false }), "markdown", "an advertisement", true),
        (json!({ "onlyMainContent": false }), "markdown", "We use cookies", false),
        (
            json!({ "onlyMainContent": false, "blockAds": false }),
            "markdown",
            "We use cookies",
            true,
        ),
        (json!({}), "markdown", "Shown to desktop", true),
        (json!({}), "markdown", "Shown to mobile", false),
        (json!({ "mobile": true }), "markdown", "Shown to mobile", true),
        (json!({ "mobile": true }), "markdown", "Shown to desktop", false),
        (json!({ "includeTags": ["h1"] }), "markdown", "# Example Shop", true),
        (json!({ "includeTags": ["h1"] }), "markdown", "Tea, cups", false),
        (json!({ "includeTags": ["h1", ".desktop-only"] }), "html", "Shown to desktop", true),
        (json!({ "excludeTags": ["h1"] }), "markdown", "# Example Shop", false),
        (json!({ "excludeTags": [".desktop-only"] }), "html", "Shown to desktop", false),
        (json!({ "excludeTags": ["h1"] }), "html", "Tea, cups", true),
        (json!({}), "markdown", "data:image", false),
        (json!({}), "markdown", "![A dot](<Base64-Image-Removed>)", true),
        (json!({}), "html", "data:image", true),
        (json!({ "removeBase64Images": false }), "markdown", "data:image", true),
        (json!({}), "markdown", "![A kettle]", true),
    ];
    for (mut options, member, part, is_there) in table {
        options["formats"] = formats.clone();
        let made = document(&served, HOME, options.clone()).await;
        let text = made[member].as_str().unwrap_or_default();
        assert_eq!(text.contains(part), is_there, "{options}, {member}, {part}: {text}");
    }
    let changes: [(Change, &str, bool); 2] = [
        (
            |spec| {
                let options = property(spec, "ScrapeOptions", "removeBase64Images");
                options.behaviour.shift_remove("placeholder");
            },
            "A dot]",
            false,
        ),
        (
            |spec| {
                let options = property(spec, "ScrapeOptions", "removeBase64Images");
                options.behaviour.shift_remove("html-unchanged");
            },
            "data:image",
            false,
        ),
    ];
    for (change, part, is_there) in changes {
        let mut spec = contract();
        change(&mut spec);
        let served = Served::with_contract(spec).await;
        let made = document(&served, HOME, json!({ "formats": formats })).await;
        assert_eq!(has(&made, part), is_there, "{part}: {made}");
    }
}

#[tokio::test]
async fn cleaning_is_skipped_with_a_warning_where_it_cannot_be_done() {
    const LINK: &str = "[A](/a)";
    let long = format!("<ul><li><a href=\"/a\">A</a></li></ul><p>{}</p>", "word ".repeat(5_000));
    let short = "<ul><li><a href=\"/a\">A</a></li></ul><p>word</p>";
    let clean = json!({ "onlyCleanContent": true, "maxAge": 0 });
    let whole = |_: &mut Spec| {};
    let unlimited = |spec: &mut Spec| {
        let options = property(spec, "ScrapeOptions", "onlyCleanContent");
        options.behaviour.shift_remove("markdown-too-long");
    };
    let retained = |spec: &mut Spec| {
        let options = property(spec, "ScrapeOptions", "onlyCleanContent");
        options.behaviour.shift_remove("zero-data-retention");
    };
    let none: &[&str] = &[];
    let zero: &[&str] = &["zero-data-retention"];
    type Row<'r> = (Change, &'r str, &'r [&'r str], Value, bool, bool);
    let table: [Row<'_>; 7] = [
        (whole, short, none, json!({}), true, false),
        (whole, short, none, clean.clone(), false, false),
        (whole, &long, none, clean.clone(), true, true),
        (unlimited, &long, none, clean.clone(), false, false),
        (whole, short, zero, clean.clone(), true, true),
        (retained, short, zero, clean.clone(), false, false),
        (whole, short, zero, json!({}), true, false),
    ];
    for (row, (change, html, states, options, has_link, warns)) in table.into_iter().enumerate() {
        let mut spec = contract();
        change(&mut spec);
        let served = Served::with_contract(spec).await;
        served.team("home", &json!({ "states": states })).await;
        served.put(HOME, &json!({ "html": html })).await;
        let made = document(&served, HOME, options).await;
        let actual = (has(&made["markdown"], LINK), made["warning"].is_string());
        assert_eq!(actual, (has_link, warns), "row {row}");
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
        (parser(json!({ "blocks": true })), "blocks", "\"ocr\":0.9", true),
        (parser(json!({ "blocks": true, "mode": "fast" })), "blocks", "\"ocr\":0.9", false),
        (parser(json!({})), "markdown", "<!--", false),
        (parser(json!({ "pageMarkers": true })), "markdown", "<!-- page 1 -->", false),
        (parser(json!({ "pageMarkers": true })), "markdown", "---\\n\\n<!-- page 2 -->", true),
        (json!({ "parsers": [] }), "rawBase64", "JVBERi0", true),
        (json!({ "parsers": [] }), "markdown", "kettle", false),
        (json!({ "parsers": [] }), "markdown", "JVBERi0", true),
    ];
    for (options, member, part, is_there) in table {
        let made = document(&served, HANDBOOK, options.clone()).await;
        assert_eq!(has(&made[member], part), is_there, "{options}, {member}, {part}: {made}");
    }
    // The removal of a clause, options, and the part that is missing without the clause.
    let table: [(Change, Value, &str, bool); 9] = [
        (|s| drop(mode(s).shift_remove("fast")), parser(json!({ "mode": "fast" })), scanned, true),
        (|s| drop(mode(s).shift_remove("auto")), json!({}), scanned, false),
        (|s| drop(mode(s).shift_remove("ocr")), parser(json!({ "mode": "ocr" })), scanned, false),
        (
            |s| property(s, "PdfParser", "pages").behaviour.clear(),
            parser(json!({ "pages": true })),
            "pageNumber",
            false,
        ),
        (
            |s| property(s, "PdfParser", "blocks").behaviour.clear(),
            parser(json!({ "blocks": true })),
            "boundingBox",
            false,
        ),
        (
            |s| drop(property(s, "PdfParser", "pageMarkers").behaviour.shift_remove("numbers")),
            parser(json!({ "pageMarkers": true })),
            "<!-- page 1 -->",
            true,
        ),
        (
            |s| {
                property(s, "PdfParser", "pageMarkers").behaviour.shift_remove("between-pages");
            },
            parser(json!({ "pageMarkers": true })),
            "<!--",
            false,
        ),
        (
            |s| {
                property(s, "ScrapeOptions", "parsers").behaviour.shift_remove("pdf-extracted");
            },
            json!({}),
            "kettle",
            false,
        ),
        (
            |s| {
                property(s, "ScrapeOptions", "parsers").behaviour.shift_remove("pdf-as-it-is");
            },
            json!({ "parsers": [] }),
            "JVBERi0",
            false,
        ),
    ];
    for (change, options, part, is_there) in table {
        let mut spec = contract();
        change(&mut spec);
        let made = document(&Served::with_contract(spec).await, HANDBOOK, options).await;
        assert_eq!(has(&made, part), is_there, "{part}: {made}");
    }
}

fn mode(spec: &mut Spec) -> &mut webdata_spec::model::Behaviour {
    &mut property(spec, "PdfParser", "mode").behaviour
}

#[tokio::test]
async fn personal_data_is_masked_as_asked() {
    let served = Served::contract().await;
    let table = [
        (json!(false), "ada@example.com", true),
        (json!(true), "ada@example.com", false),
        (json!(true), "[EMAIL]", true),
        (json!(true), "[PHONE]", true),
        (json!(true), "[PERSON]", true),
        (json!(true), "[LOCATION]", true),
        (json!(true), "[FINANCIAL]", true),
        (json!(true), "[SECRET]", true),
        (json!({}), "[EMAIL]", true),
        (json!({}), "charles at example dot com", true),
        (json!({ "mode": "aggressive" }), "charles at example dot com", false),
        (json!({ "mode": "accurate" }), "Ada Lovelace", false),
        (json!({ "mode": "fast" }), "Ada Lovelace", true),
        (json!({ "mode": "fast" }), "ada@example.com", false),
        (json!({ "replaceStyle": "mask" }), "***************", true),
        (json!({ "replaceStyle": "mask" }), "[EMAIL]", false),
        (json!({ "replaceStyle": "remove" }), "ada@example.com", false),
        (json!({ "replaceStyle": "remove" }), "*", false),
        (json!({ "entities": ["EMAIL"] }), "ada@example.com", false),
        (json!({ "entities": ["EMAIL"] }), "Ada Lovelace", true),
        (json!({ "entities": [] }), "ada@example.com", true),
    ];
    for (redaction, part, is_there) in table {
        let made = document(&served, ABOUT, json!({ "redactPII": redaction })).await;
        assert_eq!(has(&made["markdown"], part), is_there, "{redaction}, {part}: {made}");
    }
    let table: [(Change, Value, &str, bool); 5] = [
        (|s| s.types["Redaction"].schema.behaviour.clear(), json!(true), "ada@example.com", true),
        (
            |s| property(s, "RedactPIIOptions", "replaceStyle").default = Some(json!("mask")),
            json!(true),
            "[EMAIL]",
            false,
        ),
        (
            |s| property(s, "RedactPIIOptions", "mode").default = Some(json!("fast")),
            json!({}),
            "Ada Lovelace",
            true,
        ),
        (
            |s| property(s, "RedactPIIOptions", "mode").behaviour.clear(),
            json!({ "mode": "aggressive" }),
            "ada@example.com",
            true,
        ),
        (
            |s| property(s, "RedactPIIOptions", "replaceStyle").behaviour.clear(),
            json!(true),
            "ada@example.com",
            true,
        ),
    ];
    for (change, redaction, part, is_there) in table {
        let mut spec = contract();
        change(&mut spec);
        let served = Served::with_contract(spec).await;
        let made = document(&served, ABOUT, json!({ "redactPII": redaction })).await;
        assert_eq!(has(&made["markdown"], part), is_there, "{part}: {made}");
    }
}

#[tokio::test]
async fn personal_data_is_masked_on_the_pages_of_a_pdf() {
    const URL: &str = "https://example.com/letters.pdf";
    let served = Served::contract().await;
    let texts = ["Write to ada@example.com. ![A](data:a)", "Call +1 555 010 4477.", "Goodbye."];
    let pages: Vec<Value> = texts.iter().map(|text| json!({ "text": text })).collect();
    served.put(URL, &json!({ "pdf-pages": pages })).await;
    let styles: [(Value, [&str; 3]); 4] = [
        (json!(false), ["Write to ada@example.com. ", "Call +1 555 010 4477.", "Goodbye."]),
        (json!(true), ["Write to [EMAIL]. ", "Call [PHONE].", "Goodbye."]),
        (json!({ "replaceStyle": "remove" }), ["Write to . ", "Call .", "Goodbye."]),
        (
            json!({ "replaceStyle": "mask" }),
            ["Write to ***************. ", "Call ***************.", "Goodbye."],
        ),
    ];
    for (redaction, expected) in styles {
        let parser = json!({ "type": "pdf", "pages": true, "blocks": true, "pageMarkers": true });
        let options = json!({ "parsers": [parser], "redactPII": redaction });
        let made = document(&served, URL, options).await;
        let markdown: Vec<char> = made["markdown"].as_str().unwrap().chars().collect();
        for (index, text) in expected.into_iter().enumerate() {
            let page = made["pages"][index]["markdown"].as_str().unwrap();
            assert!(page.starts_with(text), "{redaction}: {page}");
            let range = &made["blocks"][index]["items"][0]["markdownSpan"];
            let at = |end: usize| usize::try_from(range[end].as_u64().unwrap()).unwrap();
            let block: String = markdown[at(0)..at(1)].iter().collect();
            assert_eq!(block, page, "{redaction}: {made}");
        }
    }
}
