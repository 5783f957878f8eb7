//! `cargo xtask fuzz`: judges many bodies of every type by the generated code and by the `jsonschema` crate.
//! It runs a test of `webdata-codegen` with more bodies than the test has in CI.

use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;

use crate::conformance::cargo;
use crate::terminal;

/// The options of the task.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The number of bodies of each type.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    bodies: u64,
    /// The seed of the bodies; the same seed makes the same bodies [default: the time in seconds].
    #[arg(long)]
    seed: Option<u64>,
    /// Check only types whose names begin with this; fails if there is none.
    #[arg(long, default_value = "")]
    only: String,
}

/// Runs the test. The exit code is 1 if the validators disagree, no type has the name, or the test does not
/// build.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (bodies, seed) = (options.bodies, options.seed.unwrap_or_else(now));
    terminal::err(&format!("{bodies} bodies of each type, from the seed {seed}"));
    let status = cargo(root)
        .args(["test", "--quiet", "--release", "-p", "webdata-codegen", "--test", "differential"])
        .args(["--", "--nocapture"])
        .env("DIFFERENTIAL_BODIES", bodies.to_string())
        .env("DIFFERENTIAL_SEED", seed.to_string())
        .env("DIFFERENTIAL_TYPE", &options.only)
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
