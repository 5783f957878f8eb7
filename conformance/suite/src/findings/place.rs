//! Converts a part of case identities into a clause, and into a place as people write it.

use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Schema, Shape};

use super::Judged;

/// Returns the clause of a part: that of the schema at its place, or the one above all clauses of its cases.
pub(super) fn clause(spec: &Spec, part: &str, cases: &[Judged<'_>]) -> ClauseId {
    if let Some((_, schema)) = body(spec, part) {
        return schema.clause.clone();
    }
    let operation =
        part.split("::").next().filter(|operation| spec.operations.contains_key(*operation));
    let clauses = cases.iter().filter_map(Judged::clause).map(ClauseId::as_str);
    let above =
        clauses.map(str::to_owned).reduce(|left, right| common_prefix(&left, &right).to_owned());
    match (above.filter(|above| !above.is_empty()), operation) {
        (Some(above), _) => ClauseId::new(above),
        (None, Some(operation)) => ClauseId::new(format!("operations.{operation}")),
        (None, None) => ClauseId::new("service"),
    }
}

/// Returns the common ancestor of two clauses.
fn common_prefix<'c>(left: &'c str, right: &str) -> &'c str {
    let mut ends = left.match_indices('.').map(|(end, _)| end).chain([left.len()]);
    let is_shared = |end: &usize| {
        right.get(..*end) == left.get(..*end)
            && right[*end..].chars().next().is_none_or(|c| c == '.')
    };
    ends.rfind(is_shared).map_or("", |end| &left[..end])
}

/// Returns the place of a request body that a part is about, as people write it, and the schema there.
///
/// The place follows the operation in the identity, or what the part's cases have in common.
pub(super) fn body<'s>(spec: &'s Spec, part: &str) -> Option<(String, &'s Schema)> {
    let mut steps = part.split("::");
    let request = spec.operations.get(steps.next()?)?.request.as_ref()?;
    let schema = &spec.types.get(request)?.schema;
    steps.find_map(|place| inside_body(spec, schema, place))
}

/// Returns a place inside a schema, as people write it, and the schema there.
fn inside_body<'s>(
    spec: &'s Spec,
    mut schema: &'s Schema,
    place: &str,
) -> Option<(String, &'s Schema)> {
    let (mut shown, mut steps) = (String::new(), place.split('.'));
    while let Some(step) = steps.next() {
        let (words, next) = inside(spec, schema, step, &mut steps)?;
        match &schema.shape {
            // The variant of an item is written in place of its index.
            Shape::Union(_) if shown.ends_with("[]") => {
                shown.truncate(shown.len() - "]".len());
                shown.push_str(&format!("{words}]"));
            }
            Shape::Union(_) => shown.push_str(&format!("({words})")),
            Shape::OneOf(_) | Shape::Array { .. } | Shape::Tuple(_) => shown.push_str(&words),
            _ if shown.is_empty() => shown = words,
            _ => shown.push_str(&format!(".{words}")),
        }
        schema = match &next.shape {
            Shape::Ref(name) => &spec.types.get(name)?.schema,
            _ => next,
        };
    }
    Some((shown, schema))
}

/// Returns the schema below another one by the name of a step, and the text of that step.
fn inside<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    step: &str,
    further: &mut std::str::Split<'_, char>,
) -> Option<(String, &'s Schema)> {
    Some(match &schema.shape {
        Shape::Array { items, .. } if step == "items" => ("[]".to_owned(), items),
        Shape::Tuple(items) if step == "prefixItems" => {
            let index = further.next()?;
            (format!("[{index}]"), items.get(index.parse::<usize>().ok()?)?)
        }
        Shape::Map(values) if step == "additionalProperties" => ("*".to_owned(), values),
        Shape::Object(object) => (step.to_owned(), &object.properties.get(step)?.schema),
        Shape::Union(union) => {
            (step.to_owned(), &spec.types.get(union.variants.get(step)?)?.schema)
        }
        Shape::OneOf(alternatives) => {
            let name = |alternative: &&Schema| alternative.alternative_name() == step;
            (String::new(), alternatives.iter().find(name)?)
        }
        Shape::Array { .. }
        | Shape::Tuple(_)
        | Shape::Map(_)
        | Shape::Any
        | Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String
        | Shape::Enum(_)
        | Shape::Ref(_) => return None,
    })
}
