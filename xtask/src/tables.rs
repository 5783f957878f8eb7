//! Tables of the README that the suite's own binary prints.
//!
//! It must not know what stands in them.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::stale::{self, Stale};

/// The line behind a table.
const END: &str = "<!-- up to here -->\n";

/// Writes the table of a task into the README, or fails with a diff when another one stands there.
///
/// # Errors
/// When the README has no place for it, or cannot be read or written.
pub(crate) fn put(root: &Path, task: &str, table: &str, check: bool) -> anyhow::Result<ExitCode> {
    let start = format!("<!-- written by `cargo xtask {task}` -->\n");
    let path = root.join("README.md");
    let old = stale::read(&path)?.context("there is no README.md")?;
    let (before, rest) = old.split_once(&start).with_context(|| lacks(&start))?;
    let Some((_, after)) = rest.split_once(END) else { bail!(lacks(END)) };
    let new = format!("{before}{start}\n{table}\n{END}{after}");
    let found = Stale { path, old: old.clone(), new: Some(new.clone()) };
    let found = if new == old { Vec::new() } else { vec![found] };
    if check { stale::check(root, &found, 1, task) } else { stale::write(root, &found, 1) }
}

fn lacks(line: &str) -> String {
    format!("README.md lacks the line `{}`", line.trim_end())
}
