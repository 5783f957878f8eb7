//! The walks of `docs/architecture.md`: each file exists, and its code names a file before it or is named by one.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::fs;
use std::path::Path;

use regex::Regex;

/// The number of walks on the page.
const WALKS: usize = 5;

#[test]
fn each_file_of_a_walk_is_tied_to_one_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("docs/architecture.md")).expect("the page");
    let (_, walks) = page.split_once("\n## Five walks\n").expect("the section");
    let walks = walks.split("\n## ").next().unwrap_or_default();
    let step = Regex::new(r"(?m)^\d+\. `([^`]+)`").expect("a regular expression");
    let mut mistakes = Vec::new();
    let walks: Vec<&str> = walks.split("\n### ").skip(1).collect();
    for walk in &walks {
        let files: Vec<&str> =
            step.captures_iter(walk).map(|step| step.extract::<1>().1[0]).collect();
        assert!(files.len() > 3, "a walk without files: {walk}");
        let read = |file: &&str| fs::read_to_string(root.join(file)).map(|text| code(&text));
        let read: Vec<Option<String>> = files.iter().map(|file| read(file).ok()).collect();
        for (at, file) in files.iter().enumerate() {
            let Some(text) = &read[at] else {
                mistakes.push(format!("{file} does not exist"));
                continue;
            };
            let mut before = files[..at].iter().zip(&read);
            let is_tied = before.any(|(other, code)| {
                names(text, other) || code.as_ref().is_some_and(|code| names(code, file))
            });
            // Pages are read by their names, which no code has.
            if !is_tied && at > 0 && !files[at - 1].ends_with(".toml") {
                mistakes.push(format!("{file} is tied to no file before it"));
            }
        }
    }
    assert_eq!(walks.len(), WALKS);
    assert_eq!(mistakes, Vec::<String>::new());
}

/// Returns a file without its comments.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns whether code has the name of a file as a word: as a module, or as the type that the file is about.
fn names(code: &str, file: &str) -> bool {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str()).expect("a name");
    let is_word = |part: &str| part == stem || part.to_lowercase() == stem.replace('_', "");
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(is_word)
}

#[test]
fn a_name_is_a_whole_word() {
    assert!(names("use super::plan::Plan;", "suite/src/plan.rs"));
    assert!(names("let kind: FieldType;", "field_type.rs"));
    assert!(!names("let planned = 1;", "suite/src/plan.rs"));
}
