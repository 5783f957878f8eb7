//! `serve`, for those who keep a mock running: its output, its log, its options, and how the server stops.

mod server_process;

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};

use nix::sys::signal::Signal;
use serde_json::Value;
use webdata::limits::MONITOR_UPDATE_NAME_MAX_LENGTH as MOST;

use crate::binary::{binary, text};
use crate::serve::server_process::ServerProcess;

#[test]
fn the_last_line_says_that_the_server_is_ready() {
    let server = ServerProcess::start(&[]);
    let expected = format!("ready: http://127.0.0.1:{}", server.port);
    assert_eq!(server.greeting.last(), Some(&expected));
    assert_eq!(server.variable("BASE_URL"), format!("http://127.0.0.1:{}", server.port));
}

#[test]
fn the_control_plane_is_served_beyond_localhost_only_on_request() {
    for (words, is_offered) in [
        (&[][..], true),
        (&["--host", "127.0.0.1"], true),
        (&["--host", "0.0.0.0"], false),
        (&["--host", "0.0.0.0", "--control-plane"], true),
    ] {
        let server = ServerProcess::start(words);
        let prints = |start: &str| server.greeting.iter().any(|line| line.starts_with(start));
        assert!(
            prints(
                "# cancelAgent, whose path the contract does not show: DELETE /v2/agent/{jobId}"
            ),
            "{words:?}"
        );
        assert_eq!(
            prints("# keys, clock, stubs and other settings of the server: curl http://"),
            is_offered,
            "{words:?}"
        );
        let response = server.ask("GET", "/_reference/clock", "", "");
        let status = if is_offered { "HTTP/1.1 200 " } else { "HTTP/1.1 401 " };
        assert!(response.starts_with(status), "{words:?}: {response}");
    }
}

