//! Reading HTML and URLs as a browser does.
//!
//! This module does not know the server's web pages.

use scraper::{Html, Selector};
use url::Url;

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
