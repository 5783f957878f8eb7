//! The CPU time of the first build of a checkout, as a multiple of that of two crates whose versions are fixed
//! (`xtask/yardstick`). The ratio depends little on the machine, so docs/figures.md can compare it over the years.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike as _;

use crate::conformance::{BUILD_SUITE, cargo};
use crate::workspace_copy::target;

/// Builds the suite's binary, and prints how long that took. In a checkout that has built it before, does nothing.
pub(crate) fn measure_first_build(root: &Path) -> anyhow::Result<()> {
    if target(root).join("debug/webdata-conformance").exists() {
        return Ok(());
    }
    run(cargo(root).args(BUILD_SUITE))?;
    // Includes the build of xtask: cargo started it and then became this process.
    let build = seconds_of_children()?;
    let folder = tempfile::tempdir().context("cannot create a folder")?;
    let mut yardstick = cargo(root);
    yardstick.args(["build", "--locked", "--manifest-path", "xtask/yardstick/Cargo.toml"]);
    run(yardstick.arg("--target-dir").arg(folder.path()))?;
    let yardstick = seconds_of_children()? - build;
    eprintln!(
        "ci: the first build took {build:.0} CPU seconds, {:.1} times the {yardstick:.1} of the crates of \
         xtask/yardstick",
        build / yardstick
    );
    Ok(())
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{command:?} ends with {status}");
    Ok(())
}

/// Returns the CPU seconds of all processes that this one has started and that have ended, and of those below them.
fn seconds_of_children() -> anyhow::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let milliseconds =
        usage.user_time().num_milliseconds() + usage.system_time().num_milliseconds();
    Ok(milliseconds as f64 / 1000.0)
}
