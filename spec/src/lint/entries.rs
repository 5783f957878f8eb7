//! Lint of what entries of every kind have: a heading of the contract's text, names and identities.

use std::cell::Cell;
use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::lint::Lint;
use crate::resolve::EntryPlace;

/// The keys of an entry that hold a table of named entries.
const NAMED: [&str; 7] =
    ["properties", "parameters", "events", "limits", "charges", "teamStates", "authentication"];

/// The keys of an entry that hold an entry or a list of entries.
const INNER: [&str; 12] = [
    "rules",
    "effects",
    "refusals",
    "situations",
    "moves",
    "illegal",
    "items",
    "prefixItems",
    "oneOf",
    "additionalProperties",
    "retry",
    "versioning",
];

impl Lint<'_> {
    /// Reports each heading that the service does not list. The contract has a text if the service has a heading itself.
    /// In a contract with a text, each entry without a heading is a mistake, too. In a contract without one, the first
    /// entry with a heading is a mistake.
    pub(super) fn headings(&self) {
        let page = &self.pages.service;
        let has_text = !page.content.source.is_empty();
        let is_unsure = !has_text && EntryPlace::new(&page.document).is_incomplete();
        let known: Option<Vec<&str>> =
            page.content.headings.as_ref().map(|all| all.iter().map(String::as_str).collect());
        let is_under = |source: &str, heading: &str| {
            let rest = source.strip_prefix(heading);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
        };
        let has_stray = Cell::new(is_unsure);
        self.visit_entries(&|entry, place| {
            let Some(source) = entry.get("source").and_then(Value::as_str) else {
                if has_text && needs_heading(place) && !place.is_incomplete() {
                    let help = "add `source`, the heading of the contract's text; in a contract without a text, \
                                remove `source` everywhere, also from `service.toml`";
                    self.report(place.entry("the key `source` is missing"), help);
                }
                return;
            };
            // A blank source was reported before.
            if source.trim().is_empty() {
                return;
            }
            if !has_text && !has_stray.replace(true) {
                let mistake = place.at("source").entry("`service.toml` has no `source`");
                let help = "add `source` to `service.toml`, or remove it everywhere: a contract without a text has none";
                self.report(mistake, help);
            }
            if let Some(known) = &known
                && !known.iter().any(|heading| is_under(source, heading))
            {
                self.push(place.at("source").unknown("heading", source, known));
            }
        });
    }

    /// Reports names that contain a dot. Dots separate the parts of a clause's identity.
    pub(super) fn names_with_dots(&self) {
        let (limits, service) = (&self.pages.limits.document, &self.pages.service.document);
        let pages = self.documents().chain([&self.pages.gaps.document]).map(EntryPlace::new);
        let tables = [(limits, "limits"), (limits, "charges"), (service, "authentication")];
        let tables = tables.map(|(document, key)| EntryPlace::new(document).at(key));
        for place in pages.chain(tables) {
            for name in place.keys().into_iter().filter(|name| name.contains('.')) {
                let message = format!("the name `{name}` contains a dot");
                let help = "dots separate the parts of a clause's identity; use a hyphen";
                self.report(place.at(name).entry(message), help);
            }
        }
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
    fn visit_entries(&self, see: &dyn Fn(&Map<String, Value>, &EntryPlace<'_>)) {
        for document in self.documents().chain([&self.pages.gaps.document]) {
            // The names of types, operations and the like; lifecycles have a second level of names.
            let names = match document.name.as_str() {
                "service.toml" | "limits.toml" => 0,
                "lifecycles.toml" => 2,
                _ => 1,
            };
            visit(&document.value, &EntryPlace::new(document), names, see);
        }
    }
}

/// Returns whether an entry must have its own heading, because no entry around it has one that applies.
fn needs_heading(place: &EntryPlace<'_>) -> bool {
    let depth = place.path().len();
    match place.file() {
        "service.toml" => true,
        "limits.toml" => depth == 2,
        "lifecycles.toml" => depth == 4 || place.path().last().is_some_and(|key| key == "illegal"),
        _ => depth == 1,
    }
}

/// Visits an entry, a list of entries, or a table with `names` levels of names around entries.
fn visit(
    value: &Value,
    place: &EntryPlace<'_>,
    names: usize,
    see: &dyn Fn(&Map<String, Value>, &EntryPlace<'_>),
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
