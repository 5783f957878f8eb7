//! Required properties: the server must reject a body without one of them, and accept a body with only the
//! required properties.

use serde_json::{Value, json};
use webdata_spec::model::{Constraint, Keyword, Object};

use crate::case::Case;
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::places::{Place, Position};
use crate::derive::values::samples::Extent;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in context.places() {
        if place.required == Some(true) {
            let clause = place.property.clause.child("required");
            let expected_error = (place.error, place.property.level);
            let far = place.far_positions();
            cases.extend(place.positions().iter().chain(&far).filter_map(|(position, name)| {
                let parts = [place.name.as_str(), "required", "missing", name];
                context.reject(&parts, &clause, expected_error, place.body_without(*position)?)
            }));
        }
        let Some(object) = place.schema.object() else { continue };
        let required = object.properties.iter().find_map(|(name, property)| {
            let is_discriminator = place.discriminator == Some(name.as_str());
            (property.required && !is_discriminator).then_some(property)
        });
        cases.extend(none_of_several(context, place, object));
        if let Some(required) = required {
            let clause = required.schema.clause.child("required");
            let minimal: Value = context.samples.value(place.schema, Extent::Minimal);
            let parts = [place.name.as_str(), "required", "no-more"];
            let body = place.body(&minimal, Position::Only);
            cases.extend(context.accept(&parts, &clause, place.schema.level, body));
        } else if may_be_empty(place, object) {
            cases.extend(context.accept_at(place, "type", "empty", &json!({})));
        }
    }
    cases
}

/// Makes the case of an object that lacks all of its required properties.
fn none_of_several(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    object: &Object,
) -> Option<Case> {
    let mut required = object
        .properties
        .iter()
        .filter(|(name, property)| property.required && place.discriminator != Some(name.as_str()));
    let (_, first) = required.next()?;
    required.next().filter(|_| context.input == Input::Body && !place.name.is_empty())?;
    let clause = first.schema.clause.child("required");
    let parts = [place.name.as_str(), "required", "none"];
    let body = place.body(&json!({}), Position::Only);
    let case = context.reject(&parts, &clause, (place.error, first.schema.level), body)?;
    // The body breaks the clause of each of these properties.
    Some(Case { breaks: None, ..case })
}

/// Returns whether an object may be empty. Variants of a union and alternatives are excluded, because an
/// empty object does not show which one it is.
fn may_be_empty(place: &Place<'_>, object: &Object) -> bool {
    let requires_some = |constraint: &Constraint| {
        matches!(constraint.keyword, Keyword::MinProperties | Keyword::ExactlyOne)
    };
    let has_minimum = place.schema.constraints.iter().any(requires_some);
    let is_distinguished = place.discriminator.is_some() || place.is_alternative;
    !has_minimum && !is_distinguished && !object.properties.is_empty()
}
