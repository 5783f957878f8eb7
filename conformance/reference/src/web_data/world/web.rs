//! The small web that the server scrapes, crawls and searches: web pages by URL, which the control plane
//! edits, and reading their HTML and URLs as a browser does.
//!
//! This module does not reach the real web. A page whose tags alone show that it is nested too deep is not parsed,
//! because parsing would take long.

mod site;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use scraper::{Html, Selector};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::shared::Shared;
pub(crate) use crate::web_data::world::web::site::HOME;
use crate::world::Part;

/// The deepest nesting of nodes in a web page. It is deeper than in any real page, and safe for code that
/// walks a page by recursion.
const MAX_DEPTH: usize = 256;

/// The largest number of open elements in a page that is parsed, since each of them slows the parser down.
/// Real pages leave some elements open that no end tag closes.
const MAX_OPEN: usize = 2000;

/// The elements that have neither content nor an end tag.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// The elements whose end tag may be left out.
const OPTIONAL_END_TAG: [&str; 12] =
    ["dd", "dt", "li", "optgroup", "option", "p", "tbody", "td", "tfoot", "th", "thead", "tr"];

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

    /// Removes the web page at a URL, and returns whether there was a page.
    pub(crate) fn remove(&self, url: &str) -> bool {
        self.0.lock().remove(&canonical(url)).is_some()
    }
}

impl Part for Web {
    type Saved = BTreeMap<String, WebPage>;

    fn reset(&self, _now: DateTime<Utc>) {
        *self.0.lock() = site::pages();
    }

    fn save(&self) -> BTreeMap<String, WebPage> {
        self.pages()
    }

    fn restore(&self, saved: BTreeMap<String, WebPage>) {
        *self.0.lock() = saved;
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

/// The error for a web page whose elements are nested too deep.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the elements of a web page may be nested at most {MAX_DEPTH} deep")]
pub(crate) struct TooDeep;

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
    /// Returns the page if its elements are not nested too deep. Checking a large page takes long.
    ///
    /// # Errors
    /// The elements are nested too deep.
    pub(crate) fn checked(self) -> Result<Self, TooDeep> {
        let is_too_deep =
            opens_many(&self.html) || depth(&Html::parse_document(&self.html)) > MAX_DEPTH;
        if is_too_deep { Err(TooDeep) } else { Ok(self) }
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

/// Returns whether the tags of a web page leave more than [`MAX_OPEN`] elements open at once. The scan does not
/// parse HTML: it counts tags in comments, too, and can be deceived.
fn opens_many(html: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let (is_end, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
        if !tag.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let name = tag.split(|end: char| end.is_ascii_whitespace() || end == '/').next();
        let name = name.unwrap_or_default();
        let is_same = |other: &str| other.eq_ignore_ascii_case(name);
        if is_end {
            let goes_on = |open: &&str| !is_same(open) && is_one_of(&OPTIONAL_END_TAG, open);
            let at = open.iter().rposition(|open| !goes_on(open));
            if let Some(at) = at.filter(|at| is_same(open[*at])) {
                open.truncate(at);
            }
            continue;
        }
        let continues = open.last().is_some_and(|last| is_same(last));
        let has_no_end = is_one_of(&VOID, name)
            || (continues && is_one_of(&OPTIONAL_END_TAG, name))
            // Inside SVG and MathML, and only there, a tag may close itself.
            || (tag.ends_with('/') && open.iter().any(|open| is_one_of(&["svg", "math"], open)));
        if !has_no_end {
            open.push(name);
        }
        if open.len() > MAX_OPEN {
            return true;
        }
    }
    false
}

/// Returns whether `names` contains the name of an element, in any letter case.
fn is_one_of(names: &[&str], element: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(element))
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

    #[test]
    fn a_page_is_checked_before_it_is_read() {
        let many = |text: &str| text.repeat(MAX_OPEN + 1);
        let table = [
            (many("<div>"), true),
            (many("<b><i>"), true),
            (many("<DIV/>"), true),
            (many("<a:b></a>"), true),
            (many("<div></span>"), true),
            (many("<div class=\"a\"><br><img src=a></DIV >"), false),
            (format!("<ul>{}</ul>", many("<li>a")), false),
            (many("<ul><li>a<p>b</ul>"), false),
            (many("<table><tr><td>a<td>b<tr><td>c</table>"), false),
            (format!("<table>{}</table>", many("<tr><td>a</tr>")), false),
            (format!("<svg>{}</svg>", many("<path d=\"a\"/>")), false),
            (many("1 < 2 <!-- a --> <3 </> "), false),
        ];
        for (html, expected) in table {
            assert_eq!(opens_many(&html), expected, "{}", &html[..40]);
        }
    }
}
