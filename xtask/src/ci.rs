//! `cargo xtask ci`: what CI runs, step by step.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::Context as _;

use Run::{Cargo, Program};

use crate::conformance::{cargo, exit_code, without_package};
#[cfg(unix)]
use crate::yardstick;

/// A step: its name and what it runs.
type Step = (&'static str, Run);

/// The command of a step.
#[derive(Clone, Copy)]
enum Run {
    /// Cargo, with these arguments.
    Cargo(&'static str),
    /// A program of `.ci/`. It needs more than a Rust toolchain.
    Program(&'static str),
}

/// Runs the ignored tests that a filter of libtest leaves. Names the programs, since programs with their own options run no
/// ignored test.
macro_rules! ignored_tests {
    ($filter:literal) => {
        Cargo(concat!(
            "test --workspace --test integration --test hostile_servers --test other_contracts -- \
             --ignored --test-threads=4 ",
            $filter
        ))
    };
}

/// The steps that run first.
const FIRST: &[Step] = &[
    ("format", Cargo("fmt --all --check")),
    ("format of benches", Cargo("fmt --manifest-path benches/Cargo.toml --check")),
    ("lints", Cargo("clippy --workspace --all-targets -- -D warnings")),
    ("drift", Cargo("xtask regenerate --check")),
    // There are more test threads than processors, because many tests wait for a time limit or a process.
    ("tests", Cargo("test --workspace --no-fail-fast -- --test-threads=4")),
];

/// The steps that run next, in two rows side by side, because many of them wait.
const ROWS: [&[Step]; 2] = [
    &[
        ("long tests", ignored_tests!("--skip longest::")),
        ("pages", Cargo("xtask walk --quick")),
        ("clients", Program("real-clients")),
        ("SDKs", Program("real-sdks")),
        ("packages", Program("package")),
    ],
    &[
        ("suite", Cargo("xtask conformance")),
        // Fails when a clause has neither a case nor a reason.
        (
            "coverage",
            Cargo("run --bin webdata-conformance -- coverage --missing --check --spec spec/v2"),
        ),
        ("counts", Cargo("xtask counts --check")),
        ("keys", Cargo("xtask docs --check")),
        ("audit", Cargo("xtask audit --check --quick")),
    ],
];

/// The steps that run beside all others, because they wait for the network.
const BESIDE: &[Step] = &[
    ("spelling", Program("spelling")),
    ("OpenAPI", Program("validate-openapi")),
    ("deployment", Program("validate-deploy")),
    ("dependencies", Program("deny")),
    ("book", Program("book")),
];

/// The steps that `--long` adds. Tests of modules with the name `longest` take a quarter of a minute or more; faster
/// tests guard the same code with fewer examples.
const LONG: &[Step] = &[
    ("longest tests", ignored_tests!("longest::")),
    // Docs of the whole workspace reuse the builds of the lints.
    ("docs", Cargo("doc --no-deps --workspace --config build.rustdocflags=['-D','warnings']")),
    // Workspace builds turn on all features of the generated crate; its users start with none.
    ("alone", Cargo("clippy -p webdata --all-targets -- -D warnings")),
    ("all pages", Cargo("xtask walk")),
    ("whole rehearsal", Cargo("xtask rehearsal")),
    ("whole audit", Cargo("xtask audit --check")),
    ("soak", Cargo("xtask soak")),
    ("installed binary", Program("installed")),
    ("static binary", Program("static-mock")),
    ("image", Program("image")),
    ("benches", Program("benches")),
    ("fuzzing", Program("fuzz")),
];

/// The options of the task.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Also runs what takes hours: the longest tests, such as a minute of exploration of each correct server, the pages
    /// that build a copy of the workspace, the code of a growing contract, docs, the audit of the whole suite, and the
    /// reference server under a mixed load for 10 minutes.
    #[arg(long)]
    long: bool,
    /// Also runs the programs of `.ci/`, which need Python, Node.js and a network.
    #[arg(long)]
    tools: bool,
    /// Runs the later steps too when a step fails, and lists those that failed at the end.
    #[arg(long)]
    keep_going: bool,
}

/// Runs the steps, by default up to the first that fails, and returns the exit code of that step.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let jobs = |steps: &[Step]| jobs(root, steps, options);
    let (first, beside) = (jobs(FIRST), jobs(BESIDE));
    let rows = ROWS.map(jobs);
    let long = if options.long { jobs(LONG) } else { Vec::new() };
    let after_first: usize = rows.iter().map(Vec::len).sum();
    let count = first.len() + beside.len() + after_first + long.len();
    let progress = Progress {
        count,
        keeps_going: options.keep_going,
        started: AtomicUsize::new(0),
        failures: Mutex::default(),
    };
    #[cfg(unix)]
    yardstick::measure_first_build(root)?;
    thread::scope(|scope| {
        let spawn = |jobs| scope.spawn(|| run_jobs(jobs, &progress, OutputMode::AtEnd));
        let beside = spawn(beside);
        run_jobs(first, &progress, OutputMode::AtOnce)?;
        let side_by_side = rows.map(spawn).into_iter().chain([beside]);
        for row in side_by_side.collect::<Vec<_>>() {
            row.join().map_err(|_| anyhow::anyhow!("a step panicked"))??;
        }
        run_jobs(long, &progress, OutputMode::AtOnce)
    })?;
    let failures = progress.failures();
    if let Some((_, code)) = failures.first() {
        let names: Vec<&str> = failures.iter().map(|(name, _)| *name).collect();
        eprintln!("ci: FAILED: {}", names.join(", "));
        return Ok(*code);
    }
    eprintln!("ci: all {count} steps passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}

/// A step that is ready to run.
struct Job {
    name: &'static str,
    command: Command,
    /// The command as it is shown.
    line: String,
}

/// What `--long` adds to programs of `.ci/`, each with its argument.
const THOROUGH: [(&str, &str); 3] =
    [("deny", "--install"), ("book", "--install"), ("package", "--verify")];

/// Makes the commands of steps, without those of other tools unless they are wanted.
fn jobs(root: &Path, steps: &[Step], options: &Options) -> Vec<Job> {
    let job = |&(name, run): &Step| {
        let (mut command, arguments, line) = match run {
            Cargo(arguments) => (cargo(root), arguments, format!("cargo {arguments}")),
            Program(program) => {
                let thorough = THOROUGH.iter().find(|(name, _)| options.long && *name == program);
                let arguments = thorough.map_or("", |(_, argument)| argument);
                let mut command = Command::new(root.join(".ci").join(program));
                command.current_dir(root);
                without_package(&mut command);
                (command, arguments, format!(".ci/{program} {arguments}").trim_end().to_owned())
            }
        };
        command.args(arguments.split_ascii_whitespace());
        Job { name, command, line }
    };
    let is_wanted = |(_, run): &&Step| options.tools || matches!(run, Cargo(_));
    steps.iter().filter(is_wanted).map(job).collect()
}

/// How far the steps are, which all rows share.
struct Progress {
    count: usize,
    /// Whether the steps after a failure run.
    keeps_going: bool,
    started: AtomicUsize,
    /// The steps that failed, each with its exit code.
    failures: Mutex<Vec<(&'static str, ExitCode)>>,
}

impl Progress {
    fn failures(&self) -> MutexGuard<'_, Vec<(&'static str, ExitCode)>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ends(&self) -> bool {
        !self.keeps_going && !self.failures().is_empty()
    }
}

/// When the output of a step is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputMode {
    /// While the step runs.
    AtOnce,
    /// When the step ends. Steps that run side by side would mix their lines otherwise.
    AtEnd,
}

/// Runs steps one after the other; unless CI keeps going, until a step fails here or in another row.
fn run_jobs(jobs: Vec<Job>, progress: &Progress, mode: OutputMode) -> anyhow::Result<()> {
    for Job { name, mut command, line } in jobs {
        if progress.ends() {
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
            let rest = if progress.keeps_going { "" } else { "; later steps do not run" };
            eprintln!("{step}: FAILED after {seconds:.1} s{rest}");
            progress.failures().push((name, exit_code(output.status.code())));
        }
    }
    Ok(())
}
