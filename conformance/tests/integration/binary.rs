//! The binary as its users call it, in a folder and with keys in its environment.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

pub(crate) const KEY: &str = "s3cr3t-key-that-must-not-show";

/// Two resources of a server that does not look at them.
pub(crate) const FIXTURES: &str =
    "monitorId=00000000-0000-4000-8000-000000000001,00000000-0000-4000-8000-000000000002";

/// What the environment of a CI job or a company has, and a test must not depend on.
const FOREIGN: [&str; 8] = [
    "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY",
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
];

/// The binary in an environment that is the same everywhere.
pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_webdata-conformance"));
    for name in FOREIGN {
        command.env_remove(name);
    }
    command.env("NO_COLOR", "1");
    command
}

/// The binary in a folder, with the key in the environment.
pub(crate) fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = binary();
    command.args(words).current_dir(folder).env("THE_KEY", KEY);
    // A key that is part of the other.
    command.env("THE_REVOKED_KEY", &KEY[..10]);
    command
}

pub(crate) fn conformance(folder: &Path, words: &[&str]) -> Output {
    command(folder, words).output().expect("the binary starts")
}

/// All that it said.
pub(crate) fn text(output: &Output) -> String {
    let bytes = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The report that it wrote.
pub(crate) fn report(folder: &Path) -> Value {
    let path = folder.join("target/conformance/report.json");
    serde_json::from_slice(&std::fs::read(path).expect("there is a report")).expect("it is JSON")
}
