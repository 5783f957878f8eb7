//! `cargo xtask`: the command line of the workspace's own tasks. Each task has a module of its own.

mod audit;
mod bench;
mod ci;
mod conformance;
mod contract;
mod docs;
mod fuzz;
mod regenerate;
mod rehearsal;
mod root;
mod soak;
mod spec_diff;
mod tables;
mod terminal;
mod walk;
mod workspace_copy;
#[cfg(unix)]
mod yardstick;

use std::path::Path;
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
    /// Writes the files that are generated from the contracts; with --check, fails with a diff if one is
    /// stale.
    Regenerate(regenerate::Options),
    /// Lists what changed in the contract, and whether each change breaks clients or servers.
    SpecDiff(spec_diff::Options),
    /// Runs the suite, against the embedded reference server unless the arguments say otherwise.
    #[command(disable_help_flag = true)]
    Conformance {
        /// The arguments of `webdata-conformance run`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Writes the table of cases in docs/figures.md; with --check, fails with a diff if it is stale.
    Counts(docs::Options),
    /// Writes the tables of keys in docs/; with --check, fails with a diff if one is stale.
    Docs(docs::Options),
    /// Runs the suite against servers with one fault each, and fails if the suite does not notice one; writes
    /// the table of scores in docs/figures.md.
    Audit(audit::Options),
    /// Measures the figures of docs/figures.md.
    Bench(bench::Options),
    /// Judges many bodies of every type by the generated code and by JSON Schema.
    Fuzz(fuzz::Options),
    /// Runs the commands that CONTRIBUTING.md and the pages in docs/ show.
    Walk(walk::Options),
    /// Edits a copy of the contract, in TOML alone, and runs code generation, suite and audit on it.
    Rehearsal(rehearsal::Options),
    /// Puts the reference server under a mixed load, and fails if its memory grows.
    Soak(soak::Options),
    /// Runs what CI runs, up to the first step that fails: format, lints, tests, docs, and all other checks.
    Ci(ci::Options),
}

/// The exit code of usage errors and of tasks that cannot start, as the suite has it.
const CANNOT: u8 = 2;

fn main() -> ExitCode {
    let task = Cli::parse().task;
    root::find().and_then(|root| run(task, &root)).unwrap_or_else(|error| {
        terminal::err(&format!("error: {error:#}"));
        ExitCode::from(CANNOT)
    })
}

fn run(task: Task, root: &Path) -> anyhow::Result<ExitCode> {
    match task {
        Task::Regenerate(options) => regenerate::run(root, &options),
        Task::SpecDiff(options) => spec_diff::run(root, &options),
        // Passes the arguments as they were typed, since clap would take a leading `--` away.
        Task::Conformance { .. } => conformance::run(root, std::env::args_os().skip(2)),
        Task::Counts(options) => docs::counts(root, &options),
        Task::Docs(options) => docs::run(root, &options),
        Task::Audit(options) => audit::run(root, &options),
        Task::Bench(options) => bench::run(root, &options),
        Task::Fuzz(options) => fuzz::run(root, &options),
        Task::Walk(options) => walk::run(root, &options),
        Task::Rehearsal(options) => rehearsal::run(root, &options),
        Task::Soak(options) => soak::run(root, &options),
        Task::Ci(options) => ci::run(root, &options),
    }
}
