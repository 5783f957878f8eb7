//! The shape of an answer, and that it is about the resource that was asked for.

use webdata_spec::model::{ClauseId, Schema, Shape};

use super::cases::Cases;
use super::places::places;
use crate::case::{Case, Expected, Purpose};

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let clause = cases.operation.clause().child("response");
    let mut members = Vec::new();
    if let Some((resource, _)) = cases.resource() {
        let same = Expected::Parameter(resource.identified_by.clone());
        members.extend(cases.member(&resource.identity, same, clause.clone()));
    }
    let step = cases.accepted(Purpose::Act, cases.baseline(), members);
    let id = cases.id(&["response", "shape"]);
    let mut case = cases.case(id, cases.operation.level, clause, vec![step]);
    case.clauses.extend(response_clauses(cases));
    vec![case]
}

/// The clauses of the response's type that any answer of the operation shows.
fn response_clauses(cases: &Cases<'_>) -> Vec<ClauseId> {
    let Some(schema) = cases.samples.named(&cases.operation.response.type_name) else {
        return Vec::new();
    };
    let mut clauses = Vec::new();
    for place in places(schema, cases.samples) {
        let mut add = |of: &Schema, word: &str| clauses.push(of.clause.child(word));
        if place.required == Some(true) {
            add(place.property, "required");
        }
        if place.schema.shape.json_type().is_some() {
            add(place.schema, "type");
        }
        match &place.schema.shape {
            Shape::Enum(_) => add(place.schema, "enum"),
            Shape::String(text) if text.format.is_some() => add(place.schema, "format"),
            Shape::Union(_) => add(place.schema, "discriminator"),
            _ => {}
        }
    }
    clauses
}
