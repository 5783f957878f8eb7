//! The small web that the server scrapes, crawls and searches: web pages by URL, which the control plane
//! edits.
//!
//! This module neither interprets web pages nor reaches the real web.

mod depth;
mod html;
mod page;
mod site;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

use crate::world::part::Part;

pub(crate) use html::{absolute, canonical, links, selected, spaced};
pub(crate) use page::{PdfPage, WebPage};
pub(crate) use site::HOME;

/// Every web page, by URL.
#[derive(Debug)]
pub(crate) struct Web(Mutex<BTreeMap<String, WebPage>>);

impl Web {
    /// Creates the web pages that a server starts with at a moment.
    pub(crate) fn new(now: DateTime<Utc>) -> Self {
        Self(Mutex::new(site::pages(now)))
    }

    /// Returns the web page at a URL.
    pub(crate) fn page(&self, url: &str) -> Option<WebPage> {
        self.locked().get(&canonical(url)).cloned()
    }

    /// Stores a web page at a URL. The caller has checked the page with [`WebPage::checked`].
    pub(crate) fn put(&self, url: &str, page: WebPage) {
        self.locked().insert(canonical(url), page);
    }

    /// Returns every web page, by URL.
    pub(crate) fn pages(&self) -> BTreeMap<String, WebPage> {
        self.locked().clone()
    }

    /// Removes the web page at a URL, and returns whether there was a page.
    pub(crate) fn remove(&self, url: &str) -> bool {
        self.locked().remove(&canonical(url)).is_some()
    }

    /// Locks the web pages. Poisoning is ignored, because every change leaves the pages consistent.
    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, WebPage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Web {
    type Saved = BTreeMap<String, WebPage>;

    fn reset(&self, now: DateTime<Utc>) {
        *self.locked() = site::pages(now);
    }

    fn save(&self) -> BTreeMap<String, WebPage> {
        self.pages()
    }

    fn restore(&self, saved: BTreeMap<String, WebPage>) {
        *self.locked() = saved;
    }
}

#[cfg(test)]
mod tests {
    use scraper::Html;

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
