//! Contracts as data, and edits of their pages.

use std::fs;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use webdata_spec::{Source, sources};

use crate::golden;

/// An edit of one page. Without any text, the page is removed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    page: String,
    /// What `replace` stands for; it occurs once on the page. If missing, `replace` is the whole page.
    find: Option<String>,
    replace: Option<String>,
    /// Lines after the last one of the page, which may be new.
    append: Option<String>,
}

impl Edit {
    pub(crate) fn apply(&self, pages: &mut Vec<Source>) {
        let position = pages.iter().position(|page| page.name == self.page);
        match (&self.find, &self.replace, &self.append, position) {
            (Some(find), Some(replace), None, Some(at)) => {
                let text = &mut pages[at].text;
                let times = text.matches(find.as_str()).count();
                assert_eq!(times, 1, "{} has `{find}` {times} times", self.page);
                *text = text.replacen(find.as_str(), replace, 1);
            }
            (None, None, Some(text), Some(at)) => {
                pages[at].text = format!("{}\n{text}", pages[at].text);
            }
            (None, Some(text), None, _) | (None, None, Some(text), None) => {
                pages.retain(|page| page.name != self.page);
                pages.push(Source { name: self.page.clone(), text: text.clone() });
            }
            (None, None, None, Some(at)) => {
                pages.remove(at);
            }
            _ => panic!("this edit cannot be made to {}", self.page),
        }
    }
}

/// Reads the pages of the contract in a folder below that of the tests.
pub(crate) fn contract(folder: &str) -> Vec<Source> {
    sources(&golden::folder().join(folder)).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a table of the tests.
pub(crate) fn table<T: DeserializeOwned>(name: &str) -> T {
    let text = fs::read_to_string(golden::folder().join(name));
    let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}
