//! Empty lists for properties whose default is a non-empty list. A server that treats an empty list as
//! missing stores the default instead.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::FidelityContext;
use crate::case::Case;
use crate::interpreter::limits::broken;

pub(super) fn derive(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for place in idea.context.places() {
        let default = place.property.default.as_ref().and_then(Value::as_array);
        let has_items = default.is_some_and(|items| !items.is_empty());
        let may_be_empty = broken(place.schema, &json!([])).is_empty();
        let is_list = place.schema.items().is_some();
        if is_list && has_items && may_be_empty && seen.insert(&place.property.clause) {
            cases.extend(idea.returned_if_accepted(place, "empty-list", &json!([])));
        }
    }
    cases
}
