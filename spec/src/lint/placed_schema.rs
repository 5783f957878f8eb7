//! Schemas of the pages, each with its place. Finds no mistake.

use crate::model::{Schema, Spec};
use crate::page::{AdditionalPage, SchemaPage};
use crate::pages::Pages;
use crate::place::Step;
use crate::resolve::Place;

/// A schema of a page, with its place.
#[derive(Clone)]
pub(super) struct PlacedSchema<'p> {
    pub(super) page: &'p SchemaPage,
    pub(super) place: Place<'p>,
}

impl<'p> PlacedSchema<'p> {
    /// Returns the schema of a property.
    pub(super) fn property(&self, name: &str) -> Option<Self> {
        let page = self.page.properties.as_ref()?.get(name)?;
        Some(Self { page, place: self.place.at("properties").at(name) })
    }

    /// Returns the schema of the items of a list.
    pub(super) fn items(&self) -> Option<Self> {
        Some(Self { page: self.page.each_item()?, place: self.place.at("items") })
    }

    /// Returns the alternatives of a `oneOf`.
    pub(super) fn alternatives(&self) -> Vec<Self> {
        self.list_of(self.page.one_of.as_ref(), "oneOf")
    }

    /// Returns the schemas of `prefixItems`.
    pub(super) fn prefix(&self) -> Vec<Self> {
        self.list_of(self.page.prefix_items.as_ref(), "prefixItems")
    }

    fn list_of(&self, pages: Option<&'p Vec<SchemaPage>>, word: &str) -> Vec<Self> {
        let pages = pages.into_iter().flatten().enumerate();
        pages.map(|(index, page)| Self { page, place: self.place.at(word).item(index) }).collect()
    }

    /// Returns the schema of the properties whose names are free.
    pub(super) fn free_properties(&self) -> Option<Self> {
        match &self.page.additional_properties {
            Some(AdditionalPage::Values(page)) => {
                Some(Self { page, place: self.place.at("additionalProperties") })
            }
            _ => None,
        }
    }

    /// Returns the resolved schema, or `None` if a reported mistake hides it.
    pub(super) fn resolved<'s>(&self, spec: &'s Spec) -> Option<&'s Schema> {
        let (name, keys) = self.place.path().split_first()?;
        let (mut schema, mut keys) = match keys {
            [word, parameter, keys @ ..] if word == "parameters" => {
                (&spec.operations.get(name)?.parameters.get(parameter)?.schema, keys)
            }
            _ => (spec.schema(name)?, keys),
        };
        while !keys.is_empty() {
            let mut children = schema.children().into_iter();
            let next = |(step, child): (Step<'_>, &'s Schema)| {
                Some((child, keys.strip_prefix(step.keys().as_slice())?))
            };
            (schema, keys) = children.find_map(next)?;
        }
        Some(schema)
    }

    /// Collects this schema and all schemas within it.
    fn all(self, schemas: &mut Vec<Self>) {
        let properties = self.page.properties.iter().flatten();
        let properties = properties.filter_map(|(name, _)| self.property(name));
        let parts =
            properties.chain(self.items()).chain(self.free_properties()).chain(self.alternatives());
        let parts: Vec<Self> = parts.chain(self.prefix()).collect();
        schemas.push(self);
        parts.into_iter().for_each(|part| part.all(schemas));
    }
}

/// Returns the types, each with its name, in the order of the pages.
pub(super) fn types(pages: &Pages) -> impl Iterator<Item = (&str, PlacedSchema<'_>)> {
    pages.types.iter().flat_map(|(_, page)| {
        let place = Place::new(&page.document);
        page.content.iter().map(move |(name, content)| {
            (name.as_str(), PlacedSchema { page: content, place: place.at(name) })
        })
    })
}

/// Returns every schema of the pages: types, schemas within types, and parameters.
pub(super) fn schemas(pages: &Pages) -> Vec<PlacedSchema<'_>> {
    let mut schemas = Vec::new();
    types(pages).for_each(|(_, at)| at.all(&mut schemas));
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        for (name, page) in &operation.parameters {
            PlacedSchema { page, place: place.at(id).at("parameters").at(name) }.all(&mut schemas);
        }
    }
    schemas
}
