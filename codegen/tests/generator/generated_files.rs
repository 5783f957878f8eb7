//! Compares modules of types of a test contract with golden files. They have the constructs of the language that the
//! service's contract does not use; `generated/` shows what it uses.
//!
//! The crates of all test contracts are generated, compiled and called in `tests/emitted` and
//! `tests/differential`.
//!
//! `SNAPSHOTS=overwrite` accepts the current output; CI never sets it.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::path::{Path, PathBuf};

use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};
use webdata_codegen::{GeneratedFile, Package, generate};
use webdata_spec::{ReadError, Spec};

#[test]
fn modules_of_the_library_match_the_golden_files() {
    let files = library();
    for path in ["src/card.rs", "src/order.rs"] {
        let file = files.iter().find(|file| file.path == path).expect("is generated");
        let golden = tests_folder().join("golden/library").join(path);
        let golden = Data::read_from(&golden, Some(DataFormat::Text));
        assert_data_eq!(file.text.clone(), golden.raw());
    }
}

#[test]
fn the_same_contract_always_gives_the_same_files() {
    assert_eq!(library(), library());
}

#[test]
fn no_file_has_windows_line_endings() {
    for file in library() {
        assert!(!file.text.contains('\r'), "{}", file.path);
    }
}

/// Generates the crate of the library.
fn library() -> Vec<GeneratedFile> {
    let spec = match Spec::load(&tests_folder().join("contracts/library")) {
        Ok(spec) => spec,
        Err(ReadError::Mistakes(mistakes)) => panic!("{}", mistakes.render(false)),
        Err(error) => panic!("{error}"),
    };
    generate(&spec, &Package::in_workspace("library", "spec/v1")).expect("can be generated")
}

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}
