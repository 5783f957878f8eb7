//! What users of a generated crate can name, and how far it changed by Cargo's rules for versions.
//!
//! Items are compared by their names and signatures. What the code behind them does is no question of
//! this module.

mod items;

use std::collections::BTreeMap;

use crate::error::GenerateError;
use crate::generated_file::GeneratedFile;
use items::Item;

/// How far something changed, by Semantic Versioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bump {
    /// Users notice nothing that they have to act on.
    Patch,
    /// There is something new.
    Minor,
    /// What was right may be wrong now.
    Major,
}

impl Bump {
    /// Returns the word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

/// One public item that is not as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiChange {
    /// The path of the item within the crate, such as `monitor::Monitor.name`.
    pub item: String,
    /// How far it changed.
    pub bump: Bump,
    /// What became of it, and why that matters.
    pub why: String,
}

/// Compares the public items of two crates, given by their files.
///
/// # Errors
/// When a file is no Rust.
pub fn api_changes(
    old: &[GeneratedFile],
    new: &[GeneratedFile],
) -> Result<Vec<ApiChange>, GenerateError> {
    let (old, new) = (items(old)?, items(new)?);
    let mut changes = Vec::new();
    for (path, was) in &old {
        let change = match new.get(path) {
            None => Some((Bump::Major, "it is gone".to_owned())),
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
        // What is new inside something new is told with that.
        if is.part_of.as_ref().is_some_and(|whole| !old.contains_key(whole)) {
            continue;
        }
        let (bump, why) = match is.breaks_when_new {
            Some(why) => (Bump::Major, format!("it is new: {why}")),
            None => (Bump::Minor, "it is new".to_owned()),
        };
        changes.push(ApiChange { item: path.clone(), bump, why });
    }
    // What went with the whole is told with that, too.
    changes.retain(|change| {
        let whole = old.get(&change.item).and_then(|item| item.part_of.as_ref());
        whole.is_none_or(|whole| new.contains_key(whole))
    });
    Ok(changes)
}

fn items(files: &[GeneratedFile]) -> Result<BTreeMap<String, Item>, GenerateError> {
    let mut found = BTreeMap::new();
    for file in files {
        let Some(name) = file.path.strip_prefix("src/").and_then(|name| name.strip_suffix(".rs"))
        else {
            continue;
        };
        let parsed = syn::parse_file(&file.text).map_err(|error| GenerateError::Emitted {
            path: file.path.clone(),
            reason: error.to_string(),
        })?;
        items::collect(if name == "lib" { "" } else { name }, &parsed.items, &mut found);
    }
    Ok(found)
}
