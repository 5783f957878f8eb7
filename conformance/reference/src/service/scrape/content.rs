//! The content of a page: its HTML without what was not asked for, and the markdown of that.
//!
//! It must not use anything but the page: the same page and options give the same content.

use htmd::HtmlToMarkdown;
use regex::Regex;
use scraper::Html;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::web::{Page, selected};
use super::asked::Asked;
use super::load::Loaded;
use super::pdf::{self, Pdf};
use super::redact;

/// The most characters of markdown that the cleaning model writes; the contract does not show it.
const CLEANING_LIMIT: usize = 20_000;

/// What counts as an advertisement or a cookie pop-up.
const ADS: &str = ".ad, .ads, .advertisement, .adsbygoogle, .cookie-banner, .cookie-popup";
/// What is seldom the main content.
const MARGIN: &str = "header, nav, aside, footer";
const MAIN: &str = "main, [role=main], article";

/// The content of a page.
pub(super) struct Content {
    /// The page, whole.
    pub(super) whole: Html,
    /// What is left of it.
    pub(super) document: Html,
    /// What is left of it, as a text.
    pub(super) html: String,
    pub(super) markdown: String,
    /// What is worth telling.
    pub(super) warnings: Vec<String>,
}

impl Content {
    /// The content that the options of a scrape leave.
    pub(super) fn of(asked: &Asked<'_>, loaded: &Loaded, pdf: Option<&mut Pdf<'_>>) -> Self {
        let whole = Html::parse_document(&loaded.html);
        let document = filtered(asked, &whole);
        let mut warnings = Vec::new();
        let (html, markdown) = match pdf {
            Some(pdf) => {
                let texts = pdf.pages.iter().map(|page| page.text.clone().into_owned()).collect();
                let texts = finished(asked, texts, &mut warnings);
                for (page, text) in pdf.pages.iter_mut().zip(texts) {
                    page.text = text.into();
                }
                (String::new(), pdf::write(asked, pdf))
            }
            None => {
                let html = document.html();
                let converter = HtmlToMarkdown::builder().skip_tags(vec!["head"]).build();
                // Writing to a text does not fail.
                let markdown = converter.convert(&html).unwrap_or_default();
                let markdown = finished(asked, vec![markdown], &mut warnings).concat();
                let strips = asked.flag("removeBase64Images")
                    && !asked.says("removeBase64Images.behaviour.html-unchanged");
                let image = r#"<img[^>]*src="data:[^>]*>"#;
                (if strips { replaced(image, &html, "") } else { html }, markdown)
            }
        };
        Self { whole, document, html, markdown, warnings }
    }
}

/// The markdown of a page, or of each page of a PDF, after what the options have done with it. What
/// says where something stands in a markdown is worked out from this.
fn finished(asked: &Asked<'_>, mut texts: Vec<String>, warnings: &mut Vec<String>) -> Vec<String> {
    if asked.flag("removeBase64Images") {
        let keeps_text = asked.says("removeBase64Images.behaviour.placeholder");
        for text in &mut texts {
            *text = without_base64_images(text, keeps_text);
        }
    }
    if asked.flag("onlyCleanContent") {
        match kept_unclean(asked, &texts) {
            Some(reason) => {
                warnings.push(format!("onlyCleanContent {reason}; the markdown is as it was"));
            }
            None => texts.iter_mut().for_each(|text| *text = cleaned(text)),
        }
    }
    let redaction = asked.options.get("redactPII").unwrap_or(&Value::Null);
    let texts = texts.into_iter();
    texts.map(|text| redact::masked(asked.contract(), redaction, text)).collect()
}

/// Why markdown is not cleaned although that is asked for, if it is not.
fn kept_unclean(asked: &Asked<'_>, texts: &[String]) -> Option<&'static str> {
    let length: usize = texts.iter().map(|text| text.chars().count()).sum();
    if asked.keeps_nothing() && asked.says("onlyCleanContent.behaviour.zero-data-retention") {
        Some("is not supported with zero data retention")
    } else if length > CLEANING_LIMIT && asked.says("onlyCleanContent.behaviour.markdown-too-long")
    {
        Some("was skipped, because the markdown is longer than the cleaning model writes")
    } else {
        None
    }
}

/// Markdown without leftover clutter: lines that are a link and nothing else.
fn cleaned(markdown: &str) -> String {
    replaced(r"(?m)^\s*(?:[*+-]\s+)?\[[^\]]*\]\([^)]*\)\s*$\n?", markdown, "")
}

/// The document without what the options leave out.
fn filtered(asked: &Asked<'_>, whole: &Html) -> Html {
    let mut document = whole.clone();
    remove(&mut document, "script, style, noscript, template");
    remove(&mut document, if asked.flag("mobile") { ".desktop-only" } else { ".mobile-only" });
    if asked.flag("blockAds") {
        remove(&mut document, ADS);
    }
    if asked.flag("onlyMainContent") {
        let main = selected(&document, MAIN).next().map(|main| main.html());
        match main {
            Some(main) => document = Html::parse_document(&main),
            None => remove(&mut document, MARGIN),
        }
    }
    let tags = |option| asked.list(option).iter().filter_map(Value::as_str);
    let included: Vec<&str> = tags("includeTags").collect();
    if !included.is_empty() {
        let parts = selected(&document, &included.join(", ")).map(|part| part.html());
        document = Html::parse_document(&parts.collect::<String>());
    }
    for tag in tags("excludeTags") {
        remove(&mut document, tag);
    }
    document
}

fn remove(document: &mut Html, selector: &str) {
    let found: Vec<_> = selected(document, selector).map(|element| element.id()).collect();
    for id in found {
        if let Some(mut node) = document.tree.get_mut(id) {
            node.detach();
        }
    }
}

/// The alternative text stays, with a placeholder for the URL.
fn without_base64_images(markdown: &str, keeps_text: bool) -> String {
    let image = r"!\[([^\]]*)\]\(data:[^)]*\)";
    replaced(image, markdown, if keeps_text { "![$1](<Base64-Image-Removed>)" } else { "" })
}

fn replaced(pattern: &str, text: &str, by: &str) -> String {
    match Regex::new(pattern) {
        Ok(pattern) => pattern.replace_all(text, by).into_owned(),
        Err(_) => text.to_owned(),
    }
}

/// What a reader of a page has before them, from which models draw.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Source {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) text: String,
}

impl Source {
    /// What stands on a page.
    pub(super) fn of(url: &str, page: &Page, content: &Content) -> Self {
        let description = selected(&content.whole, "meta[name=description]").next();
        Self {
            url: url.to_owned(),
            title: page.title(),
            description: description
                .and_then(|found| found.attr("content"))
                .unwrap_or_default()
                .to_owned(),
            text: content.markdown.clone(),
        }
    }

    /// Its sentences and lines, without the signs of headings, lists and tables.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().flat_map(|line| line.split_inclusive(". "));
        let plain = lines.map(|line| line.trim_matches(|sign: char| " #*|-_\t".contains(sign)));
        plain.filter(|line| !line.is_empty())
    }
}
