//! The content of a page: its filtered HTML, and the markdown of that HTML.
//!
//! The content depends only on the page and the options, so it is reproducible.

use htmd::HtmlToMarkdown;
use regex::Regex;
use scraper::Html;
use serde_json::Value;

use crate::web_data::scrape::load::LoadedPage;
use crate::web_data::scrape::pdf::{self, Pdf};
use crate::web_data::scrape::personal_data;
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::world::scrapes::Source;
use crate::web_data::world::web::{WebPage, selected};

/// The most characters of markdown that the cleaning model writes; the contract shows no figure.
const CLEANING_LIMIT: usize = 20_000;

/// The elements that count as advertisements or cookie pop-ups.
const ADS: &str = ".ad, .ads, .advertisement, .adsbygoogle, .cookie-banner, .cookie-popup";
/// The elements outside the main content of a page without a main element.
const MARGIN: &str = "header, nav, aside, footer";
const MAIN: &str = "main, [role=main], article";

/// The content of a page.
pub(super) struct Content {
    /// The unfiltered page.
    pub(super) whole: Html,
    /// The filtered page.
    pub(super) document: Html,
    /// The HTML of the filtered page.
    pub(super) html: String,
    pub(super) markdown: String,
    /// The warnings for the response.
    pub(super) warnings: Vec<String>,
}

impl Content {
    /// Extracts the content of a page with the options of a scrape.
    pub(super) fn new(
        request: &ScrapeRequest<'_>,
        loaded: &LoadedPage,
        pdf: Option<&mut Pdf<'_>>,
    ) -> Self {
        let whole = Html::parse_document(&loaded.html);
        let document = filter_elements(request, &whole);
        let mut warnings = Vec::new();
        let (html, markdown) = match pdf {
            Some(pdf) => {
                let texts = pdf.pages.iter().map(|page| page.text.clone().into_owned()).collect();
                let texts = post_process(request, texts, &mut warnings);
                for (page, text) in pdf.pages.iter_mut().zip(texts) {
                    page.text = text.into();
                }
                (String::new(), pdf::write(request, pdf))
            }
            None => {
                let html = document.html();
                let converter = HtmlToMarkdown::builder().skip_tags(vec!["head"]).build();
                // Writing to a string does not fail.
                let markdown = converter.convert(&html).unwrap_or_default();
                let markdown = post_process(request, vec![markdown], &mut warnings).concat();
                let strips = request.flag("removeBase64Images")
                    && !request.has_clause("removeBase64Images.behaviour.html-unchanged");
                let image = r#"<img[^>]*src="data:[^>]*>"#;
                (if strips { replace_matches(image, &html, "") } else { html }, markdown)
            }
        };
        Self { whole, document, html, markdown, warnings }
    }
}

/// Post-processes the markdown of a page, or of each page of a PDF, as the options say. Positions within the
/// markdown refer to the result.
fn post_process(
    request: &ScrapeRequest<'_>,
    mut texts: Vec<String>,
    warnings: &mut Vec<String>,
) -> Vec<String> {
    if request.flag("removeBase64Images")
        && request.has_clause("removeBase64Images.behaviour.stripped")
    {
        let keeps_text = request.has_clause("removeBase64Images.behaviour.placeholder");
        for text in &mut texts {
            *text = strip_base64_images(text, keeps_text);
        }
    }
    if request.flag("onlyCleanContent") {
        match skips_cleaning(request, &texts) {
            Some(reason) => {
                warnings.push(format!("onlyCleanContent {reason}; the markdown is unchanged"));
            }
            None => texts.iter_mut().for_each(|text| *text = clean(text)),
        }
    }
    let redaction = request.options.get("redactPII").unwrap_or(&Value::Null);
    let texts = texts.into_iter();
    texts.map(|text| personal_data::mask(request.contract(), redaction, text)).collect()
}

/// Returns the reason why markdown is not cleaned although the options ask for it, if there is one.
fn skips_cleaning(request: &ScrapeRequest<'_>, texts: &[String]) -> Option<&'static str> {
    let length: usize = texts.iter().map(|text| text.chars().count()).sum();
    if request.stores_nothing()
        && request.has_clause("onlyCleanContent.behaviour.zero-data-retention")
    {
        Some("is not supported with zero data retention")
    } else if length > CLEANING_LIMIT
        && request.has_clause("onlyCleanContent.behaviour.markdown-too-long")
    {
        Some("was skipped, because the markdown is longer than the cleaning model writes")
    } else {
        None
    }
}

/// Removes clutter from markdown: lines that contain only a link.
fn clean(markdown: &str) -> String {
    replace_matches(r"(?m)^\s*(?:[*+-]\s+)?\[[^\]]*\]\([^)]*\)\s*$\n?", markdown, "")
}

/// Returns the document without the elements that the options exclude.
fn filter_elements(request: &ScrapeRequest<'_>, whole: &Html) -> Html {
    let mut document = whole.clone();
    remove(&mut document, "script, style, noscript, template");
    let is_mobile = request.flag("mobile") && request.has_clause("mobile.behaviour.emulated");
    remove(&mut document, if is_mobile { ".desktop-only" } else { ".mobile-only" });
    if request.flag("blockAds") && request.has_clause("blockAds.behaviour.blocked") {
        remove(&mut document, ADS);
    }
    if request.flag("onlyMainContent") {
        let main = selected(&document, MAIN).next().map(|main| main.html());
        match main {
            Some(main) => document = Html::parse_document(&main),
            None => remove(&mut document, MARGIN),
        }
    }
    let tags = |option, behaviour| {
        let does = request.has_clause(&format!("{option}.behaviour.{behaviour}"));
        request.list(option).iter().filter(move |_| does).filter_map(Value::as_str)
    };
    let included: Vec<&str> = tags("includeTags", "included").collect();
    if !included.is_empty() {
        let parts = selected(&document, &included.join(", ")).map(|part| part.html());
        document = Html::parse_document(&parts.collect::<String>());
    }
    for tag in tags("excludeTags", "excluded") {
        remove(&mut document, tag);
    }
    document
}

fn remove(document: &mut Html, selector: &str) {
    let ids: Vec<_> = selected(document, selector).map(|element| element.id()).collect();
    for id in ids {
        if let Some(mut node) = document.tree.get_mut(id) {
            node.detach();
        }
    }
}

/// Removes embedded images, or replaces only their URLs by a placeholder and keeps the alternative text.
fn strip_base64_images(markdown: &str, keeps_text: bool) -> String {
    let image = r"!\[([^\]]*)\]\(data:[^)]*\)";
    replace_matches(image, markdown, if keeps_text { "![$1](<Base64-Image-Removed>)" } else { "" })
}

fn replace_matches(pattern: &str, text: &str, by: &str) -> String {
    match Regex::new(pattern) {
        Ok(pattern) => pattern.replace_all(text, by).into_owned(),
        Err(_) => text.to_owned(),
    }
}

/// Returns the text and the metadata of a page.
pub(super) fn source(url: &str, page: &WebPage, content: &Content) -> Source {
    let description = selected(&content.whole, "meta[name=description]").next();
    Source {
        url: url.to_owned(),
        title: page.title(),
        description: description
            .and_then(|element| element.attr("content"))
            .unwrap_or_default()
            .to_owned(),
        text: content.markdown.clone(),
    }
}
