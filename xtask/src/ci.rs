//! `cargo xtask ci`: what CI runs, step by step.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::Context as _;

use crate::conformance::{cargo, exit_code, without_package};
use crate::contract::FOLDER;

/// The name of a step, and the arguments of cargo.
type Step = (&'static str, Cow<'static, str>);

/// The steps that run first.
const FIRST: [Step; 5] = [
    step("format", "fmt --all --check"),
    step("format of benches", "fmt --manifest-path benches/Cargo.toml --check"),
    step("lints", "clippy --workspace --all-targets -- -D warnings"),
    step("drift", "xtask regenerate --check"),
    // There are more test threads than processors, because many tests wait for a time limit or a process.
    step("tests", "test --workspace --no-fail-fast -- --test-threads=4"),
];

/// Returns the steps that run next, in two rows side by side, because many of them wait.
fn rows() -> [Vec<Step>; 2] {
    [
        vec![
            ignored_tests("long tests", &LONGEST.map(|test| format!("--skip {test}"))),
            step("pages", "xtask walk --quick"),
            step("rehearsal", "xtask rehearsal --quick"),
        ],
        vec![
            // Docs of the whole workspace reuse the builds of the lints.
            step("docs", "doc --no-deps --workspace --config build.rustdocflags=['-D','warnings']"),
            // Workspace builds turn on all features of the generated crate; its users start with none.
            step("alone", "clippy -p webdata --all-targets -- -D warnings"),
            step("suite", "xtask conformance"),
            // Fails when a clause has neither a case nor a reason.
            ("coverage", Cow::Owned(format!("{COVERAGE} --spec {FOLDER}"))),
            step("counts", "xtask counts --check"),
            step("keys", "xtask docs --check"),
            step("audit", "xtask audit --check --quick"),
        ],
    ]
}

/// Returns the steps that `--long` adds.
fn long() -> Vec<Step> {
    vec![
        ignored_tests("longest tests", &LONGEST.map(str::to_owned)),
        step("all pages", "xtask walk"),
        step("whole rehearsal", "xtask rehearsal"),
        step("whole audit", "xtask audit --check"),
        step("soak", "xtask soak"),
    ]
}

const fn step(name: &'static str, arguments: &'static str) -> Step {
    (name, Cow::Borrowed(arguments))
}

const COVERAGE: &str = "run --bin webdata-conformance -- coverage --missing --check";

/// Makes a step of ignored tests. The step names the programs, since programs with their own options run no
/// ignored test.
fn ignored_tests(name: &'static str, filters: &[String]) -> Step {
    const PROGRAMS: &str = "--test integration --test hostile_servers --test other_contracts";
    let filters = filters.join(" ");
    let arguments = format!("test --workspace {PROGRAMS} -- --ignored --test-threads=4 {filters}");
    (name, Cow::Owned(arguments))
}

/// The tests that only `--long` runs: each takes a quarter of a minute or more. Faster tests guard the same code
/// with fewer examples.
const LONGEST: [&str; 6] = [
    "a_minute_on_each_correct_server_finds_no_failing_sequence",
    "a_thousand_rules_at_random_never_lead_to_cases_that_are_wrong",
    "each_cause_is_named_by_one_finding",
    "each_class_of_faults_is_found",
    "every_exploration_ends_in_time_in_bounded_memory",
    "the_audit_passes_and_fails_if_any_one_module_is_missing",
];

/// The options of the task.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Also runs the longest tests, such as a minute of exploration of each correct server, walks the pages that
    /// build a copy of the workspace, compiles the code of a growing contract, audits the whole suite, and puts the
    /// reference server under a mixed load for 10 minutes.
    #[arg(long)]
    long: bool,
    /// Also runs this program of the checkout, after the rehearsal; may be given several times.
    #[arg(long, value_name = "PROGRAM")]
    also: Vec<PathBuf>,
    /// Runs the later steps too when a step fails, and lists those that failed at the end.
    #[arg(long)]
    keep_going: bool,
}

/// Runs the steps, by default up to the first that fails, and returns the exit code of that step.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let first = cargo_jobs(root, &FIRST);
    let [mut row, other_row] = rows().map(|steps| cargo_jobs(root, &steps));
    row.extend(options.also.iter().map(|program| Job::from_program(root, program)));
    let long = if options.long { cargo_jobs(root, &long()) } else { Vec::new() };
    let count = first.len() + row.len() + other_row.len() + long.len();
    let progress = Progress {
        count,
        keeps_going: options.keep_going,
        started: AtomicUsize::new(0),
        failures: Mutex::default(),
    };
    run_jobs(first, &progress, OutputMode::AtOnce)?;
    let results = thread::scope(|scope| {
        let spawn = |jobs| scope.spawn(|| run_jobs(jobs, &progress, OutputMode::AtEnd));
        [row, other_row].map(spawn).map(thread::ScopedJoinHandle::join)
    });
    for result in results {
        result.map_err(|_| anyhow::anyhow!("a step panicked"))??;
    }
    run_jobs(long, &progress, OutputMode::AtOnce)?;
    let failures = progress.failures();
    if let Some((_, code)) = failures.first() {
        let names: Vec<&str> = failures.iter().map(|(name, _)| name.as_str()).collect();
        eprintln!("ci: FAILED: {}", names.join(", "));
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
        command.args(arguments.split(' '));
        Job { name: (*name).to_owned(), command, line: format!("cargo {arguments}") }
    };
    steps.iter().map(job).collect()
}

/// How far the steps are, which both rows share.
struct Progress {
    count: usize,
    /// Whether the steps after a failure run.
    keeps_going: bool,
    started: AtomicUsize,
    /// The steps that failed, each with its exit code.
    failures: Mutex<Vec<(String, ExitCode)>>,
}

impl Progress {
    fn failures(&self) -> MutexGuard<'_, Vec<(String, ExitCode)>> {
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

/// Runs steps one after the other; unless CI keeps going, until a step fails here or in the other row.
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{LONGEST, Path};

    /// Calls `visit` with the name of each test whose reason for being ignored ends with this text.
    fn each_ignored(folder: &Path, reason: &str, visit: &mut impl FnMut(&str, &str)) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                each_ignored(&path, reason, visit);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let module = path.file_stem().unwrap().to_string_lossy().into_owned();
                let text = fs::read_to_string(&path).unwrap();
                for after in text.split(reason).skip(1) {
                    let name = after.split_once("fn ").and_then(|(_, rest)| rest.split_once('('));
                    visit(&module, name.expect("a function").0);
                }
            }
        }
    }

    #[test]
    fn the_longest_tests_are_those_that_say_so() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/tests");
        let is_longest = |module: &str, name: &str| {
            let full = format!("{module}::{name}");
            LONGEST.iter().any(|longest| full.contains(longest))
        };
        let mut found = Vec::new();
        each_ignored(&tests, "`cargo xtask ci --long` runs it\"]", &mut |module, name| {
            assert!(is_longest(module, name), "{module}::{name} is not in LONGEST");
            found.push(format!("{module}::{name}"));
        });
        each_ignored(&tests, "`cargo xtask ci` runs it\"]", &mut |module, name| {
            assert!(!is_longest(module, name), "{module}::{name} is in LONGEST");
        });
        for longest in LONGEST {
            assert!(found.iter().any(|name| name.contains(longest)), "there is no test {longest}");
        }
    }
}
