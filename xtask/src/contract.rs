//! The default contract of the repository: where its pages, its crate and its copies are.
//!
//! This module writes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use webdata_spec::{ReadError, Source, companions, sources};

/// The folder of the pages.
pub(crate) const FOLDER: &str = "spec/v2";
/// The name of the generated crate.
pub(crate) const CRATE_NAME: &str = "webdata";
/// The folder of the generated crate.
pub(crate) const CRATE_FOLDER: &str = "generated";
/// The folder of the copies that the suite's binary embeds, since a package holds only its own files.
pub(crate) const COPIES: &str = "conformance/contract";
/// The folder of the companions, beside the pages.
pub(crate) const COMPANIONS: &str = "conformance";

/// Returns the pages of a contract, and its companions with the name of their folder.
pub(crate) fn files(folder: &Path) -> Result<Vec<Source>, ReadError> {
    let mut files = sources(folder)?;
    let companions = companions(folder)?.into_iter();
    files.extend(companions.map(|Source { name, text }| {
        let name = format!("{COMPANIONS}/{name}");
        Source { name, text }
    }));
    Ok(files)
}

/// Returns whether the pages or companions of the checkout differ from the copies, so that `generated/` is
/// stale, too.
pub(crate) fn differs_from_copies(root: &Path) -> bool {
    let [current, copies] = [FOLDER, COPIES].map(|folder| files(&root.join(folder)).ok());
    current != copies
}

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
