//! Finding the place of a clause in a contract that is to be changed.

use webdata_spec::Spec;
use webdata_spec::model::{Object, Schema, Shape};

/// The schema whose clauses start with a path.
pub(super) fn schema<'s>(spec: &'s mut Spec, path: &str) -> Option<&'s mut Schema> {
    let types = spec.types.values_mut().map(|found| &mut found.schema);
    let parameters = spec.operations.values_mut().flat_map(|operation| {
        operation.parameters.values_mut().map(|parameter| &mut parameter.schema)
    });
    types.chain(parameters).find_map(|found| within(found, path))
}

fn within<'s>(schema: &'s mut Schema, path: &str) -> Option<&'s mut Schema> {
    if schema.clause.as_str() == path {
        return Some(schema);
    }
    match &mut schema.shape {
        Shape::Array { items, .. } => within(items, path),
        Shape::Map(values) => within(values, path),
        Shape::Object(object) => {
            object.properties.values_mut().find_map(|property| within(&mut property.schema, path))
        }
        Shape::OneOf(alternatives) => alternatives.iter_mut().find_map(|one| within(one, path)),
        _ => None,
    }
}

/// Every object that a type is, at the top.
pub(super) fn objects(spec: &mut Spec) -> impl Iterator<Item = &mut Object> {
    spec.types.values_mut().filter_map(|found| match &mut found.schema.shape {
        Shape::Object(object) => Some(object),
        _ => None,
    })
}

/// The object that lists a property, with the property's name.
pub(super) fn owner<'s, 'p>(
    spec: &'s mut Spec,
    path: &'p str,
) -> Option<(&'s mut Object, &'p str)> {
    let (object, name) = path.rsplit_once('.')?;
    match &mut schema(spec, object)?.shape {
        Shape::Object(object) if object.properties.contains_key(name) => Some((object, name)),
        _ => None,
    }
}

/// Takes the first thing that fits out of a list.
pub(super) fn take<T>(list: &mut Vec<T>, fits: impl FnMut(&T) -> bool) -> Option<()> {
    let at = list.iter().position(fits)?;
    list.remove(at);
    Some(())
}
