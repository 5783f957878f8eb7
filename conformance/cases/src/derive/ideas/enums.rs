//! Enums: the server must accept each listed value and reject other values.

use serde_json::{Value, json};

use crate::case::Case;
use crate::derive::context::OperationContext;
use crate::derive::values::places::Place;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in context.places() {
        if let Some(values) = place.schema.words() {
            cases.extend(texts(context, place, values));
        }
        if let Some(constant) = place.schema.constant() {
            cases.extend(context.accept_at(place, "const", "listed", constant));
            cases.extend(context.reject_at(place, "const", "other", &other_value(constant)));
        }
    }
    cases
}

/// Returns another value of the same JSON type.
fn other_value(constant: &Value) -> Value {
    match constant {
        Value::Bool(boolean) => json!(!boolean),
        Value::Number(number) => json!(number.as_f64().unwrap_or_default() + 1.0),
        other => json!(format!("other {}", other.as_str().unwrap_or_default())),
    }
}

fn texts(context: &OperationContext<'_>, place: &Place<'_>, values: &[String]) -> Vec<Case> {
    let mut cases = Vec::new();
    for value in values {
        cases.extend(context.accept_at(place, "enum", value, &json!(value)));
    }
    let unknown = "no-such-value".to_owned();
    let capitals = values.first().map(|value| value.to_uppercase());
    let states = states_of_the_resource(context, place);
    let mut others: Vec<(String, String)> = vec![("unknown".to_owned(), unknown)];
    others.extend(capitals.map(|value| ("other-case".to_owned(), value)));
    let mut small = values.iter().map(|value| (value, value.to_lowercase()));
    let small = small.find(|(value, small)| *value != small).map(|(_, small)| small);
    others.extend(small.map(|value| ("lower-case".to_owned(), value)));
    others.extend(states.into_iter().map(|state| (state.clone(), state)));
    for (name, value) in others {
        if !values.contains(&value) {
            cases.extend(context.reject_at(place, "enum", &name, &Value::String(value)));
        }
    }
    cases
}

/// Returns the states of the resource's property, among them those that a request cannot set.
fn states_of_the_resource(context: &OperationContext<'_>, place: &Place<'_>) -> Vec<String> {
    let Some((_, resource)) = context.resource() else { return Vec::new() };
    let property = resource.properties.get(&place.name);
    property.and_then(|property| property.schema.words()).unwrap_or_default().to_vec()
}
