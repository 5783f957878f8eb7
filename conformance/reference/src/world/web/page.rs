//! A page of the server's web.
//!
//! It must not know where the page is.

use chrono::{DateTime, Utc};
use scraper::Html;
use serde::{Deserialize, Serialize};

use super::depth::{MOST_DEPTH, is_too_deep};
use super::html::{selected, spaced};

/// A page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Page", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct WebPage {
    /// What a browser gets.
    #[serde(default)]
    pub(crate) html: String,
    /// The HTTP status that it comes with.
    #[serde(default = "ok")]
    pub(crate) status: u16,
    /// How long it takes to load.
    #[serde(default)]
    pub(crate) load_milliseconds: u64,
    /// When it was published.
    #[serde(default)]
    pub(crate) published: Option<DateTime<Utc>>,
    /// The pages of a PDF, in order; what has none is no PDF.
    #[serde(default)]
    pub(crate) pdf_pages: Vec<PdfPage>,
    /// The score that the classifier of threat protection gives it, of 100.
    #[serde(default)]
    pub(crate) risk_score: u8,
    /// Whether the classifier of threat protection cannot be reached when it is asked about it.
    #[serde(default)]
    pub(crate) classifier_unreachable: bool,
    /// Whether it sends basic proxies away.
    #[serde(default)]
    pub(crate) refuses_basic_proxy: bool,
    /// Whether its TLS certificate does not hold.
    #[serde(default)]
    pub(crate) bad_certificate: bool,
}

/// A page of a PDF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PdfPage {
    /// What can be read on it.
    pub(crate) text: String,
    /// Whether it is a picture, on which only OCR finds the text.
    #[serde(default)]
    pub(crate) scanned: bool,
}

/// A page whose elements stand too deep inside each other.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the elements of a page may stand at most {MOST_DEPTH} deep inside each other")]
pub(crate) struct TooDeep;

/// How a page is made known.
const HOW: &str = "/_reference/pages?url={url}";

fn ok() -> u16 {
    200
}

impl Default for WebPage {
    fn default() -> Self {
        Self {
            html: String::new(),
            status: ok(),
            load_milliseconds: 0,
            published: None,
            pdf_pages: Vec::new(),
            risk_score: 0,
            classifier_unreachable: false,
            refuses_basic_proxy: false,
            bad_certificate: false,
        }
    }
}

impl WebPage {
    /// The page, where something can be made of it. It may take long to tell.
    ///
    /// # Errors
    /// When its elements stand too deep inside each other.
    pub(crate) fn checked(self) -> Result<Self, TooDeep> {
        if is_too_deep(&self.html) { Err(TooDeep) } else { Ok(self) }
    }

    /// The page that any host answers with where it has none.
    pub(crate) fn missing(url: &str) -> Self {
        let html = format!(
            "<!doctype html><html lang=\"en\"><head><title>Not Found</title></head>\
             <body><main><h1>Not Found</h1><p>There is no page at {}. Make it known to this server by \
             <code>PUT {HOW}</code>.</p></main></body></html>",
            url.replace('&', "&amp;").replace('<', "&lt;")
        );
        Self { html, status: 404, ..Self::default() }
    }

    /// Its title; empty where it has none.
    pub(crate) fn title(&self) -> String {
        let document = Html::parse_document(&self.html);
        let title = selected(&document, "title").next();
        title.map(|element| spaced(element.text())).unwrap_or_default()
    }
}
