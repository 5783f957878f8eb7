//! Groups cases with a deviation at the same place, by the broken clauses.

use std::collections::{BTreeMap, BTreeSet};

use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::symptom::{self, Symptom, pattern};
use super::{Group, Judged};
use crate::judge::NOTHING;
use crate::outcome::Deviation;

/// A case with its deviations at the place.
type Deviating<'j> = (Judged<'j>, Vec<&'j Deviation>);

/// Groups cases by the fewest clauses: repeatedly by the clause that most of the remaining cases break.
pub(super) fn groups<'j>(
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
    let body = symptom::final_body(case);
    let is_there = |deviation: &&Deviation| {
        let wrong = symptom::outermost_wrong_place(&deviation.place, body.as_ref());
        pattern(&deviation.place) == *place || pattern(wrong) == *place
    };
    case.outcome.deviations.iter().chain(&case.outcome.beside).filter(is_there).collect()
}