#[test]
fn a_mutant_is_named_at_the_start() {
    let mutant = format!("update-monitor/MonitorUpdate.name.maxLength/accepts-{}", MOST + 1);
    let server = ServerProcess::start(&["--mutant", &mutant]);
    let first = &server.greeting[0];
    assert!(first.starts_with("# a mutant, wrong on purpose: "), "{first}");
    assert!(server.greeting[1].starts_with("# serving "), "{:?}", server.greeting);
    let (key, id) = (server.variable("VALID_KEY"), server.variable("FIXTURE_1"));
    for (length, status) in [(MOST + 1, "HTTP/1.1 200 "), (MOST + 2, "HTTP/1.1 400 ")] {
        let body = format!(r#"{{"name":"{}"}}"#, "n".repeat(length));
        let response = server.ask("PATCH", &format!("/v2/monitor/{id}"), &key, &body);
        assert!(response.starts_with(status), "{length}: {response}");
    }
}

#[test]
fn each_request_is_one_line_without_bodies() {
    let server = ServerProcess::start(&[]);
    let (key, id) = (server.variable("VALID_KEY"), server.variable("FIXTURE_1"));
    let path = format!("/v2/monitor/{id}");
    let table = [
        ("PATCH", path.as_str(), key.as_str(), r#"{"name":"A"}"#, " 200 ", " updateMonitor home"),
        ("PATCH", &path, &key, "{", " 400 ", " updateMonitor home"),
        ("PATCH", &path, "unknown", "{}", " 401 ", " updateMonitor"),
        ("GET", "/v2/nothing%0a%1b", &key, "", " 404 ", " home"),
        ("GET", "/_reference/clock", "", "", " 200 ", " ms"),
    ];
    for (method, path, key, body, status, end) in table {
        server.ask(method, path, key, body);
        let line = server.next();
        assert!(line.contains(&format!(" {method} {path}{status}")), "{line}");
        assert!(line.ends_with(end), "{line}");
        assert!(!line.contains(key) || key.is_empty(), "{line}");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
}

#[test]
fn verbose_logs_have_bodies_without_secrets() {
    let server = ServerProcess::start(&["-v"]);
    let (key, id) = (server.variable("VALID_KEY"), server.variable("FIXTURE_1"));
    let body = format!(
        r#"{{"name":"uses {key}","webhook":{{"url":"https://u:p4ss@hooks.example/","headers":{{"X-Hook":"h00k"}}}}}}"#
    );
    let response = server.ask("PATCH", &format!("/v2/monitor/{id}"), &key, &body);
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
    let lines = [server.next(), server.next(), server.next()];
    assert!(lines[0].contains(" PATCH ") && lines[0].contains(" 200 "), "{lines:?}");
    assert!(lines[1].starts_with(r#"  > {"name":"uses [redacted]""#), "{lines:?}");
    assert!(lines[2].starts_with(r#"  < {"success":true"#), "{lines:?}");
    for secret in [key.as_str(), "p4ss", "h00k"] {
        assert!(!lines.concat().contains(secret), "{lines:?}");
    }
    // Redaction changes the log, not the response.
    assert!(response.contains("h00k"), "{response}");
}

#[test]
fn the_json_log_is_one_object_a_line() {
    let server = ServerProcess::start(&["--log-format", "json", "--verbose"]);
    let [ready] = server.greeting.as_slice() else { panic!("{:?}", server.greeting) };
    let ready: Value = serde_json::from_str(ready).unwrap();
    assert_eq!(ready["event"], "ready");
    assert_eq!(ready["base-url"], format!("http://127.0.0.1:{}", server.port));
    let id = ready["fixtures"][0].as_str().unwrap();
    let key = ready["keys"]["VALID_KEY"].as_str().unwrap();
    server.ask("PATCH", &format!("/v2/monitor/{id}"), key, r#"{"name":7}"#);
    let line: Value = serde_json::from_str(&server.next()).unwrap();
    let logged = ["event", "method", "status", "operation", "team", "request-body"];
    let logged = logged.map(|name| line[name].to_string());
    let expected = [
        r#""request""#,
        r#""PATCH""#,
        "400",
        r#""updateMonitor""#,
        r#""home""#,
        r#""{\"name\":7}""#,
    ];
    assert_eq!(logged, expected, "{line}");
    assert!(line["response-body"].as_str().unwrap().contains("Bad Request"), "{line}");
    assert!(line["milliseconds"].as_f64().unwrap() > 0.0, "{line}");
}

#[test]
fn quiet_writes_no_log() {
    let server = ServerProcess::start(&["--quiet"]);
    server.ask("GET", "/v2/nothing", "", "");
    server.signal(nix::sys::signal::Signal::SIGTERM);
    let (log, status) = server.wait_with_log();
    assert_eq!((log.len(), status.code()), (0, Some(0)), "{log:?}");
}

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
        (
            &["--cors", "localhost:3000/app"],
            "not the origin of a web page, such as http://localhost",
        ),
        (&["--cors", "http://*.example.com"], "a whole host without `*`"),
        (&["--allowed-host", "mock:8080"], "not a host such as mock"),
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
    assert_eq!((distinct.len(), ids.len()), (ids.len(), 131), "{listed}");
    let help = text(&binary().args(["serve", "--help"]).output().unwrap());
    // Help wraps at the width of the terminal.
    let words: Vec<&str> = help.split_whitespace().collect();
    assert!(words.join(" ").contains("`--variation list` prints every variation"), "{help}");
    let words: Vec<&str> = ids.iter().flat_map(|id| ["--variation", id]).collect();
    let all = ServerProcess::start(&words);
    let named = all.greeting.iter().filter(|line| line.starts_with("# a variation: ")).count();
    assert_eq!(named, ids.len());

    let body = r#"{"name":"A","goal":"B","surprise":1}"#;
    // Options, and the status code of the response to an update.
    let table = [(&[][..], 200), (&["--variation", "no-property-that-is-not-listed"], 400)];
    for (words, status) in table {
        let server = ServerProcess::start(words);
        let path = format!("/v2/monitor/{}", server.variable("FIXTURE_1"));
        let response = server.ask("PATCH", &path, &server.variable("VALID_KEY"), body);
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{words:?}: {response}");
        // Variations do not alter the pages for people.
        let page = server.ask("GET", "/reference", "", "");
        assert!(page.contains("updateMonitor"), "{words:?}");
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
fn the_server_stops_cleanly_on_both_signals() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let server = ServerProcess::start(&[]);
        // An idle connection does not keep the server running.
        let _idle = server.connect();
        server.ask("GET", "/v2/nothing", "", "");
        server.signal(signal);
        let (log, status) = server.wait_with_log();
        assert_eq!(status.code(), Some(0), "{signal}: {log:?}");
        assert!(log[0].contains(" GET /v2/nothing 401 "), "{signal}: {log:?}");
        assert_eq!(log.last().map(String::as_str), Some("stopped"), "{signal}");
    }
}

#[test]
fn the_server_stops_when_its_log_is_not_read() {
    let server = ServerProcess::start(&["-v"]);
    let (key, id) = (server.variable("VALID_KEY"), server.variable("FIXTURE_1"));
    let body = format!(r#"{{"name":"{}"}}"#, "n".repeat(100));
    // More than a pipe holds.
    for _ in 0..1500 {
        server.ask("PATCH", &format!("/v2/monitor/{id}"), &key, &body);
    }
    server.signal(Signal::SIGTERM);
    assert_eq!(server.wait().code(), Some(0));
}

#[test]
fn a_request_in_flight_gets_its_response() {
    let server = ServerProcess::start(&["--latency", "1s"]);
    let (key, id) = (server.variable("VALID_KEY"), server.variable("FIXTURE_1"));
    let mut stream = server.connect();
    let request = format!(
        "PATCH /v2/monitor/{id} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\
         expect: 100-continue\r\ncontent-length: 12\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    // The server sends `100 Continue` when it begins to read the body.
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(br#"{"name":"A"}"#).unwrap();
    server.signal(Signal::SIGTERM);
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
    let (log, status) = server.wait_with_log();
    assert_eq!(status.code(), Some(0), "{log:?}");
}
