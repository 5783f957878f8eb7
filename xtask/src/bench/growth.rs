//! Measures how derivation, coverage and the preparation of an audit grow with the contract, by a bench of
//! `webdata-conformance`.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use super::process::printed;
use super::synthetic::{self, SIZES};
use crate::conformance::cargo;

/// The arguments that build and start the bench, in the profile that the suite runs in. They name the bench
/// and not its package, as [`SUITE`](crate::conformance::SUITE) explains.
const GROWTH: [&str; 7] = ["bench", "--quiet", "--profile", "dev", "--bench", "growth", "--"];

/// Measures each size `runs` times.
pub(super) fn run(root: &Path, runs: u32) -> anyhow::Result<String> {
    let mut command = cargo(root);
    command.args(GROWTH).arg(runs.to_string());
    for size in SIZES {
        let folder = root.join("target/growth").join(size.to_string());
        write(&folder, size).with_context(|| format!("cannot write {}", folder.display()))?;
        command.arg(folder);
    }
    printed(&mut command)
}

/// Writes the pages of a synthetic contract into a folder of their own.
fn write(folder: &Path, operations: usize) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder.join("types"))?;
    for page in synthetic::pages(operations) {
        fs::write(folder.join(page.name), page.text)?;
    }
    Ok(())
}
