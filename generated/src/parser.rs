//! The types of the page `types/parser.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// How files of one kind are turned into content: an object, or perhaps a plain text that names
/// its type.
///
/// Either a string or an object (`Parser.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub enum Parser {
    /// A string.
    #[model(choice)]
    Text(ParserText),
    /// An object.
    #[model(object)]
    ParserObject(ParserObject),
    /// A value of a type that the contract does not list; judging reports it.
    #[model(other)]
    Other(serde_json::Value),
}

/// One of the strings of `Parser.string`.
///
/// The contract does not say whether `"pdf"` is taken (gap `plain-parser`).
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("Parser.string", schema = "/oneOf/0")]
pub enum ParserText {
    /// `pdf`
    #[model("pdf")]
    Pdf,
    /// A string that the contract does not list; judging reports it.
    Other(String),
}

/// How files of one kind are turned into content, with its options.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(discriminator = "type")]
pub enum ParserObject {
    /// `type` is `pdf`.
    #[model("pdf")]
    Pdf(PdfParser),
    /// An object that the contract does not list; judging reports it.
    #[model(other)]
    Other(serde_json::Value),
}

/// How PDFs are turned into markdown.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "pdf"))]
pub struct PdfParser {
    /// How text is found.
    ///
    /// `"auto"` when left out (`PdfParser.mode.default`).
    #[model(default = PdfParserMode::Auto)]
    pub mode: Option<PdfParserMode>,
    /// How many pages are read at most.
    ///
    /// At least 1 (`PdfParser.maxPages.minimum`). At most 10000 (`PdfParser.maxPages.maximum`).
    #[model(minimum = 1, maximum = 10000)]
    pub max_pages: Option<i64>,
    /// Whether the pages are returned one by one.
    ///
    /// `false` when left out (`PdfParser.pages.default`).
    ///
    /// The document has the field `pages`, a list of objects with `pageNumber` and `markdown`.
    /// (`PdfParser.pages.behaviour.field`)
    #[model(default = false)]
    pub pages: Option<bool>,
    /// Whether the layout is returned.
    ///
    /// `false` when left out (`PdfParser.blocks.default`).
    ///
    /// The document has the field `blocks`: typed blocks with normalised bounding boxes, in reading
    /// order, with ranges of characters in the markdown and a confidence each.
    /// (`PdfParser.blocks.behaviour.field`)
    #[model(default = false)]
    pub blocks: Option<bool>,
    /// Whether the markdown shows where pages begin.
    ///
    /// `false` when left out (`PdfParser.pageMarkers.default`).
    ///
    /// A separator and a comment with the page number stand between pages, none before page 1.
    /// (`PdfParser.pageMarkers.behaviour.between-pages`)
    ///
    /// Numbers start at 1 and may skip pages that were merged.
    /// (`PdfParser.pageMarkers.behaviour.numbers`)
    #[model(default = false)]
    pub page_markers: Option<bool>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How text is found.
///
/// `"auto"` when left out (`PdfParser.mode.default`).
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("PdfParser.mode", schema = "/properties/mode")]
pub enum PdfParserMode {
    /// `fast`
    ///
    /// Only text that is embedded. (`PdfParser.mode.behaviour.fast`)
    #[model("fast")]
    Fast,
    /// `auto`
    ///
    /// As `fast`, and with OCR where that fails. (`PdfParser.mode.behaviour.auto`)
    #[model("auto")]
    Auto,
    /// `ocr`
    ///
    /// OCR on every page. (`PdfParser.mode.behaviour.ocr`)
    #[model("ocr")]
    Ocr,
    /// A string that the contract does not list; judging reports it.
    Other(String),
}
