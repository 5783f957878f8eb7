//! Measures the generated code with the benches of `webdata-codegen`. They are processes of their own: this
//! task must build even if generated code does not compile.

use std::path::Path;

use super::process::printed;
use crate::conformance::cargo;

/// Measures how long decoding takes, beside other crates.
pub(super) fn times(root: &Path) -> anyhow::Result<String> {
    bench(root, "decode")
}

/// Counts the allocations of decoding.
pub(super) fn allocations(root: &Path) -> anyhow::Result<String> {
    bench(root, "allocations")
}

fn bench(root: &Path, name: &str) -> anyhow::Result<String> {
    printed(cargo(root).args(["bench", "--quiet", "-p", "webdata-codegen", "--bench", name]))
}
