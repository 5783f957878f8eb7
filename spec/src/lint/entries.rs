//! Lint of what entries of every kind have: a heading of the contract's text, and identities.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::lint::Lint;
use crate::resolve::Place;

/// The keys of entries whose tables have names as keys, each of an entry.
const NAMED: [&str; 7] =
    ["properties", "parameters", "events", "limits", "charges", "teamStates", "authentication"];

/// The keys of entries that hold an entry or a list of entries.
const INNER: [&str; 11] = [
    "rules",
    "effects",
    "refusals",
    "situations",
    "moves",
    "items",
    "prefixItems",
    "oneOf",
    "additionalProperties",
    "retry",
    "versioning",
];

impl Lint<'_> {
    /// Reports each heading that the service does not list.
    pub(super) fn headings(&self) {
        let Some(headings) = &self.pages.service.content.headings else { return };
        let known: Vec<&str> = headings.iter().map(String::as_str).collect();
        let is_under = |source: &str, heading: &str| {
            let rest = source.strip_prefix(heading);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
        };
        self.visit_entries(&|entry, place| {
            let source = entry.get("source").and_then(Value::as_str).unwrap_or_default();
            // A blank source was reported before.
            let is_there = !source.trim().is_empty();
            if is_there && !known.iter().any(|heading| is_under(source, heading)) {
                self.push(place.at("source").unknown("heading", source, &known));
            }
        });
    }

    /// Reports identities that a list of an entry has twice.
    pub(super) fn identities(&self) {
        self.visit_entries(&|entry, place| {
            for what in ["rule", "effect", "refusal", "situation"] {
                let key = format!("{what}s");
                let list = entry.get(&key).and_then(Value::as_array).into_iter().flatten();
                let mut seen = HashSet::new();
                for (place, part) in place.each(&key, list) {
                    let Some(id) = part.get("id").and_then(Value::as_str) else { continue };
                    if !seen.insert(id) {
                        let mistake = place.at("id").value(format!("there are two {what}s `{id}`"));
                        self.report(mistake, "give one of them another `id`");
                    }
                }
            }
        });
    }

    /// Calls `see` with each entry of the pages and its place.
    fn visit_entries(&self, see: &dyn Fn(&Map<String, Value>, &Place<'_>)) {
        for document in self.documents().chain([&self.pages.gaps.document]) {
            // The names of types, operations and the like; lifecycles have a second level of names.
            let names = match document.name.as_str() {
                "service.toml" | "limits.toml" => 0,
                "lifecycles.toml" => 2,
                _ => 1,
            };
            visit(&document.value, &Place::new(document), names, see);
        }
    }
}

/// Visits an entry, a list of entries, or a table with this many levels of names around entries.
fn visit(
    value: &Value,
    place: &Place<'_>,
    names: usize,
    see: &dyn Fn(&Map<String, Value>, &Place<'_>),
) {
    match value {
        Value::Object(named) if names > 0 => {
            named.iter().for_each(|(name, inner)| visit(inner, &place.at(name), names - 1, see));
        }
        Value::Object(entry) => {
            see(entry, place);
            for (key, inner) in entry {
                if NAMED.contains(&key.as_str()) {
                    visit(inner, &place.at(key), 1, see);
                } else if INNER.contains(&key.as_str()) {
                    visit(inner, &place.at(key), 0, see);
                }
            }
        }
        Value::Array(list) => {
            let items = list.iter().enumerate();
            items.for_each(|(index, item)| visit(item, &place.item(index), names, see));
        }
        _ => {}
    }
}
