//! Measures how long `regenerate` takes, and how that grows with the contract.
//!
//! Two things are timed: reading, linting and generating on pages in memory; and, for the contract of the
//! service, the whole process of `regenerate --check`, which also compares every file. A plain loop with a
//! clock is enough: divan and criterion measure functions of nanoseconds in builds of their own, and these
//! figures are of a whole command in the build that it runs in.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use webdata_codegen::{Package, generate};
use webdata_spec::{Source, Spec, sources};

use super::process::median;
use super::synthetic::{self, SIZES};
use crate::contract::{CRATE_NAME, FOLDER};

/// The time that one `regenerate` of the contract may take.
const AIM: Duration = Duration::from_millis(500);

/// Measures each size `runs` times.
pub(super) fn run(root: &Path, runs: u32) -> anyhow::Result<String> {
    let mut text = String::new();
    let build = if cfg!(debug_assertions) { "dev, as regenerate runs in" } else { "release" };
    writeln!(text, "{runs} runs of each; build: {build}\n")?;
    let contract = sources(&root.join(FOLDER))?;
    let mut timings = Timings::default();
    for _ in 0..runs {
        timings.once(&contract)?;
    }
    writeln!(text, "regenerate spec/v2 ({} types, {} files)", timings.types, timings.files)?;
    writeln!(text, "          fastest     median")?;
    let process = processes(runs)?;
    for (name, times) in [
        ("read", &timings.read),
        ("generate", &timings.generate),
        ("both", &timings.both),
        ("process", &process),
    ] {
        writeln!(
            text,
            "{name:8} {:>8} {:>10}",
            format_time(fastest(times)),
            format_time(median(times))
        )?;
    }
    let share = median(&process).as_secs_f64() / AIM.as_secs_f64();
    writeln!(text, "the median of the process is {share:.2} of the aim of {}\n", format_time(AIM))?;

    writeln!(
        text,
        "regenerate a synthetic contract, the fastest; 1.00 is as long an operation as with {}",
        SIZES[0]
    )?;
    writeln!(text, "operations        read   generate       both  read  generate  both")?;
    let mut timings: Vec<(Vec<Source>, Timings)> =
        SIZES.iter().map(|size| (synthetic::pages(*size), Timings::default())).collect();
    // All sizes take turns, so that a slow moment of the machine affects all of them.
    for _ in 0..runs {
        for (pages, timings) in &mut timings {
            timings.once(pages)?;
        }
    }
    let mut first: Option<[f64; 3]> = None;
    for (_, timings) in &timings {
        // The minimum is the best estimate, since other processes only add time.
        let times = [&timings.read, &timings.generate, &timings.both].map(|times| fastest(times));
        let each = times.map(|time| time.as_secs_f64() / timings.operations as f64);
        let first = first.get_or_insert(each);
        let ratio = |at: usize| each[at] / first[at];
        writeln!(
            text,
            "{:10} {:>11} {:>10} {:>10}  {:4.2}      {:4.2}  {:4.2}",
            timings.operations,
            format_time(times[0]),
            format_time(times[1]),
            format_time(times[2]),
            ratio(0),
            ratio(1),
            ratio(2),
        )?;
    }
    Ok(text)
}

/// The measured times of one contract.
#[derive(Default)]
struct Timings {
    operations: usize,
    types: usize,
    files: usize,
    read: Vec<Duration>,
    generate: Vec<Duration>,
    both: Vec<Duration>,
}

impl Timings {
    /// Takes each measurement once more.
    fn once(&mut self, pages: &[Source]) -> anyhow::Result<()> {
        let start = Instant::now();
        let spec = match Spec::read(pages) {
            Ok(spec) => spec,
            Err(mistakes) => bail!("{}", mistakes.render(false)),
        };
        let read = start.elapsed();
        let generated = generate(&spec, &Package::in_workspace(CRATE_NAME, FOLDER));
        let generated = generated.context("the contract cannot be generated from")?;
        let both = start.elapsed();
        self.operations = spec.operations.len();
        (self.types, self.files) = (spec.types.len(), generated.len());
        self.read.push(read);
        self.generate.push(both - read);
        self.both.push(both);
        Ok(())
    }
}

/// Measures the whole process of `regenerate --check`.
fn processes(runs: u32) -> anyhow::Result<Vec<Duration>> {
    let program = std::env::current_exe().context("cannot tell which program this is")?;
    let mut times = Vec::new();
    for _ in 0..runs {
        let mut command = Command::new(&program);
        command.args(["regenerate", "--check"]).stdout(Stdio::null());
        let start = Instant::now();
        let status = command.status().context("cannot start regenerate")?;
        times.push(start.elapsed());
        // A stale file takes as long as one that is up to date; a contract with mistakes ends early.
        if !matches!(status.code(), Some(0 | 1)) {
            bail!("regenerate --check ends with {status}");
        }
    }
    Ok(times)
}

fn fastest(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

fn format_time(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}
