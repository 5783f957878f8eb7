//! Runs a process and returns its output.

use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

/// Returns the standard output of a process; its standard error goes to the terminal.
pub(super) fn printed(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stderr(Stdio::inherit()).output().context("cannot start the process")?;
    ensure!(output.status.success(), "the process ends with {}", output.status);
    String::from_utf8(output.stdout).context("its output is not UTF-8")
}
