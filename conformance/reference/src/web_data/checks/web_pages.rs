//! The links and words of a page of the server's web, for crawls and searches.
//!
//! This module does not know the formats of scrapes.

use std::collections::HashSet;

use scraper::Html;
use url::Url;

use crate::web_data::world::web::{self, WebPage};

/// Returns the pages of the same origin that a page links to, in its order.
pub(crate) fn links(page: &WebPage, at: &Url) -> Vec<Url> {
    let links = web::links(&Html::parse_document(&page.html), at.as_str());
    let links = links.iter().filter_map(|link| Url::parse(link).ok());
    links.filter(|link| link.origin() == at.origin()).collect()
}

/// Returns the words of a page, including those of its PDF pages.
pub(crate) fn words_of(page: &WebPage) -> HashSet<String> {
    let document = Html::parse_document(&page.html);
    let printed = page.pdf_pages.iter().map(|page| page.text.as_str());
    document.root_element().text().chain(printed).flat_map(words).collect()
}

/// Returns the words of a string, in lower case.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}
