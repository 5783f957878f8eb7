//! Compares the public items of two generated crates by Cargo's rules for versions.
//!
//! Items are compared by their names and signatures. This module does not look at the code behind them.

mod accessors;
mod items;

use std::collections::BTreeMap;

use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use items::Item;

/// How far an API changed, by Semantic Versioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bump {
    /// No user has to act.
    Patch,
    /// An item is new.
    Minor,
    /// Code that compiled before may fail to compile.
    Major,
}

impl Bump {
    /// Returns the lower-case name, such as `minor`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

/// A public item that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiChange {
    /// The path of the item within the crate, such as `album::Album.name`.
    pub item: String,
    /// How far the item changed.
    pub bump: Bump,
    /// The change, and the reason why it affects users.
    pub why: String,
}

/// Compares the public items of two crates, given by their files.
///
/// # Errors
/// If a file is not valid Rust.
pub fn api_changes(
    old: &[GeneratedFile],
    new: &[GeneratedFile],
) -> Result<Vec<ApiChange>, GenerateError> {
    let (old, new) = (items(old)?, items(new)?);
    let mut changes = Vec::new();
    for (path, was) in &old {
        let change = match new.get(path) {
            None => Some((Bump::Major, "it was removed".to_owned())),
            Some(is) if is.signature != was.signature => {
                Some((Bump::Major, format!("was `{}`, is `{}`", was.signature, is.signature)))
            }
            Some(is) if is.deprecated && !was.deprecated => {
                Some((Bump::Minor, "it is deprecated".to_owned()))
            }
            Some(_) => None,
        };
        changes.extend(change.map(|(bump, why)| ApiChange { item: path.clone(), bump, why }));
    }
    for (path, is) in new.iter().filter(|(path, _)| !old.contains_key(*path)) {
        // A new part of a new item is reported with the item.
        if is.part_of.as_ref().is_some_and(|whole| !old.contains_key(whole)) {
            continue;
        }
        let (bump, why) = match is.breaks_when_new {
            Some(why) => (Bump::Major, format!("it is new: {why}")),
            None => (Bump::Minor, "it is new".to_owned()),
        };
        changes.push(ApiChange { item: path.clone(), bump, why });
    }
    // A part that was removed with its item is reported with the item.
    changes.retain(|change| {
        let whole = old.get(&change.item).and_then(|item| item.part_of.as_ref());
        whole.is_none_or(|whole| new.contains_key(whole))
    });
    Ok(changes)
}

fn items(files: &[GeneratedFile]) -> Result<BTreeMap<String, Item>, GenerateError> {
    let mut api = BTreeMap::new();
    for file in files {
        let Some(name) = file.path.strip_prefix("src/").and_then(|name| name.strip_suffix(".rs"))
        else {
            continue;
        };
        let parsed = syn::parse_file(&file.text).map_err(|error| GenerateError::Emitted {
            path: file.path.clone(),
            reason: error.to_string(),
        })?;
        items::collect(if name == "lib" { "" } else { name }, &parsed.items, &mut api);
    }
    Ok(api)
}
