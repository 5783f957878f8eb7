//! The commands `verify`, `merge` and `diff`, and `run --waivers`: exit codes, and what they print.

use serde_json::Value;
use tempfile::TempDir;
use webdata_suite::report::write;

use super::check;
use crate::altered_server::{Alteration, UNCHANGED};

#[test]
fn reports_are_verified_merged_and_compared() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let run = "run updateMonitor::name::maxLength --report-dir";
    check(folder, &format!("{run} whole"), 0, &[]);
    for part in ["1", "2"] {
        check(folder, &format!("{run} {part} --shard {part}/2 --run-id nightly"), 0, &[]);
    }
    check(folder, "verify whole/report.json", 0, &["verified   the verdict is partial"]);
    let text = check(folder, "verify whole/report.json --json", 0, &[]);
    let verification: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(verification["result"], "verified");
    assert_eq!(verification["contradictions"], serde_json::json!([]));

    // Each run has its own server, at another port.
    check(folder, "merge 2/report.json 1/report.json --report-dir all", 0, &["verdict    partial"]);
    check(folder, "verify all/report.json", 0, &["verified"]);
    let badge = check(folder, "badge all/report.json", 0, &["partial, 7 of "]);
    assert_eq!(
        std::fs::read_to_string(folder.join("all/badge.svg")).expect("the file exists"),
        badge
    );
    let all = std::fs::read_to_string(folder.join("all/report.json")).expect("the file exists");
    assert!(all.contains("\"runId\": \"nightly\""), "{}", &all[..1000]);
    check(folder, &format!("{run} other --shard 2/2 --run-id weekly"), 0, &[]);
    let mixed = ["other/report.json belongs to the run `weekly`"];
    check(folder, "merge 1/report.json other/report.json", 2, &mixed);
    let missing = ["error: the reports cannot be merged:", "the shard 2/2 is missing"];
    check(folder, "merge 1/report.json", 2, &missing);
    check(folder, "merge 1/report.json none.json", 2, &["none.json: cannot read the file"]);

    check(folder, "diff whole/report.json all/report.json", 0, &["nothing has changed"]);
    check(folder, "diff 1/report.json all/report.json --json", 0, &["\"broken\": []"]);

    let whole = std::fs::read_to_string(folder.join("whole/report.json")).expect("the file exists");
    let edit = |name: &str, old: &str, new: &str| {
        assert!(whole.contains(old), "{old}");
        std::fs::write(folder.join(name), whole.replacen(old, new, 1))
            .expect("the file is written");
    };
    edit("edited.json", "\"status\":200", "\"status\":201");
    check(folder, "verify edited.json", 1, &["wrong      /digest: ", "rejected "]);
    check(folder, "verify edited.json --json", 1, &["\"not-verified\""]);
    edit("broken.json", "\"outcome\":\"pass\"", "\"outcome\":\"fail\"");
    let changed =
        ["error: broken.json: the report was changed after it was written; `verify` shows"];
    check(folder, "diff whole/report.json broken.json", 2, &changed);
    check(folder, "diff broken.json whole/report.json", 2, &changed);
    edit("error.json", "\"outcome\":\"pass\"", "\"outcome\":\"error\",\"reason\":\"late\"");
    let but_for = ["ended in an error, so nothing can be judged again", "rejected "];
    check(folder, "verify error.json", 1, &but_for);
    let unreachable = "run updateMonitor::name::maxLength --base-url http://127.0.0.1:9 --key-env THE_KEY --fixture \
                  monitorId=00000000-0000-4000-8000-000000000001,00000000-0000-4000-8000-000000000002 \
                  --report-dir unreachable --no-preflight";
    check(folder, unreachable, 3, &[]);
    let but_for =
        ["verified   the verdict is incomplete, except for ", " that could not be judged again"];
    check(folder, "verify unreachable/report.json", 0, &but_for);
    check(folder, "verify unreachable/report.json --json", 0, &["\"notJudgedAgain\": "]);
    edit("old.json", "\"reportVersion\": 6", "\"reportVersion\": 1");
    check(folder, "verify old.json", 2, &["the report has the version 1"]);
    check(
        folder,
        "diff old.json whole/report.json",
        2,
        &["old.json: the report has the version 1"],
    );
    check(folder, "verify none.json", 2, &["cannot read the file"]);
    edit(
        "other.json",
        &format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")),
        "\"version\":\"9\"",
    );
    let unknown = ["wrong      /digest: ", "use the webdata-conformance that wrote it"];
    check(folder, "verify other.json", 1, &unknown);
    let version = |version| format!("\"version\":\"{version}\"");
    edit("newer.json", &version("v2"), &version("v9"));
    check(folder, "verify newer.json", 1, &["/contract/version: written \"v9\", computed \"v2\""]);
    check(folder, "verify", 2, &["REPORT"]);
    let schema = check(folder, "verify --schema", 0, &[]);
    let checked_in = include_str!("../../../suite/report.schema.json");
    assert!(
        schema == checked_in,
        "`verify --schema` prints another schema than report.schema.json"
    );
}

