//! Finds the checkout that a task works on: the one that it is called in.
//!
//! No path is taken from the build. Two checkouts with one target folder or one restored cache share this program, so a
//! path of its build may lead into the other checkout.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::terminal;

/// Finds the workspace's folder. Prints the folder if the current one is outside it, since relative paths on
/// the command line are then outside it, too.
pub(crate) fn find() -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("there is no current folder")?;
    // Cargo sets this variable to the package's folder. Without the variable, the program was started by hand.
    let start = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| here.clone(), PathBuf::from);
    let root = above(&start).with_context(|| {
        format!("neither {} nor a folder above it is a checkout of this workspace", start.display())
    })?;
    if !real(&here).starts_with(real(root)) {
        terminal::err(&format!("working on {}", root.display()));
    }
    Ok(root.to_owned())
}

/// Returns the nearest folder, from `start` upwards, that is the workspace's.
fn above(start: &Path) -> Option<&Path> {
    start.ancestors().find(|folder| folder.join("xtask/Cargo.toml").is_file())
}

/// Resolves the links in a path.
fn real(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}
