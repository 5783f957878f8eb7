//! The content of a page: its filtered HTML and the markdown of that HTML, or the pages of a PDF.
//!
//! The content depends only on the page and the options, so it is reproducible. Options whose effect no response of
//! the contract shows, such as the masking of personal data, have none.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scraper::Html;
use serde_json::{Value, json};

use crate::contract::schema::Properties;
use crate::web_data::scrape::load::LoadedPage;
use crate::web_data::scrape::markdown;
use crate::web_data::scrape::price::{Bill, PARSER, PDF_FILE, PDF_PAGE, parser};
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::world::web::{PdfPage, WebPage, selected};

/// The elements outside the main content of a page without a main element.
const MARGIN: &str = "header, nav, aside, footer";
const MAIN: &str = "main, [role=main], article";

/// The property for a PDF that is returned as a file. The contract does not show the property; the format of
/// this name contains the fetched file as well.
const FILE_PROPERTY: &str = "rawBase64";

/// The content of a page.
pub(super) struct Content {
    /// The unfiltered page.
    pub(super) whole: Html,
    /// The filtered page.
    pub(super) document: Html,
    /// The HTML of the filtered page.
    pub(super) html: String,
    pub(super) markdown: String,
    /// The properties of the document beyond its formats.
    pub(super) properties: Properties,
}

impl Content {
    /// Extracts the content of a page with the options of a scrape, and charges for reading it. Under lockdown,
    /// `load` charges for the copy instead.
    pub(super) fn new(
        request: &ScrapeRequest<'_>,
        loaded: &LoadedPage,
        bill: &mut Bill<'_>,
    ) -> Self {
        let whole = Html::parse_document(&loaded.page.html);
        let document = filter_elements(request, &whole);
        let (html, markdown, properties) = (String::new(), String::new(), Properties::new());
        let mut content = Self { whole, document, html, markdown, properties };
        if loaded.page.pdf_pages.is_empty() {
            if !request.flag("lockdown") {
                bill.charge_base();
            }
            content.html = content.document.html();
            content.markdown = markdown::render(&content.document);
        } else {
            content.read_pdf(request, &loaded.page, bill);
        }
        content
    }

    /// Reads a PDF page by page with the parser of a scrape, or returns the PDF as a file. In the latter case the
    /// markdown is the file in Base64, since some clients read no other property.
    fn read_pdf(&mut self, request: &ScrapeRequest<'_>, page: &WebPage, bill: &mut Bill<'_>) {
        let mut charge = |charge: &str, object: &Value, times| {
            if !request.flag("lockdown") {
                bill.charge(charge, object, times);
            }
        };
        let Some(parser) = parser(&request.options) else {
            if request.has_clause("parsers.behaviour.pdf-as-it-is") {
                charge(PDF_FILE, &request.options, 1);
                self.markdown = STANDARD.encode(pdf_file(page));
                self.properties.insert(FILE_PROPERTY.to_owned(), self.markdown.clone().into());
            }
            return;
        };
        let max = parser.get("maxPages").and_then(Value::as_u64);
        let max = max.and_then(|max| usize::try_from(max).ok()).unwrap_or(usize::MAX);
        let mode = parser.get("mode").and_then(Value::as_str).unwrap_or_default();
        let uses_ocr = |page: &PdfPage| mode == "ocr" || mode == "auto" && page.scanned;
        let pages: Vec<&PdfPage> = page.pdf_pages.iter().take(max).collect();
        charge(PDF_PAGE, &request.options, pages.len());
        PARSER.iter().for_each(|option| charge(option, parser, 1));
        let texts = pages.iter().map(|page| {
            let is_readable = !page.scanned || uses_ocr(page);
            if is_readable { page.text.as_str() } else { "" }
        });
        let is_requested = |option| parser.get(option) == Some(&Value::Bool(true));
        let (mut shown, mut blocks) = (Vec::new(), Vec::new());
        for (number, text) in (1..).zip(texts) {
            if number > 1 {
                self.markdown.push_str("\n\n");
                if is_requested("pageMarkers") {
                    self.markdown.push_str(&format!("---\n\n<!-- page {number} -->\n\n"));
                }
            }
            let start = self.markdown.chars().count();
            self.markdown.push_str(text);
            shown.push(json!({ "pageNumber": number, "markdown": text }));
            blocks.push(layout(number, text, start));
        }
        for (option, value) in [("pages", shown), ("blocks", blocks)] {
            let clause = format!("PdfParser.{option}.behaviour.field");
            if is_requested(option) && request.contract().has_clause(&clause) {
                self.properties.insert(option.to_owned(), value.into());
            }
        }
    }
}

/// Returns the document without the elements that the options exclude.
fn filter_elements(request: &ScrapeRequest<'_>, whole: &Html) -> Html {
    let mut document = whole.clone();
    remove(&mut document, "script, style, noscript, template");
    if request.flag("onlyMainContent") {
        let main = selected(&document, MAIN).next().map(|main| main.html());
        match main {
            Some(main) => document = Html::parse_document(&main),
            None => remove(&mut document, MARGIN),
        }
    }
    let tags = |option| request.list(option).iter().filter_map(Value::as_str);
    let included: Vec<&str> = tags("includeTags").collect();
    if !included.is_empty() {
        let parts = selected(&document, &included.join(", ")).map(|part| part.html());
        document = Html::parse_document(&parts.collect::<String>());
    }
    tags("excludeTags").for_each(|tag| remove(&mut document, tag));
    document
}

fn remove(document: &mut Html, selector: &str) {
    let ids: Vec<_> = selected(document, selector).map(|element| element.id()).collect();
    for id in ids {
        if let Some(mut node) = document.tree.get_mut(id) {
            node.detach();
        }
    }
}

pub(super) fn pdf_file(page: &WebPage) -> Vec<u8> {
    let pages = page.pdf_pages.iter().map(|page| format!("% {}\n", page.text));
    format!("%PDF-1.7\n{}%%EOF\n", pages.collect::<String>()).into_bytes()
}

/// Returns the layout of a page of a PDF, which has a single block. `start` is the index of its first character
/// in the markdown.
fn layout(number: usize, text: &str, start: usize) -> Value {
    json!({
        "pageNumber": number,
        "width": null,
        "height": null,
        "status": "ok",
        "items": [{
            "id": format!("{number}-1"),
            "type": "paragraph",
            "label": null,
            "bbox": [0.1, 0.1, 0.9, 0.2],
            "content": text,
            "markdownSpan": [start, start + text.chars().count()],
            "readingOrder": 0,
            "source": null,
            "confidence": { "layout": 1.0, "ocr": 1.0 },
        }],
    })
}
