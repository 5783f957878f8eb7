//! The reference server under load, measured by a bench of `webdata-conformance` that starts the
//! servers and `wrk` as processes of their own.

use std::path::Path;

use super::process::printed;
use crate::conformance::cargo;

/// Requests a second and latency, beside a bare handler. The bench is named and not its package, for
/// the reason that the suite's binary is.
pub(super) fn run(root: &Path, runs: u32) -> anyhow::Result<String> {
    let runs = runs.to_string();
    printed(cargo(root).args(["bench", "--quiet", "--bench", "load", "--", "--rounds", &runs]))
}
