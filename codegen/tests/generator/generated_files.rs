//! Compares the generator's output for two test contracts with the golden files. The documents for other
//! languages are compared with the views of the contract, of which `spec/tests/` has the golden files.
//!
//! The crates of all test contracts are generated, compiled and called in `tests/emitted` and
//! `tests/differential`.
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
fn the_files_of_the_library_match_the_golden_files() {
    check("library");
}

/// The bakery has what the library lacks: webhooks, and operations to wait for.
#[test]
fn the_files_of_the_bakery_match_the_golden_files() {
    check("bakery");
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
        if let Some(view) = view(&spec, &contract, &file.path) {
            assert_eq!(file.text, view, "{}", file.path);
            continue;
        }
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

/// Returns the text of a document for other languages, or `None` if the file is none.
fn view(spec: &Spec, contract: &str, path: &str) -> Option<String> {
    if path == "openapi.json" {
        return Some(format!("{:#}\n", spec.open_api()));
    }
    if path == "reference.md" {
        let note = "Written by `cargo xtask regenerate` from the contract in";
        return Some(spec.reference_page(&format!("{note} `{contract}`; never edited.")));
    }
    let file = path.strip_prefix("schemas/")?;
    let mut schema = spec.json_schema(file.strip_suffix(".json")?);
    let keywords = schema.as_object_mut()?;
    keywords.shift_insert(1, "$id".to_owned(), file.into());
    Some(format!("{schema:#}\n"))
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
