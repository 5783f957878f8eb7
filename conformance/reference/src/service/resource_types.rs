//! The resource types of a contract, and what the control plane and the dashboard call them.
//!
//! This module knows no type; all names are derived from the contract.

use std::sync::Arc;

use heck::{ToLowerCamelCase as _, ToSnakeCase as _};
use webdata_spec::Spec;
use webdata_spec::model::Shape;

use crate::contract::schema;

/// The names that the control plane and the dashboard use, so that no resource type gets them as its path.
pub(crate) const RESERVED: [&str; 8] =
    ["answers", "base", "clock", "keys", "operations", "requests", "reset", "teams"];

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ResourceType {
    pub(crate) type_name: String,
    /// The property that holds the identity.
    pub(crate) identity: String,
    /// The noun for a resource, such as `music album`.
    pub(crate) noun: String,
    /// The noun for several resources, such as `music albums`.
    pub(crate) plural: String,
    /// The name in paths, such as `music-albums`. Each type has a different one.
    pub(crate) path: String,
    /// The name of a property that holds a resource, such as `musicAlbum`.
    pub(crate) property: String,
    /// The property that tells resources apart for people, if there is one.
    pub(crate) label: Option<String>,
    /// The property with the state of the resource, if the type has a lifecycle.
    pub(crate) state: Option<String>,
}

impl ResourceType {
    /// Returns each type that an operation of a contract creates, reads, lists or changes. No path is in
    /// `taken` or [`RESERVED`]. Types whose operations the behaviour performs are left out.
    pub(crate) fn all(
        spec: &Spec,
        taken: &[&str],
        is_performed: impl Fn(&str) -> bool,
    ) -> Vec<Arc<Self>> {
        let mut all: Vec<Arc<Self>> = Vec::new();
        let operations = spec.operations.values().filter(|operation| !is_performed(&operation.id));
        let resources = operations.filter_map(|operation| operation.resource.as_ref());
        for resource in resources {
            if all.iter().all(|known| known.type_name != resource.type_name) {
                let is_free = |path: &str| {
                    !RESERVED.contains(&path)
                        && !taken.contains(&path)
                        && all.iter().all(|known| known.path != path)
                };
                let new = Self::new(spec, &resource.type_name, &resource.identity, is_free);
                all.push(Arc::new(new));
            }
        }
        all
    }

    fn new(spec: &Spec, type_name: &str, identity: &str, is_free: impl Fn(&str) -> bool) -> Self {
        let noun = words(type_name);
        let plural = plural(&noun);
        let mut path = plural.replace(' ', "-");
        while !is_free(&path) {
            path.insert_str(0, "stored-");
        }
        let object = schema::object_of(spec, type_name).into_iter();
        let mut properties = object.flat_map(|object| &object.properties);
        let label = properties.find(|(name, property)| {
            let schema = &property.schema;
            matches!(schema.shape, Shape::String) && schema.format().is_none() && *name != identity
        });
        let mut lifecycles = spec.lifecycles.iter();
        let lifecycle = lifecycles.find(|lifecycle| lifecycle.type_name == type_name);
        Self {
            type_name: type_name.to_owned(),
            identity: identity.to_owned(),
            noun,
            plural,
            path,
            property: type_name.to_lower_camel_case(),
            label: label.map(|(name, _)| name.clone()),
            state: lifecycle.map(|lifecycle| lifecycle.property.clone()),
        }
    }

    /// Returns the noun with its indefinite article.
    pub(crate) fn with_article(&self) -> String {
        let article = if self.noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {}", self.noun)
    }
}

/// Returns the words of a camel-case name in lower case, separated by spaces.
pub(crate) fn words(name: &str) -> String {
    name.to_snake_case().replace('_', " ")
}

/// Returns the plural of a noun, by the rules of regular English nouns.
fn plural(noun: &str) -> String {
    let is_vowel = |letter: char| "aeiou".contains(letter);
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ies"),
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => {
            format!("{noun}es")
        }
        _ => format!("{noun}s"),
    }
}
