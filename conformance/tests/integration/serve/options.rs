//! The options of `serve` on the command line.

use std::collections::BTreeSet;
use std::fs;

use tempfile::TempDir;

use crate::binary::{binary, conformance, text};
use crate::serve::server_process::ServerProcess;

/// The id of a mutant with a typo.
const WRONG_MUTANT: &str = "update-monitor/MonitorUpdate.name.maxLength/unlimted";

#[test]
fn an_invalid_value_is_rejected_with_an_example() {
    let table = [
        (&["--clock", "yesterday"][..], "write a moment such as 2026-01-02T03:04:05Z"),
        (&["--latency", "50"], "`50` is not a time such as 50ms or 2s"),
        (&["--latency", "-5ms"], "`-5ms` is not a time"),
        (&["--latency", "2s..1s"], "the first time must not be longer than the second"),
        (&["--fail-rate", "5"], "write a share from 0 to 1, such as 0.05"),
        (&["--fail-rate", "NaN"], "write a share from 0 to 1"),
        (
            &["--mutant", WRONG_MUTANT],
            "did you mean `update-monitor/MonitorUpdate.name.maxLength/unlimited`?",
        ),
        (
            &["--variation", "no-property-that-is-not-liste"],
            "did you mean `no-property-that-is-not-listed`?",
        ),
        (&["--cors", "localhost:3000/app"], "not an origin such as http://localhost:3000"),
        (&["--log-format", "xml"], "[possible values: text, json]"),
        (&["--quiet", "--verbose"], "cannot be used with"),
    ];
    for (words, expected) in table {
        // A value that starts with a hyphen is passed after `=`.
        let words = match words {
            [option, value] if !value.starts_with("--") => vec![format!("{option}={value}")],
            words => words.iter().map(|word| (*word).to_owned()).collect(),
        };
        let output = binary().arg("serve").args(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output).contains(expected), "{words:?}: {}", text(&output));
    }
}

#[test]
fn variations_are_listed_and_each_can_be_served() {
    let listed = binary().args(["serve", "--variation", "list"]).output().unwrap();
    let listed = text(&listed);
    let ids: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!((distinct.len(), ids.len()), (ids.len(), 55), "{listed}");
    let help = text(&binary().args(["serve", "--help"]).output().unwrap());
    assert!(help.contains("`--variation list` prints every variation"), "{help}");
    let words: Vec<&str> = ids.iter().flat_map(|id| ["--variation", id]).collect();
    let all = ServerProcess::start(&words);
    let named = all.greeting.iter().filter(|line| line.starts_with("# a variation: ")).count();
    assert_eq!(named, ids.len());

    let body = r#"{"name":"A","goal":"B","surprise":1}"#;
    let null = r#"{"name":null,"goal":"B"}"#;
    // Options, the body of an update, and the status code of its response.
    let table = [
        (&[][..], body, 200),
        (&["--strict"], body, 400),
        (&["--variation", "no-property-that-is-not-listed"], body, 400),
        (&[], null, 400),
        (&["--lenient"], null, 200),
    ];
    for (words, body, status) in table {
        let server = ServerProcess::start(words);
        let path = format!("/v2/monitor/{}", server.variable("FIXTURE_1"));
        let response = server.ask("PATCH", &path, &server.variable("VALID_KEY"), body);
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{words:?}: {response}");
        // Variations do not alter the pages for people.
        let page = server.ask("GET", "/reference/operations/updateMonitor", "", "");
        assert!(page.contains("/reference/cases/updateMonitor%3A%3A"), "{words:?}");
    }
}

#[test]
fn an_address_in_use_is_named() {
    let first = ServerProcess::start(&[]);
    let port = first.port.to_string();
    let output = binary().args(["serve", "--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let expected = format!("error: cannot listen on 127.0.0.1:{port}");
    assert!(text(&output).contains(&expected), "{}", text(&output));
}

#[test]
fn the_same_monitors_are_printed_at_each_start() {
    let words = ["--seed", "1", "--clock", "2026-01-02T03:04:05Z"];
    let (first, second) = (ServerProcess::start(&words), ServerProcess::start(&[]));
    assert_eq!(first.variable("FIXTURE_1"), second.variable("FIXTURE_1"));
    assert_ne!(first.variable("FIXTURE_1"), first.variable("FIXTURE_2"));
    let response = first.ask("GET", "/_reference/clock", "", "");
    assert!(response.contains("2026-01-02T03:04:05"), "{response}");
}

#[test]
fn an_invalid_state_file_is_rejected() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("state.json"), "no JSON").unwrap();
    let words = ["serve", "--port", "0", "--state", "state.json"];
    let output = conformance(folder.path(), &words);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.starts_with("error: the state file state.json: it holds no state"), "{text}");
}
