//! `cargo xtask ci`: what CI runs, step by step, up to the first failure.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;

use crate::conformance::{SUITE, cargo, exit_code};
use crate::versions;

/// The name of each step, and its arguments for cargo.
const STEPS: [(&str, &[&str]); 12] = [
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("drift", &["xtask", "regenerate", "--check"]),
    ("tests", &TESTS),
    ("docs", &DOCS),
    // Workspace builds turn on all features of the generated crate; its users start with none.
    ("alone", &["clippy", "-p", "webdata", "--all-targets", "--", "-D", "warnings"]),
    ("suite", &SUITE),
    ("coverage", &COVERAGE),
    ("counts", &["xtask", "counts", "--check"]),
    ("keys", &["xtask", "docs", "--check"]),
    ("audit", &["xtask", "audit", "--check", "--quick"]),
    ("pages", &["xtask", "walk", "--quick"]),
];

/// The steps for each contract but the first; the version is appended to the arguments. The tables in `docs/`
/// are about the first contract, so the steps above cover it.
const OF_OTHER_CONTRACTS: [(&str, &[&str]); 3] = [
    ("suite", &["xtask", "conformance", "--contract"]),
    (
        "coverage",
        &[
            "run",
            "--bin",
            "webdata-conformance",
            "--",
            "coverage",
            "--missing",
            "--check",
            "--contract",
        ],
    ),
    ("audit", &["run", "--bin", "webdata-conformance", "--", "audit", "--contract"]),
];

/// The steps that `--long` adds.
const LONG: [(&str, &[&str]); 4] = [
    ("all pages", &["xtask", "walk"]),
    ("rehearsal", &["xtask", "rehearsal"]),
    ("whole audit", &["xtask", "audit", "--check"]),
    ("soak", &["xtask", "soak"]),
];

/// The options of the task.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Also walks the pages that build a copy of the workspace, rehearses a growing contract, audits the
    /// whole suite, and puts the reference server under a mixed load for 10 minutes.
    #[arg(long)]
    long: bool,
}

/// The arguments that fail on warnings of rustdoc. Docs of the whole workspace reuse the builds of the lints.
const DOCS: [&str; 5] =
    ["doc", "--no-deps", "--workspace", "--config", "build.rustdocflags=['-D', 'warnings']"];

/// The arguments that fail when a clause has neither a case nor a reason.
const COVERAGE: [&str; 7] =
    ["run", "--bin", "webdata-conformance", "--", "coverage", "--missing", "--check"];

/// The arguments of the tests. There are more test threads than processors, because many tests wait for a
/// time limit or a process.
const TESTS: [&str; 4] = ["test", "--workspace", "--", "--test-threads=4"];

/// Runs the steps, and returns the exit code of the first step that fails.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let steps = steps(root, options)?;
    for (number, (name, arguments)) in steps.iter().enumerate() {
        let place = format!("[{}/{}]", number + 1, steps.len());
        eprintln!("{place} {name}: cargo {}", arguments.join(" "));
        let step = Instant::now();
        let status = cargo(root).args(arguments).status();
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

/// Returns the name and the arguments of each step.
fn steps(root: &Path, options: &Options) -> anyhow::Result<Vec<(String, Vec<String>)>> {
    let step = |name: String, arguments: &[&str]| {
        (name, arguments.iter().map(|argument| (*argument).to_owned()).collect())
    };
    let long = LONG.into_iter().filter(|_| options.long);
    let first = STEPS.into_iter().chain(long);
    let mut steps: Vec<_> =
        first.map(|(name, arguments)| step(name.to_owned(), arguments)).collect();
    for (version, _) in versions::contracts(root)?.iter().skip(1) {
        for (name, arguments) in OF_OTHER_CONTRACTS {
            let arguments = [arguments, &[version]].concat();
            steps.push(step(format!("{name} of {version}"), &arguments));
        }
    }
    Ok(steps)
}
