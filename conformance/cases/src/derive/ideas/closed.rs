//! Unknown properties: refused where the contract forbids them.

use serde_json::json;
use webdata_spec::model::{Additional, Shape};

use crate::case::Case;
use crate::derive::context::Cases;
use crate::derive::values::samples::Extent;

/// The name of a property that no contract lists.
pub(super) const UNKNOWN: &str = "noSuchProperty";

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in cases.places() {
        let Shape::Object(object) = &place.schema.shape else { continue };
        if object.additional == Additional::Forbidden {
            let mut value = cases.samples.value(place.schema, Extent::Least);
            value[UNKNOWN] = json!(true);
            found.extend(cases.refuse_at(place, "additionalProperties", "unknown", &value));
        }
    }
    found
}
