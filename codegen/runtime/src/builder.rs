//! Parts of derived builders that have setters for required properties.

use crate::Violations;
use crate::decode::{Check, JsonPath, Property, Slot, ViolationSink};

/// Validates a required property, or reports it as missing.
pub fn required<C: Check>(
    property: &Property<C>,
    value: &Option<C::Value>,
    at: &JsonPath<'_>,
    sink: &mut ViolationSink,
) {
    match value {
        Some(value) => property.validate(value, at, sink),
        None => property.require(&Slot::<C::Value>::Missing, at, sink),
    }
}

/// Validates the parts of a value that lacks required properties.
#[must_use]
pub fn missing(check: impl FnOnce(&JsonPath<'_>, &mut ViolationSink)) -> Violations {
    let mut sink = ViolationSink::strict();
    check(&JsonPath::ROOT, &mut sink);
    sink.into_violations()
}
