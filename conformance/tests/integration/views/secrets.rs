//! No key is in a report or in what a run prints, however the server echoes it; and no value that the contract calls
//! secret.
//!
//! The redaction promises to find a key unchanged, in hexadecimal and in base64, also within a longer string, and each
//! with the escapes of JSON, HTML and URLs, once or several times.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::IntoResponse as _;
use axum::routing::post;
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use tempfile::TempDir;

/// The environment variables of the target's keys, and the keys. They contain the characters that the
/// encodings change.
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

[circumstance.agentStatus]
"lifecycles.AgentStatus.status.situations.cancelled-run-is-polled" = { key = { env = "THE_JOB_KEY" }, parameters = { jobId = "1" } }

[circumstance.scrape]
"QuestionFormat.behaviour.field" = { body = { url = "https://example.com/pricing", headers = { Cookie = "id=the-target-files-cookie" } } }
"#;

#[test]
fn no_key_is_shown_in_any_encoding() {
    let folder = TempDir::new().unwrap();
    let selected = [
        "updateMonitor::name",
        "authentication",
        "isolation",
        "other-teams-monitor",
        "agentStatus",
    ];
    let texts = run(folder.path(), Router::new().fallback(echo), &selected);
    let record = read(&folder.path().join(REPORT));
    for (variable, key) in KEYS {
        assert!(record.contains(&format!("${variable}")), "{variable} was never sent");
        for (form, _, hidden) in encodings(key) {
            for (name, text) in &texts {
                assert!(!text.contains(&hidden), "{name} has {variable} {form}: {hidden}");
            }
        }
    }
}

/// A webhook that a case did not set: its header authenticates the service.
const STORED_HEADER: &str = "Bearer \\u0074he-receivers-key";

