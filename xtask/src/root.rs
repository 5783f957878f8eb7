//! The checkout that a task works on: the one that it is called in.
//!
//! Nothing here is known at build time. Two checkouts that share a target folder, or a restored cache,
//! share this program, too; a path of its build would lead into the other one.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::terminal;

/// Finds the workspace's folder. It is said where it is not the current one or above it, since relative
/// paths on the command line are then not below it.
pub(crate) fn find() -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("there is no current folder")?;
    // Cargo names this package's folder when it runs the task; otherwise the program itself was called.
    let start = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| here.clone(), PathBuf::from);
    let root = above(&start).with_context(|| {
        format!("neither {} nor a folder above it is a checkout of this workspace", start.display())
    })?;
    if !real(&here).starts_with(real(root)) {
        terminal::err(&format!("working on {}", root.display()));
    }
    Ok(root.to_owned())
}

/// The nearest folder that is the workspace's.
fn above(start: &Path) -> Option<&Path> {
    start.ancestors().find(|folder| folder.join("xtask/Cargo.toml").is_file())
}

/// The folder without links.
fn real(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}
