//! What crawls and searches read of a page of the server's web.
//!
//! It must not know what a page is scraped into.

use std::collections::HashSet;

use scraper::Html;
use url::Url;

use crate::world::web::{self, WebPage};

/// The pages of the same host that a page links to, in its order.
pub(crate) fn links(page: &WebPage, at: &Url) -> Vec<Url> {
    let links = web::links(&Html::parse_document(&page.html), at.as_str());
    let links = links.iter().filter_map(|link| Url::parse(link).ok());
    links.filter(|link| link.origin() == at.origin()).collect()
}

/// The words of a page, be it a PDF or not.
pub(crate) fn words_of(page: &WebPage) -> HashSet<String> {
    let document = Html::parse_document(&page.html);
    let printed = page.pdf_pages.iter().map(|page| page.text.as_str());
    document.root_element().text().chain(printed).flat_map(words).collect()
}

/// The words of a text, in lower case.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}
