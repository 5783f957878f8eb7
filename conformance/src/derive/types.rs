//! JSON types: every other type is refused, `null` included unless it is allowed.

use serde_json::{Value, json};
use webdata_spec::model::Shape;

use super::cases::Cases;
use crate::case::Case;

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in cases.places() {
        // A variant's type is its union's, which has been walked.
        if place.discriminator.is_some() {
            continue;
        }
        for (name, value) in wrong(&place.schema.shape) {
            found.extend(cases.refuse_at(&place, "type", name, &value));
        }
        let nullable = place.property.nullable || place.schema.nullable;
        if nullable {
            found.extend(cases.accept_at(&place, "nullable", "null", &Value::Null));
        } else if !matches!(place.schema.shape, Shape::Any) {
            found.extend(cases.refuse_at(&place, "type", "null", &Value::Null));
        }
    }
    found
}

/// Values of other types, the ones that a careless reader would coerce first.
fn wrong(shape: &Shape) -> Vec<(&'static str, Value)> {
    let number = ("number", json!(7));
    let boolean = ("boolean", json!(true));
    let text = ("string", json!("text"));
    let array = ("array", json!([]));
    let object = ("object", json!({}));
    match shape {
        Shape::Any | Shape::Ref(_) => Vec::new(),
        Shape::Boolean { .. } => {
            vec![("boolean-as-string", json!("true")), ("one", json!(1)), array, object]
        }
        Shape::Integer { minimum, maximum } => {
            let good = minimum.or(*maximum).unwrap_or(7);
            let as_string = ("number-as-string", json!(good.to_string()));
            vec![as_string, ("fraction", json!(good as f64 + 0.5)), boolean, array, object]
        }
        Shape::Number { .. } => vec![("number-as-string", json!("7.5")), boolean, array, object],
        Shape::String(_) | Shape::Enum(_) => vec![number, boolean, array, object],
        Shape::Array { .. } => vec![text, number, boolean, object],
        Shape::Map(_) | Shape::Object(_) | Shape::Union(_) => vec![text, number, boolean, array],
    }
}
