//! The suite as `cargo nextest` calls it: each case is a test of its own process.
//!
//! nextest lists a test binary twice, all tests and those that are ignored, and then runs each by its
//! name; with that, its partitions, retries and reports work on cases.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Returns the path of the test binary `suite`, which cargo builds into the folder of this test.
fn suite() -> PathBuf {
    let test_binary = std::env::current_exe().expect("the path of this test");
    let folder = test_binary.parent().expect("the test is in a folder");
    let entries = folder.read_dir().expect("the folder is readable").map_while(Result::ok);
    let is_suite = |path: &PathBuf| {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.is_some_and(|stem| stem.starts_with("suite-"))
            && path.extension() == test_binary.extension()
    };
    let built = |path: &PathBuf| path.metadata().and_then(|metadata| metadata.modified()).ok();
    let newest = entries.map(|entry| entry.path()).filter(is_suite).max_by_key(built);
    newest.expect("`cargo test --no-run --test suite` builds the binary that nextest calls")
}

fn call(suite: &Path, arguments: &[&str]) -> Output {
    Command::new(suite).args(arguments).output().expect("the suite starts")
}

/// Returns the tests that nextest reads from a list: the lines that end with `: test`.
fn listed(suite: &Path, arguments: &[&str]) -> Vec<String> {
    let output = call(suite, &[&["--list", "--format", "terse"], arguments].concat());
    assert!(output.status.success(), "{arguments:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let name = |line: &str| {
        let name = line.strip_suffix(": test").unwrap_or_else(|| panic!("`{line}` is not a test"));
        assert_eq!(name, name.trim());
        name.to_owned()
    };
    text.lines().map(name).collect()
}

#[test]
fn nextest_lists_each_case_and_runs_one() {
    let suite = suite();
    let all = listed(&suite, &[]);
    assert!(all.len() > 250, "{}", all.len());
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), all.len(), "two cases have one name");
    let ignored = listed(&suite, &["--ignored"]);
    assert!(ignored.iter().all(|name| all.contains(name)));
    assert!(ignored.len() < all.len());

    let case = all.iter().find(|name| !ignored.contains(name)).expect("a case that is not ignored");
    let ran = call(&suite, &[case, "--exact", "--nocapture"]);
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{text}");
    assert!(text.contains("1 passed; 0 failed"), "{text}");
    let none = call(&suite, &["no such case", "--exact", "--nocapture"]);
    assert!(none.status.success());
}
