//! The default contract of the repository: where its pages and its crate are.
//!
//! This module writes nothing.

/// The folder of the pages.
pub(crate) const FOLDER: &str = "spec/v2";
/// The name of the generated crate.
pub(crate) const CRATE_NAME: &str = "webdata";
/// The folder of the generated crate.
pub(crate) const CRATE_FOLDER: &str = "generated";
/// The folder of the companions, beside the pages.
pub(crate) const COMPANIONS: &str = "conformance";
