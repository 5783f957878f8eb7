//! Tells what the next version of the generated crate must be, and what decides it.
//!
//! Two things do: the items that users of the crate can name, and what the contract promises. It must
//! not write a version.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use webdata_codegen::{ApiChange, Bump, api_changes, generate};
use webdata_spec::diff::Change;

use super::contract::Contract;
use super::render;
use crate::versions::CrateNames;

/// What is compared with when nothing is named: the newest tag, or else the last commit.
pub(super) fn last_release(repository: &Path) -> String {
    let mut git = Command::new("git");
    git.arg("-C").arg(repository).args(["describe", "--tags", "--abbrev=0"]);
    let output = git.output().ok().filter(|output| output.status.success());
    let tag = output.and_then(|output| String::from_utf8(output.stdout).ok());
    tag.map_or_else(|| "HEAD".to_owned(), |tag| tag.trim().to_owned())
}

/// The next version, and the changes that decide it.
///
/// # Errors
/// When one of the contracts has no form in Rust.
pub(super) fn text(
    repository: &Path,
    old: &Contract,
    new: &Contract,
    changes: &[Change],
) -> anyhow::Result<String> {
    let CrateNames { name, .. } = CrateNames::of_version(&new.spec.service.version);
    let of = |side: &str, contract: &Contract| {
        generate(&contract.spec, &name).with_context(|| format!("the {side} contract"))
    };
    let api = api_changes(&of("old", old)?, &of("new", new)?).context("the generated code")?;
    let of_api = api.iter().map(|change| change.bump).max();
    let of_contract = changes.iter().map(bump).max();
    let Some(next) = of_api.max(of_contract) else {
        return Ok(format!(
            "nothing changed between {} and {}: {name} needs no new version",
            old.name, new.name
        ));
    };
    let version =
        version(repository).and_then(|now| Some(format!("{now} -> {}", after(&now, next)?)));
    let version = version.map(|version| format!(": {name} {version}")).unwrap_or_default();
    let mut text = format!("{}{version}\n", next.name());
    let api: Vec<&ApiChange> = api.iter().filter(|change| change.bump == next).collect();
    let changes: Vec<&Change> = changes.iter().filter(|change| bump(change) == next).collect();
    if !api.is_empty() {
        let _ = writeln!(text, "\nwhat users of the crate can name ({})", api.len());
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

/// How far a change of the contract is one of the crate, which promises what the contract does: values
/// that clients could send or rely on, it judges.
fn bump(change: &Change) -> Bump {
    match (change.breaks.clients(), change.breaks.servers()) {
        (true, _) => Bump::Major,
        (false, true) => Bump::Minor,
        (false, false) => Bump::Patch,
    }
}

/// The version of the workspace, which its crates share.
fn version(repository: &Path) -> Option<String> {
    let manifest = std::fs::read_to_string(repository.join("Cargo.toml")).ok()?;
    let manifest: toml_edit::DocumentMut = manifest.parse().ok()?;
    let version = manifest.get("workspace")?.get("package")?.get("version")?;
    Some(version.as_str()?.to_owned())
}

/// The version after a change; below 1.0.0, as Cargo has it, each part counts for the one before it.
fn after(version: &str, bump: Bump) -> Option<String> {
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
