//! The log: a line for each request, and never a secret.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::serve::serving::Serving;

#[test]
fn a_line_for_each_request_without_bodies() {
    let serving = Serving::start(&[]);
    let (key, id) = (serving.variable("VALID_KEY"), serving.variable("FIXTURE_1"));
    let path = format!("/v2/monitor/{id}");
    let table = [
        ("PATCH", path.as_str(), key.as_str(), r#"{"name":"A"}"#, " 200 ", " updateMonitor home"),
        ("PATCH", &path, &key, "{", " 400 ", " updateMonitor home"),
        ("PATCH", &path, "unknown", "{}", " 401 ", " updateMonitor"),
        ("GET", "/v2/nothing%0a%1b", &key, "", " 404 ", " home"),
        ("GET", "/_reference/clock", "", "", " 200 ", " ms"),
    ];
    for (method, path, key, body, status, end) in table {
        serving.ask(method, path, key, body);
        let line = serving.next();
        assert!(line.contains(&format!(" {method} {path}{status}")), "{line}");
        assert!(line.ends_with(end), "{line}");
        assert!(!line.contains(key) || key.is_empty(), "{line}");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
}

#[test]
fn bodies_are_shown_on_request_without_secrets() {
    let serving = Serving::start(&["-v"]);
    let (key, id) = (serving.variable("VALID_KEY"), serving.variable("FIXTURE_1"));
    let body = format!(
        r#"{{"name":"uses {key}","webhook":{{"url":"https://u:p4ss@hooks.example/","headers":{{"X-Hook":"h00k"}}}}}}"#
    );
    let answer = serving.ask("PATCH", &format!("/v2/monitor/{id}"), &key, &body);
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let lines = [serving.next(), serving.next(), serving.next()];
    assert!(lines[0].contains(" PATCH ") && lines[0].contains(" 200 "), "{lines:?}");
    assert!(lines[1].starts_with(r#"  > {"name":"uses [redacted]""#), "{lines:?}");
    assert!(lines[2].starts_with(r#"  < {"success":true"#), "{lines:?}");
    for secret in [key.as_str(), "p4ss", "h00k"] {
        assert!(!lines.concat().contains(secret), "{lines:?}");
    }
    // The answer itself is not changed by being shown.
    assert!(answer.contains("h00k"), "{answer}");
}

#[test]
fn machines_get_json() {
    let serving = Serving::start(&["--log-format", "json", "--verbose"]);
    let [ready] = serving.greeting.as_slice() else { panic!("{:?}", serving.greeting) };
    let ready: Value = serde_json::from_str(ready).unwrap();
    assert_eq!(ready["event"], "ready");
    assert_eq!(ready["base-url"], format!("http://127.0.0.1:{}", serving.port));
    let id = ready["fixtures"][0].as_str().unwrap();
    let key = ready["keys"]["VALID_KEY"].as_str().unwrap();
    serving.ask("PATCH", &format!("/v2/monitor/{id}"), key, r#"{"name":7}"#);
    let line: Value = serde_json::from_str(&serving.next()).unwrap();
    let told = ["event", "method", "status", "operation", "team", "request-body"];
    let told = told.map(|name| line[name].to_string());
    let expected = [
        r#""request""#,
        r#""PATCH""#,
        "400",
        r#""updateMonitor""#,
        r#""home""#,
        r#""{\"name\":7}""#,
    ];
    assert_eq!(told, expected, "{line}");
    assert!(line["response-body"].as_str().unwrap().contains("Bad Request"), "{line}");
    assert!(line["milliseconds"].as_f64().unwrap() > 0.0, "{line}");
}

#[test]
fn a_state_that_cannot_be_written_is_told_of_without_a_log() {
    let folder = TempDir::new().unwrap();
    let [place, away] = ["place", "away"].map(|name| folder.path().join(name));
    fs::create_dir(&place).unwrap();
    let file = place.join("state.json");
    let words = ["--quiet", "--log-format", "json", "--state", file.to_str().unwrap()];
    let serving = Serving::start(&words);
    let ready: Value = serde_json::from_str(&serving.greeting[0]).unwrap();
    let path = format!("/v2/monitor/{}", ready["fixtures"][0].as_str().unwrap());
    let key = ready["keys"]["VALID_KEY"].as_str().unwrap();
    fs::rename(&place, &away).unwrap();
    let answer = serving.ask("PATCH", &path, key, r#"{"name":"A"}"#);
    assert!(answer.starts_with("HTTP/1.1 500 "), "{answer}");
    let told: Value = serde_json::from_str(&serving.next()).unwrap();
    assert_eq!(told["event"], "state-not-written");
    assert!(told["reason"].as_str().unwrap().contains(file.to_str().unwrap()), "{told}");
    fs::rename(&away, &place).unwrap();
    let told: Value = serde_json::from_str(&serving.next()).unwrap();
    assert_eq!(told, json!({ "event": "state-written" }));
}

#[test]
fn no_log_is_written_where_none_is_wanted() {
    let serving = Serving::start(&["--quiet"]);
    serving.ask("GET", "/v2/nothing", "", "");
    serving.signal(nix::sys::signal::Signal::SIGTERM);
    let (log, status) = serving.end();
    assert_eq!((log.len(), status.code()), (0, Some(0)), "{log:?}");
}
