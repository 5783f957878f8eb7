//! The `audit` command, as users call it.

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::conformance;

/// A mutant that the suite notices.
const MUTANT: &str = "update-monitor/MonitorUpdate.name.maxLength/unlimited";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_mutant_is_hunted_and_recorded() {
    let folder = TempDir::new().unwrap();
    let output = conformance(folder.path(), &["audit", MUTANT]);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{printed}{}", text(&output.stderr));
    let last = printed.lines().last().unwrap();
    let score = "100 % of mutants noticed: 1 of 1, 0 equivalent, 0 beyond reach not counted";
    assert_eq!(last, score);
    let reports = folder.path().join("target/audit/filtered");
    let record = std::fs::read(reports.join("audit.json")).unwrap();
    let record: Value = serde_json::from_slice(&record).unwrap();
    let row = &record["rows"][0];
    assert_eq!((&row["id"], &row["fate"]), (&MUTANT.into(), &"noticed".into()));
    assert_eq!(row["noticedBy"][0], "updateMonitor::name::maxLength::above");
    let html = std::fs::read_to_string(reports.join("audit.html")).unwrap();
    assert!(html.replace("<wbr>", "").contains(MUTANT), "the report does not show the mutant");
    assert!(
        !html.contains("http://") && !html.contains("https://"),
        "the report links to the network"
    );
    let left = std::fs::read_dir(reports).unwrap();
    assert_eq!(left.count(), 2, "the journal is left behind");
}

#[test]
fn mutants_beyond_reach_are_not_counted() {
    let folder = TempDir::new().unwrap();
    let output = conformance(folder.path(), &["audit", "charges.pdf-"]);
    let printed = text(&output.stdout);
    assert!(printed.contains("no mutant counts: 0 equivalent, "), "{printed}");
    assert_eq!(output.status.code(), Some(0), "{printed}");
}

#[test]
fn a_filter_that_matches_no_mutant_ends_with_exit_code_2() {
    let folder = TempDir::new().unwrap();
    let output = conformance(folder.path(), &["audit", "no-such-mutant"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`audit --list` prints every mutant"));
}

#[test]
fn every_mutant_is_listed_with_a_description() {
    let folder = TempDir::new().unwrap();
    let output = conformance(folder.path(), &["audit", "--list", MUTANT]);
    let printed = text(&output.stdout);
    let (id, description) = printed.trim_end().split_once('\n').expect("two lines");
    assert_eq!(id, MUTANT);
    assert!(description.trim().ends_with('.'), "{description}");
}
