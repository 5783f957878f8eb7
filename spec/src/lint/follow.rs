//! Paths through types as they are written: `editions[].form`, through references and variants.
//!
//! It works on the pages, so that a property which could not be resolved is still there.

use std::collections::HashMap;

use super::placed_schema::{PlacedSchema, types};
use crate::model::{PropertyPath, Segment};
use crate::page::JsonType;
use crate::pages::Pages;
use crate::resolve::kind;

/// All types, by name.
pub(super) struct Types<'p>(HashMap<&'p str, PlacedSchema<'p>>);

/// Why a path leads nowhere.
pub(super) enum Lost<'p> {
    /// There is no such property; these are there.
    Property(String, Vec<&'p str>),
    /// What stands before `[]` is no list.
    NoList(String),
    /// What stands before a property is a list.
    List(String),
}

impl<'p> Types<'p> {
    pub(super) fn new(pages: &'p Pages) -> Self {
        Self(types(pages).collect())
    }

    /// The type, where there is one of the name.
    pub(super) fn get(&self, name: &str) -> Option<&PlacedSchema<'p>> {
        self.0.get(name)
    }

    /// The schemas that a path leads to; none where a reported mistake is in the way.
    pub(super) fn follow(
        &self,
        from: &PlacedSchema<'p>,
        path: &PropertyPath,
    ) -> Result<Vec<PlacedSchema<'p>>, Lost<'p>> {
        let mut schemas = self.open_all(vec![from.clone()]);
        let mut before = String::new();
        for segment in &path.0 {
            let next: Vec<PlacedSchema<'p>> = match segment {
                Segment::Property(name) => {
                    if schemas.iter().any(|at| kind(at.page) == Some(JsonType::Array)) {
                        return Err(Lost::List(before));
                    }
                    let anything =
                        |at: &PlacedSchema<'_>| kind(at.page).is_none_or(|is| is == JsonType::Any);
                    if schemas.is_empty()
                        || schemas.iter().any(|at| anything(at) || at.free().is_some())
                    {
                        return Ok(Vec::new());
                    }
                    let keys = schemas.iter().flat_map(|at| at.place.at("properties").keys());
                    let known: Vec<&str> = keys.collect();
                    if !known.contains(&name.as_str()) {
                        return Err(Lost::Property(name.clone(), known));
                    }
                    before = PropertyPath(vec![segment.clone()]).to_string();
                    schemas.iter().filter_map(|at| at.property(name)).collect()
                }
                Segment::AnyItem => {
                    let is_list = |at: &PlacedSchema<'_>| {
                        kind(at.page).is_none_or(|is| is == JsonType::Array)
                    };
                    if !schemas.iter().any(is_list) && !schemas.is_empty() {
                        return Err(Lost::NoList(before));
                    }
                    schemas.iter().filter_map(PlacedSchema::items).collect()
                }
            };
            schemas = self.open_all(next);
        }
        Ok(schemas)
    }

    /// The schemas that references and unions stand for; none where one of them dangles.
    fn open_all(&self, schemas: Vec<PlacedSchema<'p>>) -> Vec<PlacedSchema<'p>> {
        let opened: Option<Vec<Vec<PlacedSchema<'p>>>> =
            schemas.into_iter().map(|at| self.open(at, &mut Vec::new())).collect();
        opened.into_iter().flatten().flatten().collect()
    }

    fn open(
        &self,
        at: PlacedSchema<'p>,
        opened: &mut Vec<&'p str>,
    ) -> Option<Vec<PlacedSchema<'p>>> {
        let variants = at.page.variants.iter().flat_map(|variants| variants.values());
        let names: Vec<&'p str> =
            at.page.reference.iter().chain(variants).map(String::as_str).collect();
        if at.page.discriminator.is_some() != at.page.variants.is_some() {
            return None;
        }
        let alternatives = at.alternatives();
        if names.is_empty() && alternatives.is_empty() {
            return Some(vec![at]);
        }
        let mut found = Vec::new();
        for alternative in alternatives {
            found.extend(self.open(alternative, opened)?);
        }
        for name in names {
            // A type that refers to itself without end is no way further in.
            if !opened.contains(&name) {
                opened.push(name);
                found.extend(self.open(self.get(name)?.clone(), opened)?);
            }
        }
        Some(found)
    }
}
