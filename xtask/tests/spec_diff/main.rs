//! Tests `cargo xtask spec-diff` as a reviewer and a CI job use it: on folders, and on revisions of a test
//! repository.

#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

mod migrations;

use std::fs;
use std::io::PipeWriter;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const LIBRARY: &str = "tests/diff/contract";
const LIMIT: (&str, &str, &str) = ("types/book.toml", "maxLength = 120", "maxLength = 100");
const RAISED: (&str, &str, &str) = ("types/book.toml", "maxLength = 120", "maxLength = 130");
const DOC: (&str, &str, &str) = ("types/book.toml", "As on its cover.", "As its cover says.");

fn contract(name: &str) -> String {
    format!("{}/../spec/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Copies a contract into a folder.
fn copy(name: &str, to: &Path) {
    for below in ["", "types"] {
        fs::create_dir_all(to.join(below)).expect("a folder");
        for entry in fs::read_dir(Path::new(&contract(name)).join(below)).expect("the contract") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let file = path.file_name().expect("a name");
                fs::copy(&path, to.join(below).join(file)).expect("a copy");
            }
        }
    }
}

/// Replaces the first occurrence of a string in a page.
fn edit(folder: &Path, (page, find, replace): (&str, &str, &str)) {
    let path = folder.join(page);
    let text = fs::read_to_string(&path).expect("the page");
    assert!(text.contains(find), "{page} has no {find:?}");
    fs::write(&path, text.replacen(find, replace, 1)).expect("the page");
}

