//! Goldens: what a test produced beside what was accepted before, as files under `spec/tests`.
//!
//! `UPDATE_GOLDEN=1` accepts what is produced now; CI never sets it.

use std::fs;
use std::path::{Path, PathBuf};

use similar::TextDiff;

/// The folder of the tests and their data.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Compares `actual` with the golden at a path below the folder of the tests; says how they differ.
pub(crate) fn compare(name: &str, actual: &str) -> Result<(), String> {
    let path = folder().join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return fs::write(&path, actual).map_err(|cause| format!("{name}: {cause}"));
    }
    let golden = fs::read_to_string(&path)
        .map_err(|cause| format!("{name}: {cause}; run with UPDATE_GOLDEN=1 to write it"))?;
    if golden == actual {
        return Ok(());
    }
    let diff = TextDiff::from_lines(golden.as_str(), actual);
    let diff = diff.unified_diff().header("golden", "actual").to_string();
    Err(format!("{name} differs; UPDATE_GOLDEN=1 accepts the change:\n{diff}"))
}
