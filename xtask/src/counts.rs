//! `cargo xtask counts`: writes the table in `docs/figures.md` that counts the cases.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};

use crate::conformance::suite;
use crate::tables;

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Writes nothing; prints what would change, and fails if anything would.
    #[arg(long)]
    check: bool,
}

/// Writes or checks the table.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let output = suite(root, "list").arg("--counts").output().context("cannot start cargo")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the suite cannot count its cases:\n{errors}");
    let table = String::from_utf8(output.stdout).context("the table is no text")?;
    tables::put(root, tables::FIGURES, "counts", &table, options.check)
}
