//! Writes the changelog of a generated crate. The unreleased section lists the differences between the pages
//! of the last release and the current pages; released sections are kept.
//!
//! The text depends on the pages and on the old changelog alone: it has no date and no commit.

use std::fmt::Write as _;

use webdata_codegen::{ApiChange, Bump, GenerateError, Package};
use webdata_spec::Spec;

use crate::spec_diff::migration::{self, Audience};
use crate::spec_diff::semver;

/// The name of the file in a crate's folder.
pub(super) const FILE: &str = "CHANGELOG.md";

/// The heading of the unreleased section.
const UNRELEASED: &str = "## Unreleased";

/// The start of the heading of each release.
const RELEASE: &str = "\n## ";

/// Returns the changelog of a crate: the unreleased section, and then the released sections of
/// `old`, the current changelog.
///
/// # Errors
/// If one of the contracts has a construct that Rust cannot express.
pub(super) fn changelog(
    package: &Package<'_>,
    released: Option<&Spec>,
    spec: &Spec,
    old: Option<&str>,
) -> Result<String, GenerateError> {
    let section = match released {
        Some(released) => unreleased(package, released, spec)?,
        None => {
            format!("The first release, of version {} of the contract.\n", spec.service.version)
        }
    };
    Ok(whole(package, &section, releases(old.unwrap_or_default())))
}

/// Turns the unreleased section into the section of `version`.
///
/// # Errors
/// If the version is released already, or nothing has changed.
pub(super) fn release(package: &Package<'_>, version: &str, old: &str) -> Result<String, String> {
    let heading = format!("## {version}");
    if old.lines().any(|line| line == heading) {
        return Err(format!(
            "{FILE} of {} has a section of {version} already; raise `version` in Cargo.toml first",
            package.name
        ));
    }
    let (_, section) = old.split_once(UNRELEASED).unwrap_or_default();
    let section = section.split(RELEASE).next().unwrap_or_default().trim();
    let releases = format!("{heading}\n\n{section}\n\n{}", releases(old));
    Ok(whole(package, &nothing(), releases.trim_end()))
}

fn whole(package: &Package<'_>, section: &str, releases: &str) -> String {
    let Package { name, written_by, .. } = package;
    let text = format!(
        "<!-- Written by `{written_by}`; released sections are kept. -->\n\
         # Changelog of `{name}`\n\n\
         {UNRELEASED}\n\n{}\n\n{releases}",
        section.trim()
    );
    format!("{}\n", text.trim_end())
}

/// Returns the released sections.
fn releases(text: &str) -> &str {
    let rest = text.split_once(UNRELEASED).map_or("", |(_, rest)| rest);
    rest.find(RELEASE).map_or("", |at| &rest[at + 1..]).trim_end()
}

fn nothing() -> String {
    "Nothing has changed since the last release.\n".to_owned()
}

/// Returns the changes since the last release, for users of the crate.
fn unreleased(
    package: &Package<'_>,
    released: &Spec,
    spec: &Spec,
) -> Result<String, GenerateError> {
    let changes = webdata_spec::diff(released, spec);
    let (next, api) = semver::next(package, released, spec, &changes)?;
    let Some(next) = next else { return Ok(nothing()) };
    let mut text = format!("A {} version.\n", next.name());
    text.push_str(&migration::sections(Audience::Clients, released, spec, &changes, "###"));
    let broken: Vec<&ApiChange> = api.iter().filter(|item| item.bump == Bump::Major).collect();
    if !broken.is_empty() {
        text.push_str("\n### Rust that must change\n\n");
        for ApiChange { item, why, .. } in broken {
            let _ = writeln!(text, "- `{item}`: {why}.");
        }
    }
    Ok(text)
}