#[test]
fn no_stored_secret_is_shown_and_verify_judges_again() {
    let folder = TempDir::new().unwrap();
    let app = Router::new().route("/v2/scrape", post(|| async { StatusCode::OK })).fallback(|| async {
        let body = format!(
            r#"{{ "success": true, "data": {{ "status": "{STORED_HEADER}", "webhook": {{ "url": "https://a.example",
            "headers": {{ "Authorization": "{STORED_HEADER}", "X-Team": [" b", "{STORED_HEADER}"] }} }} }} }}"#
        );
        (StatusCode::OK, [("content-type", "application/json")], body.replacen(STORED_HEADER, "active", 1))
    });
    let selected = ["updateMonitor::name", "updateMonitor::webhook", "question-answered"];
    let texts = run(folder.path(), app, &selected);
    for (name, text) in &texts {
        assert!(!text.contains("he-receivers-key"), "{name} has the header of the server");
        assert!(!text.contains("the-target-files-cookie"), "{name} has the header of the target");
    }
    let record = read(&folder.path().join(REPORT));
    assert!(record.contains("[secret 1]") && record.contains("[secret 2]"), "{record}");
    assert!(record.contains(r#"\"Cookie\":\"[secret 1]\""#), "the target's request is recorded");
    assert!(record.contains("price-watch"), "what a case sends is shown");

    let binary = || Command::new(env!("CARGO_BIN_EXE_webdata-conformance"));
    let verified = binary().arg("verify").arg(REPORT).current_dir(folder.path()).output().unwrap();
    let printed = [verified.stdout, verified.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert_eq!(verified.status.code(), Some(0), "{printed}");
    assert!(!printed.contains("cannot be judged again"), "{printed}");
}

const REPORT: &str = "target/conformance/report.json";

/// Runs cases against a server that fails some of them. Returns everything that the run writes and prints, with its name.
fn run(folder: &Path, app: Router, selected: &[&str]) -> Vec<(String, String)> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    runtime.spawn(async move { axum::serve(listener, app).await });

    std::fs::write(folder.join("target.toml"), TARGET.replace("URL", &url)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_webdata-conformance"));
    command.args(["run", "--target", "target.toml", "--jobs", "2", "--no-preflight"]);
    command.args(selected).current_dir(folder);
    command.envs(KEYS).env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", "step.md");
    let output = command.output().expect("the binary starts");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("::error title="), "{printed}");

    let mut texts = vec![("the output".to_owned(), printed)];
    for file in std::fs::read_dir(folder.join("target/conformance")).unwrap() {
        let path = file.unwrap().path();
        texts.push((path.display().to_string(), read(&path)));
    }
    texts.push(("the summary of the step".to_owned(), read(&folder.join("step.md"))));
    assert_eq!(texts.len(), 7, "a format of the report is missing");
    texts
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

/// Responds with each header of the request, in each encoding. The valid key gets a 200, so that set-ups
/// succeed and the other keys are sent.
async fn echo(headers: HeaderMap, body: Bytes) -> axum::response::Response {
    let mut echo = String::from_utf8_lossy(&body).into_owned();
    for (name, value) in &headers {
        let value = value.to_str().unwrap_or_default();
        let key = value.strip_prefix("Bearer ").unwrap_or(value);
        let _ = writeln!(echo, "{name}: {value}");
        for (form, text, _) in encodings(key) {
            let _ = writeln!(echo, "{form}: {text}");
        }
    }
    let authorization = headers.get("authorization").cloned();
    let valid = HeaderValue::from_str(&format!("Bearer {}", KEYS[0].1)).unwrap();
    let status =
        if authorization.as_ref() == Some(&valid) { StatusCode::OK } else { StatusCode::FORBIDDEN };
    let echoed = authorization.unwrap_or_else(|| HeaderValue::from_static("none"));
    let body = serde_json::json!({ "success": false, "error": echo }).to_string();
    let headers =
        [("content-type", HeaderValue::from_static("application/json")), ("x-echo", echoed)];
    (status, headers, body).into_response()
}

/// Returns each encoding of a key: its name, the string that the server sends, and the part that must not be
/// kept.
fn encodings(key: &str) -> Vec<(&'static str, String, String)> {
    let percent: String = url::form_urlencoded::byte_serialize(key.as_bytes()).collect();
    let json = |text: &str| serde_json::Value::from(text).to_string().trim_matches('"').to_owned();
    let html = key.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let bytes = |form: fn(u8) -> String| key.bytes().map(form).collect::<String>();
    let base64 = BASE64_STANDARD.encode(key);
    let mut encodings: Vec<_> = [
        ("unchanged", key.to_owned()),
        ("in JSON", json(key)),
        ("in JSON within JSON", json(&json(key))),
        ("in JSON with every letter escaped", bytes(|unit| format!("\\u{unit:04x}"))),
        ("in HTML", html),
        ("in HTML with decimal references", bytes(|byte| format!("&#{byte};"))),
        ("in HTML with hexadecimal references", bytes(|byte| format!("&#x{byte:02X};"))),
        ("in a form", percent.clone()),
        ("in a URL", percent.replace('+', "%20")),
        ("in a URL within another", percent.replace('%', "%25")),
        ("in hexadecimal", bytes(|byte| format!("{byte:02x}"))),
        ("in hexadecimal with colons", bytes(|byte| format!("{byte:02X}:"))),
        ("in base64", base64.clone()),
        ("in base64 in a URL", url::form_urlencoded::byte_serialize(base64.as_bytes()).collect()),
        ("in base64 for URLs", BASE64_URL_SAFE_NO_PAD.encode(key)),
        ("with carriage returns", bytes(|byte| format!("{}\r", char::from(byte)))),
    ]
    .map(|(name, text)| (name, text.clone(), text))
    .into();
    // Within a longer string, the first and last characters of base64 mix the key with its neighbours. The
    // part between them must not be kept.
    for (name, before) in [
        ("in base64 behind one byte", "u"),
        ("in base64 behind two", "u:"),
        ("in base64 behind a user", "user:"),
    ] {
        let coded = BASE64_STANDARD.encode(format!("{before}{key}:and more"));
        let bits = before.len() * 8;
        let end = (before.len() + key.len()) * 8 / 6;
        let hidden = coded[bits.div_ceil(6)..end].to_owned();
        encodings.push((name, coded, hidden));
    }
    encodings
}
