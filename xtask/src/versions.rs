//! The contracts of the repository: a folder of `spec/` for each version, and where its crate goes.
//!
//! It must not write anything.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// The version whose crate has no version in its name. It is the first of all contracts.
const FIRST: &str = "v2";

/// The start of the name of each generated crate.
const CRATE_NAME: &str = "webdata";
/// The start of the name of each generated crate's folder.
pub(crate) const CRATE_FOLDER: &str = "generated";
/// What follows [`CRATE_NAME`] and [`CRATE_FOLDER`] in the names of the crate that lists the contracts.
const LIST: &str = "contracts";

/// The names of a generated crate and of its folder.
pub(crate) struct CrateNames {
    pub(crate) name: String,
    pub(crate) folder: String,
}

impl CrateNames {
    /// The names for the contract of a version.
    pub(crate) fn of_version(version: &str) -> Self {
        if version == FIRST {
            return Self { name: CRATE_NAME.to_owned(), folder: CRATE_FOLDER.to_owned() };
        }
        Self::with(version)
    }

    /// The names of the crate that lists the contracts.
    pub(crate) fn of_list() -> Self {
        Self::with(LIST)
    }

    fn with(end: &str) -> Self {
        Self { name: format!("{CRATE_NAME}-{end}"), folder: format!("{CRATE_FOLDER}-{end}") }
    }
}

/// Returns the folders of all contracts below a checkout's `spec/`, each with the version that it is
/// named after: the first, then the others from the oldest.
///
/// # Errors
/// When there is none, or the name of one is no version.
pub(crate) fn contracts(root: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let spec = root.join("spec");
    let mut found = Vec::new();
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
        found.push((version, folder));
    }
    if found.is_empty() {
        bail!("{} has no contract: no folder in it has a service.toml", spec.display());
    }
    found.sort_by_key(|(version, _)| (version != FIRST, version.len(), version.clone()));
    Ok(found)
}

/// Whether a text is a version, such as `v3` or `v3-beta`: it becomes a part of names of crates.
fn is_version(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('v') else { return false };
    rest.starts_with(|first: char| first.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Returns where the pages of a contract stand as they were when its crate was last released: beside its
/// folder, in that of the same name in `released`.
pub(crate) fn released(contract: &Path) -> PathBuf {
    let name = contract.file_name().unwrap_or_default();
    contract.with_file_name("released").join(name)
}

/// Returns the version of a workspace, which its crates share.
pub(crate) fn workspace_version(root: &Path) -> Option<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).ok()?;
    let manifest: toml_edit::DocumentMut = manifest.parse().ok()?;
    let version = manifest.get("workspace")?.get("package")?.get("version")?;
    Some(version.as_str()?.to_owned())
}
