//! The changelog of a generated crate. What is not released yet is told from the difference between the pages
//! of the last release and those of today; released sections stay as they are.
//!
//! It must not know a date or a commit: the text depends on pages and on itself.

use std::fmt::Write as _;

use webdata_codegen::{ApiChange, Bump, GenerateError, WRITTEN_BY};
use webdata_spec::Spec;

use crate::spec_diff::migration::{self, Audience};
use crate::spec_diff::semver;

/// The name of the file in the folder of a crate.
pub(super) const FILE: &str = "CHANGELOG.md";

/// The heading of what is not released yet.
const UNRELEASED: &str = "## Unreleased";

/// The start of the heading of any release.
const RELEASE: &str = "\n## ";

/// Writes the changelog of the crate `name`: the section of what is not released, and behind it the sections
/// of `old`, the changelog as it stands.
///
/// # Errors
/// When one of the contracts has no form in Rust.
pub(super) fn changelog(
    name: &str,
    released: Option<&Spec>,
    spec: &Spec,
    old: Option<&str>,
) -> Result<String, GenerateError> {
    let section = match released {
        Some(released) => unreleased(name, released, spec)?,
        None => {
            format!("The first release, of version {} of the contract.\n", spec.service.version)
        }
    };
    Ok(whole(name, &section, releases(old.unwrap_or_default())))
}

/// Names what was not released yet after the version that it is released as.
///
/// # Errors
/// When the version was released already, or nothing has changed.
pub(super) fn release(name: &str, version: &str, old: &str) -> Result<String, String> {
    let heading = format!("## {version}");
    if old.lines().any(|line| line == heading) {
        return Err(format!(
            "{FILE} of {name} has a section of {version} already; raise `version` in Cargo.toml first"
        ));
    }
    let (_, section) = old.split_once(UNRELEASED).unwrap_or_default();
    let section = section.split(RELEASE).next().unwrap_or_default().trim();
    let releases = format!("{heading}\n\n{section}\n\n{}", releases(old));
    Ok(whole(name, &nothing(), releases.trim_end()))
}

fn whole(name: &str, section: &str, releases: &str) -> String {
    let text = format!(
        "<!-- {WRITTEN_BY}; released sections are kept. -->\n\
         # Changelog of `{name}`\n\n\
         {UNRELEASED}\n\n{}\n\n{releases}",
        section.trim()
    );
    format!("{}\n", text.trim_end())
}

/// The sections of the releases.
fn releases(text: &str) -> &str {
    let rest = text.split_once(UNRELEASED).map_or("", |(_, rest)| rest);
    rest.find(RELEASE).map_or("", |at| &rest[at + 1..]).trim_end()
}

fn nothing() -> String {
    "Nothing has changed since the last release.\n".to_owned()
}

/// What changed since the last release, for those who use the crate.
fn unreleased(name: &str, released: &Spec, spec: &Spec) -> Result<String, GenerateError> {
    let changes = webdata_spec::diff(released, spec);
    let (next, api) = semver::next(name, released, spec, &changes)?;
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
