//! Finds parts of the interface in which every case with the same expectation fails alike.
//!
//! A part is the beginning of case identities, which follow the places of request bodies:
//! `updateAlbum::tracks.items.live.venue`.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::symptom::{Symptom, is_most};
use super::{Group, Judged, place};

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
pub(super) fn groups<'j>(
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
        ..Group::new(symptom.clone(), place::clause(spec, start, &cases), cases)
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
