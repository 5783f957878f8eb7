//! The test contracts of `codegen`, and their suites.

use std::path::{Path, PathBuf};

use webdata_spec::Spec;
use webdata_suite::Suite;

/// Returns the folder of a contract's pages.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/tests/contracts").join(name)
}

/// Reads a contract, and derives its suite.
pub(crate) fn suite(name: &str) -> Suite {
    let spec = Spec::load(&folder(name)).expect("a valid contract");
    Suite::new(spec)
}
