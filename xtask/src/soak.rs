//! `cargo xtask soak`: puts the reference server under a mixed load for some minutes. A bench of
//! `webdata-conformance` sends the load.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;

use crate::conformance::{cargo, exit_code};

/// The arguments that build and start the bench. Memory grows in a development build as in any other, and
/// that build exists already. The arguments name the bench and not its package, as
/// [`SUITE`](crate::conformance::SUITE) explains.
pub(crate) const SOAK: [&str; 6] = ["bench", "--quiet", "--profile", "dev", "--bench", "soak"];

/// The options of the task.
#[derive(clap::Args)]
#[command(after_help = "\
The load has requests of every kind: valid and invalid updates, jobs, checks with \
their webhooks, new teams and keys, unknown paths, bad keys. On Linux, memory is read each second.

Exit codes: 0 memory did not grow and every response was as expected; 3 otherwise, or if the server did not \
start")]
pub(crate) struct Options {
    /// How long the load lasts, in minutes.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    minutes: u32,
}

/// Runs the bench and returns its exit code.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let minutes = options.minutes.to_string();
    let status = cargo(root).args(SOAK).args(["--", "--minutes", &minutes]).status();
    let status = status.context("cannot start cargo")?;
    Ok(exit_code(status.code()))
}
