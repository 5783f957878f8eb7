//! Merges explanations that have one reason, and gives every other deviation to one of them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use indexmap::IndexMap;
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::attribute::{Attribute, Presence};
use super::explain::Conjunction;
use super::observation::Kind;
use super::observe::{Observations, sent_clauses};
use super::subject::{InvalidForm, place_name};
use super::symptom::Symptom;
use crate::judge::SERVER_ERROR;

/// More failures than this, each of which explains at most [`MAX_SINGLE`] responses, are one finding.
const MAX_FAILURES: usize = 5;

/// The largest number of responses that a failure without a reason shows in.
const MAX_SINGLE: usize = 2;

/// The smallest number of explanations that are merged.
const MIN_MERGED: usize = 3;

/// Returns the explanations of all deviations, made from those that the search has chosen.
pub(super) fn merge(
    spec: &Spec,
    observations: &Observations<'_>,
    chosen: Vec<Conjunction>,
) -> Vec<Conjunction> {
    let merger = Merger { spec, observations, sent: sent_clauses(spec) };
    let chosen = merger.narrow_symptoms(chosen);
    let chosen = merger.group_leftovers(chosen);
    let chosen = merger.merge_alike(chosen, |one| merger.mark_of_values(one));
    let chosen = merger.merge_alike(chosen, |one| merger.mark_of_form(one));
    let chosen = merger.merge_alike(chosen, |one| merger.mark_of_types(one));
    let chosen = merger.merge_alike(chosen, |one| merger.mark_of_effects(one));
    let chosen = merger.merge_errors(chosen);
    let chosen = merger.merge_failures(chosen);
    let chosen = merger.add_cut(chosen);
    merger.add_consequences(chosen)
}

struct Merger<'m, 'j> {
    spec: &'m Spec,
    observations: &'m Observations<'j>,
    /// The clauses of the values that requests set.
    sent: HashSet<&'m ClauseId>,
}

/// Returns whether an attribute describes the valid body of a request.
fn is_of_sent_body(attribute: &Attribute) -> bool {
    use Attribute::{Null, With, Without, Word};
    matches!(attribute, With(_) | Without(_) | Null(_) | Word(_))
}

/// Returns whether an attribute describes how the contract declares a value.
fn is_declared(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Type(_) | Attribute::Presence(_) | Attribute::Default(_))
}

/// What observations of one reason have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum CommonReason {
    /// The innermost clause that a request is about.
    Clause(Option<usize>),
    /// The place of an effect.
    Place(String),
}

impl Merger<'_, '_> {
    /// Gives explanations of any other status code the one that came, if there is only one.
    fn narrow_symptoms(&self, mut chosen: Vec<Conjunction>) -> Vec<Conjunction> {
        let Observations { all, symptoms, .. } = self.observations;
        for one in &mut chosen {
            let mut shown = one.explained.iter().filter_map(|index| all[*index].symptom);
            if let (Symptom::Other, Some(first)) = (&symptoms[one.symptom], shown.next())
                && shown.all(|symptom| symptom == first)
            {
                one.symptom = first;
            }
        }
        chosen
    }

