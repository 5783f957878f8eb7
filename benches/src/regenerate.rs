//! Measures how long `regenerate` takes, and how that grows with the contract.
//!
//! Two things are timed: reading, linting and generating on pages in memory; and, for the contract of the
//! service, the whole process of `regenerate --check`, which also compares every file.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use webdata_codegen::{Package, generate};
use webdata_spec::{Source, Spec, sources};

use super::harness::{Table, in_turns, median};
use super::synthetic::{self, SIZES};
use crate::contract::{CRATE_NAME, FOLDER};

/// The time that one `regenerate` of the contract may take.
const AIM: Duration = Duration::from_millis(500);

/// Measures each size `runs` times.
pub(super) fn run(root: &Path, runs: u32) -> anyhow::Result<String> {
    let build = if cfg!(debug_assertions) { "dev, as regenerate runs in" } else { "release" };
    let contract = sources(&root.join(FOLDER))?;
    let mut timings = Timings::default();
    for _ in 0..runs {
        timings.once(&contract)?;
    }
    let process = processes(runs)?;
    let mut ours = Table::new("<>>", &["", "fastest", "median"]);
    for (name, times) in [
        ("read", &timings.read),
        ("generate", &timings.generate),
        ("both", &timings.both),
        ("process", &process),
    ] {
        ours.row([name.to_owned(), format_time(fastest(times)), format_time(median(times))]);
    }
    let share = median(&process).as_secs_f64() / AIM.as_secs_f64();
    let (types, files) = (timings.types, timings.files);

    let mut timings = SIZES.map(|size| (synthetic::pages(size), Timings::default()));
    in_turns(&mut timings, usize::try_from(runs)?, |(pages, timings)| timings.once(pages))?;
    let header = ["operations", "read", "generate", "both", "read", "generate", "both"];
    let mut sizes = Table::new(">>>>>>>", &header);
    let mut first: Option<[f64; 3]> = None;
    for (_, timings) in &timings {
        // The minimum is the best estimate, since other processes only add time.
        let times = [&timings.read, &timings.generate, &timings.both].map(|times| fastest(times));
        let each = times.map(|time| time.as_secs_f64() / timings.operations as f64);
        let first = first.get_or_insert(each);
        let ratios = each.iter().zip(first).map(|(time, first)| format!("{:.2}", time / *first));
        let times = times.map(format_time);
        sizes.row([timings.operations.to_string()].into_iter().chain(times).chain(ratios));
    }
    Ok(format!(
        "{runs} runs of each; build: {build}\n\nregenerate spec/v2 ({types} types, {files} files)\n{ours}\
         the median of the process is {share:.2} of the aim of {}\n\n\
         regenerate a synthetic contract, the fastest; 1.00 is as long an operation as with {}\n{sizes}",
        format_time(AIM),
        SIZES[0]
    ))
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
