//! The table of edits in `semver.toml`, each with the version that `spec-diff --semver` must ask for.
//!
//! The second test checks that `cargo semver-checks` agrees. `.ci/semver` installs that command and runs the
//! test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use toml_edit::{DocumentMut, Item, Table, TableLike};
use webdata_codegen::{Bump, GeneratedFile, Package, api_changes, generate};
use webdata_spec::{ReadError, Spec};

use super::{LIBRARY, contract, edited, path, spec_diff, text};

/// The name of the crates that are compared.
const NAME: &str = "library";

/// A row of the table.
struct Edit {
    name: String,
    /// The page of each change, a string of the page, and its replacement.
    changes: Vec<[String; 3]>,
    items: String,
    next: String,
    unseen: bool,
}

fn table() -> Vec<Edit> {
    let page: DocumentMut = include_str!("semver.toml").parse().expect("TOML");
    let edit = |row: &Table| {
        let needed = |row: &dyn TableLike, key: &str| {
            let text = row.get(key).and_then(Item::as_str);
            text.unwrap_or_else(|| panic!("a row has no {key}")).to_owned()
        };
        let change = |row: &dyn TableLike| ["page", "find", "put"].map(|key| needed(row, key));
        let also = row.get("also").and_then(Item::as_table_like);
        Edit {
            name: needed(row, "name"),
            changes: std::iter::once(change(row)).chain(also.map(change)).collect(),
            items: needed(row, "items"),
            next: needed(row, "next"),
            unseen: row.contains_key("unseen"),
        }
    };
    page["edit"].as_array_of_tables().expect("edits").iter().map(edit).collect()
}

impl Edit {
    fn contract(&self) -> TempDir {
        let changes = self.changes.iter().map(|[page, find, put]| (&**page, &**find, &**put));
        edited(LIBRARY, &changes.collect::<Vec<_>>())
    }
}

fn generated(folder: &Path) -> Vec<GeneratedFile> {
    let spec = Spec::load(folder).unwrap_or_else(|error| match error {
        ReadError::Mistakes(mistakes) => panic!("{}", mistakes.render(false)),
        other => panic!("{other}"),
    });
    generate(&spec, &Package::in_workspace(NAME, "spec/v1")).expect("Rust")
}

#[test]
fn each_edit_requires_the_expected_version() {
    let old = contract(LIBRARY);
    let before = generated(&old);
    let mut wrong = Vec::new();
    let edits = table();
    assert!(edits.len() >= 20, "{}", edits.len());
    for edit in edits {
        let new = edit.contract();
        let changes = api_changes(&before, &generated(new.path())).expect("Rust");
        let items = changes.iter().map(|change| change.bump).max().map_or("none", Bump::name);
        // The folder has no workspace, so no version is printed.
        let words =
            [old.to_str().expect("a path"), path(&new), "--semver", "--repository", path(&new)];
        let output = spec_diff(&words);
        let printed = text(&output.stdout);
        let next = printed.lines().next().unwrap_or_default();
        if (items, next) != (&edit.items, &edit.next) {
            let Edit { name, items: expected_items, next: expected, .. } = &edit;
            wrong.push(format!(
                "{name}: items {items}, not {expected_items}; next {next}, not {expected}\n{printed}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Writes a generated crate that compiles outside the workspace.
fn write(folder: &Path, contract: &Path) {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/runtime");
    let runtime = format!("webdata-runtime = {{ path = {:?} }}", runtime.display().to_string());
    for GeneratedFile { path, text } in generated(contract) {
        let file = folder.join(&path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        let text = match path.as_str() {
            "Cargo.toml" => [
                (
                    "version.workspace = true\nedition.workspace = true",
                    "version = \"1.0.0\"\nedition = \"2024\"",
                ),
                ("license.workspace = true", "license = \"MIT\"\npublish = false"),
                ("[lints]\nworkspace = true\n", "[workspace]\n"),
                ("serde.workspace = true", "serde = { version = \"1\", features = [\"derive\"] }"),
                (
                    "serde_json.workspace = true",
                    "serde_json = { version = \"1\", features = [\"preserve_order\"] }",
                ),
                ("webdata-runtime.workspace = true", &runtime),
            ]
            .iter()
            .fold(text, |text, (find, put)| text.replacen(find, put, 1)),
            _ => text,
        };
        fs::write(file, text).expect("a file");
    }
}

#[test]
#[ignore = "needs cargo-semver-checks, and documents two crates for each edit; `.ci/semver` runs it"]
fn cargo_semver_checks_agrees() {
    let work = TempDir::new().expect("a folder");
    let [old, new]: [PathBuf; 2] = ["old", "new"].map(|name| work.path().join(name));
    write(&old, &contract(LIBRARY));
    let mut wrong = Vec::new();
    for edit in table() {
        let _ = fs::remove_dir_all(new.join("src"));
        write(&new, edit.contract().path());
        let mut command = Command::new("cargo");
        command.args(["semver-checks", "--all-features", "--release-type", "minor"]);
        command.arg("--manifest-path").arg(new.join("Cargo.toml")).arg("--baseline-root").arg(&old);
        command.env("CARGO_TARGET_DIR", work.path().join("target"));
        let output = command.output().expect("cargo-semver-checks starts");
        let printed = text(&[output.stdout, output.stderr].concat());
        // The exit code is 0 for changes that a minor version may have, 100 for those that need a major one.
        let is_major = match output.status.code() {
            Some(0) => false,
            Some(100) => true,
            code => panic!("{}: ended with {code:?}:\n{printed}", edit.name),
        };
        let expected = edit.items == "major" && !edit.unseen;
        if is_major != expected {
            wrong.push(format!("{}: major is {is_major}, not {expected}:\n{printed}", edit.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
