//! Finds the place of a clause in a contract.

use webdata_spec::Spec;
use webdata_spec::model::{Object, Property, Schema, Shape};

/// Returns the schema at a path, to change it.
pub(super) fn schema_mut<'s>(spec: &'s mut Spec, path: &str) -> Option<&'s mut Schema> {
    match parameter(path) {
        Some((operation, name)) => {
            let operation = spec.operations.get_mut(operation)?;
            Some(&mut operation.parameters.get_mut(name)?.schema)
        }
        None => within_mut(&mut spec.types.get_mut(type_name(path))?.schema, path),
    }
}

/// Returns the schema at a path.
pub(super) fn schema<'s>(spec: &'s Spec, path: &str) -> Option<&'s Schema> {
    match parameter(path) {
        Some((operation, name)) => {
            Some(&spec.operations.get(operation)?.parameters.get(name)?.schema)
        }
        None => within(&spec.types.get(type_name(path))?.schema, path),
    }
}

/// Returns the type that a path starts with.
pub(super) fn type_name(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}

/// Returns the operation that a path starts with.
pub(super) fn operation(path: &str) -> Option<&str> {
    path.strip_prefix("operations.")?.split('.').next()
}

/// Returns the operation and the name of the path parameter at a path.
pub(super) fn parameter(path: &str) -> Option<(&str, &str)> {
    let (operation, name) = path.strip_prefix("operations.")?.split_once(".parameters.")?;
    Some((operation, name))
}

fn within_mut<'s>(schema: &'s mut Schema, path: &str) -> Option<&'s mut Schema> {
    if schema.clause.as_str() == path {
        return Some(schema);
    }
    match &mut schema.shape {
        Shape::Array { items, .. } => within_mut(items, path),
        Shape::Map(values) => within_mut(values, path),
        Shape::Object(object) => object
            .properties
            .values_mut()
            .find_map(|property| within_mut(&mut property.schema, path)),
        Shape::OneOf(several) | Shape::Tuple(several) => {
            several.iter_mut().find_map(|schema| within_mut(schema, path))
        }
        Shape::Any
        | Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String
        | Shape::Enum(_)
        | Shape::Union(_)
        | Shape::Ref(_) => None,
    }
}

fn within<'s>(schema: &'s Schema, path: &str) -> Option<&'s Schema> {
    if schema.clause.as_str() == path {
        return Some(schema);
    }
    match &schema.shape {
        Shape::Array { items, .. } => within(items, path),
        Shape::Map(values) => within(values, path),
        Shape::Object(object) => {
            object.properties.values().find_map(|property| within(&property.schema, path))
        }
        Shape::OneOf(several) | Shape::Tuple(several) => {
            several.iter().find_map(|schema| within(schema, path))
        }
        Shape::Any
        | Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String
        | Shape::Enum(_)
        | Shape::Union(_)
        | Shape::Ref(_) => None,
    }
}

/// Returns whether an object has a required property.
pub(super) fn has_required(schema: &Schema) -> bool {
    matches!(&schema.shape, Shape::Object(object) if object.properties.values().any(|property| property.required))
}

/// Returns the object at a path.
pub(super) fn object_mut<'s>(spec: &'s mut Spec, path: &str) -> Option<&'s mut Object> {
    match &mut schema_mut(spec, path)?.shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

/// Returns the property at a path.
pub(super) fn property_mut<'s>(spec: &'s mut Spec, path: &str) -> Option<&'s mut Property> {
    let (owner, name) = path.rsplit_once('.')?;
    object_mut(spec, owner)?.properties.get_mut(name)
}

/// Removes the first item that fits from a list.
pub(super) fn take<T>(list: &mut Vec<T>, fits: impl FnMut(&T) -> bool) -> Option<()> {
    let at = list.iter().position(fits)?;
    list.remove(at);
    Some(())
}
