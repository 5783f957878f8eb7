//! Follows paths such as `editions[].form` through the types of the pages, through references and variants.
//!
//! The module works on the pages, so that a property that could not be resolved is still found.

use std::collections::HashMap;

use super::placed_schema::{PlacedSchema, types};
use crate::model::{PropertyPath, Segment};
use crate::page::JsonType;
use crate::pages::Pages;
use crate::resolve::kind;

/// All types, by name.
pub(super) struct Types<'p>(HashMap<&'p str, PlacedSchema<'p>>);

/// The reason why a path leads to no schema.
pub(super) enum PathError<'p> {
    /// The property does not exist; holds the properties that do.
    Property(String, Vec<&'p str>),
    /// The value before `[]` is not a list.
    NotAList(String),
    /// The value before a property is a list.
    IsList(String),
}

impl<'p> Types<'p> {
    pub(super) fn new(pages: &'p Pages) -> Self {
        Self(types(pages).collect())
    }

    /// Returns the type of a name.
    pub(super) fn get(&self, name: &str) -> Option<&PlacedSchema<'p>> {
        self.0.get(name)
    }

    /// Returns the schemas that a path leads to; empty if a reported mistake hides them.
    pub(super) fn follow(
        &self,
        from: &PlacedSchema<'p>,
        path: &PropertyPath,
    ) -> Result<Vec<PlacedSchema<'p>>, PathError<'p>> {
        let mut schemas = self.resolve_all(vec![from.clone()]);
        let mut before = String::new();
        for segment in &path.0 {
            let next: Vec<PlacedSchema<'p>> = match segment {
                Segment::Property(name) => {
                    if schemas.iter().any(|at| kind(at.page) == Some(JsonType::Array)) {
                        return Err(PathError::IsList(before));
                    }
                    let anything =
                        |at: &PlacedSchema<'_>| kind(at.page).is_none_or(|is| is == JsonType::Any);
                    if schemas.is_empty()
                        || schemas.iter().any(|at| anything(at) || at.free_properties().is_some())
                    {
                        return Ok(Vec::new());
                    }
                    let keys = schemas.iter().flat_map(|at| at.place.at("properties").keys());
                    let known: Vec<&str> = keys.collect();
                    if !known.contains(&name.as_str()) {
                        return Err(PathError::Property(name.clone(), known));
                    }
                    before = PropertyPath(vec![segment.clone()]).to_string();
                    schemas.iter().filter_map(|at| at.property(name)).collect()
                }
                Segment::AnyItem => {
                    let is_list = |at: &PlacedSchema<'_>| {
                        kind(at.page).is_none_or(|is| is == JsonType::Array)
                    };
                    if !schemas.iter().any(is_list) && !schemas.is_empty() {
                        return Err(PathError::NotAList(before));
                    }
                    schemas.iter().filter_map(PlacedSchema::items).collect()
                }
            };
            schemas = self.resolve_all(next);
        }
        Ok(schemas)
    }

    /// Replaces references and unions by the schemas that they name; empty if one of the names is unknown.
    fn resolve_all(&self, schemas: Vec<PlacedSchema<'p>>) -> Vec<PlacedSchema<'p>> {
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
        let mut schemas = Vec::new();
        for alternative in alternatives {
            schemas.extend(self.open(alternative, opened)?);
        }
        for name in names {
            // A type that refers to itself without end is opened once.
            if !opened.contains(&name) {
                opened.push(name);
                schemas.extend(self.open(self.get(name)?.clone(), opened)?);
            }
        }
        Some(schemas)
    }
}
