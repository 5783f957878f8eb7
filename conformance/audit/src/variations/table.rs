//! Reads the variations of a contract: those that any contract allows, and those of the file `variations.toml`
//! beside its pages.
//!
//! This module does not know what a variation does.

use std::sync::Arc;

use serde::Deserialize;
use webdata_spec::{Source, Spec, companion};

use super::variation::{Variant, Variation};
use crate::differences::{DataError, Mistakes};

/// The name of the file beside the pages of a contract.
const FILE: &str = "variations.toml";

/// The variations that any contract allows.
const OF_ANY_CONTRACT: &str = include_str!("../../variations.toml");

/// The servers that are correct although they differ from the reference server.
#[derive(Debug, Clone, Default)]
pub struct Variations {
    servers: Vec<Variant>,
}

/// A file of variations.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    server: Vec<Server>,
}

/// A server, and its variations. Servers of the same name in two files are one server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    name: String,
    variation: Vec<Variation>,
}

impl Variations {
    /// Reads the variations of a contract from the files beside its pages.
    ///
    /// # Errors
    /// Every name in the file that the contract does not have, or the first mistake of its syntax.
    pub fn read(spec: &Spec, files: &[Source]) -> Result<Self, DataError> {
        let mut servers = Vec::new();
        if let Some(text) = companion(files, FILE) {
            let page = read(FILE, text)?;
            let mistakes = mistakes(spec, &page);
            if !mistakes.is_empty() {
                return Err(DataError::new(FILE, mistakes));
            }
            add(&mut servers, page);
        }
        add(&mut servers, read("the variations of any contract", OF_ANY_CONTRACT)?);
        Ok(Self { servers })
    }

    /// Returns the servers.
    #[must_use]
    pub fn servers(&self) -> &[Variant] {
        &self.servers
    }

    /// Returns every variation that a contract leaves open, in the order of the servers.
    pub fn open_in(&self, spec: &Spec) -> impl Iterator<Item = &Arc<Variation>> {
        let all = self.servers.iter().flat_map(|server| &server.variations);
        all.filter(|variation| variation.is_open_in(spec))
    }
}

fn read(file: &str, text: &str) -> Result<Page, DataError> {
    toml::from_str(text).map_err(|mistake| DataError::new(file, vec![mistake.to_string()]))
}

fn add(servers: &mut Vec<Variant>, page: Page) {
    for Server { name, variation } in page.server {
        let variations = variation.into_iter().map(Arc::new);
        match servers.iter_mut().find(|server| server.name == name) {
            Some(server) => server.variations.extend(variations),
            None => servers.push(Variant { name, variations: variations.collect() }),
        }
    }
}

/// Returns the names that the contract does not have, each with the variation and the key.
fn mistakes(spec: &Spec, page: &Page) -> Vec<String> {
    let mut mistakes = Mistakes::new(spec);
    for variation in page.server.iter().flat_map(|server| &server.variation) {
        let name = &variation.name;
        for gap in variation.observed.keys() {
            mistakes.gap(gap, &format!("`{name}`, observed"));
        }
        for (at, change) in variation.changes.iter().enumerate() {
            mistakes.difference(change, &format!("`{name}`, changes[{at}]"));
        }
    }
    mistakes.found()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use webdata_spec::{Source, Spec, companions};

    use super::{FILE, Variations};

    fn contract() -> (Spec, Vec<Source>) {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/v2");
        (Spec::load(&pages).unwrap(), companions(&pages).unwrap())
    }

    #[test]
    fn servers_of_the_same_name_are_one() {
        let (spec, files) = contract();
        let variations = Variations::read(&spec, &files).unwrap();
        assert_eq!(variations.servers().len(), 6);
        let of_any = Variations::read(&spec, &[]).unwrap();
        assert_eq!(of_any.servers().len(), 3);
        assert!(variations.open_in(&spec).count() > of_any.open_in(&spec).count());
    }

    #[test]
    fn a_mistake_is_reported_with_its_file_and_key() {
        let (spec, _) = contract();
        let page = |rest: &str| {
            format!(
                "[[server]]\nname = \"S\"\n[[server.variation]]\nname = \"V\"\nallowed-by = \"A.\"\n{rest}\n"
            )
        };
        for (rest, message) in [
            ("changes = [{ refuse = {} }]", "variations.toml: TOML parse error at line 6"),
            (
                "observed = { lenght-unit = \"a\" }\nchanges = []",
                "variations.toml: `V`, observed: the contract has no gap `lenght-unit`; did you mean `length-unit`?",
            ),
            (
                "changes = [{ refuses = { at = [\"gaol\"] } }]",
                "variations.toml: `V`, changes[0].at: the contract has no property `gaol`; did you mean `goal`?",
            ),
            (
                "changes = [{ echoes = \"unlisted\" }, { turns-away = { row = \"invalid-tokn\" } }]",
                "variations.toml: `V`, changes[1].row: the contract has no error `invalid-tokn`; did you mean `invalid-token`?",
            ),
        ] {
            let file = Source { name: FILE.to_owned(), text: page(rest) };
            let error = Variations::read(&spec, &[file]).map(drop).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
