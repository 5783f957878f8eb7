//! Finds the place of a clause in a contract.

use webdata_spec::Spec;
use webdata_spec::model::{Property, Schema};

/// Returns the operation that a path starts with.
pub(super) fn operation(path: &str) -> Option<&str> {
    path.strip_prefix("operations.")?.split('.').next()
}

/// Returns whether an object has a required property.
pub(super) fn has_required(schema: &Schema) -> bool {
    let mut properties = schema.object().into_iter().flat_map(|object| object.properties.values());
    properties.any(|property| property.required)
}

/// Returns the property at a path.
pub(super) fn property_mut<'s>(spec: &'s mut Spec, path: &str) -> Option<&'s mut Property> {
    let (owner, name) = path.rsplit_once('.')?;
    spec.schema_at_mut(owner)?.object_mut()?.properties.get_mut(name)
}

/// Removes the first item that fits from a list.
pub(super) fn take<T>(list: &mut Vec<T>, fits: impl FnMut(&T) -> bool) -> Option<()> {
    let at = list.iter().position(fits)?;
    list.remove(at);
    Some(())
}
