//! `cargo xtask soak`: the reference server under a mixed load, for as long as one likes. A bench of
//! `webdata-conformance` sends it; here is only how to ask for it.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;

use crate::conformance::{cargo, exit_code};

/// The arguments that build and start it. Memory grows in a build for development as in any other,
/// and that one is there already. The bench is named and not its package, for the reason that the
/// suite's binary is.
pub(crate) const SOAK: [&str; 6] = ["bench", "--quiet", "--profile", "dev", "--bench", "soak"];

/// The options of the task.
#[derive(clap::Args)]
#[command(after_help = "\
The server answers requests of every kind as fast as it can: updates that are valid and that are not,
scrapes, agent jobs, checks of monitors with their webhooks, teams and keys that are set up again and
again, unknown paths, bad keys. Memory is read each second, where the system tells it as Linux does.

exit codes: 0 all was well; 3 memory grew, an answer was not as expected, or it could not be tried")]
pub(crate) struct Options {
    /// How long it takes.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    minutes: u32,
}

/// Runs it and answers with its exit code.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let minutes = options.minutes.to_string();
    let status = cargo(root).args(SOAK).args(["--", "--minutes", &minutes]).status();
    let status = status.context("cannot start cargo")?;
    Ok(exit_code(status.code()))
}
