//! `cargo xtask audit`: has the suite's own binary break every clause, and keeps the README's table
//! of scores.

use std::path::Path;
use std::process::{ExitCode, Stdio};

use anyhow::Context as _;

use crate::conformance::{exit_code, suite};
use crate::{tables, terminal};

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 every mutant is noticed and no correct server is accused, 1 not so, or the README's
table is stale, 2 what cannot be done.")]
pub(crate) struct Options {
    /// Hunts only mutants whose identity contains one of these, and leaves the README alone.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
    /// Hunts also mutants of clauses that are beyond the reach of every case.
    #[arg(long)]
    all: bool,
    /// Writes nothing into the README, shows what would change and fails when anything would.
    #[arg(long)]
    check: bool,
    /// How many mutants are hunted side by side.
    #[arg(long, value_name = "N")]
    jobs: Option<u16>,
}

/// Audits, and writes or checks the table.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let mut command = suite(root);
    command.arg("audit").args(&options.filters);
    if options.all {
        command.arg("--all");
    }
    if let Some(jobs) = options.jobs {
        command.args(["--jobs", &jobs.to_string()]);
    }
    if !options.filters.is_empty() {
        return Ok(exit_code(command.status().context("cannot start cargo")?.code()));
    }
    // What people read, the progress among it, comes by the other way.
    let output = command.arg("--table").stderr(Stdio::inherit()).output();
    let output = output.context("cannot start cargo")?;
    if !output.status.success() {
        return Ok(exit_code(output.status.code()));
    }
    let table = String::from_utf8(output.stdout).context("the table is no text")?;
    let put = tables::put(root, "audit", &table, options.check)?;
    terminal::err(&score(&table));
    Ok(put)
}

/// The line of the table that has all mutants, in words.
fn score(table: &str) -> String {
    let all = table.lines().last().unwrap_or_default();
    let cells: Vec<&str> = all.trim_matches('|').split('|').map(str::trim).collect();
    match cells.as_slice() {
        [_, mutants, killed, equivalent, survived, beyond] => format!(
            "audit: {killed} of {mutants} mutants noticed, {equivalent} equivalent, {survived} \
             survived; {beyond} beyond reach are not counted"
        ),
        _ => all.to_owned(),
    }
}
