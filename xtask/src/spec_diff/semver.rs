//! Determines the next version of the generated crate, and the changes that decide it.
//!
//! Two things decide: the public items of the crate, and the promises of the contract. This module writes no
//! version.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use webdata_codegen::{ApiChange, Bump, GenerateError, Package, api_changes, generate};
use webdata_spec::Spec;
use webdata_spec::diff::Change;

use super::Contract;
use super::render;
use crate::contract::{CRATE_NAME, FOLDER, released, workspace_version};

/// Returns the default for the old contract: the pages of the last release, else the newest tag, else the
/// last commit.
pub(super) fn last_release(repository: &Path) -> String {
    let pages = released(&repository.join(FOLDER));
    if pages.is_dir() {
        return pages.display().to_string();
    }
    let mut git = Command::new("git");
    git.arg("-C").arg(repository).args(["describe", "--tags", "--abbrev=0"]);
    let output = git.output().ok().filter(|output| output.status.success());
    let tag = output.and_then(|output| String::from_utf8(output.stdout).ok());
    tag.map_or_else(|| "HEAD".to_owned(), |tag| tag.trim().to_owned())
}

/// Returns the next version, and the changes that decide it, as text.
///
/// # Errors
/// If one of the contracts has a construct that Rust cannot express.
pub(super) fn text(
    repository: &Path,
    old: &Contract,
    new: &Contract,
    changes: &[Change],
) -> anyhow::Result<String> {
    let package = Package::in_workspace(CRATE_NAME, FOLDER);
    let (next, api) = next(&package, &old.spec, &new.spec, changes)
        .with_context(|| format!("{} and {}", old.name, new.name))?;
    let Some(next) = next else {
        return Ok(format!(
            "nothing changed between {} and {}: {CRATE_NAME} needs no new version",
            old.name, new.name
        ));
    };
    let version = workspace_version(repository)
        .and_then(|now| Some(format!("{now} -> {}", next_version(&now, next)?)));
    let version = version.map(|version| format!(": {CRATE_NAME} {version}")).unwrap_or_default();
    let mut text = format!("{}{version}\n", next.name());
    let api: Vec<&ApiChange> = api.iter().filter(|change| change.bump == next).collect();
    let changes: Vec<&Change> = changes.iter().filter(|change| bump(change) == next).collect();
    if !api.is_empty() {
        let _ = writeln!(text, "\npublic items of the crate ({})", api.len());
        for ApiChange { item, why, .. } in api {
            let _ = writeln!(text, "  {item}: {why}");
        }
    }
    if !changes.is_empty() {
        let _ = writeln!(text, "\nwhat the contract promises ({})", changes.len());
        changes.into_iter().for_each(|change| render::change(&mut text, change));
    }
    Ok(text.trim_end().to_owned())
}

/// Returns how far the version of a crate must rise, or `None` for not at all, and which public
/// items change.
///
/// # Errors
/// If one of the contracts has a construct that Rust cannot express.
pub(crate) fn next(
    package: &Package<'_>,
    old: &Spec,
    new: &Spec,
    changes: &[Change],
) -> Result<(Option<Bump>, Vec<ApiChange>), GenerateError> {
    let api = api_changes(&generate(old, package)?, &generate(new, package)?)?;
    let of_api = api.iter().map(|change| change.bump).max();
    Ok((of_api.max(changes.iter().map(bump).max()), api))
}

/// Returns how far a change of the contract raises the version of the crate. The crate validates values that
/// clients send or rely on, so changes of those count. New values in responses do not: the crate kept unknown
/// values before.
fn bump(change: &Change) -> Bump {
    match (change.breaks.clients() && !change.kept, change.breaks.servers() || change.kept) {
        (true, _) => Bump::Major,
        (false, true) => Bump::Minor,
        (false, false) => Bump::Patch,
    }
}

/// Returns the version after a change. Below 1.0.0, each part counts for the part before it, as in Cargo.
fn next_version(version: &str, bump: Bump) -> Option<String> {
    let parts: Vec<u64> =
        version.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [major, minor, patch] = parts.as_slice() else { return None };
    Some(match (bump, *major, *minor) {
        (Bump::Major, 0, 0) => format!("0.0.{}", patch + 1),
        (Bump::Major, 0, minor) => format!("0.{}.0", minor + 1),
        (Bump::Major, major, _) => format!("{}.0.0", major + 1),
        (Bump::Minor, major, minor) if major > 0 => format!("{major}.{}.0", minor + 1),
        (Bump::Minor | Bump::Patch, major, minor) => format!("{major}.{minor}.{}", patch + 1),
    })
}
