//! Finding one's way through the contract's types along a value.
//!
//! It must not judge values: that is the business of `check` and `rules`.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Object, Schema, Shape};

/// The schema that a value is held against in the end: references are followed, and a union is
/// left for the variant that the value names.
pub(super) fn concrete<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> &'s Schema {
    let mut schema = schema;
    // A contract can name types in a circle; no honest chain is longer than there are types.
    for _ in 0..=spec.types.len() {
        let next = match &schema.shape {
            Shape::Ref(name) => Some(name),
            Shape::Union(union) => {
                let named = value.get(&union.discriminator).and_then(Value::as_str);
                named.and_then(|name| union.variants.get(name))
            }
            _ => None,
        };
        match next.and_then(|name| spec.types.get(name)) {
            Some(found) => schema = &found.schema,
            None => break,
        }
    }
    schema
}

/// The listed properties of a named type, where it is an object.
pub(super) fn object_of<'s>(spec: &'s Spec, type_name: &str) -> Option<&'s Object> {
    let schema = &spec.types.get(type_name)?.schema;
    match &concrete(spec, schema, &Value::Null).shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

/// The schema of a part of a value: of a property, or of an item of a list.
pub(super) fn part<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
    step: &str,
) -> Option<&'s Schema> {
    match &concrete(spec, schema, value).shape {
        Shape::Array { items, .. } => Some(items),
        Shape::Map(values) => Some(values),
        Shape::Object(object) => Some(&object.properties.get(step)?.schema),
        _ => None,
    }
}

/// The identity of the error that breaking a schema earns, where it or a type that it refers to
/// names one.
pub(super) fn error_of<'s>(spec: &'s Spec, schema: &'s Schema) -> Option<&'s str> {
    let mut schema = schema;
    for _ in 0..=spec.types.len() {
        if let Some(error) = &schema.error {
            return Some(error);
        }
        let Shape::Ref(name) = &schema.shape else {
            break;
        };
        schema = &spec.types.get(name)?.schema;
    }
    None
}
