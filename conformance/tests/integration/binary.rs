//! Runs the binary as users do, in a folder and with keys in its environment.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// The value of `THE_KEY`, which no output may contain.
pub(crate) const KEY: &str = "s3cr3t-key-that-must-not-show";

/// The value of `--fixture` for servers that ignore identities.
pub(crate) const FIXTURES: &str =
    "monitorId=00000000-0000-4000-8000-000000000001,00000000-0000-4000-8000-000000000002";

/// Variables of CI jobs and company networks, on which no test may depend.
const REMOVED_VARIABLES: [&str; 10] = [
    "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY",
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
];

/// Returns a command for the binary without variables that differ between machines.
pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_webdata-conformance"));
    for name in REMOVED_VARIABLES {
        command.env_remove(name);
    }
    command.env("NO_COLOR", "1");
    command
}

/// Returns a command for the binary in `folder`, with the keys in the environment.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = binary();
    command.args(arguments).current_dir(folder).env("THE_KEY", KEY);
    // A prefix of the other key: redaction must find both.
    command.env("THE_REVOKED_KEY", &KEY[..10]);
    command
}

/// Runs the binary with arguments to its end.
pub(crate) fn conformance(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the binary starts")
}

/// Returns the standard output and the standard error of a process.
pub(crate) fn text(output: &Output) -> String {
    let bytes = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Runs the binary in a folder, checks its exit code and its output, and returns the output.
pub(crate) fn check(folder: &Path, arguments: &[&str], code: i32, expected: &[&str]) -> String {
    let output = conformance(folder, arguments);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    for part in expected {
        assert!(text.contains(part), "{arguments:?}: no `{part}` in {text}");
    }
    text
}

/// Reads the report that a run in `folder` wrote.
pub(crate) fn report(folder: &Path) -> Value {
    let path = folder.join("target/conformance/report.json");
    serde_json::from_slice(&std::fs::read(path).expect("there is a report")).expect("it is JSON")
}
