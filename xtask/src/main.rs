//! `cargo xtask`: the command line of the workspace's own tasks. Each task has a module of its
//! own; here is only what they are called.

mod ci;
mod conformance;
mod regenerate;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The workspace's own tasks")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Writes what is generated from the contract, or fails with a diff when it is stale.
    Regenerate(regenerate::Options),
    /// Runs the suite, against the embedded reference server unless the arguments say otherwise.
    #[command(disable_help_flag = true)]
    Conformance {
        /// The arguments of `webdata-conformance run`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Runs what CI runs: format, lints, drift, tests, suite.
    Ci,
}

fn main() -> anyhow::Result<ExitCode> {
    let root = root();
    match Cli::parse().task {
        Task::Regenerate(options) => regenerate::run(&root, &options),
        Task::Conformance { arguments } => conformance::run(&root, &arguments),
        Task::Ci => ci::run(&root),
    }
}

/// The workspace's folder, which this crate is a folder of.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
