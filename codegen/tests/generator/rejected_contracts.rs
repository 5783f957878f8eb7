//! Tests of contracts that are valid, but that the generator rejects because Rust cannot express them.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::path::Path;

use webdata_codegen::{GenerateError, generate};
use webdata_spec::{Source, Spec, sources};

/// Generates the library contract after replacing a part of its pages, and compares the error.
#[track_caller]
fn check(old: &str, new: &str, expected: &GenerateError) {
    let mut pages = library();
    assert!(pages.iter().any(|page| page.text.contains(old)), "{old}");
    for page in &mut pages {
        page.text = page.text.replace(old, new);
    }
    check_pages(&pages, expected);
}

fn library() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contracts/library");
    sources(&folder).expect("the pages can be read")
}

#[track_caller]
fn check_pages(pages: &[Source], expected: &GenerateError) {
    let spec = Spec::read(pages).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)));
    assert_eq!(generate(&spec, "library").as_ref(), Err(expected));
}

#[test]
fn reserved_names_are_rejected() {
    let name = "Option".to_owned();
    check("ErrorBody", "Option", &GenerateError::ReservedName { name });
    let mut pages = library();
    for page in &mut pages {
        page.name = page.name.replace("types/loan", "types/limits");
    }
    pages.sort_by(|one, other| one.name.cmp(&other.name));
    check_pages(&pages, &GenerateError::ReservedModule { page: "limits".to_owned() });
}

#[test]
fn operations_and_errors_with_one_name_are_rejected() {
    let mut pages = library();
    let operations = pages.iter_mut().find(|page| page.name == "operations.toml");
    let operations = operations.expect("the page");
    let id = operations.text.lines().find_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let id = id.expect("an operation").to_owned();
    operations.text = operations.text.replace(&id, "all");
    for page in &mut pages {
        page.text = page.text.replace(&format!("operation = \"{id}\""), "operation = \"all\"");
    }
    let taken = GenerateError::NameTaken { name: "all".to_owned(), rust: "ALL".to_owned() };
    check_pages(&pages, &taken);
}

#[test]
fn a_nullable_type_is_rejected() {
    let expected = GenerateError::NullableType { name: "Isbn".to_owned() };
    check("maxLength = 17", "maxLength = 17\nnullable  = true", &expected);
}

#[test]
fn rules_after_an_update_need_an_update() {
    let expected = GenerateError::RuleWithoutUpdate {
        clause: "Book.rules.no-shelf-at-a-desk".to_owned(),
        name: "Book".to_owned(),
    };
    let rule = "requires = { path = \"shelf\", given = false }";
    check(rule, &format!("{rule}\njudged = \"after-update\""), &expected);
}
