//! Unknown properties: the server must reject them where the contract forbids them.

use serde_json::json;
use webdata_spec::model::Additional;

use crate::case::Case;
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::places::Position;
use crate::derive::values::samples::Extent;

/// The name of a property that no contract lists.
pub(super) const UNKNOWN: &str = "noSuchProperty";

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in context.places() {
        let Some(object) = place.schema.object() else { continue };
        if object.additional == Additional::Forbidden {
            let mut value = context.samples.value(place.schema, Extent::Minimal);
            value[UNKNOWN] = json!(true);
            cases.extend(context.reject_at(place, "additionalProperties", "unknown", &value));
            // In JavaScript, this name is special: naive code does not see the property.
            value.as_object_mut().and_then(|members| members.shift_remove(UNKNOWN));
            value["__proto__"] = json!({ "a": true });
            let only = [(Position::Only, "")];
            let proto = context.reject_in(place, "additionalProperties", "proto", &value, &only);
            cases.extend(proto.into_iter().filter(|_| context.input == Input::Body));
        }
    }
    cases
}
