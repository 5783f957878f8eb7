//! Goldens: compares what a test produces with accepted files under `spec/tests`.
//!
//! `SNAPSHOTS=overwrite` accepts the current output; CI never sets it.

use std::path::{Path, PathBuf};

use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data, IntoData as _};

/// The folder of the tests and their data.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Compares `actual` with the golden at a path below the folder of the tests. The error is the difference.
pub(crate) fn compare(name: &str, actual: &str) -> snapbox::assert::Result<()> {
    // snapbox treats both kinds of line ends alike.
    assert!(!actual.contains('\r'), "{name} has a line end of Windows");
    let golden = Data::read_from(&folder().join(name), Some(DataFormat::Text)).raw();
    Assert::new().action_env(DEFAULT_ACTION_ENV).try_eq(Some(&"actual"), actual.into_data(), golden)
}
