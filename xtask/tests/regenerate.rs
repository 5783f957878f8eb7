//! Tests `cargo xtask regenerate` as the API team uses it, on copies of a test contract, so that an edit of
//! `spec/v2` changes no test. One test checks the checkout itself.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const LIMIT: &str = "maxLength = 120";

/// Copies the contract into a folder, with another limit of a title.
fn copy(to: &Path, limit: &str) {
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests/diff/contract");
    fs::create_dir_all(to.join("types")).expect("a folder");
    for folder in ["", "types"] {
        for entry in fs::read_dir(contract.join(folder)).expect("the contract") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.file_name().expect("a name");
                fs::copy(&path, to.join(folder).join(name)).expect("a copy");
            }
        }
    }
    edit(to, "types/book.toml", LIMIT, limit);
}

/// Replaces the first occurrence of a string in a page.
fn edit(folder: &Path, page: &str, find: &str, replace: &str) {
    let page = folder.join(page);
    let text = fs::read_to_string(&page).expect("the page");
    assert!(text.contains(find), "{} has no {find:?}", page.display());
    fs::write(&page, text.replacen(find, replace, 1)).expect("the page");
}

fn contract(limit: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    copy(folder.path(), limit);
    folder
}

fn xtask(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("regenerate").args(words).env("NO_COLOR", "1");
    command
}

/// Runs the command, checks its exit code, and returns its output.
fn check(command: &mut Command, code: i32) -> String {
    let Output { status, stdout, stderr } = command.output().expect("xtask starts");
    let text = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    assert_eq!(status.code(), Some(code), "{text}");
    text
}

#[test]
fn generated_files_are_up_to_date() {
    let text = check(&mut xtask(&["--check"]), 0);
    assert!(text.starts_with("up to date: "), "the contracts have warnings:\n{text}");
}

#[test]
fn a_changed_limit_changes_models_and_schema() {
    let (old, new) = (contract(LIMIT), contract("maxLength = 119"));
    let out = TempDir::new().expect("a folder");
    let [old, new, folder] =
        [&old, &new, &out].map(|folder| folder.path().to_str().expect("a path"));
    check(&mut xtask(&["--spec", old, "--out", folder]), 0);
    let text = check(&mut xtask(&["--check", "--spec", new, "--out", folder]), 1);
    for line in [
        "-          \"maxLength\": 120,",
        "+          \"maxLength\": 119,",
        "-pub const BOOK_UPDATE_TITLE_MAX_LENGTH: usize = 120;",
        "+pub const BOOK_UPDATE_TITLE_MAX_LENGTH: usize = 119;",
        "run `cargo xtask regenerate`",
    ] {
        assert!(text.contains(line), "no line {line:?} in:\n{text}");
    }
    check(&mut xtask(&["--spec", new, "--out", folder]), 0);
    let written = |name: &str| fs::read_to_string(out.path().join(name)).expect("a file");
    assert!(written("src/book.rs").contains("max_length = 119"));
    assert!(written("schemas.json").contains("\"maxLength\": 119"));
    check(&mut xtask(&["--check", "--spec", new, "--out", folder]), 0);
}

#[test]
fn an_invalid_contract_exits_with_2_and_writes_nothing() {
    let copy = contract("maxLenght = 120");
    let out = TempDir::new().expect("a folder");
    let folders = [copy.path(), out.path()].map(|path| path.to_str().expect("a path"));
    let text = check(&mut xtask(&["--spec", folders[0], "--out", folders[1]]), 2);
    assert!(text.contains("did you mean `maxLength`?"), "{text}");
    assert_eq!(fs::read_dir(out.path()).expect("the folder").count(), 0);
}

#[test]
fn a_warning_is_printed_and_files_are_written() {
    let copy = contract(LIMIT);
    let page = "[Ticket]\ndoc = \"A ticket.\"\nsource = \"Books\"\nproperties = {}\n\n[Loan]";
    edit(copy.path(), "types/loan.toml", "[Loan]", page);
    let out = TempDir::new().expect("a folder");
    let [copy, folder] = [&copy, &out].map(|folder| folder.path().to_str().expect("a path"));
    for words in
        [&["--spec", copy, "--out", folder][..], &["--check", "--spec", copy, "--out", folder]]
    {
        let text = check(&mut xtask(words), 0);
        for line in
            ["warning: no operation uses the type `Ticket`", "--> types/loan.toml:", " warnings"]
        {
            assert!(text.contains(line), "no line {line:?} in:\n{text}");
        }
    }
    let schemas = fs::read_to_string(out.path().join("schemas.json")).expect("a file");
    assert!(schemas.contains("\"$anchor\": \"Ticket\""));
}

/// Makes a folder that `regenerate` takes for a checkout, with a contract.
fn checkout(limit: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    copy(&folder.path().join("spec/v2"), limit);
    edit(&folder.path().join("spec/v2"), "service.toml", "\"v1\"", "\"v2\"");
    fs::create_dir(folder.path().join("xtask")).expect("a folder");
    fs::write(folder.path().join("xtask/Cargo.toml"), "").expect("a file");
    folder
}

