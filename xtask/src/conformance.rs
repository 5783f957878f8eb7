//! `cargo xtask conformance`: hands over to the suite's own binary.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context as _;

/// The arguments that build and start the suite.
pub(crate) const SUITE: [&str; 6] = ["run", "--quiet", "-p", "webdata-conformance", "--", "run"];

/// Runs the suite and answers with its exit code.
pub(crate) fn run(root: &Path, arguments: &[String]) -> anyhow::Result<ExitCode> {
    let mut cargo = Command::new(env!("CARGO"));
    let status = cargo.current_dir(root).args(SUITE).args(arguments).status();
    let status = status.context("cannot start cargo")?;
    Ok(exit_code(status.code()))
}

/// The code of a process; one that was ended by a signal counts as incomplete.
pub(crate) fn exit_code(code: Option<i32>) -> ExitCode {
    const INCOMPLETE: u8 = 3;
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(INCOMPLETE))
}
