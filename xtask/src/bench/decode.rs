//! The generated code at work, measured by the benches of `webdata-codegen` in processes of their
//! own: what is generated may not compile, and this task must.

use std::path::Path;

use super::process::printed;
use crate::conformance::cargo;

/// How long decoding takes, beside the rivals.
pub(super) fn times(root: &Path) -> anyhow::Result<String> {
    bench(root, "decode")
}

/// How often decoding allocates.
pub(super) fn allocations(root: &Path) -> anyhow::Result<String> {
    bench(root, "allocations")
}

fn bench(root: &Path, name: &str) -> anyhow::Result<String> {
    printed(cargo(root).args(["bench", "--quiet", "-p", "webdata-codegen", "--bench", name]))
}
