//! Tests of contracts that are valid, but that the generator rejects because Rust cannot express them.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use webdata_codegen::{GenerateError, Package, generate};
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
    assert_eq!(
        generate(&spec, &Package::in_workspace("library", "spec/v1")).as_ref(),
        Err(expected)
    );
}

#[test]
fn reserved_names_are_rejected() {
    let name = "Option".to_owned();
    check("ErrorBody", "Option", &GenerateError::ReservedName { name });
}

/// The crates of all test contracts have all names that a page must not take.
#[test]
fn pages_with_the_name_of_another_module() {
    for name in root_names() {
        let mut pages = library();
        for page in &mut pages {
            page.name = page.name.replace("types/loan", &format!("types/{name}"));
        }
        pages.sort_by(|left, right| left.name.cmp(&right.name));
        check_pages(&pages, &GenerateError::ReservedModule { page: name });
    }
}

/// Returns the public names at the root of the test contracts' crates, without types and pages of types.
fn root_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for folder in fs::read_dir("tests/contracts").expect("the test contracts") {
        let contract = folder.expect("a test contract").path();
        let spec = Spec::load(&contract).expect("the contract is valid");
        let files = generate(&spec, &Package::in_workspace("crate-name", "spec/v1"));
        let files = files.expect("the contract can be generated");
        let root = files.iter().find(|file| file.path == "src/lib.rs").expect("the root");
        let modules = root
            .text
            .lines()
            .filter_map(|line| Some(line.strip_prefix("pub mod ")?.trim_start_matches("r#")));
        // A crate with a feature is not exported if a page has its name.
        let exports = root.text.split("pub use webdata_runtime::{").skip(1);
        let exports = exports.filter_map(|names| Some(names.split_once('}')?.0));
        let words =
            modules.chain(exports).flat_map(|line| line.split([',', ' ', ';', '{', '}', '\n']));
        let is_module = |name: &&str| name.starts_with(|first: char| first.is_ascii_lowercase());
        let is_page = |name: &str| contract.join(format!("types/{name}.toml")).exists();
        names.extend(words.filter(is_module).filter(|name| !is_page(name)).map(str::to_owned));
    }
    assert!(names.contains("webhooks") && names.contains("serde_json"), "{names:?}");
    names
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

/// A variant with several values of its discriminator does not keep the value.
#[test]
fn rules_cannot_read_a_discriminator_with_several_values() {
    let expected = GenerateError::DiscriminatorInRule {
        clause: "PrintedMedium.rules.printed".to_owned(),
        property: "form".to_owned(),
    };
    let rule = "[[PrintedMedium.rules]]\nid = \"printed\"\ndoc = \"Is printed.\"\n\
                when = { path = \"form\", equals = \"paper\" }\n\
                requires = { path = \"form\", given = true }\n\n[AudioMedium]";
    check("[AudioMedium]", rule, &expected);
}
