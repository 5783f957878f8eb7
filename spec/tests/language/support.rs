//! What the tests share: the contracts, edits of their pages, and goldens.
//!
//! `SNAPSHOTS=overwrite` accepts the current output as golden; CI never sets it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data, IntoData as _};
use webdata_spec::{Source, Spec, sources};

/// The folder of the tests and their data.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The contract of the service.
pub(crate) fn service() -> Spec {
    load("../v2")
}

/// A contract with every kind of entry.
pub(crate) fn library() -> Spec {
    load("contracts/library")
}

/// The contract of the generator's tests that has an operation of every kind.
pub(crate) fn parcels() -> Spec {
    load("../../codegen/tests/contracts/parcels")
}

/// The contract of the generator's tests whose resources belong to others.
pub(crate) fn allotments() -> Spec {
    load("../../codegen/tests/contracts/allotments")
}

/// The contract of the generator's tests that has versions, keys and a deprecated operation.
pub(crate) fn drafts() -> Spec {
    load("../../codegen/tests/contracts/drafts")
}

fn load(contract: &str) -> Spec {
    Spec::load(&folder().join(contract)).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads pages, which have no mistakes.
pub(crate) fn read(name: &str, pages: &[Source]) -> Spec {
    Spec::read(pages).unwrap_or_else(|mistakes| panic!("{name}:\n{}", mistakes.render(false)))
}

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
    sources(&self::folder().join(folder)).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a table of the tests.
pub(crate) fn table<T: DeserializeOwned>(name: &str) -> T {
    let text = fs::read_to_string(folder().join(name));
    let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compares `actual` with the golden at a path below the folder of the tests.
pub(crate) fn compare(name: &str, actual: &str) {
    // snapbox treats both kinds of line ends alike.
    assert!(!actual.contains('\r'), "{name} has a line end of Windows");
    let golden = Data::read_from(&folder().join(name), Some(DataFormat::Text)).raw();
    let compared = Assert::new().action_env(DEFAULT_ACTION_ENV);
    let compared = compared.try_eq(Some(&"actual"), actual.into_data(), golden);
    compared.unwrap_or_else(|failure| panic!("{failure}"));
}
