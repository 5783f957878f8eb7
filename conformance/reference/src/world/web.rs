//! The small web that the server scrapes, crawls and searches: pages by URL, edited by the control
//! plane.
//!
//! It must not know what is made of a page, nor reach any other web.

mod depth;
mod site;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use scraper::{Html, Selector};
use serde::{Deserialize, Serialize};
use url::Url;

pub(super) use site::HOME;

use depth::{MOST_DEPTH, is_too_deep};

/// A page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Page {
    /// What a browser gets.
    #[serde(default)]
    pub(super) html: String,
    /// The HTTP status that it comes with.
    #[serde(default = "ok")]
    pub(super) status: u16,
    /// How long it takes to load.
    #[serde(default)]
    pub(super) load_milliseconds: u64,
    /// When it was published.
    #[serde(default)]
    pub(super) published: Option<DateTime<Utc>>,
    /// The pages of a PDF, in order; what has none is no PDF.
    #[serde(default)]
    pub(super) pdf_pages: Vec<PdfPage>,
    /// The score that the classifier of threat protection gives it, of 100.
    #[serde(default)]
    pub(super) risk_score: u8,
    /// Whether the classifier of threat protection cannot be reached when it is asked about it.
    #[serde(default)]
    pub(super) classifier_unreachable: bool,
    /// Whether it sends basic proxies away.
    #[serde(default)]
    pub(super) refuses_basic_proxy: bool,
    /// Whether its TLS certificate does not hold.
    #[serde(default)]
    pub(super) bad_certificate: bool,
}

/// A page of a PDF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PdfPage {
    /// What can be read on it.
    pub(super) text: String,
    /// Whether it is a picture, on which only OCR finds the text.
    #[serde(default)]
    pub(super) scanned: bool,
}

/// A page whose elements stand too deep inside each other.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the elements of a page may stand at most {MOST_DEPTH} deep inside each other")]
pub(super) struct TooDeep;

fn ok() -> u16 {
    200
}

impl Default for Page {
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

impl Page {
    /// The page, where something can be made of it. It may take long to tell.
    ///
    /// # Errors
    /// When its elements stand too deep inside each other.
    pub(super) fn checked(self) -> Result<Self, TooDeep> {
        if is_too_deep(&self.html) { Err(TooDeep) } else { Ok(self) }
    }

    /// The page that any host answers with where it has none.
    pub(super) fn missing(url: &str) -> Self {
        let html = format!(
            "<!doctype html><html lang=\"en\"><head><title>Not Found</title></head>\
             <body><main><h1>Not Found</h1><p>There is no page at {}.</p></main></body></html>",
            url.replace('&', "&amp;").replace('<', "&lt;")
        );
        Self { html, status: 404, ..Self::default() }
    }

    /// Its title; empty where it has none.
    pub(super) fn title(&self) -> String {
        let document = Html::parse_document(&self.html);
        let title = selected(&document, "title").next();
        title.map(|element| spaced(element.text())).unwrap_or_default()
    }
}

/// The pages that a document links to: absolute, each once, in order.
pub(super) fn links(document: &Html, url: &str) -> Vec<String> {
    let mut found = Vec::new();
    for element in selected(document, "a[href]") {
        let link = element.attr("href").and_then(|link| absolute(url, link));
        if let Some(link) = link.filter(|link| !found.contains(link)) {
            found.push(link);
        }
    }
    found
}

/// The elements that a CSS selector means; none for what is no selector.
pub(super) fn selected<'d>(
    document: &'d Html,
    selector: &str,
) -> impl Iterator<Item = scraper::ElementRef<'d>> + use<'d> {
    let selector = Selector::parse(selector).ok();
    let found: Vec<_> =
        selector.map(|selector| document.select(&selector).collect()).unwrap_or_default();
    found.into_iter()
}

/// Where a link of a page leads, without the place inside the page; `None` for what is no web page.
pub(super) fn absolute(url: &str, link: &str) -> Option<String> {
    let mut url = Url::parse(url).ok()?.join(link).ok()?;
    url.set_fragment(None);
    matches!(url.scheme(), "http" | "https").then(|| url.to_string())
}

/// The one spelling of a URL: without a place inside the page, the host in lower case, and with a
/// path.
pub(super) fn canonical(url: &str) -> String {
    absolute(url, url).unwrap_or_else(|| url.to_owned())
}

/// Texts with single blanks between the words.
pub(super) fn spaced<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<&str> = texts.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// Every page, by URL.
#[derive(Debug)]
pub(super) struct Web(Mutex<BTreeMap<String, Page>>);

impl Web {
    /// The web that a server starts with at a moment.
    pub(super) fn at(now: DateTime<Utc>) -> Self {
        Self(Mutex::new(site::pages(now)))
    }

    /// The page at a URL, where there is one.
    pub(super) fn page(&self, url: &str) -> Option<Page> {
        self.locked().get(&canonical(url)).cloned()
    }

    /// Puts a page at a URL, which was checked.
    pub(super) fn put(&self, url: &str, page: Page) {
        self.locked().insert(canonical(url), page);
    }

    /// Every page, by URL.
    pub(super) fn pages(&self) -> BTreeMap<String, Page> {
        self.locked().clone()
    }

    /// Has the pages that were saved, and no others.
    pub(super) fn restore(&self, saved: BTreeMap<String, Page>) {
        *self.locked() = saved;
    }

    /// Takes the page from a URL, and tells whether there was one.
    pub(super) fn remove(&self, url: &str) -> bool {
        self.locked().remove(&canonical(url)).is_some()
    }

    /// Puts everything back as it is at a start at this moment.
    pub(super) fn reset(&self, now: DateTime<Utc>) {
        *self.locked() = site::pages(now);
    }

    /// A thread that failed with the lock in hand leaves whole pages behind.
    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, Page>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

    #[test]
    fn every_page_of_the_site_is_reached_from_its_home_or_is_apart_on_purpose() {
        let pages = site::pages(Utc::now());
        let mut reached = vec!["https://example.com/".to_owned()];
        let mut next = 0;
        while let Some(url) = reached.get(next).cloned() {
            next += 1;
            let links = pages.get(&url).map(|page| links(&Html::parse_document(&page.html), &url));
            let links = links.unwrap_or_default();
            for link in links {
                if !reached.contains(&link) && pages.contains_key(&link) {
                    reached.push(link);
                }
            }
        }
        let apart: Vec<&String> = pages.keys().filter(|url| !reached.contains(url)).collect();
        assert!(apart.iter().all(|url| url.contains("/circumstances/")), "{apart:?}");
        assert!(reached.len() > 7, "{reached:?}");
    }
}
