//! `cargo xtask bench`: the figures that are promised, measured side by side in one run.
//!
//! What is timed is the work of `regenerate` on pages in memory, reading with lint and then
//! generating, and for the contract of the service also the whole process of `regenerate --check`,
//! which compares every file besides. A plain loop with a clock does it: divan and criterion
//! measure functions of nanoseconds in builds of their own, and these are figures of a whole
//! command at several sizes, in the very build that `regenerate` runs in.

mod rivals;
mod synthetic;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use webdata_spec::{Source, Spec, sources};

use crate::conformance::{exit_code, suite};
use crate::tables;

/// The sizes of the synthetic contract, in types; the first is what the others are compared with.
const SIZES: [usize; 4] = [250, 500, 1000, 2000];
/// What one `regenerate` of the contract may take.
const AIM: Duration = Duration::from_millis(500);

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Figures are for reading, never for failing: the command ends with 0 however slow the day is.

`--rivals` needs python3 (3.10 or later, with venv) and a network the first time. On two idle
processors it takes about 10 minutes, which is why CI does not run it; one that was interrupted goes on where it
was. What was found of each server stands in target/rivals/last.")]
pub(crate) struct Options {
    /// How often each figure is taken.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Compares the suite with schemathesis instead, on a correct server and on a fixed sample of
    /// mutants, and writes the README's table.
    #[arg(long, conflicts_with = "runs")]
    rivals: bool,
}

/// Takes and prints the figures.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    if options.rivals {
        let table = rivals::run(root)?;
        println!("{table}");
        return tables::put(root, "bench --rivals", &table, false);
    }
    regenerate(root, options)?;
    println!("\nthe suite beside the same requests, sent plainly");
    let runs = options.runs.to_string();
    let status = suite(root).args(["bench", "--runs", &runs]).status();
    Ok(exit_code(status.context("cannot start cargo")?.code()))
}

fn regenerate(root: &Path, options: &Options) -> anyhow::Result<()> {
    let build = if cfg!(debug_assertions) { "dev, as regenerate runs in" } else { "release" };
    println!("{} runs of each; build: {build}\n", options.runs);
    let contract = sources(&root.join("spec/v2"))?;
    let mut taken = Taken::default();
    for _ in 0..options.runs {
        taken.once(&contract)?;
    }
    println!("regenerate spec/v2 ({} types, {} files)", taken.types, taken.files);
    println!("          fastest     median");
    let process = processes(options.runs)?;
    for (name, times) in [
        ("read", &taken.read),
        ("generate", &taken.generate),
        ("both", &taken.both),
        ("process", &process),
    ] {
        println!("{name:8} {:>8} {:>10}", shown(fastest(times)), shown(median(times)));
    }
    let share = median(&process).as_secs_f64() / AIM.as_secs_f64();
    println!("the median of the process is {share:.2} of the aim of {}\n", shown(AIM));

    println!(
        "regenerate a synthetic contract, the fastest; 1.00 is as long a type as with {} types",
        SIZES[0]
    );
    println!("types        read   generate       both   a type   read  generate  both");
    let mut taken: Vec<(Vec<Source>, Taken)> =
        SIZES.iter().map(|size| (synthetic::pages(*size), Taken::default())).collect();
    // Round by round, so that a slow moment is shared by all sizes.
    for _ in 0..options.runs {
        for (pages, taken) in &mut taken {
            taken.once(pages)?;
        }
    }
    let mut first: Option<[f64; 3]> = None;
    for (_, taken) in &taken {
        // What else the machine does only ever adds to a time.
        let times = [&taken.read, &taken.generate, &taken.both].map(|times| fastest(times));
        let each = times.map(|time| time.as_secs_f64() / taken.types as f64);
        let first = first.get_or_insert(each);
        let ratio = |at: usize| each[at] / first[at];
        println!(
            "{:5}  {:>10} {:>10} {:>10} {:>5.0} us   {:4.2}      {:4.2}  {:4.2}",
            taken.types,
            shown(times[0]),
            shown(times[1]),
            shown(times[2]),
            each[2] * 1e6,
            ratio(0),
            ratio(1),
            ratio(2),
        );
    }
    Ok(())
}

/// What was measured of one contract.
#[derive(Default)]
struct Taken {
    types: usize,
    files: usize,
    read: Vec<Duration>,
    generate: Vec<Duration>,
    both: Vec<Duration>,
}

impl Taken {
    /// Takes each figure once more.
    fn once(&mut self, pages: &[Source]) -> anyhow::Result<()> {
        let start = Instant::now();
        let spec = match Spec::read(pages) {
            Ok(spec) => spec,
            Err(mistakes) => bail!("{}", mistakes.render(false)),
        };
        let read = start.elapsed();
        let generated = webdata_codegen::generate(&spec, "webdata");
        let generated = generated.context("the contract cannot be generated from")?;
        let both = start.elapsed();
        (self.types, self.files) = (spec.types.len(), generated.len());
        self.read.push(read);
        self.generate.push(both - read);
        self.both.push(both);
        Ok(())
    }
}

/// How long `regenerate --check` takes from its start to its end.
fn processes(runs: u32) -> anyhow::Result<Vec<Duration>> {
    let program = std::env::current_exe().context("cannot tell which program this is")?;
    let mut times = Vec::new();
    for _ in 0..runs {
        let mut command = Command::new(&program);
        command.args(["regenerate", "--check"]).stdout(Stdio::null());
        let start = Instant::now();
        let status = command.status().context("cannot start regenerate")?;
        times.push(start.elapsed());
        // What is stale takes as long as what is not; a contract with mistakes ends early.
        if !matches!(status.code(), Some(0 | 1)) {
            bail!("regenerate --check ends with {status}");
        }
    }
    Ok(times)
}

fn fastest(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn shown(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}
