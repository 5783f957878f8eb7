//! Double entry: facts of the contract, copied by hand from its text, against `spec/v2`.
//!
//! The copies are the TOML files of this folder, one for each heading of the text; nothing in them is
//! read off `spec/v2`. Where a page differs, the page is wrong, or the contract has changed since:
//! `cargo xtask spec-diff --accept "why"` then records the difference in `accepted.toml`. No fact of
//! the contract stands in Rust.

mod accepted;
mod comparison;
mod describe;
mod facts;

use std::path::{Path, PathBuf};

use webdata_spec::Spec;

use accepted::Accepted;
use facts::Facts;

/// The environment variable with the reason for which all differences are recorded as accepted.
const REASON: &str = "ACCEPT_REASON";

/// The package's folder, as cargo names it at run time: two checkouts that share a target folder
/// share this program, too.
fn package() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from)
}

fn read_facts(folder: &Path) -> Facts {
    let spec = Spec::load(folder).unwrap_or_else(|error| panic!("{error}"));
    Facts::from_spec(&spec)
}

#[test]
fn pages_say_what_the_contract_says() {
    let folder = package().join("tests/contract");
    let transcribed = Facts::from_folder(&folder).unwrap_or_else(|error| panic!("{error}"));
    let found = comparison::differences(&transcribed, &read_facts(&package().join("v2")));
    let mut accepted = Accepted::read(&folder).unwrap_or_else(|error| panic!("{error}"));
    if let Ok(reason) = std::env::var(REASON) {
        accepted.accept(&found, &reason);
        accepted.write(&folder).unwrap_or_else(|error| panic!("{error}"));
    }
    println!("{}", accepted.render(&found));
    let problems = accepted.problems(&found);
    assert!(problems.is_empty(), "{problems}");
}
