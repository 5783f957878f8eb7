//! The suite as `cargo nextest` calls it: each case is a test of its own process.
//!
//! nextest lists a test binary twice, all tests and those that are ignored, and then runs each by its
//! name; with that, its partitions, retries and reports work on cases.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The test binary `suite`, as cargo has built it, or builds it now.
fn suite() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = ["test", "--no-run", "--test", "suite", "--message-format", "json"];
    let mut command = Command::new(cargo);
    // What cargo tells a test about its package is not for another cargo: build scripts that look at
    // it would run again, and all that depends on them.
    let told = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_EXE_"];
    for (name, _) in std::env::vars_os() {
        if told.iter().any(|start| name.to_string_lossy().starts_with(start)) {
            command.env_remove(name);
        }
    }
    let output = command.args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8(output.stdout).expect("text");
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut built = messages.filter(|message| message["target"]["name"] == "suite");
    let path = built.find_map(|message| Some(message["executable"].as_str()?.to_owned()));
    path.expect("the suite is built").into()
}

fn call(suite: &Path, words: &[&str]) -> Output {
    Command::new(suite).args(words).output().expect("the suite starts")
}

/// What nextest reads of a list: lines that end with `: test`.
fn listed(suite: &Path, words: &[&str]) -> Vec<String> {
    let output = call(suite, &[&["--list", "--format", "terse"], words].concat());
    assert!(output.status.success(), "{words:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let name = |line: &str| {
        let name = line.strip_suffix(": test").unwrap_or_else(|| panic!("`{line}` is no test"));
        assert_eq!(name, name.trim());
        name.to_owned()
    };
    text.lines().map(name).collect()
}

#[test]
fn nextest_finds_every_case_and_runs_it() {
    let suite = suite();
    let all = listed(&suite, &[]);
    assert!(all.len() > 250, "{}", all.len());
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), all.len(), "each has a name of its own");
    let ignored = listed(&suite, &["--ignored"]);
    assert!(ignored.iter().all(|name| all.contains(name)));
    assert!(ignored.len() < all.len());

    let case = all.iter().find(|name| !ignored.contains(name)).expect("a case that is run");
    let ran = call(&suite, &[case, "--exact", "--nocapture"]);
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{text}");
    assert!(text.contains("1 passed; 0 failed"), "{text}");
    let none = call(&suite, &["no such case", "--exact", "--nocapture"]);
    assert!(none.status.success());
}
