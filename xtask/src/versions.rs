//! Finds the contracts of the repository: one folder of `spec/` for each version, and the folder of its
//! crate.
//!
//! This module writes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// The version whose crate has no version in its name. It comes first in every list of contracts.
const FIRST: &str = "v2";

/// The start of each generated crate's name.
const CRATE_NAME: &str = "webdata";
/// The start of each generated crate's folder.
pub(crate) const CRATE_FOLDER: &str = "generated";
/// What follows [`CRATE_NAME`] and [`CRATE_FOLDER`] in the names of the crate that lists all contracts.
const LIST: &str = "contracts";

/// The name of a generated crate, and the name of its folder.
pub(crate) struct CrateNames {
    pub(crate) name: String,
    pub(crate) folder: String,
}

impl CrateNames {
    /// Returns the names for the contract of a version.
    pub(crate) fn for_version(version: &str) -> Self {
        if version == FIRST {
            return Self { name: CRATE_NAME.to_owned(), folder: CRATE_FOLDER.to_owned() };
        }
        Self::from_suffix(version)
    }

    /// Returns the names of the crate that lists the contracts.
    pub(crate) fn for_list() -> Self {
        Self::from_suffix(LIST)
    }

    fn from_suffix(end: &str) -> Self {
        Self { name: format!("{CRATE_NAME}-{end}"), folder: format!("{CRATE_FOLDER}-{end}") }
    }
}

/// Returns the folders of all contracts below a checkout's `spec/`, each with its version: the first
/// contract, then the others from the oldest on.
///
/// # Errors
/// If there is no contract, or the name of a folder is not a version.
pub(crate) fn contracts(root: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let spec = root.join("spec");
    let mut versions = Vec::new();
    let entries = fs::read_dir(&spec).with_context(|| format!("cannot list {}", spec.display()))?;
    for entry in entries {
        let folder = entry?.path();
        if !folder.join("service.toml").is_file() {
            continue;
        }
        let version = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !is_version(&version) {
            bail!(
                "spec/{version} has a service.toml, but its name is no version; name the folder of \
                 a contract after its version, such as spec/v3"
            );
        }
        versions.push((version, folder));
    }
    if versions.is_empty() {
        bail!("{} has no contract: no folder in it has a service.toml", spec.display());
    }
    versions.sort_by_key(|(version, _)| (version != FIRST, version.len(), version.clone()));
    Ok(versions)
}

/// Returns whether a string is a version, such as `v3` or `v3-beta`. Versions become parts of crate names.
fn is_version(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('v') else { return false };
    rest.starts_with(|first: char| first.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
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
