//! Groups cases with a deviation at the same place, by the broken clauses.

use std::collections::BTreeMap;

use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::symptom::{Symptom, pattern};
use super::{Group, Judged};
use crate::judge::NOTHING;
use crate::outcome::Deviation;

/// Groups cases by the fewest clauses: repeatedly by the clause that most of the remaining cases break.
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
        // A clause of a type explains more than the effect of an operation or the text of an error, which can
        // only be right if the type is.
        let weight = |(clause, count): &(&ClauseId, usize)| {
            let is_of_type = spec.types.keys().any(|name| clause.is_within(&ClauseId::new(name)));
            (*count, is_of_type, clause.as_str().len())
        };
        let best = counts.into_iter().max_by_key(weight).map(|(clause, _)| clause.clone());
        let Some(clause) = best else {
            groups.push(Group::from_symptom(spec, symptom.clone(), left));
            break;
        };
        // A missing value breaks every clause about it, for one reason.
        let is_lacking = left.iter().all(|case| lacks(symptom, case));
        let breaks = |case: &Judged<'j>| {
            is_lacking || broken(symptom, case).any(|broken_clause| *broken_clause == clause)
        };
        let (cases, others) = left.into_iter().partition(breaks);
        left = others;
        groups.push(Group::new(symptom.clone(), clause, cases));
    }
    groups
}

/// Returns whether the value at the place was missing.
fn lacks(symptom: &Symptom<'_>, case: &Judged<'_>) -> bool {
    deviations_at(symptom, case).next().is_some_and(|deviation| deviation.received == NOTHING)
}

/// Returns the clauses that a case found broken at the place.
fn broken<'j>(symptom: &Symptom<'_>, case: &Judged<'j>) -> impl Iterator<Item = &'j ClauseId> {
    deviations_at(symptom, case).map(|deviation| &deviation.clause)
}

/// Returns the deviations that a case found at the place.
fn deviations_at<'j>(
    symptom: &Symptom<'_>,
    case: &Judged<'j>,
) -> impl Iterator<Item = &'j Deviation> {
    let is_there =
        |path: &str| matches!(symptom, Symptom::Place { place, .. } if pattern(path) == *place);
    case.outcome
        .deviations
        .iter()
        .chain(&case.outcome.beside)
        .filter(move |deviation| is_there(&deviation.place))
}
