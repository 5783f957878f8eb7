//! `cargo xtask conformance`: hands over to the suite's own binary.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context as _;

/// The arguments that build and start the suite. The binary is named and not its package: a package
/// alone has other features of its dependencies than the workspace, and would be built once more.
pub(crate) const SUITE: [&str; 5] = ["run", "--bin", "webdata-conformance", "--", "run"];

/// Runs the suite and answers with its exit code.
pub(crate) fn run(
    root: &Path,
    arguments: impl Iterator<Item = OsString>,
) -> anyhow::Result<ExitCode> {
    let status = cargo(root).args(SUITE).args(arguments).status();
    let status = status.context("cannot start cargo")?;
    Ok(exit_code(status.code()))
}

/// The suite's own binary, built, for other commands than `run`.
pub(crate) fn suite(root: &Path) -> Command {
    let [words @ .., _] = SUITE;
    let mut cargo = cargo(root);
    cargo.args(words);
    cargo
}

/// The cargo that runs this task, in the workspace's folder.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

/// The code of a process. One that was ended by a signal, or that ended in a way that the suite's
/// codes do not tell, such as a panic or a build that failed, counts as incomplete.
pub(crate) fn exit_code(code: Option<i32>) -> ExitCode {
    const INCOMPLETE: u8 = 3;
    let known = code.and_then(|code| u8::try_from(code).ok()).filter(|code| *code <= INCOMPLETE);
    ExitCode::from(known.unwrap_or(INCOMPLETE))
}
