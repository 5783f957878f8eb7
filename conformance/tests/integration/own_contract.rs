//! Tests of a user's own contract, with the binary alone: `new`, an edit, `run`, `audit`, `generate`, and reports that
//! need its pages.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;
use webdata_conformance::Contract;
use webdata_reference::{Options, ReferenceServer};

use super::binary::{check, command, text};

/// Replaces the first occurrence of a string in a file.
fn edit(file: &Path, find: &str, put: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(find), "no {find:?} in {}", file.display());
    fs::write(file, text.replacen(find, put, 1)).unwrap();
}

/// Returns a folder with a new contract in `api`.
fn new_contract() -> TempDir {
    let folder = TempDir::new().unwrap();
    check(folder.path(), &["new", "api"], 0, &["wrote a contract into api; next: "]);
    folder
}

const CONFORMANT: &[&str] = &["verdict    conformant to all (", "contract   Notes API v1"];

#[test]
fn a_new_contract_has_no_mistakes_and_no_warnings() {
    let folder = new_contract();
    let pages = webdata_spec::sources(&folder.path().join("api")).unwrap();
    let (_, warnings) = webdata_spec::Spec::read_with_warnings(&pages).unwrap();
    assert!(warnings.0.is_empty(), "{}", warnings.render(false));
    let readme = fs::read_to_string(folder.path().join("api/README.md")).unwrap();
    assert!(readme.contains("run --spec api\n") && !readme.contains("DIR"), "{readme}");
}

#[test]
fn a_folder_with_files_is_not_written_to() {
    let folder = new_contract();
    check(folder.path(), &["new", "api"], 2, &["api is not an empty folder"]);
    fs::create_dir(folder.path().join("an empty one")).unwrap();
    let next = ["next: webdata-conformance run --spec 'an empty one'"];
    check(folder.path(), &["new", "an empty one"], 0, &next);
    let next = ["next: webdata-conformance run --spec other\n"];
    check(folder.path(), &["new", "other/"], 0, &next);
    fs::create_dir_all(folder.path().join("repository/.git")).unwrap();
    check(folder.path(), &["new", "repository"], 0, &["next: webdata-conformance run --spec repo"]);
    fs::write(folder.path().join("file"), "mine").unwrap();
    check(folder.path(), &["new", "file"], 2, &["file is not an empty folder"]);
}

#[test]
fn a_file_that_no_command_reads_is_a_mistake() {
    let folder = new_contract();
    let exemptions = folder.path().join("api/conformance/exemptions");
    fs::create_dir_all(&exemptions).unwrap();
    fs::write(exemptions.join("equivalnt.toml"), "").unwrap();
    let mistake = ["equivalnt.toml", "did you mean `exemptions/equivalent.toml`?"];
    for command in ["run", "coverage", "audit"] {
        check(folder.path(), &[command, "--spec", "api"], 2, &mistake);
    }
}

#[test]
fn an_edited_page_is_judged_without_a_build() {
    let folder = new_contract();
    let folder = folder.path();
    let printed = check(folder, &["run", "--spec", "api"], 0, CONFORMANT);
    let verdict = printed.lines().find(|line| line.starts_with("verdict")).unwrap();
    let shown = include_str!("../../../docs/your-own-contract.md");
    assert!(shown.contains(&format!("\n{verdict}\n")), "the page does not show: {verdict}");
    check(folder, &["coverage", "--spec", "api", "--missing", "--check"], 0, &[]);
    let page = folder.join("api/types/note.toml");
    let pinned = "pinned = { type = \"boolean\", doc = \"Whether it is on top.\" }";
    for heading in ["[NewNote.properties]", "[Note.properties]"] {
        edit(&page, heading, &format!("{heading}\n{pinned}"));
    }
    check(folder, &["run", "--spec", "api"], 0, CONFORMANT);
    check(folder, &["list", "--spec", "api"], 0, &["createNote::pinned::type::"]);
    edit(&page, "maxLength = 80", "maxLenght = 80");
    let mistake =
        ["the contract in api has mistakes:", "types/note.toml:", "did you mean `maxLength`?"];
    for command in ["run", "list", "audit", "coverage", "serve", "explore", "init"] {
        check(folder, &[command, "--spec", "api"], 2, &mistake);
    }
}

