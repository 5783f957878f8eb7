//! Adds the items that a list must have next to the item that a case tests.

use serde_json::Value;
use webdata_spec::model::{Keyword, Schema, Shape};

use crate::derive::values::samples::{Extent, Samples, constrains_items, least_items};
use crate::interpreter::limits::broken;

/// Returns a valid item, others that the list may need, and the constraints of the list.
pub(super) fn surroundings<'s>(
    list: &'s Schema,
    items: &'s Schema,
    samples: Samples<'s>,
) -> (Value, Vec<Value>, Box<Schema>) {
    let mut demands = Box::new(Schema::new(list.clause.clone(), Shape::Any));
    demands.constraints.clone_from(&list.constraints);
    if !constrains_items(list) {
        return (samples.value(items, Extent::Minimal), Vec::new(), demands);
    }
    let mut all = samples.items(list, items, least_items(list) + 2);
    (all.pop().unwrap_or_default(), all, demands)
}

/// Returns a list of items, extended by as many of `beside` as the constraints of the list require.
pub(super) fn with_required_items(items: Vec<Value>, beside: &[Value], list: &Schema) -> Value {
    let mut all: Value = items.into();
    for item in beside {
        let broken = broken(list, &all);
        let demands = [Keyword::Contains, Keyword::MinContains, Keyword::MinItems];
        if let Some(list) = all.as_array_mut()
            && demands.iter().any(|keyword| broken.contains(keyword))
            && !list.contains(item)
        {
            list.push(item.clone());
        }
    }
    all
}
