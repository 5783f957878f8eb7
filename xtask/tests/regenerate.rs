//! `cargo xtask regenerate` as someone on the API team uses it, on copies of the contract.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn contract() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/v2")
}

/// A copy of the contract with a text of the page `types/monitor.toml` put in place of another.
fn changed(find: &str, replace: &str) -> TempDir {
    let copy = TempDir::new().expect("a folder");
    fs::create_dir(copy.path().join("types")).expect("a folder");
    for folder in ["", "types"] {
        for entry in fs::read_dir(contract().join(folder)).expect("the contract") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.file_name().expect("a name");
                fs::copy(&path, copy.path().join(folder).join(name)).expect("a copy");
            }
        }
    }
    let page = copy.path().join("types/monitor.toml");
    let text = fs::read_to_string(&page).expect("the page");
    assert!(text.contains(find), "the page has no {find:?}");
    fs::write(&page, text.replacen(find, replace, 1)).expect("the page");
    copy
}

fn regenerate(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("regenerate").args(words).env("NO_COLOR", "1").output().expect("xtask starts")
}

fn text(output: &Output) -> String {
    let bytes = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn what_is_generated_is_up_to_date() {
    let output = regenerate(&["--check"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

#[test]
fn a_changed_limit_shows_as_a_diff_and_moves_models_and_schema() {
    let copy = changed("maxLength = 256", "maxLength = 255");
    let spec = copy.path().to_str().expect("a path");
    let output = regenerate(&["--check", "--spec", spec]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for line in [
        "-      \"maxLength\": 256,",
        "+      \"maxLength\": 255,",
        "-pub const MONITOR_UPDATE_NAME_MAX_LENGTH: usize = 256;",
        "+pub const MONITOR_UPDATE_NAME_MAX_LENGTH: usize = 255;",
        "run `cargo xtask regenerate`",
    ] {
        assert!(text.contains(line), "no line {line:?} in:\n{text}");
    }

    let out = TempDir::new().expect("a folder");
    let folder = out.path().to_str().expect("a path");
    let output = regenerate(&["--spec", spec, "--out", folder]);
    assert_eq!(output.status.code(), Some(0), "{}", self::text(&output));
    let written = |name: &str| fs::read_to_string(out.path().join(name)).expect("a file");
    assert!(written("src/monitor.rs").contains("max_length(255)"));
    assert!(written("schemas/MonitorUpdate.json").contains("\"maxLength\": 255"));
    let output = regenerate(&["--check", "--spec", spec, "--out", folder]);
    assert_eq!(output.status.code(), Some(0), "{}", self::text(&output));
}

#[test]
fn a_wrong_contract_ends_with_2_and_writes_nothing() {
    let copy = changed("maxLength = 256", "maxLenght = 256");
    let out = TempDir::new().expect("a folder");
    let folders = [copy.path(), out.path()].map(|path| path.to_str().expect("a path"));
    let output = regenerate(&["--spec", folders[0], "--out", folders[1]]);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("did you mean `maxLength`?"), "{text}");
    assert_eq!(fs::read_dir(out.path()).expect("the folder").count(), 0);
}
