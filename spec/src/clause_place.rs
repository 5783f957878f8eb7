//! Finds the entry of a page that states a clause, so that a warning about the clause has a place.

use serde_json::Value;

use crate::diagnostic::Diagnostics;
use crate::document::{Document, EntryPart, Source};
use crate::model::{ClauseId, ClauseRoot};
use crate::read::in_page_order;

/// Returns a warning with help for each clause with its message, at the entry that states the clause.
#[must_use]
pub fn warnings_about_clauses(
    pages: &[Source],
    messages: &[(ClauseId, String)],
    help: &str,
) -> Diagnostics {
    let documents: Vec<Document> = if messages.is_empty() {
        Vec::new()
    } else {
        pages.iter().map(|page| Document::parse(page).0).collect()
    };
    let warnings = messages.iter().filter_map(|(clause, message)| {
        let (page, start) = page_of(clause.root());
        let is_stated = |document: &&Document| match page {
            Some(page) => document.name == page,
            None => start.iter().all(|name| document.value.get(name).is_some()),
        };
        let document = documents.iter().find(is_stated)?;
        let path = path_of(&document.value, start, clause.below_root());
        Some(document.mistake(&path, EntryPart::Key, message).with_help(help).into_warning())
    });
    in_page_order(warnings.collect(), pages)
}

/// Returns the page of what a clause is about, and the keys that lead to it. The page of a type is any that has the type.
fn page_of(root: ClauseRoot<'_>) -> (Option<&'static str>, Vec<&str>) {
    match root {
        ClauseRoot::Type(name) => (None, vec![name]),
        ClauseRoot::Operation(id) => (Some("operations.toml"), vec![id]),
        ClauseRoot::Error(id) => (Some("errors.toml"), vec![id]),
        ClauseRoot::Lifecycle(id) => (Some("lifecycles.toml"), vec![id]),
        ClauseRoot::Service => (Some("service.toml"), Vec::new()),
        ClauseRoot::Authentication(id) => (Some("service.toml"), vec!["authentication", id]),
        ClauseRoot::Limit(id) => (Some("limits.toml"), vec!["limits", id]),
        ClauseRoot::Charge(id) => (Some("limits.toml"), vec!["charges", id]),
        ClauseRoot::Channel(id) => (Some("events.toml"), vec![id]),
        ClauseRoot::Gap(id) => (Some("gaps.toml"), vec![id]),
        ClauseRoot::Profile(id) => (Some("profiles.toml"), vec![id]),
    }
}

/// Returns the keys that lead to the deepest entry that the steps of a clause name. A step names a key, a property, or an
/// item of a list by its `id`, or by the state that a move leads to.
fn path_of(page: &Value, start: Vec<&str>, steps: &str) -> Vec<String> {
    let mut path: Vec<String> = start.into_iter().map(str::to_owned).collect();
    let mut value = path.iter().try_fold(page, |value, key| value.get(key));
    for step in steps.split('.') {
        let Some(entry) = value else { break };
        if let Some((keys, below)) = entry_of(entry, step) {
            path.extend(keys);
            value = Some(below);
        }
    }
    path
}

fn entry_of<'v>(value: &'v Value, step: &str) -> Option<(Vec<String>, &'v Value)> {
    if let Some(below) = value.get(step) {
        return Some((vec![step.to_owned()], below));
    }
    for key in ["properties", "moves", "rules", "effects"] {
        let Some(entries) = value.get(key) else { continue };
        if let Some((keys, below)) = entry_of(entries, step) {
            return Some(([key.to_owned()].into_iter().chain(keys).collect(), below));
        }
    }
    let items = value.as_array()?;
    let is_named = |item: &Value| ["id", "to"].iter().any(|key| item[*key] == step);
    let index = items.iter().position(is_named)?;
    Some((vec![index.to_string()], &items[index]))
}
