//! Runs processes: the output of one, and the binary of the suite.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use serde::Deserialize;

use crate::conformance::cargo;

/// Returns the standard output of a process; its standard error goes to the terminal.
pub(super) fn printed(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stderr(Stdio::inherit()).output().context("cannot start the process")?;
    ensure!(output.status.success(), "the process ends with {}", output.status);
    String::from_utf8(output.stdout).context("its output is not UTF-8")
}

/// Builds the suite's binary in the profile that `cargo xtask conformance` builds it in, and returns its path.
pub(super) fn build_suite(root: &Path) -> anyhow::Result<PathBuf> {
    /// A message of cargo about a built artifact.
    #[derive(Deserialize)]
    struct Built {
        executable: Option<PathBuf>,
    }
    let mut command = cargo(root);
    command.args(["build", "--quiet", "--bin", "webdata-conformance"]);
    command.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit());
    let output = command.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the suite cannot be built");
    let said = String::from_utf8_lossy(&output.stdout);
    let built = said.lines().filter_map(|line| serde_json::from_str::<Built>(line).ok());
    built.filter_map(|built| built.executable).next_back().context("cargo has built no binary")
}
