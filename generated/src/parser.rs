//! The types [`Parser`], [`ParserObject`], [`PdfParser`], from the page `types/parser.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// The parser for files of one type: an object. Whether a plain string that names the type is
/// accepted too is open.
///
/// Either a string or an object (`Parser.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub enum Parser {
    /// A string.
    #[model(choice)]
    Text(ParserText),
    /// An object.
    #[model(object)]
    ParserObject(ParserObject),
    /// A value of a type that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// The value `Parser`, as a string.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("Parser.string", schema = "/oneOf/0")]
#[non_exhaustive]
pub enum ParserText {
    /// `pdf`.
    #[model("pdf")]
    Pdf,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// The parser for files of one type, with its options.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(discriminator = "type")]
#[non_exhaustive]
pub enum ParserObject {
    /// `type` is `pdf`.
    #[model("pdf")]
    Pdf(PdfParser),
    /// An object that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// The parser that converts PDFs to markdown.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "pdf"))]
#[non_exhaustive]
pub struct PdfParser {
    /// How text is extracted. Defaults to `"auto"` (`PdfParser.mode.default`).
    #[model(default = PdfParserMode::Auto)]
    pub mode: Option<PdfParserMode>,
    /// The maximum number of pages to parse. At least 1 (`PdfParser.maxPages.minimum`). At most 10000
    /// (`PdfParser.maxPages.maximum`).
    #[model(minimum = 1, maximum = 10000)]
    pub max_pages: Option<i64>,
    /// Whether the document has the property `pages`. Defaults to `false`
    /// (`PdfParser.pages.default`). The document has the property `pages`, an array of objects with
    /// `pageNumber` and `markdown` (`PdfParser.pages.behaviour.field`).
    #[model(default = false)]
    pub pages: Option<bool>,
    /// Whether the document has the property `blocks`. Defaults to `false`
    /// (`PdfParser.blocks.default`). The document has the property `blocks`: typed layout blocks in
    /// reading order, each with a normalised bounding box, a character range in the markdown and a
    /// confidence (`PdfParser.blocks.behaviour.field`).
    #[model(default = false)]
    pub blocks: Option<bool>,
    /// Whether the markdown marks where pages begin. Defaults to `false`
    /// (`PdfParser.pageMarkers.default`). A separator and a comment with the page number are
    /// inserted between pages, but not before page 1
    /// (`PdfParser.pageMarkers.behaviour.between-pages`). Page numbers start at 1 and may skip
    /// merged pages (`PdfParser.pageMarkers.behaviour.numbers`).
    #[model(default = false)]
    pub page_markers: Option<bool>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How text is extracted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("PdfParser.mode", schema = "/properties/mode")]
#[non_exhaustive]
pub enum PdfParserMode {
    /// `fast`. Embedded text only (`PdfParser.mode.behaviour.fast`).
    #[model("fast")]
    Fast,
    /// `auto`. As `fast`, with OCR as a fallback (`PdfParser.mode.behaviour.auto`).
    #[model("auto")]
    Auto,
    /// `ocr`. OCR on every page (`PdfParser.mode.behaviour.ocr`).
    #[model("ocr")]
    Ocr,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}
