//! The log has one line for each request, and never a secret.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::serve::server_process::ServerProcess;

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
fn a_state_that_cannot_be_written_is_reported_even_with_quiet() {
    let folder = TempDir::new().unwrap();
    let [place, away] = ["place", "away"].map(|name| folder.path().join(name));
    fs::create_dir(&place).unwrap();
    let file = place.join("state.json");
    let words = ["--quiet", "--log-format", "json", "--state", file.to_str().unwrap()];
    let server = ServerProcess::start(&words);
    let ready: Value = serde_json::from_str(&server.greeting[0]).unwrap();
    let path = format!("/v2/monitor/{}", ready["fixtures"][0].as_str().unwrap());
    let key = ready["keys"]["VALID_KEY"].as_str().unwrap();
    fs::rename(&place, &away).unwrap();
    let response = server.ask("PATCH", &path, key, r#"{"name":"A"}"#);
    assert!(response.starts_with("HTTP/1.1 500 "), "{response}");
    let logged: Value = serde_json::from_str(&server.next()).unwrap();
    assert_eq!(logged["event"], "state-not-written");
    assert!(logged["reason"].as_str().unwrap().contains(file.to_str().unwrap()), "{logged}");
    fs::rename(&away, &place).unwrap();
    let logged: Value = serde_json::from_str(&server.next()).unwrap();
    assert_eq!(logged, json!({ "event": "state-written" }));
}

#[test]
fn quiet_writes_no_log() {
    let server = ServerProcess::start(&["--quiet"]);
    server.ask("GET", "/v2/nothing", "", "");
    server.signal(nix::sys::signal::Signal::SIGTERM);
    let (log, status) = server.wait_with_log();
    assert_eq!((log.len(), status.code()), (0, Some(0)), "{log:?}");
}
