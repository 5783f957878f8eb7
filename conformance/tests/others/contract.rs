//! The contracts that `codegen` has for its tests, and their suites.

use std::path::{Path, PathBuf};

use webdata_runtime::Validator;
use webdata_spec::Spec;
use webdata_suite::Suite;

/// Returns where the pages of a contract are.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/tests/contracts").join(name)
}

/// Reads a contract, and derives the suite that judges by these validators.
pub(crate) fn suite(name: &str, validators: &[Validator]) -> Suite {
    let spec = Spec::load(&folder(name)).expect("the contract reads");
    Suite::new(spec, validators).expect("every type has a validator")
}