/// Prepares a call of the program in a folder; if `package` is given, as cargo calls the program for that
/// package.
fn call_in(folder: &Path, package: Option<PathBuf>, words: &[&str]) -> Command {
    let mut command = xtask(words);
    command.current_dir(folder).env_remove("CARGO_MANIFEST_DIR");
    command.envs(package.map(|package| ("CARGO_MANIFEST_DIR", package)));
    command
}

#[test]
fn the_program_works_on_the_checkout_it_is_called_in() {
    let (first, second) = (checkout(LIMIT), checkout("maxLength = 119"));
    let schema =
        |checkout: &TempDir| fs::read_to_string(checkout.path().join("generated/schemas.json"));
    let notice = "working on ";
    // Called directly, the program finds the checkout above the current folder; called by cargo, the
    // package's folder decides.
    let text = check(&mut call_in(&first.path().join("spec/v2"), None, &[]), 0);
    assert!(!text.contains(notice), "{text}");
    assert!(schema(&first).expect("a schema").contains("\"maxLength\": 120"));
    assert!(schema(&second).is_err(), "the other checkout was written to");
    let text = check(&mut call_in(first.path(), Some(second.path().join("xtask")), &[]), 0);
    assert!(text.contains(&format!("{notice}{}", second.path().display())), "{text}");
    assert!(schema(&second).expect("a schema").contains("\"maxLength\": 119"));
    for checkout in [&first, &second] {
        let package = Some(checkout.path().join("xtask"));
        let text = check(&mut call_in(checkout.path(), package, &["--check"]), 0);
        assert!(!text.contains(notice), "{text}");
    }
    let elsewhere = TempDir::new().expect("a folder");
    let text = check(&mut call_in(elsewhere.path(), None, &[]), 2);
    assert!(text.contains("is a checkout of this workspace"), "{text}");
}

#[test]
fn a_clause_without_a_case_is_printed_until_it_is_exempt() {
    let checkout = checkout(LIMIT);
    let run = |code| check(&mut call_in(checkout.path(), None, &[]), code);
    let clause = "limits.open-loans";
    let line = format!("warning: no case tests `{clause}`: Books lent to one card at a time.");
    let text = run(0);
    assert!(text.contains(&line), "{text}");
    let folder = checkout.path().join("spec/v2/conformance/exemptions");
    fs::create_dir_all(&folder).expect("a folder");
    let reason =
        format!("[[reason]]\nwhy = \"It cannot be observed.\"\nclauses = [\"{clause}\"]\n");
    fs::write(folder.join("unreached.toml"), reason).expect("a file");
    let text = run(0);
    assert!(!text.contains(&line), "{text}");
}

/// Returns a file that `regenerate` wrote, by its path in the checkout.
fn written(checkout: &TempDir, path: &str) -> String {
    fs::read_to_string(checkout.path().join(path)).expect(path)
}

#[test]
fn a_further_contract_of_any_name_has_a_crate_of_its_own() {
    let checkout = checkout(LIMIT);
    let run = |words: &[&str], code| check(&mut call_in(checkout.path(), None, words), code);
    run(&[], 0);
    let first = written(&checkout, "generated/src/book.rs");
    let folder = checkout.path().join("contracts/Next one");
    copy(&folder, "maxLength = 119");
    edit(&folder, "service.toml", "\"v1\"", "\"2026-11, draft\"");
    let words =
        ["--spec", "contracts/Next one", "--out", "next/rust", "--crate-name", "books-next"];
    run(&words, 0);
    assert_eq!(written(&checkout, "generated/src/book.rs"), first);
    for (path, words) in [
        ("next/rust/src/lib.rs", "version 2026-11,"),
        ("next/rust/src/lib.rs", "from the contract in `contracts/Next one`"),
        ("next/rust/src/book.rs", "max_length = 119"),
        ("next/rust/Cargo.toml", "name = \"books-next\""),
        ("next/rust/openapi.json", "\"version\": \"2026-11, draft\""),
    ] {
        let text = written(&checkout, path);
        assert!(text.contains(words), "{path} has no {words:?}:\n{text}");
    }
    run(&[&words[..], &["--check"]].concat(), 0);
    run(&["--check"], 0);
}

#[test]
fn no_crate_is_written_in_place_of_other_files() {
    let checkout = checkout(LIMIT);
    fs::create_dir(checkout.path().join("mine")).expect("a folder");
    fs::write(checkout.path().join("mine/notes.md"), "ours").expect("a file");
    let words = ["--spec", "spec/v2", "--out", "mine"];
    let text = check(&mut call_in(checkout.path(), None, &words), 2);
    assert!(text.contains("mine holds something else than a generated crate"), "{text}");
    let words = ["--spec", "spec/v2", "--out", "new", "--crate-name", "match"];
    let text = check(&mut call_in(checkout.path(), None, &words), 2);
    assert!(text.contains("`match` cannot be the name of the crate"), "{text}");
}
