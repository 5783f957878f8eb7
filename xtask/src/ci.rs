//! `cargo xtask ci`: what CI runs, step by step, up to the first failure.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;

use crate::conformance::{SUITE, cargo, exit_code};

/// The steps: what each is called, and the arguments of cargo.
const STEPS: [(&str, &[&str]); 11] = [
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("drift", &["xtask", "regenerate", "--check"]),
    ("tests", &["test", "--workspace"]),
    ("docs", &DOCS),
    // The workspace has all features of the generated crate on, and its users have none at first.
    ("alone", &["clippy", "-p", "webdata", "--all-targets", "--", "-D", "warnings"]),
    ("suite", &SUITE),
    ("coverage", &COVERAGE),
    ("counts", &["xtask", "counts", "--check"]),
    ("audit", &["xtask", "audit", "--check"]),
    ("pages", &["xtask", "walk"]),
];

/// The step of the long mode.
const SOAK: (&str, &[&str]) = ("soak", &["xtask", "soak"]);

/// The options of the task.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Has the reference server answer a mixed load for 10 minutes besides.
    #[arg(long)]
    long: bool,
}

/// The arguments that fail when docs have a warning. Those of the whole workspace are made, since
/// then nothing has to be built that the lints have not built.
const DOCS: [&str; 5] =
    ["doc", "--no-deps", "--workspace", "--config", "build.rustdocflags=['-D', 'warnings']"];

/// The arguments that fail when a clause has neither a case nor a reason.
const COVERAGE: [&str; 7] =
    ["run", "--bin", "webdata-conformance", "--", "coverage", "--missing", "--check"];

/// The variable by which test programs know how many tests run side by side.
const THREADS: &str = "RUST_TEST_THREADS";

/// How many tests run on each processor: more than one, since many wait, for a time limit or a process.
const TESTS_PER_PROCESSOR: usize = 2;

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Runs the steps and answers with the exit code of the first that fails.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let steps: Vec<_> = STEPS.into_iter().chain(options.long.then_some(SOAK)).collect();
    for (number, (name, arguments)) in steps.iter().enumerate() {
        let place = format!("[{}/{}]", number + 1, steps.len());
        eprintln!("{place} {name}: cargo {}", arguments.join(" "));
        let step = Instant::now();
        let mut command = cargo(root);
        command.args(*arguments);
        if std::env::var_os(THREADS).is_none() {
            command.env(THREADS, (TESTS_PER_PROCESSOR * processors()).to_string());
        }
        let status = command.status();
        let status = status.context("cannot start cargo")?;
        let seconds = step.elapsed().as_secs_f64();
        if !status.success() {
            eprintln!(
                "{place} {name}: FAILED after {seconds:.1} s; the steps behind it did not run"
            );
            return Ok(exit_code(status.code()));
        }
        eprintln!("{place} {name}: passed in {seconds:.1} s");
    }
    eprintln!("ci: all {} steps passed in {:.1} s", steps.len(), start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}
