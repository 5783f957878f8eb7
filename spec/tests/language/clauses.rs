//! Clauses: each has an identity of its own, a heading of the contract and a text.

use std::collections::HashSet;
use std::path::Path;

use webdata_spec::Spec;

use crate::golden;

#[test]
fn clauses_of_the_service_are_told_apart() {
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("v2"));
}

#[test]
fn clauses_of_the_library_are_told_apart() {
    check(&golden::folder().join("contracts/library"));
}

#[test]
fn clauses_of_the_library_are_as_accepted() {
    let spec = load(&golden::folder().join("contracts/library"));
    let lines = spec.clauses().into_iter().map(|clause| {
        format!("{} [{}] {} ({})\n", clause.id, clause.level, clause.says, clause.source)
    });
    let text: String = lines.collect();
    golden::compare("clauses/library.txt", &text).unwrap_or_else(|failure| panic!("{failure}"));
}

fn check(folder: &Path) {
    let clauses = load(folder).clauses();
    assert!(!clauses.is_empty());
    let mut seen = HashSet::new();
    for clause in &clauses {
        assert!(seen.insert(clause.id.as_str()), "there are two clauses `{}`", clause.id);
        assert!(!clause.source.trim().is_empty(), "`{}` has no source", clause.id);
        assert!(!clause.says.trim().is_empty(), "`{}` says nothing", clause.id);
    }
}

fn load(folder: &Path) -> Spec {
    Spec::load(folder).unwrap_or_else(|error| panic!("{error}"))
}
