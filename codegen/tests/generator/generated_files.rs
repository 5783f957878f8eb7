//! The generator's output for make-believe contracts, compared with what is kept, file by file.
//!
//! `UPDATE_GOLDEN=1` writes what is kept anew.

#![expect(clippy::expect_used, reason = "a test may stop where it cannot go on")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use similar::TextDiff;
use webdata_codegen::generate;
use webdata_spec::Spec;

#[test]
fn library() {
    check("library");
}

#[test]
fn odd_names() {
    check("odd-names");
}

#[test]
fn the_same_contract_always_gives_the_same_files() {
    let spec = spec("library");
    assert_eq!(generate(&spec, "library"), generate(&spec, "library"));
}

fn check(name: &str) {
    let files = generate(&spec(name), name).expect("the contract can be generated");
    let golden = here().join("golden").join(name);
    let mut wanted = BTreeSet::new();
    let mut differences = String::new();
    for file in files {
        let path = golden.join(&file.path);
        wanted.insert(path.clone());
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("is made");
            fs::write(&path, &file.text).expect("is written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        if kept != file.text {
            let diff = TextDiff::from_lines(kept.as_str(), file.text.as_str());
            let diff = diff.unified_diff().header(&file.path, "generated").to_string();
            differences.push_str(&diff);
        }
    }
    for path in files_below(&golden) {
        if !wanted.contains(&path) {
            differences.push_str(&format!("{} is not generated any more\n", path.display()));
        }
    }
    assert!(differences.is_empty(), "{differences}\nUPDATE_GOLDEN=1 keeps the new output");
}

fn spec(name: &str) -> Spec {
    let folder = here().join("contracts").join(name);
    match Spec::load(&folder) {
        Ok(spec) => spec,
        Err(webdata_spec::ReadError::Mistakes(mistakes)) => panic!("{}", mistakes.render(false)),
        Err(error) => panic!("{error}"),
    }
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("is listed").path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
