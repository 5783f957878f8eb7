//! Double entry: compares facts of the contract that were copied by hand from its text with `spec/v2`.
//!
//! The text is not in the repository. The TOML files of this folder have its sentences, table rows and list
//! items under their headings, word by word and in their order, and after them the facts that they state, as
//! tables; nothing in these files is derived from `spec/v2`. This test reads the facts; `sentences.rs` of the
//! tests of `webdata-conformance` reads the sentences.
//!
//! If a page differs, the page is wrong or the contract has changed. `cargo xtask spec-diff --accept "why"`
//! records the difference in `accepted.toml`. No fact of the contract is in Rust.

mod comparison;
mod facts;

use std::path::{Path, PathBuf};

use webdata_spec::Spec;

use crate::comparison::Accepted;
use crate::facts::Facts;

/// The environment variable with the reason for accepting all differences.
const REASON: &str = "ACCEPT_REASON";

/// Returns the package's folder, as cargo names it at run time: two checkouts that share a target folder also
/// share this program.
fn package() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from)
}

fn read_facts(folder: &Path) -> Facts {
    let spec = Spec::load(folder).unwrap_or_else(|error| panic!("{error}"));
    Facts::from_spec(&spec)
}

#[test]
fn pages_agree_with_the_transcription() {
    let folder = package().join("tests/contract");
    let transcribed = Facts::from_folder(&folder).unwrap_or_else(|error| panic!("{error}"));
    let differences = comparison::differences(&transcribed, &read_facts(&package().join("v2")));
    let mut accepted = Accepted::read(&folder).unwrap_or_else(|error| panic!("{error}"));
    if let Ok(reason) = std::env::var(REASON) {
        accepted.accept(&differences, &reason);
        accepted.write(&folder).unwrap_or_else(|error| panic!("{error}"));
    }
    println!("{}", accepted.render(&differences));
    let problems = accepted.problems(&differences);
    assert!(problems.is_empty(), "{problems}");
}
