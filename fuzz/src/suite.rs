//! Provides the suite of the contract, which is created once.

use std::path::Path;
use std::sync::LazyLock;

use webdata_spec::Spec;
use webdata_suite::Suite;

static SUITE: LazyLock<Suite> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/v2");
    let spec = Spec::load(&folder).unwrap_or_else(|error| panic!("{error}"));
    Suite::new(spec)
});

/// Returns the suite.
pub fn suite() -> &'static Suite {
    &SUITE
}
