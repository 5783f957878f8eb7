//! Compares spec/v2 with the contract text as it was transcribed.
//!
//! A test of `webdata-spec` does it, which is run here, so that the task and the test say the same.

use std::path::Path;

use anyhow::Context as _;

use crate::conformance::cargo;

/// The arguments that run the test. Its package is not named: alone it has other features of its
/// dependencies than the workspace, and would be built once more.
const TEST: [&str; 6] = ["test", "--quiet", "--test", "contract", "--", "--nocapture"];

/// Lists the differences and returns whether all of them are accepted; with a reason, all are
/// accepted first.
pub(super) fn compare(root: &Path, reason: Option<&str>) -> anyhow::Result<bool> {
    let mut cargo = cargo(root);
    cargo.args(TEST).env_remove("ACCEPT_REASON");
    if let Some(reason) = reason {
        cargo.env("ACCEPT_REASON", reason);
    }
    let status = cargo.status().context("cannot start cargo")?;
    Ok(status.success())
}
