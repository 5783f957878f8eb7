//! `cargo xtask ci`: what CI runs, step by step, up to the first failure.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::Context as _;

use crate::conformance::{cargo, exit_code};
use crate::contract::FOLDER;

/// The name of a step, and its arguments for cargo.
type Step = (&'static str, &'static [&'static str]);

/// The steps that build what the others use.
const FIRST: [Step; 4] = [
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("drift", &["xtask", "regenerate", "--check"]),
    ("tests", &TESTS),
];

/// The steps after those, in two rows that run side by side, because many of them wait.
const ROWS: [&[Step]; 2] = [
    &[
        ("long tests", &LONG_TESTS),
        ("pages", &["xtask", "walk", "--quick"]),
        ("rehearsal", &["xtask", "rehearsal", "--quick"]),
    ],
    &[
        ("docs", &DOCS),
        // Workspace builds turn on all features of the generated crate; its users start with none.
        ("alone", &["clippy", "-p", "webdata", "--all-targets", "--", "-D", "warnings"]),
        ("suite", &["xtask", "conformance"]),
        ("coverage", &COVERAGE),
        ("counts", &["xtask", "counts", "--check"]),
        ("keys", &["xtask", "docs", "--check"]),
        ("audit", &["xtask", "audit", "--check", "--quick"]),
    ],
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
    /// Also runs this program, when all is built; may be given several times.
    #[arg(long, value_name = "PROGRAM")]
    also: Vec<PathBuf>,
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
    let first = of_cargo(root, &FIRST);
    let [mut row, other_row] = ROWS.map(|steps| of_cargo(root, steps));
    row.extend(options.also.iter().map(|program| Job::of_program(root, program)));
    let long = of_cargo(root, if options.long { &LONG } else { &[] });
    let of_other_row = first.len() + row.len();
    let of_long = of_other_row + other_row.len();
    let count = of_long + long.len();
    if let Some(failure) = run_jobs(first, (0, count), Shown::AtOnce)? {
        return Ok(failure);
    }
    let results = thread::scope(|scope| {
        let rows = [(row, FIRST.len()), (other_row, of_other_row)];
        let spawn =
            |(jobs, before)| scope.spawn(move || run_jobs(jobs, (before, count), Shown::AtItsEnd));
        rows.map(spawn).map(thread::ScopedJoinHandle::join)
    });
    for result in results {
        if let Some(failure) = result.map_err(|_| anyhow::anyhow!("a step panicked"))?? {
            return Ok(failure);
        }
    }
    if let Some(failure) = run_jobs(long, (of_long, count), Shown::AtOnce)? {
        return Ok(failure);
    }
    eprintln!("ci: all {count} steps passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}

/// A step that is ready to run.
struct Job {
    name: String,
    command: Command,
}

impl Job {
    fn of_program(root: &Path, program: &Path) -> Self {
        let mut command = Command::new(root.join(program));
        command.current_dir(root);
        Self { name: program.display().to_string(), command }
    }
}

fn of_cargo(root: &Path, steps: &[Step]) -> Vec<Job> {
    let job = |(name, arguments): &Step| {
        let mut command = cargo(root);
        command.args(*arguments);
        Job { name: format!("{name}: cargo {}", arguments.join(" ")), command }
    };
    steps.iter().map(job).collect()
}

/// When the output of a step is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    AtOnce,
    /// So that it is not mixed with that of another step.
    AtItsEnd,
}

/// Runs steps one after the other, of which `before` of `count` come before, and returns the exit code of the first step
/// that fails.
fn run_jobs(
    jobs: Vec<Job>,
    (before, count): (usize, usize),
    shown: Shown,
) -> anyhow::Result<Option<ExitCode>> {
    for (Job { name, mut command }, number) in jobs.into_iter().zip(before + 1..) {
        eprintln!("[{number}/{count}] {name}");
        let start = Instant::now();
        if shown == Shown::AtOnce {
            command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
        }
        let output = command.output().with_context(|| format!("cannot start {name}"))?;
        let Output { status, stdout, stderr } = output;
        let mut terminal = io::stderr().lock();
        terminal.write_all(&stderr)?;
        terminal.write_all(&stdout)?;
        drop(terminal);
        let seconds = start.elapsed().as_secs_f64();
        if !status.success() {
            eprintln!(
                "[{number}/{count}] {name}: FAILED after {seconds:.1} s; later steps did not run"
            );
            return Ok(Some(exit_code(status.code())));
        }
        eprintln!("[{number}/{count}] {name}: passed in {seconds:.1} s");
    }
    Ok(None)
}
