//! `cargo xtask ci`: what CI runs, step by step, up to the first failure.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::Context as _;

use crate::conformance::{cargo, exit_code, without_package};
use crate::contract::FOLDER;

/// The name of a step, and its arguments for cargo.
type Step = (&'static str, &'static [&'static str]);

/// The steps that run first.
const FIRST: [Step; 4] = [
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("drift", &["xtask", "regenerate", "--check"]),
    ("tests", &TESTS),
];

/// The steps that run next, in two rows side by side, because many of them wait.
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
    /// Also runs this program of the checkout, after the rehearsal; may be given several times.
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

/// Runs the steps up to the first that fails, and returns its exit code.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let first = cargo_jobs(root, &FIRST);
    let [mut row, other_row] = ROWS.map(|steps| cargo_jobs(root, steps));
    row.extend(options.also.iter().map(|program| Job::from_program(root, program)));
    let long = cargo_jobs(root, if options.long { &LONG } else { &[] });
    let count = first.len() + row.len() + other_row.len() + long.len();
    let progress = Progress { count, started: AtomicUsize::new(0), failure: OnceLock::new() };
    run_jobs(first, &progress, OutputMode::AtOnce)?;
    let results = thread::scope(|scope| {
        let spawn = |jobs| scope.spawn(|| run_jobs(jobs, &progress, OutputMode::AtEnd));
        [row, other_row].map(spawn).map(thread::ScopedJoinHandle::join)
    });
    for result in results {
        result.map_err(|_| anyhow::anyhow!("a step panicked"))??;
    }
    run_jobs(long, &progress, OutputMode::AtOnce)?;
    if let Some(code) = progress.failure.get() {
        return Ok(*code);
    }
    eprintln!("ci: all {count} steps passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}

/// A step that is ready to run.
struct Job {
    name: String,
    command: Command,
    /// The command as it is shown.
    line: String,
}

impl Job {
    fn from_program(root: &Path, program: &Path) -> Self {
        let mut command = Command::new(root.join(program));
        command.current_dir(root);
        without_package(&mut command);
        let name = program.display().to_string();
        Self { line: name.clone(), name, command }
    }
}

/// Makes the commands of steps.
fn cargo_jobs(root: &Path, steps: &[Step]) -> Vec<Job> {
    let job = |(name, arguments): &Step| {
        let mut command = cargo(root);
        command.args(*arguments);
        Job { name: (*name).to_owned(), command, line: format!("cargo {}", arguments.join(" ")) }
    };
    steps.iter().map(job).collect()
}

/// How far the steps are, which both rows share.
struct Progress {
    count: usize,
    started: AtomicUsize,
    /// The exit code of the first step that failed.
    failure: OnceLock<ExitCode>,
}

/// When the output of a step is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputMode {
    /// While the step runs.
    AtOnce,
    /// When the step ends. Steps that run side by side would mix their lines otherwise.
    AtEnd,
}

/// Runs steps one after the other, until a step fails here or in the other row.
fn run_jobs(jobs: Vec<Job>, progress: &Progress, mode: OutputMode) -> anyhow::Result<()> {
    for Job { name, mut command, line } in jobs {
        if progress.failure.get().is_some() {
            return Ok(());
        }
        let number = progress.started.fetch_add(1, Ordering::Relaxed) + 1;
        let step = format!("[{number}/{}] {name}", progress.count);
        match mode {
            OutputMode::AtOnce => {
                eprintln!("{step}: {line}");
                command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
            }
            OutputMode::AtEnd => eprintln!("{step}: {line} (what it prints follows when it ends)"),
        }
        let start = Instant::now();
        let output = command.output().with_context(|| format!("cannot start {line}"))?;
        let mut shown = io::stderr().lock();
        shown.write_all(&output.stderr)?;
        shown.write_all(&output.stdout)?;
        drop(shown);
        let seconds = start.elapsed().as_secs_f64();
        if output.status.success() {
            eprintln!("{step}: passed in {seconds:.1} s");
        } else {
            eprintln!("{step}: FAILED after {seconds:.1} s; later steps do not run");
            progress.failure.get_or_init(|| exit_code(output.status.code()));
        }
    }
    Ok(())
}
