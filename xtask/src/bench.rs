//! `cargo xtask bench`: writes the figures of `docs/figures.md`, each section in one run.
//!
//! The workspace in `benches/` measures. This task must build even if generated code does not compile.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context as _;
use clap::ValueEnum;

use crate::conformance::{build_suite, cargo, printed};
use crate::workspace_copy::target;
use crate::{tables, terminal};

/// The page with the comparison with other tools.
const COMPARISON: &str = "docs/how-it-compares.md";

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A slow figure is no failure: the exit code is 0. A run of all sections also writes the block of \
docs/figures.md, which CI does not check, since every machine has other figures. Its builds included, it \
takes about 20 minutes on two idle processors.

examples:
  cargo xtask bench --only decode
  cargo xtask bench --only load --only decode

`--rivals` needs python3 (3.10 or later, with venv) and a network the first time. On two idle \
processors it takes about 25 minutes, so CI does not run it. The result for each server is in \
target/rivals/last.")]
pub(crate) struct Options {
    /// How often `regenerate`, `edit`, `suite` and `load` repeat each measurement.
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
    /// How long `regenerate` takes.
    Regenerate,
    /// How long it takes from the edit of a page to the verdict.
    Edit,
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
            Self::Suite => "the suite beside the same requests, sent plainly",
            Self::Decode => "from bytes to typed values",
            Self::Load => "the reference server under load",
            Self::Scale => "a run at scale",
        }
    }

    /// Returns the line above the figures.
    fn title(self) -> String {
        format!("== {}: {}", self.name(), self.heading())
    }

    fn measure(self, root: &Path, runs: u32) -> anyhow::Result<String> {
        let mut bench = bench(root, &self.name(), runs);
        match self {
            Self::Regenerate => bench.arg(std::env::current_exe()?),
            Self::Edit => bench.arg(build_suite(root)?),
            _ => &mut bench,
        };
        printed(&mut bench)
    }
}

/// Returns a command that builds the program of `benches/`, and measures a section.
fn bench(root: &Path, section: &str, runs: u32) -> Command {
    let mut cargo = cargo(root);
    cargo.args(["run", "--quiet", "--release", "--manifest-path", "benches/Cargo.toml"]);
    cargo.arg("--target-dir").arg(target(root).join("benches"));
    cargo.args(["--", section, &runs.to_string()]);
    cargo
}

/// Gives the benches the versions of the main workspace, unless they have them; cargo adds what only the benches use.
fn copy_lock(root: &Path) -> io::Result<()> {
    let [main, copy] = ["Cargo.lock", "benches/Cargo.lock"].map(|name| root.join(name));
    let changed = |file: &Path| file.metadata().and_then(|metadata| metadata.modified()).ok();
    if changed(&copy) < changed(&main) {
        fs::copy(main, copy)?;
    }
    Ok(())
}

/// Measures and prints the figures.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    copy_lock(root).context("cannot write benches/Cargo.lock")?;
    if options.rivals {
        let table = printed(bench(root, "rivals", options.runs).arg(build_suite(root)?))?;
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
        let text = format!("{}\n{}", section.title(), figures.trim_end());
        terminal::out(&format!("{text}\n"))?;
        taken.push(text);
    }
    if options.only.is_empty() {
        let block = format!("```\n{}\n```\n", taken.join("\n\n"));
        return tables::put(root, tables::FIGURES, "bench", &block, false);
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::Section;

    /// Figures that nothing prints any more would stay on the page, since CI measures nothing.
    #[test]
    fn the_page_has_the_figures_of_each_section_and_no_other() {
        let page = include_str!("../../docs/figures.md");
        let shown: Vec<&str> = page.lines().filter(|line| line.starts_with("== ")).collect();
        let sections = Section::value_variants().iter().map(|section| section.title());
        assert_eq!(shown, sections.collect::<Vec<_>>());
    }
}
