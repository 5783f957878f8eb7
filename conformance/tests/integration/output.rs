//! What `run` and `replay` print: how much, to which stream, and in which format.

use serde_json::Value;
use tempfile::TempDir;
use webdata_suite::outcome::Reason;

use crate::binary::{self, FIXTURES, KEY, conformance, report, text};
use crate::hostile_responses::ECHO;

const CASE: &str = "updateMonitor::name::maxLength::above";

#[test]
fn verbosity_options_set_what_is_printed() {
    let folder = TempDir::new().unwrap();
    let check = |words: &[&str], expected: &[&str], unexpected: &[&str]| {
        let words = [&["run", "updateMonitor::name::"], words].concat();
        let output = conformance(folder.path(), &words);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let (out, err) = (output.stdout, output.stderr);
        let out = String::from_utf8_lossy(&out);
        let last = out.lines().last().unwrap();
        assert!(last.starts_with("verdict    partial: "), "{words:?}: {out}");
        let err = String::from_utf8_lossy(&err);
        for word in expected {
            assert!(err.contains(word), "{words:?} prints {err:?} without {word:?}");
        }
        for word in unexpected {
            assert!(!err.contains(word), "{words:?} prints {word:?}");
        }
    };
    let line = format!("pass     {CASE}  ");
    let escape = "\u{1b}[";
    check(&[], &["running "], &[&line, "> curl", escape]);
    check(&["-q"], &[], &["running ", &line, "\n"]);
    check(&["-v"], &["running ", &line, " ms\n"], &["> curl", escape]);
    check(&["-vv"], &[&line, "> curl -sS -X ", "< 400\n", "< content-type: "], &[escape]);
    let output = conformance(folder.path(), &["run", "-q", "-v"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let output = conformance(folder.path(), &["run", "-v", "--", "--exact"]);
    assert!(text(&output).contains("do not apply to the libtest runner"), "{}", text(&output));
}

#[test]
fn skipped_cases_are_printed_with_their_reason() {
    let folder = TempDir::new().unwrap();
    let url = format!("http://{}", ECHO.start().address);
    let words = ["run", "-v", "--base-url", &url, "--key-env", "THE_KEY", "--fixture", FIXTURES];
    let words = [&words[..], &["--no-preflight"]].concat();
    let output = conformance(folder.path(), &words);
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = report(folder.path());
    let skipped = report["cases"].as_array().unwrap().iter();
    let skipped = skipped.filter(|case| case["outcome"] == "skip");
    let mut count = 0;
    for case in skipped {
        let id = case["id"].as_str().unwrap();
        let reason: Reason = serde_json::from_value(case["reason"].clone()).unwrap();
        assert!(printed.contains(&format!("skip     {id}  {reason}\n")), "{id}");
        count += 1;
    }
    assert!(count > 0);
}

/// After the run, one case of each of the first findings is printed.
#[test]
fn an_example_of_each_finding_is_printed() {
    let folder = TempDir::new().unwrap();
    let url = format!("http://{}", ECHO.start().address);
    let words = ["run", "--base-url", &url, "--key-env", "THE_KEY", "--fixture", FIXTURES];
    let words = [&words[..], &["--no-preflight"]].concat();
    let output = conformance(folder.path(), &words);
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = report(folder.path());
    let bad = ["fail", "blocked"].map(|kind| report["outcomes"][kind].as_u64().unwrap());
    assert!(bad[0] + bad[1] > 1000, "{bad:?}");
    let shown: Vec<&str> = printed
        .lines()
        .filter(|line| line.starts_with("fail ") || line.starts_with("blocked "))
        .collect();
    let findings = report["findings"].as_array().unwrap().iter();
    let findings =
        findings.filter(|finding| finding["beside"] == false && finding["waived"].is_null());
    let examples: Vec<&str> =
        findings.map(|finding| finding["example"].as_str().unwrap()).collect();
    assert!(!examples.is_empty(), "{:#}", report["findings"]);
    for (line, example) in shown.iter().zip(&examples) {
        assert!(line.contains(example), "{line} is not the example {example}");
    }
    assert_eq!(shown.len(), examples.len().min(5));
    assert_eq!(printed.matches("\n  clause    ").count(), shown.len(), "{printed}");
    assert!(!text(&output).contains(&KEY[10..]), "the key is in the output");
}

#[test]
fn json_output_is_one_object() {
    let folder = TempDir::new().unwrap();
    let output = conformance(folder.path(), &["run", "updateMonitor::name::", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
    let report = report(folder.path());
    assert_eq!(object["verdict"], report["verdict"]);
    assert_eq!(object["outcomes"], report["outcomes"]);
    assert_eq!(object["cases"], report["manifest"]["count"]);
    assert_eq!(object["interrupted"], 0);
}

#[test]
fn a_case_can_be_replayed() {
    let folder = TempDir::new().unwrap();
    let check = |words: &[&str], code: i32, expected: &[&str]| {
        binary::check(folder.path(), &[&["replay"], words].concat(), code, expected)
    };
    check(&[CASE], 0, &["> curl -sS -X PATCH ", "< 400\n", "< content-type: ", "outcome  pass in"]);
    let url = format!("http://{}", ECHO.start().address);
    let target = ["--base-url", &url, "--key-env", "THE_KEY", "--fixture", FIXTURES];
    let words = [&[CASE][..], &target].concat();
    let failed = check(&words, 1, &["< 403\n", "outcome  fail in", "- expected  ", "$THE_KEY"]);
    assert!(!failed.contains(&KEY[10..]), "the key is in the output");
    let json = conformance(folder.path(), &[&["replay"], &words[..], &["--json"]].concat());
    assert_eq!(json.status.code(), Some(1), "{}", text(&json));
    let record: Value = serde_json::from_slice(&json.stdout).expect("a record");
    assert_eq!((&record["id"], &record["outcome"]), (&CASE.into(), &"fail".into()));
    assert!(record["transcript"].as_array().is_some_and(|exchanges| !exchanges.is_empty()));
    check(&["updateMonitor::name::maxLength::abov"], 2, &[&format!("did you mean `{CASE}`?")]);
    assert!(!folder.path().join("target").exists(), "a replay writes a report");
}

/// The system rejects files beyond 4 KiB, as if the disk were full.
#[cfg(unix)]
#[test]
fn the_verdict_is_printed_where_the_reports_cannot_be_written() {
    let folder = TempDir::new().unwrap();
    let mut limited = std::process::Command::new("sh");
    // A process that ignores the signal gets an error from `write` instead.
    limited.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"]);
    limited.arg(env!("CARGO_BIN_EXE_webdata-conformance"));
    limited.args(["run", "updateMonitor::name::"]).env("NO_COLOR", "1");
    let output = limited.current_dir(folder.path()).output().expect("sh starts");
    let printed = text(&output);
    assert_eq!(output.status.code(), Some(3), "{printed}");
    assert!(printed.contains("verdict    partial: "), "{printed}");
    assert!(printed.contains("reports    none could be written"), "{printed}");
    assert!(printed.contains("free disk space"), "{printed}");
    assert!(!printed.contains("panicked"), "{printed}");
    assert!(
        !folder.path().join("target/conformance/report.json").exists(),
        "a partial report is left"
    );
}
