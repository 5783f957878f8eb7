//! `cargo xtask fuzz`: many bodies for every type, judged by the generated code and by the
//! `jsonschema` crate. The tests of `webdata-codegen` judge a few of them; here is only how to ask
//! for more.

use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;

use crate::conformance::cargo;
use crate::terminal;

/// The options of the task.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many bodies of each type.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    bodies: u64,
    /// What the bodies are made from; the same seed makes the same bodies. Another one each second
    /// unless given.
    #[arg(long)]
    seed: Option<u64>,
    /// Only types whose names begin with this; there must be one.
    #[arg(long, default_value = "")]
    only: String,
}

/// Runs the tests with so many bodies. The exit code is 1 when the judges disagree, when no
/// type is named so, or when the tests could not be built.
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
