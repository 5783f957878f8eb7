//! Groups failing cases: those with a deviation at the same place by the broken clauses, those with the same
//! status code by parts of the interface.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Schema};

use super::symptom::{Symptom, final_body, is_most, outermost_wrong_place, pattern};
use super::{Group, Judged};
use crate::judge::NOTHING;
use crate::outcome::Deviation;

/// A case with its deviations at the place.
type Deviating<'j> = (Judged<'j>, Vec<&'j Deviation>);

/// Groups cases by the fewest clauses: repeatedly by the clause that most of the remaining cases break.
pub(super) fn by_clause<'j>(
    spec: &Spec,
    symptom: &Symptom<'j>,
    cases: Vec<Judged<'j>>,
) -> Vec<Group<'j>> {
    let mut left: Vec<Deviating<'j>> =
        cases.into_iter().map(|case| (case, deviations_at(symptom, &case))).collect();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut counts: BTreeMap<&ClauseId, usize> = BTreeMap::new();
        for (_, deviations) in &left {
            let clauses: BTreeSet<_> =
                deviations.iter().map(|deviation| &deviation.clause).collect();
            for clause in clauses {
                *counts.entry(clause).or_default() += 1;
            }
        }
        // A clause of a type explains more than the effect of an operation or the text of an error, which can
        // only be right if the type is.
        let weight = |(clause, count): &(&ClauseId, usize)| {
            let is_of_type = spec.types.keys().any(|name| clause.is_within(&ClauseId::new(name)));
            (*count, is_of_type, clause.as_str().len())
        };
        let best = counts.into_iter().max_by_key(weight).map(|(clause, _)| clause.clone());
        let case = |(case, _): Deviating<'j>| case;
        let Some(clause) = best else {
            let cases = left.into_iter().map(case).collect();
            groups.push(Group::from_symptom(spec, symptom.clone(), cases));
            break;
        };
        // A missing value breaks every clause about it, for one reason.
        let is_missing = |(_, deviations): &Deviating<'_>| {
            deviations.first().is_some_and(|deviation| deviation.received == NOTHING)
        };
        let is_always_missing = left.iter().all(is_missing);
        let breaks = |(_, deviations): &Deviating<'_>| {
            is_always_missing || deviations.iter().any(|deviation| deviation.clause == clause)
        };
        let (cases, others): (Vec<_>, Vec<_>) = left.into_iter().partition(breaks);
        left = others;
        let cases = cases.into_iter().map(case).collect();
        groups.push(Group::new(symptom.clone(), clause, cases));
    }
    groups
}

/// Returns the deviations that a case found at the place of the symptom, or below it where the place is wrong
/// as a whole.
fn deviations_at<'j>(symptom: &Symptom<'_>, case: &Judged<'j>) -> Vec<&'j Deviation> {
    let Symptom::Place { place, .. } = symptom else { return Vec::new() };
    let body = final_body(case);
    let is_there = |deviation: &&Deviation| {
        let wrong = outermost_wrong_place(&deviation.place, body.as_ref());
        pattern(&deviation.place) == *place || pattern(wrong) == *place
    };
    case.outcome.deviations.iter().chain(&case.outcome.beside).filter(is_there).collect()
}

/// Returns the clause of a part: that of the schema at its place, or the one above all clauses of its cases.
fn clause(spec: &Spec, part: &str, cases: &[Judged<'_>]) -> ClauseId {
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

/// The cases of a part with the same expectation as the failing ones.
#[derive(Default)]
struct Part<'j> {
    tested: usize,
    failing: usize,
    clauses: BTreeSet<&'j ClauseId>,
}

impl Part<'_> {
    /// Returns whether the whole part has one reason, and not that of one clause.
    fn explains_failures(&self) -> bool {
        is_most(self.failing, self.tested) && self.clauses.len() > 1
    }
}

/// Groups cases that fail with the same status code: by the largest parts that fail completely, then by
/// clause.
pub(super) fn by_part<'j>(
    spec: &Spec,
    symptom: &Symptom<'j>,
    cases: Vec<Judged<'j>>,
    judged: &[Judged<'j>],
) -> Vec<Group<'j>> {
    let expects_error =
        matches!(symptom, Symptom::Accepted | Symptom::Status { expected: Some(_), .. });
    let failing: HashSet<&str> = cases.iter().map(|case| case.id).collect();
    let mut parts: HashMap<&str, Part<'j>> = HashMap::new();
    let same =
        |case: &&Judged<'_>| case.error().is_some() == expects_error || failing.contains(case.id);
    for case in judged.iter().filter(same) {
        for start in prefixes(case.id) {
            let part = parts.entry(start).or_default();
            part.tested += 1;
            part.failing += usize::from(failing.contains(case.id));
            part.clauses.extend(case.clause());
        }
    }
    let (mut whole, mut single) = (IndexMap::new(), IndexMap::new());
    for case in cases {
        match failing_prefix(case.id, &parts) {
            Some(part) => whole.entry(part).or_insert_with(Vec::new).push(case),
            None => {
                let clause = case.clause().cloned().unwrap_or_else(|| ClauseId::new(""));
                single.entry(clause).or_insert_with(Vec::new).push(case);
            }
        }
    }
    let of_part = |(start, cases): (&'j str, Vec<Judged<'j>>)| Group {
        tested: parts.get(start).map_or(0, |part| part.tested),
        parts: vec![start],
        ..Group::new(symptom.clone(), clause(spec, start, &cases), cases)
    };
    let mut groups: Vec<Group<'j>> = whole.into_iter().map(of_part).collect();
    let of_clause = |(clause, cases)| Group::new(symptom.clone(), clause, cases);
    groups.extend(single.into_iter().map(of_clause));
    groups
}

/// Returns the smallest part with all failing cases of the largest part that fails completely.
fn failing_prefix<'j>(id: &'j str, parts: &HashMap<&str, Part<'_>>) -> Option<&'j str> {
    let mut open =
        prefixes(id).skip_while(|start| !parts.get(start).is_some_and(Part::explains_failures));
    let mut deepest = open.next()?;
    let failing = parts.get(deepest)?.failing;
    for start in open {
        let Some(part) = parts.get(start) else { break };
        if part.failing < failing || !part.explains_failures() {
            break;
        }
        deepest = start;
    }
    Some(deepest)
}

/// Returns the prefixes of an identity that end with a whole step, from the empty one to the whole identity.
fn prefixes(id: &str) -> impl Iterator<Item = &str> {
    let bytes = id.as_bytes();
    let is_end = move |end: &usize| match bytes.get(*end) {
        None | Some(b'.') => true,
        Some(b':') => *end > 0 && bytes.get(end - 1) != Some(&b':'),
        Some(_) => *end == 0,
    };
    (0..=id.len()).filter(is_end).map(move |end| &id[..end])
}