    /// Groups what no explanation qualifies for, by kind, symptom and clause. What is left of the requests that break a
    /// clause takes the explanations of others that break it: one clause that is not kept is one reason. What is left of
    /// the effects at a place takes the explanations of others there.
    fn group_leftovers(&self, mut chosen: Vec<Conjunction>) -> Vec<Conjunction> {
        let all = &self.observations.all;
        let explained: BTreeSet<usize> =
            chosen.iter().flat_map(|chosen| chosen.explained.iter().copied()).collect();
        let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, observation) in all.iter().enumerate() {
            if let Some(symptom) = observation.symptom.filter(|_| !explained.contains(&index)) {
                // All status codes are one group.
                let kind = self.observations.kind(index);
                let kind = if kind.may_be_bare() { Kind::Invalid } else { kind };
                let group = (kind, symptom, self.observations.innermost_clause(index));
                groups.entry(group).or_default().push(index);
            }
        }
        for ((_, symptom, _), rest) in &mut groups {
            let reasons: BTreeSet<_> = rest.iter().filter_map(|it| self.reason_of(*it)).collect();
            let is_alike = |index: &usize| {
                self.reason_of(*index).is_some_and(|reason| reasons.contains(&reason))
            };
            let taken = chosen.extract_if(.., |one| {
                one.symptom == *symptom && one.explained.iter().all(is_alike)
            });
            rest.extend(taken.flat_map(|one| one.explained));
        }
        chosen.extend(groups.into_iter().map(|((_, symptom, clause), explained)| {
            let groups: BTreeSet<usize> = explained.iter().map(|index| all[*index].group).collect();
            let (attributes, groups) = (clause.into_iter().collect(), groups.into_iter().collect());
            Conjunction { symptom, attributes, groups, explained, is_rest: true }
        }));
        chosen
    }

    /// Returns what an observation has in common with others of the same reason, if what is left over takes the
    /// explanations of its kind.
    fn reason_of(&self, index: usize) -> Option<CommonReason> {
        match self.observations.kind(index) {
            Kind::Invalid | Kind::Valid | Kind::Open => {
                Some(CommonReason::Clause(self.observations.innermost_clause(index)))
            }
            Kind::Effect => {
                let seen = self.observations.seen.get(index)?;
                Some(CommonReason::Place(place_name(&seen.first().place)))
            }
            Kind::Value | Kind::Response | Kind::Beside => None,
        }
    }

    /// Merges the explanations that have a mark in common, which shows the reason whatever the schema is. Of the
    /// invalid requests with the mark, most have to show the symptom.
    fn merge_alike(
        &self,
        chosen: Vec<Conjunction>,
        mark: impl Fn(&Conjunction) -> Option<BTreeSet<usize>>,
    ) -> Vec<Conjunction> {
        let mut groups: IndexMap<_, Vec<Conjunction>> = IndexMap::new();
        for one in chosen {
            groups.entry(mark(&one).map(|mark| (one.symptom, mark))).or_default().push(one);
        }
        let merge = |(mark, group): (Option<(usize, BTreeSet<usize>)>, Vec<Conjunction>)| {
            let merged = mark.filter(|_| group.len() >= MIN_MERGED);
            match merged.and_then(|(symptom, mark)| self.merged(symptom, &mark, &group)) {
                Some(reason) => vec![reason],
                None => group,
            }
        };
        groups.into_iter().flat_map(merge).collect()
    }

    /// Returns the explanation of everything that explanations with a mark explain.
    fn merged(
        &self,
        symptom: usize,
        mark: &BTreeSet<usize>,
        group: &[Conjunction],
    ) -> Option<Conjunction> {
        let groups: BTreeSet<usize> =
            group.iter().flat_map(|one| one.groups.iter().copied()).collect();
        let explained = Vec::from_iter(group.iter().flat_map(|one| one.explained.iter().copied()));
        let reason = |attributes: BTreeSet<usize>| {
            let (attributes, groups) =
                (attributes.into_iter().collect(), Vec::from_iter(groups.clone()));
            Conjunction { symptom, attributes, groups, explained: explained.clone(), is_rest: false }
        };
        let all = &self.observations.all;
        if groups.contains(&Kind::Effect.group()) {
            // The place of an effect is not known before. What requests have in common is, as narrow as possible.
            let sent = self.shared(&explained, is_of_sent_body).into_iter();
            let reasons = sent.map(|one| reason(BTreeSet::from([one])));
            return reasons.min_by_key(|one| one.count(all).1);
        }
        let reason = reason(mark | &self.shared(&explained, is_declared));
        let (shown, tested) = reason.count(all);
        (!groups.contains(&Kind::Invalid.group()) || shown * 2 >= tested).then_some(reason)
    }

    /// Returns the attributes of some kinds that observations share.
    fn shared(&self, indexes: &[usize], is_meant: fn(&Attribute) -> bool) -> BTreeSet<usize> {
        let named = |index: &usize| -> BTreeSet<usize> {
            let known = self.observations.attributes_of(*index);
            known.filter(|(_, one)| is_meant(one)).map(|(index, _)| index).collect()
        };
        let own = indexes.iter().filter(|index| self.observations.deviates(**index)).map(named);
        own.reduce(|shared, known| &shared & &known).unwrap_or_default()
    }

    /// Returns the mark of values in responses: another JSON type, such as a list in place of an object, or null for
    /// optional properties that requests set or omit.
    fn mark_of_values(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let kinds = Kind::of(&one.groups);
        let is_value = kinds.iter().all(|kind| [Kind::Value, Kind::Beside].contains(kind));
        let symptom = &self.observations.symptoms[one.symptom];
        if is_value && matches!(symptom, Symptom::Type(_)) {
            return Some(BTreeSet::new());
        }
        let is_set = |index: &usize| {
            let clause = &self.observations.seen[*index].first().clause;
            self.sent.iter().any(|sent| clause.is_within(sent))
        };
        let optional = Attribute::Presence(Presence::Optional);
        let optional = self.observations.attributes.get_index_of(&optional)?;
        let shared =
            self.shared(&one.explained, |known| matches!(known, Attribute::Presence(_)));
        let is_null = is_value && *symptom == Symptom::Null;
        (is_null && shared.contains(&optional) && one.explained.iter().all(is_set))
            .then_some(shared)
    }

    /// Returns the mark of invalid requests whose values have one form.
    fn mark_of_form(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let forms = self.shared(&one.explained, |known| {
            matches!(known, Attribute::Form(form) if *form != InvalidForm::OtherType)
        });
        (Kind::of(&one.groups) == [Kind::Invalid] && !forms.is_empty()).then_some(forms)
    }

    /// Returns the mark of effects that are missing at one place. Other values at a place have their own reasons.
    fn mark_of_effects(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let is_missing = self.observations.symptoms[one.symptom] == Symptom::Missing;
        let mut places = one.explained.iter().map(|index| &self.observations.all[*index].further);
        let place = places.next().filter(|_| Kind::of(&one.groups) == [Kind::Effect] && is_missing)?;
        places.all(|other| other == place).then(|| place.iter().copied().collect())
    }

    /// Returns the mark of invalid requests with one JSON type in place of another.
    fn mark_of_types(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let types = self.shared(&one.explained, |known| {
            matches!(known, Attribute::Sent(_) | Attribute::Type(_))
        });
        (Kind::of(&one.groups) == [Kind::Invalid] && types.len() > 1).then_some(types)
    }

    /// Merges the explanations of a text of the catalogue that comes with another status code: the text itself names the
    /// error.
    fn merge_errors(&self, mut chosen: Vec<Conjunction>) -> Vec<Conjunction> {
        let mut misplaced: BTreeMap<usize, (usize, Vec<usize>)> = BTreeMap::new();
        for one in &mut chosen {
            let Some(error) = self.misplaced_error(one.symptom) else { continue };
            // Only where this error is due, or may be.
            let due = one.explained.extract_if(.., |index| {
                let observation = &self.observations.all[*index];
                observation.attributes.contains(&error)
                    || observation.further.contains(&error)
                    || observation.group == Kind::Open.group()
            });
            misplaced.entry(one.symptom).or_insert((error, Vec::new())).1.extend(due);
        }
        chosen.extend(misplaced.into_iter().map(|(symptom, (error, explained))| {
            let (attributes, groups) = (vec![error], vec![Kind::Invalid.group()]);
            Conjunction { symptom, attributes, groups, explained, is_rest: false }
        }));
        chosen.retain(|one| !one.explained.is_empty());
        chosen
    }

    /// Returns the error of the catalogue, as an attribute, whose text a symptom has with another status code.
    fn misplaced_error(&self, symptom: usize) -> Option<usize> {
        let Observations { attributes, symptoms, .. } = self.observations;
        let Symptom::Status(status, Some(text)) = &symptoms[symptom] else { return None };
        let rows = || self.spec.errors.values().filter(|row| row.text.shown() == Some(text));
        let error = rows().next().filter(|_| rows().all(|row| row.status != *status))?;
        attributes.get_index_of(&Attribute::Error(error.id.clone()))
    }

    /// Merges what a server that fails now and then shows: many failures, each with a reason of its own.
    fn merge_failures(&self, mut chosen: Vec<Conjunction>) -> Vec<Conjunction> {
        let is_failure = |one: &Conjunction| {
            let symptom = &self.observations.symptoms[one.symptom];
            matches!(symptom, Symptom::Status(SERVER_ERROR.., _))
                && one.explained.len() <= MAX_SINGLE
        };
        if chosen.iter().filter(|one| is_failure(one)).count() <= MAX_FAILURES {
            return chosen;
        }
        let mut merged: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for failure in chosen.extract_if(.., |one| is_failure(one)) {
            merged.entry(failure.symptom).or_default().extend(failure.explained);
        }
        chosen.extend(merged.into_iter().map(|(symptom, explained)| {
            let (attributes, groups) = (Vec::new(), Kind::STATUSES.map(Kind::group).to_vec());
            Conjunction { symptom, attributes, groups, explained, is_rest: true }
        }));
        chosen
    }

    /// Gives what was cut in the record, and cannot tell its reason, that of the others with the symptom.
    fn add_cut(&self, mut chosen: Vec<Conjunction>) -> Vec<Conjunction> {
        for (index, symptom) in self.observations.cut.iter().copied() {
            match chosen.iter_mut().find(|chosen| chosen.symptom == symptom) {
                Some(reason) => reason.explained.push(index),
                None => {
                    let groups = vec![self.observations.all[index].group];
                    let (attributes, explained) = (Vec::new(), vec![index]);
                    let rest = Conjunction { symptom, attributes, groups, explained, is_rest: true };
                    chosen.push(rest);
                }
            }
        }
        chosen
    }

    /// Gives values that follow from an accepted request the reason of that.
    fn add_consequences(&self, mut chosen: Vec<Conjunction>) -> Vec<Conjunction> {
        for (cause, consequences) in &self.observations.consequences {
            if let Some(reason) = chosen.iter_mut().find(|one| one.explained.contains(cause)) {
                reason.explained.extend(consequences);
            }
        }
        chosen
    }
}
