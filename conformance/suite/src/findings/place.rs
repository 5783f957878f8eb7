//! A part of the interface as the contract calls it: a clause, and a place as people write it.

use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Schema, Shape};

use super::Judged;

/// The clause of a part: that of the schema at its place, or the one above all clauses of its cases.
pub(super) fn clause(spec: &Spec, part: &str, cases: &[Judged<'_>]) -> ClauseId {
    if let Some((_, schema)) = body(spec, part) {
        return schema.clause.clone();
    }
    let operation = part.split("::").next().filter(|own| spec.operations.contains_key(*own));
    let clauses = cases.iter().filter_map(Judged::clause).map(ClauseId::as_str);
    let above = clauses.map(str::to_owned).reduce(|one, other| shared(&one, &other).to_owned());
    match (above.filter(|above| !above.is_empty()), operation) {
        (Some(above), _) => ClauseId::new(above),
        (None, Some(operation)) => ClauseId::new(format!("operations.{operation}")),
        (None, None) => ClauseId::new("service"),
    }
}

/// What two clauses are below.
fn shared<'c>(one: &'c str, other: &str) -> &'c str {
    let ends = one.match_indices('.').map(|(end, _)| end).chain([one.len()]);
    let is_shared = |end: &usize| {
        other.get(..*end) == one.get(..*end)
            && other[*end..].chars().next().is_none_or(|c| c == '.')
    };
    ends.filter(is_shared).last().map_or("", |end| &one[..end])
}

/// The place of a request body that a part is about, as people write it, and the schema there.
pub(super) fn body<'s>(spec: &'s Spec, part: &str) -> Option<(String, &'s Schema)> {
    let (operation, place) = part.split_once("::")?;
    let request = spec.operations.get(operation)?.request.as_ref()?;
    let mut schema = &spec.types.get(request)?.schema;
    let mut shown = String::new();
    for step in place.split('.') {
        let next: &Schema = match &schema.shape {
            Shape::Array { items, .. } if step == "items" => {
                shown.push_str("[]");
                items
            }
            Shape::Map(values) if step == "additionalProperties" => {
                shown.push_str(".*");
                values
            }
            Shape::Object(object) => {
                let dot = if shown.is_empty() { "" } else { "." };
                shown.push_str(&format!("{dot}{step}"));
                &object.properties.get(step)?.schema
            }
            Shape::Union(union) => &spec.types.get(union.variants.get(step)?)?.schema,
            Shape::OneOf(alternatives) => alternatives.iter().find(|own| {
                let name = match &own.shape {
                    Shape::Ref(name) => Some(name.as_str()),
                    shape => shape.json_type(),
                };
                name == Some(step)
            })?,
            _ => return None,
        };
        schema = match &next.shape {
            Shape::Ref(name) => &spec.types.get(name)?.schema,
            _ => next,
        };
    }
    Some((shown, schema))
}
