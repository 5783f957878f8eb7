//! `cargo xtask ci`: what CI runs, step by step, up to the first failure.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;

use crate::conformance::{cargo, exit_code};
use crate::contract::FOLDER;

/// The name of each step, and its arguments for cargo.
const STEPS: [(&str, &[&str]); 14] = [
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("drift", &["xtask", "regenerate", "--check"]),
    ("tests", &TESTS),
    ("long tests", &LONG_TESTS),
    ("docs", &DOCS),
    // Workspace builds turn on all features of the generated crate; its users start with none.
    ("alone", &["clippy", "-p", "webdata", "--all-targets", "--", "-D", "warnings"]),
    ("suite", &["xtask", "conformance"]),
    ("coverage", &COVERAGE),
    ("counts", &["xtask", "counts", "--check"]),
    ("keys", &["xtask", "docs", "--check"]),
    ("audit", &["xtask", "audit", "--check", "--quick"]),
    ("rehearsal", &["xtask", "rehearsal", "--quick"]),
    ("pages", &["xtask", "walk", "--quick"]),
];

/// The steps that `--long` adds.
const LONG: [(&str, &[&str]); 6] = [
    ("variants", &["test", "--workspace", "--test", "integration", "--", "--ignored", VARIANTS]),
    ("exploration", &EXPLORATION),
    ("all pages", &["xtask", "walk"]),
    ("whole rehearsal", &["xtask", "rehearsal"]),
    ("whole audit", &["xtask", "audit", "--check"]),
    ("soak", &["xtask", "soak"]),
];

/// The options of the task.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Also runs the suite against each correct server over connections, explores each for a minute, walks the pages that build a copy of the workspace,
    /// compiles the code of a growing contract, audits the whole suite, and puts the reference server under a mixed load for 10 minutes.
    #[arg(long)]
    long: bool,
}

/// The arguments that fail on warnings of rustdoc. Docs of the whole workspace reuse the builds of the lints.
const DOCS: [&str; 5] =
    ["doc", "--no-deps", "--workspace", "--config", "build.rustdocflags=['-D', 'warnings']"];

/// The arguments that fail when a clause has neither a case nor a reason.
const COVERAGE: [&str; 9] = [
    "run",
    "--bin",
    "webdata-conformance",
    "--",
    "coverage",
    "--missing",
    "--check",
    "--spec",
    FOLDER,
];

/// The arguments of the tests. There are more test threads than processors, because many tests wait for a
/// time limit or a process.
const TESTS: [&str; 4] = ["test", "--workspace", "--", "--test-threads=4"];

/// The arguments of the tests that take long, such as kills, orders of cases and hostile servers. The filter
/// names their test programs, since programs with their own options run no ignored test.
const LONG_TESTS: [&str; 17] = [
    "test",
    "--workspace",
    "--test",
    "integration",
    "--test",
    "hostile_servers",
    "--test",
    "other_contracts",
    "--test",
    "server",
    "--",
    "--ignored",
    "--test-threads=4",
    "--skip",
    MINUTE_EACH,
    "--skip",
    VARIANTS,
];

/// The tests that run the suite against each correct server over connections. The audit runs it in memory.
const VARIANTS: &str = "variant_servers";

/// The test that explores each correct server for a minute, in process and over connections.
const MINUTE_EACH: &str = "a_minute_on_each_correct_server";

const EXPLORATION: [&str; 7] =
    ["test", "--workspace", "--test", "integration", "--", "--ignored", MINUTE_EACH];

/// Runs the steps, and returns the exit code of the first step that fails.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let long = LONG.into_iter().filter(|_| options.long);
    let steps: Vec<_> = STEPS.into_iter().chain(long).collect();
    for (number, (name, arguments)) in steps.iter().enumerate() {
        let place = format!("[{}/{}]", number + 1, steps.len());
        eprintln!("{place} {name}: cargo {}", arguments.join(" "));
        let step = Instant::now();
        let status = cargo(root).args(*arguments).status();
        let status = status.context("cannot start cargo")?;
        let seconds = step.elapsed().as_secs_f64();
        if !status.success() {
            eprintln!("{place} {name}: FAILED after {seconds:.1} s; later steps did not run");
            return Ok(exit_code(status.code()));
        }
        eprintln!("{place} {name}: passed in {seconds:.1} s");
    }
    eprintln!("ci: all {} steps passed in {:.1} s", steps.len(), start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}
