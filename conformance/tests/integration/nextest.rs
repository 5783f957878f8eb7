//! The suite as `cargo nextest` calls it: each case is a test of its own process.
//!
//! nextest lists a test binary twice, all tests and those that are ignored, and then runs each by its
//! name; with that, its partitions, retries and reports work on cases.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The test binary `suite`, which cargo builds with the other tests, into the same folder.
fn suite() -> PathBuf {
    let own = std::env::current_exe().expect("this test is a file");
    let folder = own.parent().expect("it is in a folder");
    let entries = folder.read_dir().expect("the folder can be read").map_while(Result::ok);
    let is_suite = |path: &PathBuf| {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.is_some_and(|stem| stem.starts_with("suite-")) && path.extension() == own.extension()
    };
    let built = |path: &PathBuf| path.metadata().and_then(|metadata| metadata.modified()).ok();
    let newest = entries.map(|entry| entry.path()).filter(is_suite).max_by_key(built);
    newest.expect("`cargo test --no-run --test suite` builds what nextest calls")
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
