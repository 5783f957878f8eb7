//! Compares the generator's output for the test contracts with the golden files.
//!
//! `SNAPSHOTS=overwrite` accepts the current output; CI never sets it.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data, IntoData as _};
use webdata_codegen::{Package, generate};
use webdata_spec::Spec;

#[test]
fn bakery() {
    check("bakery");
}

#[test]
fn library() {
    check("library");
}

#[test]
fn cards() {
    check("cards");
}

#[test]
fn odd_names() {
    check("odd-names");
}

#[test]
fn parcels() {
    check("parcels");
}

#[test]
fn drafts() {
    check("drafts");
}

#[test]
fn the_same_contract_always_gives_the_same_files() {
    let spec = spec("library");
    let package = Package::in_workspace("library", "spec/v1");
    assert_eq!(generate(&spec, &package), generate(&spec, &package));
}

fn check(name: &str) {
    let spec = spec(name);
    let contract = format!("spec/{}", spec.service.version);
    let package = Package::in_workspace(name, &contract);
    let files = generate(&spec, &package).expect("the contract can be generated");
    let folder = tests_folder().join("golden").join(name);
    let assert = Assert::new().action_env(DEFAULT_ACTION_ENV);
    let mut stale = files_below(&folder);
    let mut failures = String::new();
    for file in files {
        let path = folder.join(&file.path);
        // The comparison treats both kinds of line ending as equal, so this test checks them.
        assert!(!file.text.contains('\r'), "{} has Windows line endings", file.path);
        let golden = Data::read_from(&path, Some(DataFormat::Text)).raw();
        if let Err(failure) = assert.try_eq(Some(&"generated"), file.text.into_data(), golden) {
            failures.push_str(&failure.to_string());
        }
        stale.remove(&path);
    }
    for path in stale {
        failures.push_str(&format!("{} is no longer generated\n", path.display()));
    }
    assert!(failures.is_empty(), "{failures}");
}

fn spec(name: &str) -> Spec {
    let folder = tests_folder().join("contracts").join(name);
    match Spec::load(&folder) {
        Ok(spec) => spec,
        Err(webdata_spec::ReadError::Mistakes(mistakes)) => panic!("{}", mistakes.render(false)),
        Err(error) => panic!("{error}"),
    }
}

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn files_below(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("is listed").path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { [path].into() }).collect()
}
