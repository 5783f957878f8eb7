//! Measures the reference server under load, by a bench of `webdata-conformance` that starts the servers and
//! `wrk` as processes.

use std::path::Path;

use super::process::printed;
use crate::conformance::cargo;

/// Measures requests a second and latency, beside a bare handler. The arguments name the bench and not its
/// package, as [`SUITE`](crate::conformance::SUITE) explains.
pub(super) fn run(root: &Path, runs: u32) -> anyhow::Result<String> {
    let runs = runs.to_string();
    printed(cargo(root).args(["bench", "--quiet", "--bench", "load", "--", "--rounds", &runs]))
}
