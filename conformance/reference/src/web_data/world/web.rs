//! The small web that the server scrapes, crawls and searches. The control plane edits its pages. This module also
//! reads HTML and URLs as a browser does.
//!
//! This module does not reach the real web.

mod site;

use std::collections::BTreeMap;

use scraper::{Html, Selector};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::shared::Shared;
pub(crate) use crate::web_data::world::web::site::HOME;

/// The deepest nesting of nodes in a web page. It is deeper than in any real page, and safe for code that
/// walks a page by recursion.
const MAX_DEPTH: usize = 256;

/// The largest number of tags in a web page, since a parser takes long for many open elements.
const MAX_TAGS: usize = 20_000;

/// The control-plane path that adds a web page.
const REGISTER_PATH: &str = "/_reference/pages?url={url}";

/// Every web page, by URL.
#[derive(Debug)]
pub(crate) struct Web(Shared<BTreeMap<String, WebPage>>);

impl Web {
    /// Creates the web pages that a server starts with.
    pub(crate) fn new() -> Self {
        Self(Shared::new(site::pages()))
    }

    pub(crate) fn page(&self, url: &str) -> Option<WebPage> {
        self.0.lock().get(&canonical(url)).cloned()
    }

    /// Stores a web page at a URL. The caller has checked the page with [`WebPage::checked`].
    pub(crate) fn put(&self, url: &str, page: WebPage) {
        self.0.lock().insert(canonical(url), page);
    }

    pub(crate) fn pages(&self) -> BTreeMap<String, WebPage> {
        self.0.lock().clone()
    }

    /// Returns the pages that a search finds: all but those that stand for a circumstance.
    pub(crate) fn searchable(&self) -> BTreeMap<String, WebPage> {
        let mut pages = self.pages();
        pages.retain(|url, _| !site::is_circumstance(url));
        pages
    }

    /// Removes the web page at a URL, and returns whether there was a page.
    pub(crate) fn remove(&self, url: &str) -> bool {
        self.0.lock().remove(&canonical(url)).is_some()
    }

    /// Restores the web pages that a server starts with.
    pub(crate) fn reset(&self) {
        *self.0.lock() = site::pages();
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Page", rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct WebPage {
    /// The HTML that a browser receives.
    pub(crate) html: String,
    /// The status code of the response.
    pub(crate) status: u16,
    /// How long the page takes to load, in milliseconds.
    pub(crate) load_milliseconds: u64,
    /// The pages of a PDF, in order; empty if this is no PDF.
    pub(crate) pdf_pages: Vec<PdfPage>,
    /// The score of threat protection's classifier, from 0 to 100.
    pub(crate) risk_score: u8,
    /// Whether threat protection's classifier is unreachable for this page.
    pub(crate) classifier_unreachable: bool,
    pub(crate) refuses_basic_proxy: bool,
    /// Whether the TLS certificate of the page is invalid.
    pub(crate) bad_certificate: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PdfPage {
    pub(crate) text: String,
    /// Whether the page is an image, whose text only OCR can read.
    #[serde(default)]
    pub(crate) scanned: bool,
}

/// The error for a web page that is too large to parse.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a web page may have at most {MAX_TAGS} tags, which are nested at most {MAX_DEPTH} deep")]
pub(crate) struct TooLarge;

impl Default for WebPage {
    fn default() -> Self {
        Self {
            html: String::new(),
            status: 200,
            load_milliseconds: 0,
            pdf_pages: Vec::new(),
            risk_score: 0,
            classifier_unreachable: false,
            refuses_basic_proxy: false,
            bad_certificate: false,
        }
    }
}

impl WebPage {
    /// Returns the page if it is not too large to parse. Checking a large page takes long.
    ///
    /// # Errors
    /// The page has too many tags, or they are nested too deep.
    pub(crate) fn checked(self) -> Result<Self, TooLarge> {
        let is_too_large = self.html.matches('<').count() > MAX_TAGS
            || depth(&Html::parse_document(&self.html)) > MAX_DEPTH;
        if is_too_large { Err(TooLarge) } else { Ok(self) }
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
}

/// Returns the links of a document: absolute, without duplicates, in document order.
pub(crate) fn links(document: &Html, url: &str) -> Vec<String> {
    let mut links = Vec::new();
    for element in selected(document, "a[href]") {
        let link = element.attr("href").and_then(|link| absolute(url, link));
        if let Some(link) = link.filter(|link| !links.contains(link)) {
            links.push(link);
        }
    }
    links
}

/// Returns the elements that a CSS selector matches; none for an invalid selector.
pub(crate) fn selected<'d>(
    document: &'d Html,
    selector: &str,
) -> impl Iterator<Item = scraper::ElementRef<'d>> + use<'d> {
    let selector = Selector::parse(selector).ok();
    let elements: Vec<_> =
        selector.map(|selector| document.select(&selector).collect()).unwrap_or_default();
    elements.into_iter()
}

/// Returns the absolute URL of a link without its fragment; `None` unless the scheme is HTTP or HTTPS.
pub(crate) fn absolute(url: &str, link: &str) -> Option<String> {
    let mut url = Url::parse(url).ok()?.join(link).ok()?;
    url.set_fragment(None);
    matches!(url.scheme(), "http" | "https").then(|| url.to_string())
}

/// Returns the canonical form of a URL: no fragment, the host in lower case, and a path.
pub(crate) fn canonical(url: &str) -> String {
    absolute(url, url).unwrap_or_else(|| url.to_owned())
}

/// Joins strings, with single spaces between the words.
pub(crate) fn spaced<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<&str> = texts.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// Returns the depth of the deepest node in a document.
fn depth(document: &Html) -> usize {
    let mut deepest = 0;
    let mut open = vec![(document.tree.root(), 0)];
    while let Some((node, depth)) = open.pop() {
        deepest = deepest.max(depth);
        open.extend(node.children().map(|child| (child, depth + 1)));
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_one_spelling() {
        let table = [
            ("https://example.com", "https://example.com/"),
            ("HTTPS://Example.COM/A?b=c#d", "https://example.com/A?b=c"),
            ("https://example.com:443/a/../b", "https://example.com/b"),
            ("https://", "https://"),
        ];
        for (url, expected) in table {
            assert_eq!(canonical(url), expected);
        }
    }
}
