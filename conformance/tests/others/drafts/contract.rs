//! The contract of the shared drafts, and its suite.

use std::path::Path;

use webdata_spec::Spec;
use webdata_suite::Suite;

use super::generated;

/// The suite of the contract, which judges by the validators of its own generated crate.
pub(crate) fn suite() -> Suite {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let spec = Spec::load(&folder.join("../codegen/tests/contracts/drafts"));
    let spec = spec.expect("the contract reads");
    Suite::new(spec, generated::validators::ALL).expect("every type has a validator")
}
