//! The commands where pipelines run them: as another user, in a read-only checkout with a hard name,
//! without `HOME`, `PATH` and other programs, as in an image without a shell; and against a server on fire.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::any_server::front::{Front, Intercept, TargetFolder};
use crate::binary::text;

/// The name of each folder.
const NAME: &str = "it's a \"folder\" $HOME";

/// A user and a group that own no file.
const UNPRIVILEGED: u32 = 65_534;

/// A copy of the binary, a checkout that is read-only, and a folder that is not.
struct Pipeline {
    _root: TempDir,
    binary: PathBuf,
    checkout: PathBuf,
    results: PathBuf,
}

impl Pipeline {
    fn new() -> Self {
        let root = TempDir::new().unwrap();
        let folder = |name: &str, mode| {
            let path = root.path().join(name).join(NAME);
            fs::create_dir_all(&path).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            path
        };
        let (checkout, results) = (folder("checkout", 0o555), folder("results", 0o777));
        let binary = root.path().join("the binary");
        fs::copy(env!("CARGO_BIN_EXE_webdata-conformance"), &binary).unwrap();
        fs::set_permissions(root.path(), Permissions::from_mode(0o755)).unwrap();
        Self { _root: root, binary, checkout, results }
    }

    /// Runs the binary in the checkout, without any variable. If the tests run as root, the binary runs as another user.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(&self.binary);
        command.args(arguments).current_dir(&self.checkout).env_clear();
        if fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
            command.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
        }
        let output = command.output().unwrap();
        (output.status.code(), text(&output))
    }
}

#[test]
fn commands_need_neither_a_home_nor_a_shell_nor_a_writable_checkout() {
    let pipeline = Pipeline::new();
    let case = "updateMonitor::name::maxLength::above";
    let results = pipeline.results.to_str().unwrap();
    let at = |name: &str| format!("{results}/{name}");
    let (report, target, contract) = (at("report.json"), at("target.toml"), at("notes"));
    let quoted = |path: &str| format!("'{}'", path.replace('\'', r"'\''"));
    let (quoted_target, quoted_contract) = (quoted(&target), quoted(&contract));
    let table: [(&[&str], i32, &str); 12] = [
        (&["list"], 0, case),
        (&["show", case, "--curl"], 0, "curl -sS"),
        (&["coverage"], 0, "MonitorUpdate.name.maxLength"),
        (&["run", "--doctor"], 0, "a run can start"),
        (&["run", case], 2, "see --report-dir"),
        (&["run", case, "--report-dir", results], 0, "verdict    partial"),
        (&["replay", case], 0, "curl -sS"),
        (&["verify", &report], 0, "verified"),
        (&["diff", &report, &report], 0, "nothing has changed"),
        (&["badge", &report], 0, "<svg"),
        (
            &["init", "--base-url", "http://127.0.0.1", "--key-env", "K", "--output", &target],
            0,
            &quoted_target,
        ),
        (&["new", &contract], 0, &quoted_contract),
    ];
    for (arguments, code, expected) in table {
        let (actual, output) = pipeline.run(arguments);
        assert_eq!(actual, Some(code), "{arguments:?}: {output}");
        assert!(output.contains(expected), "{arguments:?}: {output}");
    }
    let of_checkout = fs::read_dir(&pipeline.checkout).unwrap().count();
    assert_eq!(of_checkout, 0, "a command wrote into the checkout");
}

#[test]
fn a_server_on_fire_fills_no_log() {
    let table: [Intercept; 3] = [
        |number, _| {
            let text = format!("Internal Server Error {number}\n").repeat(100);
            let body = json!({ "success": false, "error": text });
            on_fire(number, 500, &body)
        },
        |number, _| on_fire(number, 502, &"<p>\n".repeat(number).into()),
        |number, _| {
            // Every property of a monitor is wrong, each time in another way.
            let names = "id name goal judgeEnabled status schedule targets notification webhook retentionDays \
                         nextRunAt createdAt updatedAt currentCheckId estimatedCreditsPerMonth lastCheckSummary";
            let data: Map<_, _> =
                names.split(' ').map(|name| (name.to_owned(), json!([{ "n": number }]))).collect();
            let status = [200, 201, 400, 404, 403, 418][number % 6];
            on_fire(number, status, &json!({ "success": number, "error": data, "data": data }))
        },
    ];
    for (index, intercept) in table.into_iter().enumerate() {
        let front = Front::new(intercept);
        let ids = format!("[fixtures]\nmonitorId = ['{}', '{}']", front.monitor(), front.monitor());
        let folder = TargetFolder::new(&front, &front.base_url, "timeout-seconds = 5", &ids);
        let output = folder.command(&["updateMonitor::schedule"]).output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{index}");
        let written = String::from_utf8_lossy(&output.stderr);
        let lines = written.lines().count();
        assert!((1..100).contains(&lines), "{index}: {lines} lines: {written}");
    }
}

/// Responds to every request after those of the preflight.
fn on_fire(number: usize, status: u16, body: &Value) -> Option<Response> {
    let status = StatusCode::from_u16(status).unwrap();
    (number > 40).then(|| (status, axum::Json(body)).into_response())
}