/// A case that passed and now fails makes `diff` exit with 1.
#[test]
fn diff_lists_cases_that_broke() {
    let folder = TempDir::new().expect("a folder");
    let no_names = Alteration {
        after: |_, status, body| {
            let data = body.pointer_mut("/data").and_then(Value::as_object_mut);
            if let Some(data) = data.filter(|_| status.is_success()) {
                data.insert("name".to_owned(), Value::from(7));
            }
        },
        ..UNCHANGED
    };
    for (name, server) in [("old", UNCHANGED.start()), ("new", no_names.start())] {
        let report = server.run(&["updateMonitor::name::maxLength"], None);
        write(&report, &folder.path().join(name)).expect("the file is written");
    }
    let (old, new) = ("old/report.json", "new/report.json");
    let broken = ["broken ", ": pass -> fail"];
    check(folder.path(), &format!("diff {old} {new}"), 1, &broken);
    check(folder.path(), &format!("diff {new} {old}"), 0, &["fixed "]);
}

/// An aborted run leaves no report, in particular not the report of the previous run.
#[test]
fn an_aborted_run_leaves_no_earlier_report() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let run = "run updateMonitor::name::maxLength --report-dir all";
    check(folder, run, 0, &[]);
    let files = ["report.json", "junit.xml", "report.html", "summary.md", "badge.svg"];
    let there = || files.map(|name| folder.join("all").join(name).exists());
    std::fs::write(folder.join("all/notes.txt"), "a user's file").expect("the file is written");
    assert_eq!(there(), [true; 5]);
    webdata_suite::report::prepare_folder(&folder.join("all")).expect("the folder is writable");
    assert_eq!(there(), [false; 5]);
    assert!(folder.join("all/notes.txt").exists());
}

#[test]
fn waivers_are_read_before_a_request_is_sent() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let write = |cases: &str, expires: &str| {
        let text = format!(
            "[[waiver]]\ncases = '{cases}'\nreason = 'r'\nticket = 'T-1'\nexpires = {expires}\n"
        );
        std::fs::write(folder.join("known.toml"), text).expect("the file is written");
    };
    let run = "run updateMonitor::name::maxLength --waivers known.toml";
    check(folder, run, 2, &["cannot read known.toml"]);
    write("updateMonitor::nam::*", "2199-12-31");
    check(folder, run, 2, &["known.toml:1: no case matches `updateMonitor::nam::*`"]);
    assert!(!folder.join("target").exists());
    write("updateMonitor::name::maxLength::*", "2199-12-31");
    // The waived cases pass, so the waiver must be removed.
    check(folder, run, 1, &["verdict    not conformant"]);
    check(folder, "verify target/conformance/report.json", 0, &["verified"]);
    write("updateMonitor::name::maxLength::*", "2020-12-31");
    check(folder, run, 0, &["verdict    partial"]);
}