fn edited(name: &str, edits: &[(&str, &str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    copy(name, folder.path());
    edits.iter().for_each(|change| edit(folder.path(), *change));
    folder
}

fn spec_diff(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("spec-diff").args(words).env("NO_COLOR", "1").output().expect("xtask starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn path(folder: &TempDir) -> &str {
    folder.path().to_str().expect("a path")
}

/// Runs the command, and checks its exit code and its output.
fn check(words: &[&str], code: i32, lines: &[&str]) -> Output {
    let output = spec_diff(words);
    let all = text(&[output.stdout.as_slice(), output.stderr.as_slice()].concat());
    assert_eq!(output.status.code(), Some(code), "{words:?}:\n{all}");
    for line in lines {
        assert!(all.contains(line), "{words:?}: no {line:?} in:\n{all}");
    }
    output
}

#[test]
fn folders_are_compared_and_breaking_changes_come_first() {
    let old: &str = &contract(LIBRARY);
    let new = edited(LIBRARY, &[DOC, LIMIT]);
    let output = check(
        &[old, path(&new)],
        0,
        &[
            "breaks clients and servers (1)\n  BookUpdate.title.maxLength changed: requests that",
            "    - at most 120 characters\n    + at most 100 characters\n",
            "breaks neither side (1)\n  Book.title.doc changed: documentation only\n",
            "2 changes from ",
            ": 1 breaks clients, 1 breaks servers, 0 to be read\n",
        ],
    );
    let printed = text(&output.stdout);
    assert!(
        printed.find("BookUpdate.title.maxLength") < printed.find("Book.title.doc"),
        "{printed}"
    );
}

#[test]
fn what_is_new_as_a_whole_is_one_line() {
    let old: &str = &contract(LIBRARY);
    let operation = "[closeBook]\ndoc = \"Closes a book.\"\nsource = \"Books\"\nmethod = \"POST\"\n\
                     path = \"/closed\"\nauthentication = \"card\"\nrequest = \"Mark\"\n\
                     response = { status = 204 }\n\n[findBooks]";
    let types = "[Mark]\ndoc = \"Where a book is closed.\"\nsource = \"Books\"\nrequired = [\"page\"]\n\n\
                 [Mark.properties]\npage = { type = \"integer\", minimum = 1, doc = \"The page.\" }\n\n[Search]";
    let new = edited(
        LIBRARY,
        &[("operations.toml", "[findBooks]", operation), ("types/search.toml", "[Search]", types)],
    );
    let lines =
        ["  Mark (", " statements) added: a new type of requests\n", "  operations.closeBook ("];
    let printed = text(&check(&[old, path(&new)], 0, &lines).stdout);
    assert!(!printed.contains("Mark.page"), "{printed}");
    assert!(printed.lines().count() < 12, "{printed}");
}

#[test]
fn denied_changes_exit_with_1() {
    let old: &str = &contract(LIBRARY);
    let (both, servers, neither) =
        (edited(LIBRARY, &[LIMIT]), edited(LIBRARY, &[RAISED]), edited(LIBRARY, &[DOC]));
    for (new, deny, code) in [
        (&both, "breaking", 1),
        (&both, "clients", 1),
        (&both, "servers", 1),
        (&servers, "breaking", 1),
        (&servers, "clients", 0),
        (&servers, "servers", 1),
        (&neither, "breaking", 0),
    ] {
        check(&[old, path(new), "--deny", deny], code, &["1 change from"]);
        check(&[old, path(new), "--json", "--deny", deny], code, &["\"changes\": 1"]);
    }
    check(&[old, path(&both), "--deny", "clients"], 1, &["denied: 1 change breaks clients"]);
    check(&[old, path(&both), "--deny", "neither"], 2, &["possible values: breaking, clients"]);
}

#[test]
fn no_change_is_reported() {
    let old: &str = &contract(LIBRARY);
    check(&[old, old, "--deny", "breaking"], 0, &["nothing changed between "]);
    let laid_out = edited(LIBRARY, &[("service.toml", "# A make-believe", "# Another")]);
    let but = ", but for which strings are equal (`comparedAs`), or the order, layout or comments of \
               the pages\n";
    check(&[old, path(&laid_out)], 0, &["nothing changed between ", but]);
}

#[test]
fn changed_headings_and_examples_are_reported() {
    let old: &str = &contract(LIBRARY);
    let heading = ("errors.toml", "source  = \"Errors\"", "source  = \"Refusals\"");
    let example = ("types/book.toml", "[\"Middlemarch\"]", "[\"Emma\"]");
    let new = edited(LIBRARY, &[heading, example]);
    check(
        &[old, path(&new), "--deny", "breaking"],
        0,
        &[
            "BookUpdate.title.examples changed: examples are input for the cases",
            "    - such as \"Middlemarch\"\n    + such as \"Emma\"\n",
            "errors.broken-body.source changed: documentation only\n    - Errors\n    + Refusals\n",
            "2 changes from ",
        ],
    );
}

/// Runs the command with a closed pipe as one of its outputs.
fn run_with_closed_pipe(
    words: &[&str],
    stream: fn(&mut Command, PipeWriter) -> &mut Command,
) -> Output {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
    stream(&mut command, writer);
    let child = command.spawn().expect("xtask starts");
    child.wait_with_output().expect("xtask ends")
}

#[test]
fn a_closed_pipe_is_no_error() {
    let old: &str = &contract("v2");
    let wrong = edited(LIBRARY, &[("types/book.toml", "maxLength", "maxLenght")]);
    let other: &str = &contract(LIBRARY);
    let empty = TempDir::new().expect("a folder");
    for (words, code) in [
        (vec!["spec-diff", old, other], 0),
        (vec!["spec-diff", old, other, "--json"], 0),
        (vec!["spec-diff", old, other, "--deny", "breaking"], 1),
        (vec!["spec-diff", old, path(&wrong)], 2),
        (vec!["regenerate", "--check", "--spec", old, "--out", path(&empty)], 1),
        (vec!["regenerate", "--check", "--spec", path(&wrong)], 2),
        (vec!["regenerate", "--spec", old], 2),
    ] {
        let out = run_with_closed_pipe(&words, |command, pipe| command.stdout(pipe));
        let err = run_with_closed_pipe(&words, |command, pipe| command.stderr(pipe));
        let codes = [&out, &err].map(|output| output.status.code());
        assert_eq!(codes, [Some(code); 2], "{words:?}:\n{}", text(&out.stderr));
        let printed = text(&out.stderr);
        assert!(
            !printed.contains("panicked") && !printed.contains("Broken pipe"),
            "{words:?}: {printed}"
        );
    }
}

#[test]
fn json_output_has_every_change() {
    let old = contract(LIBRARY);
    let new = edited(LIBRARY, &[LIMIT]);
    let output = check(&[&old, path(&new), "--json"], 0, &[]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let change = &document["changes"][0];
    assert_eq!(document["format"], 1);
    assert_eq!(document["new"]["service"], "Town Library API");
    assert_ne!(document["old"]["hash"], document["new"]["hash"]);
    assert_eq!(document["summary"]["clients"], 1);
    assert_eq!(change["clause"], "BookUpdate.title.maxLength");
    assert_eq!(change["kind"], "changed");
    assert_eq!(change["breaks"], "both");
    assert_eq!(change["before"], "at most 120 characters");
    assert_eq!(change["after"], "at most 100 characters");
}

/// Makes a repository with three revisions of a contract: `v1`, then a lower limit, then an unknown page. The
/// working tree is `v1` with a higher limit.
fn repository() -> TempDir {
    let repository = TempDir::new().expect("a folder");
    let folder = repository.path().join("spec/v2");
    let git = |words: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(repository.path()).args(words);
        git.env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", repository.path().join("none"));
        for role in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{role}_NAME"), "A tester");
            git.env(format!("GIT_{role}_EMAIL"), "tester@example.com");
        }
        let output = git.output().expect("git starts");
        assert!(output.status.success(), "git {words:?}: {}", text(&output.stderr));
    };
    let commit = |message: &str| {
        git(&["add", "--all"]);
        git(&["commit", "--quiet", "--message", message]);
    };
    git(&["init", "--quiet", "--initial-branch", "main"]);
    copy(LIBRARY, &folder);
    // Neither file is a page: the second is nested too deep.
    fs::write(folder.join("README.md"), "About the pages.").expect("a file");
    fs::create_dir(folder.join("types/drafts")).expect("a folder");
    fs::write(folder.join("types/drafts/x.toml"), "no page").expect("a file");
    commit("The contract");
    git(&["tag", "v1"]);
    edit(&folder, LIMIT);
    commit("A limit is lowered");
    git(&["tag", "v2"]);
    fs::write(folder.join("webhooks.toml"), "").expect("a file");
    commit("A page of another language");
    git(&["tag", "v3"]);
    git(&["checkout", "--quiet", "v1"]);
    edit(&folder, RAISED);
    repository
}

#[test]
fn revisions_are_compared_with_each_other_and_with_the_working_tree() {
    let repository = repository();
    let of = ["--repository", path(&repository)];
    let words = |words: &[&'static str]| [&of, words].concat();
    let lowered = ["- at most 120 characters\n    + at most 100 characters"];
    check(&words(&["v1", "v2"]), 0, &lowered);
    check(&words(&["v2~1", "v2:spec/v2/", "--deny", "breaking"]), 1, &lowered);
    check(&words(&["v1"]), 0, &["+ at most 130 characters", "1 change from v1 to spec/v2"]);
    check(&words(&["v1", "v1"]), 0, &["nothing changed between v1 and v1"]);
    let folder = repository.path().join("spec/v2");
    let folder = folder.to_str().expect("a path");
    let output = check(&[of[0], of[1], "v2", folder], 0, &["+ at most 130 characters"]);
    assert!(text(&output.stdout).contains("- at most 100 characters"));
}

#[test]
fn an_unreadable_side_is_named_and_exits_with_2() {
    let repository = repository();
    let of = ["--repository", path(&repository)];
    let old: &str = &contract(LIBRARY);
    let empty = TempDir::new().expect("a folder");
    let wrong = edited(LIBRARY, &[("types/book.toml", "maxLength", "maxLenght")]);
    for (words, lines) in [
        (vec!["v9", "v1"], vec!["the old contract: `v9` is neither a folder nor a git revision"]),
        (vec!["v1", "./spec/v9"], vec!["the new contract: `./spec/v9` is neither a folder"]),
        (vec!["v1:spec/v9"], vec!["the old contract: the revision v1 has no contract in spec/v9"]),
        (vec![old, path(&empty)], vec!["the new contract: the folder ", "no service.toml"]),
        (
            vec![path(&wrong), old],
            vec!["the old contract, ", "did you mean `maxLength`?", "the contract has 1 mistake"],
        ),
        (
            vec!["v1", "v3"],
            vec![
                "`webhooks.toml` is not a page of a contract",
                "the new contract: the pages of v3 cannot be read; where the language of the pages",
            ],
        ),
        (vec!["--accept", ""], vec!["a value is required for '--accept <REASON>'"]),
        (vec!["v1", "--accept", "why"], vec!["cannot be used with"]),
        (vec![], vec!["the following required arguments were not provided", "<OLD>"]),
    ] {
        let output = check(&[&of, words.as_slice()].concat(), 2, &lines);
        assert_eq!(text(&output.stdout), "", "{words:?}");
    }
}

#[test]
fn help_has_examples_and_exit_codes() {
    check(
        &["--help"],
        0,
        &[
            "HEAD~1, v1.2.0, main",
            "--deny clients",
            "cargo xtask spec-diff --accept",
            "Exit codes: 0 no change is denied",
            "breaks clients that reject unknown ones. Generated",
        ],
    );
}
