//! The default contract of the repository: where its pages and its crate are.
//!
//! This module writes nothing.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the pages.
pub(crate) const FOLDER: &str = "spec/v2";
/// The name of the generated crate.
pub(crate) const CRATE_NAME: &str = "webdata";
/// The folder of the generated crate.
pub(crate) const CRATE_FOLDER: &str = "generated";
/// The folder of the companions, beside the pages.
pub(crate) const COMPANIONS: &str = "conformance";

/// Returns the folder with the pages of a contract as they were at its crate's last release: `released/NAME`
/// beside the contract's folder.
pub(crate) fn released(contract: &Path) -> PathBuf {
    let name = contract.file_name().unwrap_or_default();
    contract.with_file_name("released").join(name)
}

/// Returns the version of the workspace, which all its crates share.
pub(crate) fn workspace_version(root: &Path) -> Option<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).ok()?;
    let manifest: toml_edit::DocumentMut = manifest.parse().ok()?;
    let version = manifest.get("workspace")?.get("package")?.get("version")?;
    Some(version.as_str()?.to_owned())
}
