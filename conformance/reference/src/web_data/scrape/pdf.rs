//! PDFs: read page by page, or returned as a file.
//!
//! This module names the charges and does not decide their amounts. `content` post-processes the text of the
//! pages.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::bill::Bill;
use super::price::{PARSER, PDF_FILE, PDF_PAGE, parser};
use super::request::ScrapeRequest;
use crate::contract::Contract;
use crate::contract::schema::Properties;
use crate::web_data::world::web::{PdfPage, WebPage};

/// The confidence of a page's text, without and with OCR.
const CONFIDENCE_OF_TEXT: f64 = 1.0;
const CONFIDENCE_OF_OCR: f64 = 0.9;

/// The property for a PDF that is returned as a file. The contract does not show the property; the format of
/// this name contains the fetched file as well.
const FILE_PROPERTY: &str = "rawBase64";

/// A PDF that was read.
#[derive(Debug, Default)]
pub(super) struct Pdf<'p> {
    pub(super) pages: Vec<ReadPage<'p>>,
    /// The properties of the document beyond its formats.
    pub(super) properties: Properties,
}

/// A page that was read.
#[derive(Debug)]
pub(super) struct ReadPage<'p> {
    number: usize,
    pub(super) text: Cow<'p, str>,
    confidence: f64,
}

/// Returns the layout of a page, which has a single block. `start` is the index of its first character in the
/// markdown.
fn layout(page: &ReadPage<'_>, start: usize) -> Value {
    json!({
        "pageNumber": page.number,
        "width": null,
        "height": null,
        "status": "ok",
        "items": [{
            "id": format!("{}-1", page.number),
            "type": "paragraph",
            "label": null,
            "bbox": [0.1, 0.1, 0.9, 0.2],
            "content": page.text,
            "markdownSpan": [start, start + page.text.chars().count()],
            "readingOrder": 0,
            "source": null,
            "confidence": { "layout": CONFIDENCE_OF_TEXT, "ocr": page.confidence },
        }],
    })
}

/// Returns the file of a PDF page.
pub(super) fn file(page: &WebPage) -> Vec<u8> {
    let pages = page.pdf_pages.iter().map(|page| format!("% {}\n", page.text));
    format!("%PDF-1.7\n{}%%EOF\n", pages.collect::<String>()).into_bytes()
}

/// Reads a PDF with the parsers of a scrape, and charges for it. Under lockdown, `load` charges for the copy
/// instead.
pub(super) fn read<'p>(
    request: &ScrapeRequest<'_>,
    page: &'p WebPage,
    bill: &mut Bill<'_>,
) -> Pdf<'p> {
    let mut pdf = Pdf::default();
    let mut charge = |charge: &str, object: &Value, times| {
        if !request.flag("lockdown") {
            bill.charge(charge, object, times);
        }
    };
    match parser(&request.options) {
        Some(parser) if request.has_clause("parsers.behaviour.pdf-extracted") => {
            pdf.pages = Reader { contract: request.contract(), parser }.pages(page);
            charge(PDF_PAGE, &request.options, pdf.pages.len());
            PARSER.iter().for_each(|option| charge(option, parser, 1));
        }
        None if request.has_clause("parsers.behaviour.pdf-as-it-is") => {
            charge(PDF_FILE, &request.options, 1);
            pdf.properties.insert(FILE_PROPERTY.to_owned(), STANDARD.encode(file(page)).into());
        }
        _ => {}
    }
    pdf
}

/// Writes the pages into one markdown, and adds the other properties that the parser asks for. For a PDF that
/// is returned as a file, the markdown is that file, since some clients read no other property.
pub(super) fn write(request: &ScrapeRequest<'_>, pdf: &mut Pdf<'_>) -> String {
    let parser = parser(&request.options).filter(|_| !pdf.pages.is_empty());
    let Some(parser) = parser else {
        let file = pdf.properties.get(FILE_PROPERTY).and_then(Value::as_str);
        return file.unwrap_or_default().to_owned();
    };
    Reader { contract: request.contract(), parser }.write(pdf)
}

struct Reader<'r> {
    contract: &'r Contract,
    parser: &'r Value,
}

impl Reader<'_> {
    fn pages<'p>(&self, page: &'p WebPage) -> Vec<ReadPage<'p>> {
        let max = self.parser.get("maxPages").and_then(Value::as_u64);
        let max = max.and_then(|max| usize::try_from(max).ok()).unwrap_or(usize::MAX);
        let pages = page.pdf_pages.iter().take(max).enumerate();
        pages.map(|(index, page)| self.read(index + 1, page)).collect()
    }

    /// Reads the embedded text, or the text that OCR finds if the mode uses OCR.
    fn read<'p>(&self, number: usize, page: &'p PdfPage) -> ReadPage<'p> {
        let mode = self.parser.get("mode").and_then(Value::as_str).unwrap_or_default();
        let has_clause =
            |mode| self.contract.has_clause(&format!("PdfParser.mode.behaviour.{mode}"));
        let uses_ocr = match mode {
            "ocr" => has_clause("ocr"),
            "auto" => page.scanned && has_clause("auto"),
            "fast" => page.scanned && !has_clause("fast"),
            _ => false,
        };
        let text = if page.scanned && !uses_ocr { "" } else { page.text.as_str() };
        let text = Cow::Borrowed(text);
        ReadPage {
            number,
            text,
            confidence: if uses_ocr { CONFIDENCE_OF_OCR } else { CONFIDENCE_OF_TEXT },
        }
    }

    fn write(&self, pdf: &mut Pdf<'_>) -> String {
        let is_requested = |option| self.parser.get(option) == Some(&Value::Bool(true));
        let marks =
            is_requested("pageMarkers") && self.has_clause("pageMarkers.behaviour.between-pages");
        let mut markdown = String::new();
        let mut blocks = Vec::new();
        for page in &pdf.pages {
            if page.number > 1 {
                markdown.push_str("\n\n");
                if marks {
                    let counted = self.has_clause("pageMarkers.behaviour.numbers");
                    let number = if counted { page.number } else { page.number - 1 };
                    markdown.push_str(&format!("---\n\n<!-- page {number} -->\n\n"));
                }
            }
            let start = markdown.chars().count();
            markdown.push_str(&page.text);
            blocks.push(layout(page, start));
        }
        if is_requested("pages") && self.has_clause("pages.behaviour.field") {
            let pages = pdf.pages.iter();
            let pages =
                pages.map(|page| json!({ "pageNumber": page.number, "markdown": page.text }));
            pdf.properties.insert("pages".to_owned(), pages.collect());
        }
        if is_requested("blocks") && self.has_clause("blocks.behaviour.field") {
            pdf.properties.insert("blocks".to_owned(), blocks.into());
        }
        markdown
    }

    fn has_clause(&self, clause: &str) -> bool {
        self.contract.has_clause(&format!("PdfParser.{clause}"))
    }
}
