//! `cargo xtask ci`: what CI runs, step by step, up to the first failure.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{ExitCode, ExitStatus};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::Context as _;

use crate::conformance::{cargo, exit_code};
use crate::contract::FOLDER;

/// The name of a step, and its arguments for cargo.
type Step = (&'static str, &'static [&'static str]);

/// The steps that build what the others use.
const STEPS: [Step; 11] = [
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
];

/// The steps that only run what is built, and often wait. Two of them run at a time.
const SIDE_BY_SIDE: [Step; 3] = [
    ("audit", &["xtask", "audit", "--check", "--quick"]),
    ("pages", &["xtask", "walk", "--quick"]),
    ("rehearsal", &["xtask", "rehearsal", "--quick"]),
];

/// The steps that `--long` adds.
const LONG: [Step; 7] = [
    ("longest tests", &LONGEST_TESTS),
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
    /// Also runs the longest tests, runs the suite against each correct server over connections, explores each
    /// for a minute, walks the pages that build a copy of the workspace, compiles the code of a growing contract,
    /// audits the whole suite, and puts the reference server under a mixed load for 10 minutes.
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
const LONG_TESTS: [&str; 25] = [
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
    "--skip",
    LONGEST[0],
    "--skip",
    LONGEST[1],
    "--skip",
    LONGEST[2],
    "--skip",
    LONGEST[3],
];

/// The tests that take a minute or more of a processor. Faster tests guard the same code with fewer examples.
const LONGEST: [&str; 4] = [
    "each_cause_is_named_by_one_finding",
    "the_audit_passes_and_fails_if_any_one_module_is_missing",
    "each_class_of_mistakes_is_found",
    "a_hundred_kills_lose_no_confirmed_change",
];

const LONGEST_TESTS: [&str; 10] = [
    "test",
    "--workspace",
    "--test",
    "integration",
    "--",
    "--ignored",
    LONGEST[0],
    LONGEST[1],
    LONGEST[2],
    LONGEST[3],
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
    let long = LONG.iter().filter(|_| options.long);
    let count = STEPS.len() + SIDE_BY_SIDE.len() + long.clone().count();
    let place = |index: usize| format!("[{}/{count}]", index + 1);
    for (index, step) in STEPS.iter().enumerate() {
        if let Some(failure) = run_step(root, step, &place(index))? {
            return Ok(failure);
        }
    }
    let first = STEPS.len();
    let waiting = Mutex::new(SIDE_BY_SIDE.iter().enumerate());
    let run_waiting = || -> anyhow::Result<Option<ExitCode>> {
        let next = || waiting.lock().ok().and_then(|mut waiting| waiting.next());
        while let Some((index, step)) = next() {
            if let Some(failure) = run_quietly(root, step, &place(first + index))? {
                return Ok(Some(failure));
            }
        }
        Ok(None)
    };
    let results = thread::scope(|scope| {
        let workers = [scope.spawn(run_waiting), scope.spawn(run_waiting)];
        workers.map(thread::ScopedJoinHandle::join)
    });
    for result in results {
        let result = result.map_err(|_| anyhow::anyhow!("a step panicked"))?;
        if let Some(failure) = result? {
            return Ok(failure);
        }
    }
    for (step, index) in long.zip(first + SIDE_BY_SIDE.len()..) {
        if let Some(failure) = run_step(root, step, &place(index))? {
            return Ok(failure);
        }
    }
    eprintln!("ci: all {count} steps passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}

/// Runs a step, and returns its exit code if it fails.
fn run_step(
    root: &Path,
    (name, arguments): &Step,
    place: &str,
) -> anyhow::Result<Option<ExitCode>> {
    eprintln!("{place} {name}: cargo {}", arguments.join(" "));
    let start = Instant::now();
    let status = cargo(root).args(*arguments).status().context("cannot start cargo")?;
    Ok(conclude(&format!("{place} {name}"), start, status))
}

/// As [`run_step`], but what the step prints is shown when it ends, so that it is not mixed with that of another step.
fn run_quietly(
    root: &Path,
    (name, arguments): &Step,
    place: &str,
) -> anyhow::Result<Option<ExitCode>> {
    eprintln!(
        "{place} {name}: cargo {} (what it prints follows when it ends)",
        arguments.join(" ")
    );
    let start = Instant::now();
    let output = cargo(root).args(*arguments).output().context("cannot start cargo")?;
    let mut shown = io::stderr().lock();
    shown.write_all(&output.stderr)?;
    shown.write_all(&output.stdout)?;
    drop(shown);
    Ok(conclude(&format!("{place} {name}"), start, output.status))
}

/// Says how a step ended, and returns its exit code if it failed.
fn conclude(step: &str, start: Instant, status: ExitStatus) -> Option<ExitCode> {
    let seconds = start.elapsed().as_secs_f64();
    if status.success() {
        eprintln!("{step}: passed in {seconds:.1} s");
        return None;
    }
    eprintln!("{step}: FAILED after {seconds:.1} s; later steps did not run");
    Some(exit_code(status.code()))
}
