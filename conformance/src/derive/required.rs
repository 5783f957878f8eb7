//! Required properties: leaving one out is refused; having no more than those is accepted.

use serde_json::Value;
use webdata_spec::model::Shape;

use super::cases::Cases;
use super::places::Position;
use super::samples::Extent;
use crate::case::Case;

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in cases.places() {
        if place.required == Some(true)
            && let Some(body) = place.body_without()
        {
            let clause = place.property.clause.child("required");
            let parts = [place.name.as_str(), "required", "missing"];
            let missed = (place.error, place.property.level);
            found.extend(cases.refuse(&parts, &clause, missed, body));
        }
        let Shape::Object(object) = &place.schema.shape else { continue };
        let required = object.properties.iter().find_map(|(name, property)| {
            let told_by_the_union = place.discriminator == Some(name.as_str());
            (property.required && !told_by_the_union).then_some(property)
        });
        if let Some(required) = required {
            let clause = required.schema.clause.child("required");
            let least: Value = cases.samples.value(place.schema, Extent::Least);
            let parts = [place.name.as_str(), "required", "no-more"];
            let body = place.body(&least, Position::Only);
            found.extend(cases.accept(&parts, &clause, place.schema.level, body));
        }
    }
    found
}
