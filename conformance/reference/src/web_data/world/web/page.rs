//! A web page of the server's web.
//!
//! This module does not know the URL of the page.

use chrono::{DateTime, Utc};
use scraper::Html;
use serde::{Deserialize, Serialize};

use super::depth::{MAX_DEPTH, is_too_deep};
use super::html::{selected, spaced};

/// A web page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Page", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct WebPage {
    /// The HTML that a browser receives.
    #[serde(default)]
    pub(crate) html: String,
    /// The status code of the response.
    #[serde(default = "ok")]
    pub(crate) status: u16,
    /// How long the page takes to load, in milliseconds.
    #[serde(default)]
    pub(crate) load_milliseconds: u64,
    /// When the page was published.
    #[serde(default)]
    pub(crate) published: Option<DateTime<Utc>>,
    /// The pages of a PDF, in order; empty if this is no PDF.
    #[serde(default)]
    pub(crate) pdf_pages: Vec<PdfPage>,
    /// The score of threat protection's classifier, from 0 to 100.
    #[serde(default)]
    pub(crate) risk_score: u8,
    /// Whether threat protection's classifier is unreachable for this page.
    #[serde(default)]
    pub(crate) classifier_unreachable: bool,
    /// Whether the page rejects basic proxies.
    #[serde(default)]
    pub(crate) refuses_basic_proxy: bool,
    /// Whether the TLS certificate of the page is invalid.
    #[serde(default)]
    pub(crate) bad_certificate: bool,
}

/// A page of a PDF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PdfPage {
    /// The text of the page.
    pub(crate) text: String,
    /// Whether the page is an image, whose text only OCR can read.
    #[serde(default)]
    pub(crate) scanned: bool,
}

/// The error for a web page whose elements are nested too deep.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the elements of a web page may be nested at most {MAX_DEPTH} deep")]
pub(crate) struct TooDeep;

/// The control-plane path that adds a web page.
const REGISTER_PATH: &str = "/_reference/pages?url={url}";

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
    /// Returns the page if its elements are not nested too deep. Checking a large page takes long.
    ///
    /// # Errors
    /// The elements are nested too deep.
    pub(crate) fn checked(self) -> Result<Self, TooDeep> {
        if is_too_deep(&self.html) { Err(TooDeep) } else { Ok(self) }
    }

    /// Returns the page that every host responds with at an unknown URL.
    pub(crate) fn missing(url: &str) -> Self {
        let html = format!(
            "<!doctype html><html lang=\"en\"><head><title>Not Found</title></head>\
             <body><main><h1>Not Found</h1><p>There is no web page at {}. Add it to this server with \
             <code>PUT {REGISTER_PATH}</code>.</p></main></body></html>",
            url.replace('&', "&amp;").replace('<', "&lt;")
        );
        Self { html, status: 404, ..Self::default() }
    }

    /// Returns the title of the page; empty if there is none.
    pub(crate) fn title(&self) -> String {
        let document = Html::parse_document(&self.html);
        let title = selected(&document, "title").next();
        title.map(|element| spaced(element.text())).unwrap_or_default()
    }
}
