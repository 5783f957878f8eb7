//! Double entry: facts of the contract, copied by hand from its text, against `spec/v2`.
//!
//! One file for each of its tables: what was copied, and the check that it is run through. Nothing
//! here is read off `spec/v2` or derived from it. Where the two differ, look at the text.

mod agent;
mod charges;
mod described;
mod enums;
mod errors;
mod events;
mod fields;
mod gaps;
mod limits;
mod operations;
mod refusals;
mod rules;
mod service;
mod unions;

use std::path::Path;

use webdata_spec::Spec;
use webdata_spec::model::{Object, Schema, Shape};

fn spec() -> Spec {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("v2");
    Spec::load(&folder).unwrap_or_else(|error| panic!("{error}"))
}

/// Fails with every difference at once: a slip of the pen seldom comes alone.
fn none(differences: &[String]) {
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

fn object<'s>(spec: &'s Spec, type_name: &str) -> Option<&'s Object> {
    match &spec.types.get(type_name)?.schema.shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

/// What stands at a place such as `SearchTarget.queries.items`.
fn at<'s>(spec: &'s Spec, place: &str) -> Option<&'s Schema> {
    let mut steps = place.split('.');
    let mut schema = &spec.types.get(steps.next()?)?.schema;
    for step in steps {
        schema = match &schema.shape {
            Shape::Array { items, .. } if step == "items" => items,
            Shape::Object(object) => &object.properties.get(step)?.schema,
            _ => return None,
        };
    }
    Some(schema)
}
