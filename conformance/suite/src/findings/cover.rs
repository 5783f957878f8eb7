//! Cases in which one place of the answers is not as expected, by the clauses that this breaks.

use std::collections::BTreeMap;

use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::symptom::{Symptom, pattern};
use super::{Group, Judged};

/// Groups cases by the fewest clauses: time and again by the one that most of those that are left break.
pub(super) fn groups<'j>(
    spec: &Spec,
    symptom: &Symptom<'j>,
    mut left: Vec<Judged<'j>>,
) -> Vec<Group<'j>> {
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut counts: BTreeMap<&ClauseId, usize> = BTreeMap::new();
        for case in &left {
            let mut clauses: Vec<_> = broken(symptom, case).collect();
            clauses.sort();
            clauses.dedup();
            for clause in clauses {
                *counts.entry(clause).or_default() += 1;
            }
        }
        // What is said of the place itself tells more than what an operation has to do with it.
        let telling = |(clause, count): &(&ClauseId, usize)| {
            let is_shape = !clause.as_str().starts_with("operations.");
            (*count, is_shape, clause.as_str().len())
        };
        let best = counts.into_iter().max_by_key(telling).map(|(clause, _)| clause.clone());
        let Some(clause) = best else {
            groups.push(Group::of_clause(spec, symptom.clone(), left));
            break;
        };
        let breaks = |case: &Judged<'j>| broken(symptom, case).any(|own| *own == clause);
        let (cases, others) = left.into_iter().partition(breaks);
        left = others;
        groups.push(Group::new(symptom.clone(), clause, cases));
    }
    groups
}

/// The clauses that a case found broken at the place.
fn broken<'j>(symptom: &Symptom<'_>, case: &Judged<'j>) -> impl Iterator<Item = &'j ClauseId> {
    let is_there =
        |found: &str| matches!(symptom, Symptom::Place { place, .. } if pattern(found) == *place);
    let deviations = case.outcome.deviations.iter().chain(&case.outcome.beside);
    let found: Vec<_> =
        deviations.filter(|own| is_there(&own.place)).map(|own| &own.clause).collect();
    found.into_iter()
}
