//! Code that works for every contract does not name the service, the operations or the resources of one
//! contract.
//!
//! Comments may give examples. Tests inside the files count as code.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use webdata_spec::Spec;

/// The embedded contract, and test contracts with operations of every kind.
const CONTRACTS: [&str; 3] =
    ["spec/v2", "codegen/tests/contracts/parcels", "codegen/tests/contracts/library"];

/// The folders whose code works for every contract.
const FOLDERS: [&str; 5] = [
    "spec/src",
    "codegen/src",
    "codegen/runtime/src",
    "conformance/cases/src",
    "conformance/suite/src",
];

/// A file with examples of names in its tests.
const EXAMPLES: [&str; 1] = ["codegen/src/names.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the names of a contract, in lower case without separators between words.
fn names(contract: &str) -> BTreeSet<String> {
    let spec = Spec::load(&root().join(contract)).expect("the contract reads");
    let operations = spec.operations.values();
    let resources = operations.clone().filter_map(|operation| operation.resource.as_ref());
    let resources = resources.map(|resource| normalized(&resource.type_name));
    // An operation whose name is a plain word, such as `search`, is not looked for.
    let is_own = |name: &&str| name.contains(|c: char| c.is_ascii_uppercase());
    let operations =
        operations.map(|operation| operation.id.as_str()).filter(is_own).map(normalized);
    operations.chain(resources).chain([normalized(&spec.service.name)]).collect()
}

fn normalized(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// Returns the lines of a file that are not comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Returns the lines of code that contain one of the names, with or without separators between words.
fn lines_naming(text: &str, names: &BTreeSet<String>) -> Vec<usize> {
    let has = |line: &str| {
        let line: String = line.chars().filter(|c| *c != '_').collect();
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        names.iter().any(|name| words.iter().any(|word| word.starts_with(name.as_str())))
    };
    code(text).filter(|(_, line)| has(line)).map(|(number, _)| number).collect()
}

fn files(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            files(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

#[test]
fn no_code_for_every_contract_names_a_service() {
    let names: BTreeSet<String> = CONTRACTS.into_iter().flat_map(names).collect();
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    FOLDERS.iter().for_each(|folder| files(&root().join(folder), &mut all));
    assert!(all.len() > 200, "only {} files", all.len());
    for path in all.iter().filter(|path| !EXAMPLES.iter().any(|example| path.ends_with(example))) {
        let text = fs::read_to_string(path).expect("UTF-8");
        wrong.extend(
            lines_naming(&text, &names).iter().map(|line| format!("{}:{line}", path.display())),
        );
    }
    assert!(wrong.is_empty(), "a service is named here:\n{}", wrong.join("\n"));
}

#[test]
fn a_name_is_found_in_every_spelling() {
    let names = BTreeSet::from(["createparcel".to_owned(), "parcel".to_owned()]);
    let text = "// a parcel\nlet parcel = 1;\nlet other = 2;\nfn create_parcels() {}\n\"Parcel\"";
    assert_eq!(lines_naming(text, &names), [2, 4, 5]);
}
