//! Reading HTML and URLs as a browser does.
//!
//! It must not know a page of the server's web.

use scraper::{Html, Selector};
use url::Url;

/// The pages that a document links to: absolute, each once, in order.
pub(crate) fn links(document: &Html, url: &str) -> Vec<String> {
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
pub(crate) fn selected<'d>(
    document: &'d Html,
    selector: &str,
) -> impl Iterator<Item = scraper::ElementRef<'d>> + use<'d> {
    let selector = Selector::parse(selector).ok();
    let found: Vec<_> =
        selector.map(|selector| document.select(&selector).collect()).unwrap_or_default();
    found.into_iter()
}

/// Where a link of a page leads, without the place inside the page; `None` for what is no web page.
pub(crate) fn absolute(url: &str, link: &str) -> Option<String> {
    let mut url = Url::parse(url).ok()?.join(link).ok()?;
    url.set_fragment(None);
    matches!(url.scheme(), "http" | "https").then(|| url.to_string())
}

/// The one spelling of a URL: without a place inside the page, the host in lower case, and with a
/// path.
pub(crate) fn canonical(url: &str) -> String {
    absolute(url, url).unwrap_or_else(|| url.to_owned())
}

/// Texts with single blanks between the words.
pub(crate) fn spaced<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<&str> = texts.flat_map(str::split_whitespace).collect();
    words.join(" ")
}