#[test]
fn a_generated_crate_needs_no_workspace_and_is_checked_for_drift() {
    let folder = new_contract();
    let folder = folder.path();
    let generate = ["generate", "--spec", "api", "--out", "rust", "--crate-name", "notes"];
    let check_drift = [&generate[..], &["--check"]].concat();
    check(folder, &generate, 0, &["wrote   rust/src/note.rs"]);
    let manifest = fs::read_to_string(folder.join("rust/Cargo.toml")).unwrap();
    assert!(!manifest.contains("workspace = true"), "{manifest}");
    check(folder, &check_drift, 0, &["up to date"]);
    // What cargo and its user put beside the generated files stays.
    fs::write(folder.join("rust/Cargo.lock"), "").unwrap();
    fs::write(folder.join("rust/src/gone.rs"), "").unwrap();
    edit(&folder.join("api/types/note.toml"), "maxLength = 80", "maxLength = 90");
    let stale =
        ["maxLength\": 90", "(not generated any more)", "run `webdata-conformance generate"];
    check(folder, &check_drift, 1, &stale);
    check(folder, &generate, 0, &["removed rust/src/gone.rs"]);
    assert!(folder.join("rust/Cargo.lock").exists());
    let elsewhere = ["generate", "--spec", "api", "--out", "api", "--crate-name", "notes"];
    check(folder, &elsewhere, 2, &["api holds something else than a generated crate"]);
    let keyword = ["generate", "--spec", "api", "--out", "new", "--crate-name", "match"];
    check(folder, &keyword, 2, &["`match` cannot be the name of the crate"]);
    let runtime = [&generate[..], &["--runtime", "nowhere"]].concat();
    check(folder, &runtime, 2, &["there is no crate in this folder"]);
}

#[test]
fn reports_of_a_contract_need_its_pages() {
    let folder = new_contract();
    let folder = folder.path();
    check(folder, &["run", "--spec", "api", "--report-dir", "r"], 0, &[]);
    let report = "r/report.json";
    check(
        folder,
        &["verify", report, "--spec", "api"],
        0,
        &["verified   the verdict is conformant"],
    );
    let without = [
        "unchecked  everything but the digest, the counts and the challenge: the contract Notes API v1 (",
        "name the folder of its pages with --spec DIR",
    ];
    check(folder, &["verify", report], 3, &without);
    check(folder, &["verify", report, "--json"], 3, &["\"not-checked\"", "\"notChecked\""]);
    check(folder, &["diff", report, report], 0, &["nothing has changed"]);
    check(folder, &["merge", report], 2, &["name the folder of its pages with --spec DIR"]);
    // Another contract is found by its hash, whatever its version says.
    edit(&folder.join("api/types/note.toml"), "maxLength = 80", "maxLength = 81");
    check(folder, &["verify", report, "--spec", "api"], 3, &without);
    check(folder, &["run", "--spec", "api", "--report-dir", "new"], 0, &[]);
    let another =
        ["another contract, with 0 new clauses and without 0 of the old ones; `spec-diff"];
    check(folder, &["diff", report, "new/report.json"], 0, &another);
}

#[test]
fn two_contracts_are_compared() {
    let folder = new_contract();
    let folder = folder.path();
    check(folder, &["new", "old"], 0, &[]);
    check(folder, &["spec-diff", "old", "api"], 0, &["nothing changed between old and api"]);
    edit(&folder.join("api/types/note.toml"), "maxLength = 80", "maxLength = 81");
    let changes = ["breaks clients", "Note.title.maxLength changed: ", "- at most 80"];
    check(folder, &["spec-diff", "old", "api"], 0, &changes);
    check(
        folder,
        &["spec-diff", "old", "api", "--json"],
        0,
        &["\"clause\": \"Note.title.maxLength\""],
    );
    check(folder, &["spec-diff", "old", "nowhere"], 2, &["no contract can be read from nowhere"]);
}

#[test]
fn a_clause_that_no_case_tests_is_no_secret() {
    let folder = new_contract();
    let folder = folder.path();
    let mail = "[mail]\ndoc = \"Tells of notes.\"\ntransport = \"email\"\n\
                [mail.events]\n\"note.new\" = { doc = \"A note is new.\" }\n";
    fs::write(folder.join("api/events.toml"), mail).unwrap();
    let count = "1 clause has neither a case nor a reason; `webdata-conformance coverage --missing --spec api` lists them";
    check(folder, &["run", "--spec", "api"], 0, &[count]);
    let place = ["no case tests `events.mail.note.new`: A note is new.", "--> events.toml:1:2"];
    check(folder, &["coverage", "--missing", "--spec", "api"], 0, &place);
    check(
        folder,
        &["generate", "--spec", "api", "--out", "rust", "--crate-name", "notes"],
        0,
        &place,
    );
}

#[test]
fn the_audit_of_a_new_contract_has_no_survivors() {
    let folder = new_contract();
    let folder = folder.path();
    let text =
        check(folder, &["audit", "--spec", "api", "--quick"], 0, &["100 % of mutants noticed"]);
    assert!(!text.contains("not noticed: ") && !text.contains("false alarm: "), "{text}");
}

/// A run creates the resources by the recipe of the contract, so their absence is no mistake.
#[test]
fn init_from_the_doctor_needs_no_fixture_that_a_run_creates() {
    let folder = new_contract();
    let contract = Contract::load(&folder.path().join("api")).unwrap();
    let spec = Arc::new(contract.spec().unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let extension = contract.extension(&spec).unwrap();
    let start = ReferenceServer::start(Arc::clone(&spec), &extension, Options::default());
    let server = runtime.block_on(start).unwrap();
    let url = server.base_url();
    let words = ["init", "--spec", "api", "--base-url", &url, "--from-doctor"];
    let mut command = command(folder.path(), &words);
    let output = command.env("API_KEY", &server.keys().valid).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("wrote target.toml"), "{}", text(&output));
}
