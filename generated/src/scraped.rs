//! The types [`AnsweredQuestion`], [`SelectedHighlights`], [`PdfPages`], [`PdfPage`],
//! [`PdfBlocks`], [`TakenScreenshots`], [`Screenshots`], [`PrintedPdfs`], [`Pdfs`], from the
//! page `types/scraped.toml`. See also [`scrape::ScrapeOptions`](super::scrape::ScrapeOptions)
//! and [`scrape_format::Format`](super::scrape_format::Format).
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// The answer to a question about the page.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct AnsweredQuestion {
    /// The answer.
    pub answer: serde_json::Value,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The parts of the page that match a query.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct SelectedHighlights {
    /// The selected source text.
    pub highlights: serde_json::Value,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The pages of a PDF.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct PdfPages {
    /// The pages of the PDF. At least one item (`PdfPages.pages.minItems`).
    #[model(min_items = 1)]
    pub pages: Vec<PdfPage>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A page of a PDF.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct PdfPage {
    /// The number of the page.
    pub page_number: f64,
    /// The content of the page as markdown.
    pub markdown: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The layout blocks of a PDF.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct PdfBlocks {
    /// The blocks.
    pub blocks: serde_json::Value,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The screenshots that actions took.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct TakenScreenshots {
    /// Links to screenshots.
    pub actions: Screenshots,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Links to screenshots.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Screenshots {
    /// A link to each screenshot. At least one item (`Screenshots.screenshots.minItems`).
    #[model(min_items = 1)]
    pub screenshots: Vec<String>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The PDFs that actions printed.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct PrintedPdfs {
    /// The results of printing.
    pub actions: Pdfs,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The results of printing.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Pdfs {
    /// The results. At least one item (`Pdfs.pdfs.minItems`).
    #[model(min_items = 1)]
    pub pdfs: Vec<serde_json::Value>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
