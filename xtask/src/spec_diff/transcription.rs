//! Compares spec/v2 with the transcription of the contract text.
//!
//! A test of `webdata-spec` compares; this task runs it, so that both report the same.

use std::path::Path;

use anyhow::Context as _;

use crate::conformance::cargo;

/// The arguments that run the test. They do not name its package: a package alone would have other features
/// of its dependencies than the workspace, and cargo would build them again.
const TEST: [&str; 6] = ["test", "--quiet", "--test", "contract", "--", "--nocapture"];

/// Lists the differences, and returns whether all of them are accepted. With a reason, all differences are
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
