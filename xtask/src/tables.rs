//! Writes the tables that the suite's binary prints into the pages of `docs/`.
//!
//! This module does not know what the tables contain.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use webdata_codegen::stale::{self, StaleFile};

use crate::terminal;

/// The exit code when files are stale.
const STALE: u8 = 1;

/// The line after a table.
const END: &str = "<!-- up to here -->\n";

/// The page with the figures that tasks measure or count.
pub(crate) const FIGURES: &str = "docs/figures.md";

/// Returns the page with the new table of a task, or `None` if the page has that table already.
///
/// # Errors
/// If the page has no place for the table, or cannot be read.
pub(crate) fn stale(
    root: &Path,
    page: &str,
    task: &str,
    table: &str,
) -> anyhow::Result<Option<StaleFile>> {
    let start = format!("<!-- written by `cargo xtask {task}` -->\n");
    let lacks = |line: &str| format!("{page} lacks the line `{}`", line.trim_end());
    let path = root.join(page);
    let old = stale::read(&path)?.with_context(|| format!("there is no {page}"))?;
    let (before, rest) = old.split_once(&start).with_context(|| lacks(&start))?;
    let Some((_, after)) = rest.split_once(END) else { bail!(lacks(END)) };
    let new = format!("{before}{start}\n{table}\n{END}{after}");
    Ok((new != old).then_some(StaleFile { path, old, new: Some(new) }))
}

/// Writes the table of a task into a page; with `check`, fails with a diff if the page has another table.
///
/// # Errors
/// If the page has no place for the table, or cannot be read or written.
pub(crate) fn put(
    root: &Path,
    page: &str,
    task: &str,
    table: &str,
    check: bool,
) -> anyhow::Result<ExitCode> {
    let stale_file = stale(root, page, task, table)?;
    settle(root, task, stale_file.as_slice(), 1, check)
}

/// Writes the stale files; with `check`, fails with a diff.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn settle(
    root: &Path,
    task: &str,
    stale_files: &[StaleFile],
    total: usize,
    check: bool,
) -> anyhow::Result<ExitCode> {
    if !check {
        terminal::out(&stale::write(root, stale_files, total)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let command = format!("cargo xtask {task}");
    terminal::out(&stale::render_diff(root, stale_files, total, &command))?;
    Ok(if stale_files.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(STALE) })
}
