//! `cargo xtask`: the command line of the workspace's own tasks. Each task has a module of its
//! own; here is only what they are called.

mod audit;
mod bench;
mod ci;
mod conformance;
mod counts;
mod docs;
mod fuzz;
mod regenerate;
mod rehearsal;
mod root;
mod soak;
mod spec_diff;
mod stale;
mod tables;
mod terminal;
mod versions;
mod walk;
mod workspace_copy;

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
    /// Writes what is generated from the contracts, or fails with a diff when it is stale.
    Regenerate(regenerate::Options),
    /// Tells what changed in the contract, and whether it breaks clients or servers.
    SpecDiff(spec_diff::Options),
    /// Runs the suite, against the embedded reference server unless the arguments say otherwise.
    #[command(disable_help_flag = true)]
    Conformance {
        /// The arguments of `webdata-conformance run`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Writes the table of cases in docs/figures.md, or fails with a diff when it is stale.
    Counts(counts::Options),
    /// Writes the keys of target files into docs/targets.md, or fails with a diff when they are stale.
    Docs(docs::Options),
    /// Breaks every clause on servers of its own and sees that the suite notices; writes the
    /// table of scores in docs/figures.md, or fails with a diff when it is stale.
    Audit(audit::Options),
    /// Measures what is promised: `regenerate`, the suite, and the generated code beside its rivals.
    Bench(bench::Options),
    /// Judges many bodies of every type by the generated code and by JSON Schema.
    Fuzz(fuzz::Options),
    /// Runs the commands of CONTRIBUTING.md and of the pages in docs/, as they stand there.
    Walk(walk::Options),
    /// Edits a copy of the contract in TOML alone, and takes it the whole way: code, suite, audit.
    Rehearsal(rehearsal::Options),
    /// Has the reference server answer a mixed load, and sees that its memory does not grow.
    Soak(soak::Options),
    /// Runs what CI runs: format, lints, drift, tests, suite, coverage, counts, audit, rehearsal, pages.
    Ci(ci::Options),
}

/// The exit code for what cannot be done at all, as the suite has it.
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
        // Taken as they were typed: clap would keep a leading `--` for itself.
        Task::Conformance { .. } => conformance::run(root, std::env::args_os().skip(2)),
        Task::Counts(options) => counts::run(root, &options),
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
