//! Compares types of a test contract with golden files. They have the constructs of the language that the
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
fn types_of_the_library_match_the_golden_files() {
    let files = library();
    let text = |path| {
        let file = files.iter().find(|file| file.path == path);
        file.expect("is generated").text.as_str()
    };
    // Of orders, only the types up to those whose alternatives have limits, or are objects without a name.
    let order = text("src/order.rs");
    let end = order.find("/// How a gift is wrapped.\n").expect("the type after them");
    for (name, text) in [("card.rs", text("src/card.rs")), ("order.rs", &order[..end])] {
        let golden = tests_folder().join("golden/library/src").join(name);
        let golden = Data::read_from(&golden, Some(DataFormat::Text));
        assert_data_eq!(text.to_owned(), golden.raw());
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
