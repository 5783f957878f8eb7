//! The properties of a document that the contract names: they are present only if the contract names them.
//!
//! This module creates no property.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Operation, Schema};

use crate::contract::schema::Properties;

/// The operation whose responses contain documents.
const OPERATION: &str = "scrape";

/// The paths of properties within a document that the contract may name.
const OPTIONAL_PATHS: [&[&str]; 6] = [
    &["answer"],
    &["highlights"],
    &["pages"],
    &["blocks"],
    &["actions", "screenshots"],
    &["actions", "pdfs"],
];

/// The properties of each item of `pages` that the contract may name.
const PAGE_PROPERTIES: [&str; 2] = ["pageNumber", "markdown"];

/// Removes the properties from a document that the contract may name but does not.
pub(super) fn retain(spec: &Spec, document: &mut Properties) {
    for path in OPTIONAL_PATHS {
        if property(spec, path).is_some() {
            continue;
        }
        match path {
            [name] => drop(document.shift_remove(*name)),
            [outer, name] => {
                if let Some(Value::Object(inner)) = document.get_mut(*outer) {
                    inner.shift_remove(*name);
                }
            }
            _ => {}
        }
    }
    let pages = property(spec, &["pages"]).and_then(|pages| spec.object_of(pages.items()?));
    if let (Some(page), Some(Value::Array(items))) = (pages, document.get_mut("pages")) {
        for item in items.iter_mut().filter_map(Value::as_object_mut) {
            item.retain(|name, _| {
                !PAGE_PROPERTIES.contains(&name.as_str()) || page.properties.contains_key(name)
            });
        }
    }
}

/// Returns the schema of a property, by its path within a type of the operation's responses.
fn property<'s>(spec: &'s Spec, path: &[&str]) -> Option<&'s Schema> {
    let (last, outer) = path.split_last()?;
    let types = spec.operations.get(OPERATION).into_iter().flat_map(Operation::found_types);
    let mut properties = types.filter_map(|name| {
        let mut within = spec.object(name)?;
        for step in outer {
            within = spec.object_of(&within.properties.get(*step)?.schema)?;
        }
        within.properties.get(*last)
    });
    properties.next().map(|property| &property.schema)
}
