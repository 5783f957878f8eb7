//! `cargo xtask counts`: the table of the README that says how many cases there are.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};

use crate::conformance::{SUITE, cargo};
use crate::stale::{self, Stale};

/// The lines that the table stands between.
const START: &str = "<!-- written by `cargo xtask counts` -->\n";
const END: &str = "<!-- up to here -->\n";

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Writes nothing, shows what would change and fails when anything would.
    #[arg(long)]
    check: bool,
}

/// Writes or checks.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let path = root.join("README.md");
    let old = stale::read(&path)?.context("there is no README.md")?;
    let (before, rest) = old.split_once(START).with_context(|| lacks(START))?;
    let Some((_, after)) = rest.split_once(END) else { bail!(lacks(END)) };
    let new = format!("{before}{START}\n{}\n{END}{after}", table(root)?);
    let found = Stale { path, old: old.clone(), new: Some(new.clone()) };
    let found = if new == old { Vec::new() } else { vec![found] };
    match options.check {
        true => stale::check(root, &found, 1, "counts"),
        false => stale::write(root, &found, 1),
    }
}

fn lacks(line: &str) -> String {
    format!("README.md lacks the line `{}`", line.trim_end())
}

/// The table, from the suite's own binary.
fn table(root: &Path) -> anyhow::Result<String> {
    let (_, build) = SUITE.split_last().context("how the suite is started")?;
    let output = cargo(root).args(build).args(["list", "--counts"]).output();
    let output = output.context("cannot start cargo")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the suite cannot count its cases:\n{errors}");
    String::from_utf8(output.stdout).context("the table is no text")
}
