//! `cargo xtask conformance`: starts `webdata-conformance run`.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context as _;

/// The arguments that build and start the suite. They name the binary and not its package: a package alone
/// would have other features of its dependencies than the workspace, and cargo would build them again.
pub(crate) const SUITE: [&str; 5] = ["run", "--bin", "webdata-conformance", "--", "run"];

/// Runs the suite and returns its exit code.
pub(crate) fn run(
    root: &Path,
    arguments: impl Iterator<Item = OsString>,
) -> anyhow::Result<ExitCode> {
    let status = cargo(root).args(SUITE).args(arguments).status();
    let status = status.context("cannot start cargo")?;
    Ok(exit_code(status.code()))
}

/// Returns a command for the built binary of the suite, for subcommands other than `run`.
pub(crate) fn suite(root: &Path) -> Command {
    let [words @ .., _] = SUITE;
    let mut cargo = cargo(root);
    cargo.args(words);
    cargo
}

/// Returns a command for the cargo that runs this task, in the workspace's folder.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

/// Returns the exit code of a process. A process that a signal ended counts as incomplete (3), and so does
/// any code that is not the suite's, such as that of a panic or of a failed build.
pub(crate) fn exit_code(code: Option<i32>) -> ExitCode {
    const INCOMPLETE: u8 = 3;
    let known = code.and_then(|code| u8::try_from(code).ok()).filter(|code| *code <= INCOMPLETE);
    ExitCode::from(known.unwrap_or(INCOMPLETE))
}
