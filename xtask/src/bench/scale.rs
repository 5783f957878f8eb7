//! Measures the requests in flight of a run, its memory, and the rate that it reaches beside a limit, by a
//! bench of `webdata-conformance`.

use std::path::Path;

use super::process::printed;
use crate::conformance::cargo;

/// The arguments that build and start the bench, in the profile that the suite runs in: 256 jobs and 100 ms
/// for each response, then 50 requests a second for a minute. They name the bench and not its package, as
/// [`SUITE`](crate::conformance::SUITE) explains.
const SCALE: [&str; 11] =
    ["bench", "--quiet", "--profile", "dev", "--bench", "scale", "--", "256", "100", "50", "60"];

pub(super) fn run(root: &Path) -> anyhow::Result<String> {
    printed(cargo(root).args(SCALE))
}
