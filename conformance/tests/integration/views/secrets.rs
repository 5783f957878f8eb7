//! No key stands in a report or in what a run prints, however the server echoes it.
//!
//! What is promised is written beside the redaction: a key as it is, within JSON, HTML and URLs, in
//! hexadecimal and base64, also in the middle of a longer text, and in one of these within another.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::IntoResponse as _;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use tempfile::TempDir;

/// The variables of the target's keys, and the keys. They have what the forms write otherwise.
const KEYS: [(&str, &str); 5] = [
    ("THE_VALID_KEY", "valid/key+\"with\" <all> & 'more' %41\\n"),
    ("THE_REVOKED_KEY", "revoked-key-of-plain-letters"),
    ("THE_LIMITED_KEY", "limited:key?with=other&signs#too"),
    ("THE_OTHER_KEY", "other.team~key_that-is-unreserved"),
    ("THE_JOB_KEY", "job==key//behind a circumstance"),
];

const TARGET: &str = r#"
name = "a server that echoes"
base-url = "URL"
keys.valid = { env = "THE_VALID_KEY" }
keys.revoked = { env = "THE_REVOKED_KEY" }
keys.limited = { env = "THE_LIMITED_KEY" }
keys.other-team = { env = "THE_OTHER_KEY" }
fixtures.monitorId = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"]

[[circumstance]]
operation = "agentStatus"
clause = "lifecycles.AgentStatus.status.situations.cancelled-run-is-polled"
key = { env = "THE_JOB_KEY" }
parameters = { jobId = "1" }
"#;

#[test]
fn no_key_shows_however_it_is_echoed() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    runtime.spawn(async move { axum::serve(listener, Router::new().fallback(echo)).await });

    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("target.toml"), TARGET.replace("URL", &url)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_webdata-conformance"));
    command.args(["run", "--target", "target.toml", "updateMonitor::name", "authentication"]);
    command
        .args(["isolation", "other-teams-monitor", "agentStatus", "--jobs", "2", "--no-preflight"])
        .current_dir(folder.path());
    command.envs(KEYS).env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", "step.md");
    let output = command.output().expect("the binary starts");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("::error title="), "{printed}");

    let mut texts = vec![("what is printed".to_owned(), printed)];
    let reports = folder.path().join("target/conformance");
    for file in std::fs::read_dir(&reports).unwrap() {
        let path = file.unwrap().path();
        texts.push((path.display().to_string(), read(&path)));
    }
    texts.push(("the summary of the step".to_owned(), read(&folder.path().join("step.md"))));
    assert_eq!(texts.len(), 7, "every form of the report is there");
    let record = read(&reports.join("report.json"));
    for (variable, key) in KEYS {
        assert!(record.contains(&format!("${variable}")), "{variable} was never sent");
        for (form, _, hidden) in forms(key) {
            for (name, text) in &texts {
                assert!(!text.contains(&hidden), "{variable} stands in {name}, {form}: {hidden}");
            }
        }
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

/// Answers with every header that came, in every form; the valid key may do everything, so that the
/// cases come to the others.
async fn echo(headers: HeaderMap, body: Bytes) -> axum::response::Response {
    let mut told = String::from_utf8_lossy(&body).into_owned();
    for (name, value) in &headers {
        let value = value.to_str().unwrap_or_default();
        let key = value.strip_prefix("Bearer ").unwrap_or(value);
        let _ = writeln!(told, "{name}: {value}");
        for (form, text, _) in forms(key) {
            let _ = writeln!(told, "{form}: {text}");
        }
    }
    let authorization = headers.get("authorization").cloned();
    let valid = HeaderValue::from_str(&format!("Bearer {}", KEYS[0].1)).unwrap();
    let status =
        if authorization.as_ref() == Some(&valid) { StatusCode::OK } else { StatusCode::FORBIDDEN };
    let echoed = authorization.unwrap_or_else(|| HeaderValue::from_static("none"));
    let body = serde_json::json!({ "success": false, "error": told }).to_string();
    let headers =
        [("content-type", HeaderValue::from_static("application/json")), ("x-echo", echoed)];
    (status, headers, body).into_response()
}

/// The forms in which a key must not stand in anything that is kept: each with what the server says, and what
/// of that must not be found.
fn forms(key: &str) -> Vec<(&'static str, String, String)> {
    let percent: String = url::form_urlencoded::byte_serialize(key.as_bytes()).collect();
    let json = |text: &str| serde_json::Value::from(text).to_string().trim_matches('"').to_owned();
    let html = key.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let bytes = |form: fn(u8) -> String| key.bytes().map(form).collect::<String>();
    let base64 = BASE64_STANDARD.encode(key);
    let mut forms: Vec<_> = [
        ("as it is", key.to_owned()),
        ("in JSON", json(key)),
        ("in JSON within JSON", json(&json(key))),
        ("in JSON with every letter escaped", bytes(|own| format!("\\u{own:04x}"))),
        ("in HTML", html),
        ("in HTML with decimal references", bytes(|own| format!("&#{own};"))),
        ("in HTML with hexadecimal references", bytes(|own| format!("&#x{own:02X};"))),
        ("in a form", percent.clone()),
        ("in a URL", percent.replace('+', "%20")),
        ("in a URL within another", percent.replace('%', "%25")),
        ("in hexadecimal", bytes(|own| format!("{own:02x}"))),
        ("in hexadecimal with colons", bytes(|own| format!("{own:02X}:"))),
        ("in base64", base64.clone()),
        ("in base64 twice", BASE64_STANDARD.encode(base64)),
        ("in base64 for URLs", BASE64_URL_SAFE_NO_PAD.encode(key)),
        ("with carriage returns", bytes(|own| format!("{}\r", char::from(own)))),
    ]
    .map(|(name, text)| (name, text.clone(), text))
    .into();
    // What the neighbours of a key in a longer text have no part in.
    for (name, before) in [
        ("in base64 behind one byte", "u"),
        ("in base64 behind two", "u:"),
        ("in base64 behind a user", "user:"),
    ] {
        let coded = BASE64_STANDARD.encode(format!("{before}{key}:and more"));
        let bits = before.len() * 8;
        let end = (before.len() + key.len()) * 8 / 6;
        let hidden = coded[bits.div_ceil(6)..end].to_owned();
        forms.push((name, coded, hidden));
    }
    forms
}
