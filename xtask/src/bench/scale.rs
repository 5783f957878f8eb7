//! How many requests a run has in flight, measured by a bench of `webdata-conformance` against a server that
//! takes its time.

use std::path::Path;

use super::process::printed;
use crate::conformance::cargo;

/// The arguments that build and start the bench, in the build that the suite runs in, with 256 jobs and 100
/// ms for each response. The bench is named and not its package, for the reason that the suite's binary is.
const SCALE: [&str; 9] =
    ["bench", "--quiet", "--profile", "dev", "--bench", "scale", "--", "256", "100"];

pub(super) fn run(root: &Path) -> anyhow::Result<String> {
    printed(cargo(root).args(SCALE))
}
