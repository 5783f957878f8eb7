//! `cargo xtask bench`: measures the figures of `docs/figures.md`, each section in one run.
//!
//! This task does not depend on generated code; benches that need it are separate processes.

mod edit;
#[path = "../../codegen/benches/shared/harness.rs"]
#[expect(dead_code, reason = "this program is no bench")]
mod harness;
mod regenerate;
mod rivals;
mod synthetic;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ValueEnum;

use crate::conformance::{cargo, printed, suite};
use crate::{tables, terminal};
use synthetic::SIZES;

/// The page with the comparison with other tools.
const COMPARISON: &str = "docs/how-it-compares.md";

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A slow figure is no failure: the exit code is 0. A run of all sections also writes the block of
docs/figures.md, which CI does not check, since every machine has other figures. Its builds included, it
takes about 20 minutes on two idle processors.

examples:
  cargo xtask bench --only decode
  cargo xtask bench --only load --only decode

`--rivals` needs python3 (3.10 or later, with venv) and a network the first time. On two idle
processors it takes about 25 minutes, so CI does not run it. An interrupted comparison continues. The result
for each server is in target/rivals/last.")]
pub(crate) struct Options {
    /// How often `regenerate`, `edit`, `growth`, `suite` and `load` repeat each measurement.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Measure only this section, and write no file; may be repeated.
    #[arg(long, value_name = "SECTION")]
    only: Vec<Section>,
    /// Compare the suite with schemathesis instead, on a correct server and on a fixed sample of
    /// mutants, and write the table of docs/how-it-compares.md.
    #[arg(long, conflicts_with_all = ["runs", "only"])]
    rivals: bool,
}

/// The sections of the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Section {
    /// How long `regenerate` takes, and how that grows with the contract.
    Regenerate,
    /// How long it takes from the edit of a page to the verdict.
    Edit,
    /// How derivation, coverage and the preparation of an audit grow with the contract.
    Growth,
    /// The suite beside a program that only sends the same requests.
    Suite,
    /// Bytes to typed values: the generated code beside serde, jsonschema and garde.
    Decode,
    /// The reference server under load beside a bare axum handler; needs `wrk`.
    Load,
    /// Requests in flight and memory with 256 jobs and a server that takes 100 ms; the rate that a run reaches
    /// beside a limit.
    Scale,
}

impl Section {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    const fn heading(self) -> &'static str {
        match self {
            Self::Regenerate => "from the contract to the generated files",
            Self::Edit => "from the edit of a page to the verdict",
            Self::Growth => "the work on a synthetic contract, by its size",
            Self::Suite => "the suite beside the same requests, sent plainly",
            Self::Decode => "from bytes to typed values",
            Self::Load => "the reference server under load",
            Self::Scale => "a run at scale",
        }
    }

    fn measure(self, root: &Path, runs: u32) -> anyhow::Result<String> {
        match self {
            Self::Regenerate => regenerate::run(root, runs),
            Self::Edit => edit::run(root, runs),
            Self::Growth => growth(root, runs),
            Self::Suite => printed(suite(root, "bench").args(["--runs", &runs.to_string()])),
            Self::Decode => bench(root, &["-p", "webdata-codegen", "--bench", "decode"]),
            Self::Load => bench(root, &["--bench", "load", "--", "--rounds", &runs.to_string()]),
            // 256 jobs and 100 ms for each response, then 50 requests a second for a minute.
            Self::Scale => {
                let arguments = ["--", "256", "100", "50", "60"];
                bench(root, &[&["--profile", "dev", "--bench", "scale"], &arguments[..]].concat())
            }
        }
    }
}

/// Runs a bench as a process of its own: this task must build even if generated code does not compile. The
/// arguments name a bench of `webdata-conformance` without its package, as [`SUITE`](crate::conformance::SUITE)
/// explains, and `--profile dev` for what runs in that profile.
fn bench(root: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    printed(cargo(root).args(["bench", "--quiet"]).args(arguments))
}

/// Measures how derivation, coverage and the preparation of an audit grow with a synthetic contract.
fn growth(root: &Path, runs: u32) -> anyhow::Result<String> {
    let runs = runs.to_string();
    let mut arguments = vec!["--profile", "dev", "--bench", "growth", "--", &runs];
    let folders: Vec<String> =
        SIZES.map(|size| format!("{}/target/growth/{size}", root.display())).to_vec();
    for (folder, size) in folders.iter().zip(SIZES) {
        synthetic::write(Path::new(folder), size)
            .with_context(|| format!("cannot write {folder}"))?;
        arguments.push(folder);
    }
    bench(root, &arguments)
}

/// Measures and prints the figures.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    if options.rivals {
        let table = rivals::run(root)?;
        terminal::out(&table)?;
        return tables::put(root, COMPARISON, "bench --rivals", &table, false);
    }
    let sections: Vec<Section> = match options.only.as_slice() {
        [] => Section::value_variants().to_vec(),
        only => only.to_vec(),
    };
    let mut taken = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        let name = section.name();
        terminal::err(&format!("[{}/{}] {name}", number + 1, sections.len()));
        let figures = section.measure(root, options.runs);
        let figures = figures.with_context(|| format!("cannot measure the section `{name}`"))?;
        let text = format!("== {name}: {}\n{}", section.heading(), figures.trim_end());
        terminal::out(&format!("{text}\n"))?;
        taken.push(text);
    }
    if options.only.is_empty() {
        let block = format!("```\n{}\n```\n", taken.join("\n\n"));
        return tables::put(root, tables::FIGURES, "bench", &block, false);
    }
    Ok(ExitCode::SUCCESS)
}
