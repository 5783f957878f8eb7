//! Converts a part of case identities into a clause, and into a place as people write it.

use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Schema};

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
    let schema = spec.schema(spec.operations.get(steps.next()?)?.request.as_ref()?)?;
    let mut paths = steps.filter(|path| !path.is_empty());
    let place = paths.find_map(|path| spec.place_at(schema, path))?;
    Some((place.name_with_variants(), place.schema))
}
