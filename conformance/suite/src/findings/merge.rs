//! Merges explanations that have one reason, and gives every other deviation to one of them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use indexmap::IndexMap;
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use super::attribute::{Attribute, Presence};
use super::explain::Conjunction;
use super::observation::{Kind, Observation};
use super::observe::{Observations, sent_clauses};
use super::subject::{InvalidForm, SentPart, place_name};
use super::symptom::Symptom;
use crate::judge::SERVER_ERROR;

/// How an explanation shows its reason.
#[derive(Clone, Copy)]
enum Mark {
    /// Values of another JSON type, or null for what is optional.
    Values,
    /// Invalid values of one form.
    Form,
    /// Invalid values of one JSON type in place of another.
    Types,
    /// Identities in paths, by their format.
    Path,
    /// Effects that are missing at one place.
    Effects,
    /// A text of the catalogue with another status code.
    Error,
    /// A failure of the server in one or two responses.
    Failure,
}

/// A rule that explanations with the same symptom and the same mark have one reason.
struct Rule {
    /// What the explanations have in common, beside the symptom.
    mark: Mark,
    /// The smallest number of explanations that are merged.
    min: usize,
    /// Whether the symptom is enough: nothing but the mark is said, and other responses to such requests do not matter.
    by_symptom: bool,
}

/// The rules, each for what the earlier ones have left.
const RULES: [Rule; 7] = [
    // A serializer that writes another type, or null for what is left out, does so whatever the schema is.
    Rule { mark: Mark::Values, min: 3, by_symptom: false },
    // A library that converts a form of values does so whatever the schema is.
    Rule { mark: Mark::Form, min: 3, by_symptom: false },
    // A reader that takes values of one type for another does so whatever the schema is.
    Rule { mark: Mark::Types, min: 3, by_symptom: false },
    // A router that cannot cope with identities cannot at any operation.
    Rule { mark: Mark::Path, min: 2, by_symptom: false },
    // A store that has no room for a place loses it whatever is sent.
    Rule { mark: Mark::Effects, min: 3, by_symptom: false },
    // A text of the catalogue names its error, also with another status code.
    Rule { mark: Mark::Error, min: 1, by_symptom: true },
    // A server that fails now and then fails at requests that have nothing in common.
    Rule { mark: Mark::Failure, min: 6, by_symptom: true },
];

/// The largest number of responses that a failure without a reason shows in.
const MAX_SINGLE: usize = 2;

/// Returns the explanations of all deviations, made from those that the search has chosen: what no explanation
/// qualifies for is grouped, those of one reason are merged by [`RULES`], and what only follows goes with its cause.
pub(super) fn merge(
    spec: &Spec,
    observations: &Observations<'_>,
    chosen: Vec<Conjunction>,
) -> Vec<Conjunction> {
    let merger = Merger { spec, observations, sent: sent_clauses(spec) };
    let chosen = merger.with_leftovers(chosen);
    let chosen = RULES.iter().fold(chosen, |chosen, rule| merger.merge_alike(chosen, rule));
    merger.with_what_follows(chosen)
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
    /// Groups what no explanation qualifies for, by kind, symptom and clause. What is left of the requests that break a
    /// clause takes the explanations of others that break it: one clause that is not kept is one reason. What is left of
    /// the effects at a place takes the explanations of others there.
    fn with_leftovers(&self, mut chosen: Vec<Conjunction>) -> Vec<Conjunction> {
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
        chosen.extend(groups.into_iter().map(|((_, symptom, _), explained)| {
            let groups: BTreeSet<usize> = explained.iter().map(|index| all[*index].group).collect();
            let clause = self.most_frequent_clause(&explained);
            let (attributes, groups) = (clause.into_iter().collect(), groups.into_iter().collect());
            Conjunction { symptom, attributes, groups, explained, is_rest: true }
        }));
        chosen
    }

    /// Returns the innermost clause that most observations are about, if they are about one; of several, the first.
    fn most_frequent_clause(&self, indexes: &[usize]) -> Option<usize> {
        let mut counts: IndexMap<Option<usize>, usize> = IndexMap::new();
        for clause in indexes.iter().map(|index| self.observations.innermost_clause(*index)) {
            *counts.entry(clause).or_default() += 1;
        }
        counts.into_iter().rev().max_by_key(|(_, count)| *count).and_then(|(clause, _)| clause)
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

    /// Returns the attributes of a mark, which the explanation of all will have; `None` for one without it.
    fn mark(&self, mark: Mark, one: &Conjunction) -> Option<BTreeSet<usize>> {
        match mark {
            Mark::Values => self.mark_of_values(one),
            Mark::Form => self.mark_of_form(one),
            Mark::Types => self.mark_of_types(one),
            Mark::Path => self.mark_of_path(one),
            Mark::Effects => self.mark_of_effects(one),
            Mark::Error => self.mark_of_error(one),
            Mark::Failure => self.mark_of_failure(one),
        }
    }

    /// Merges the explanations that have a mark in common. Of the invalid requests with the mark, most have to show the
    /// symptom.
    fn merge_alike(&self, chosen: Vec<Conjunction>, rule: &Rule) -> Vec<Conjunction> {
        let mut groups: IndexMap<_, Vec<Conjunction>> = IndexMap::new();
        for one in chosen.into_iter().flat_map(|one| self.split(rule.mark, one)) {
            let mark = self.mark(rule.mark, &one).map(|mark| (one.symptom, mark));
            groups.entry(mark).or_default().push(one);
        }
        let merge = |(mark, group): (Option<(usize, BTreeSet<usize>)>, Vec<Conjunction>)| {
            let merged = mark.filter(|_| group.len() >= rule.min);
            match merged.and_then(|(symptom, mark)| self.merged(rule, symptom, &mark, &group)) {
                Some(reason) => vec![reason],
                None => group,
            }
        };
        groups.into_iter().flat_map(merge).collect()
    }

    /// Returns the explanation of everything that explanations with a mark explain.
    fn merged(
        &self,
        rule: &Rule,
        symptom: usize,
        mark: &BTreeSet<usize>,
        group: &[Conjunction],
    ) -> Option<Conjunction> {
        let groups: BTreeSet<usize> =
            group.iter().flat_map(|one| one.groups.iter().copied()).collect();
        let explained = Vec::from_iter(group.iter().flat_map(|one| one.explained.iter().copied()));
        // Without any attribute, it fits everything.
        let is_rest = rule.by_symptom && mark.is_empty();
        let reason = |attributes: BTreeSet<usize>| {
            let (attributes, groups) =
                (attributes.into_iter().collect(), Vec::from_iter(groups.clone()));
            Conjunction { symptom, attributes, groups, explained: explained.clone(), is_rest }
        };
        let all = &self.observations.all;
        if rule.by_symptom {
            return Some(reason(mark.clone()));
        }
        if groups.contains(&Kind::Effect.group()) {
            // The place of an effect is not known before. What requests have in common is, as narrow as possible.
            let sent = self.shared(&explained, is_of_sent_body).into_iter();
            let reasons = sent.map(|one| reason(BTreeSet::from([one])));
            return reasons.min_by_key(|one| one.count(all).1);
        }
        let declared = match rule.mark {
            // Every identity in a path is a required string.
            Mark::Path => BTreeSet::new(),
            _ => self.shared(&explained, is_declared),
        };
        let reason = reason(mark | &declared);
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
        let kinds = Kind::of_groups(&one.groups);
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
        let shared = self.shared(&one.explained, |known| matches!(known, Attribute::Presence(_)));
        let is_null = is_value && *symptom == Symptom::Null;
        (is_null && shared.contains(&optional) && one.explained.iter().all(is_set))
            .then_some(shared)
    }

    /// Returns the mark of invalid requests whose values have one form.
    fn mark_of_form(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let forms = self.shared(
            &one.explained,
            |known| matches!(known, Attribute::Form(form) if *form != InvalidForm::OtherType),
        );
        (Kind::of_groups(&one.groups) == [Kind::Invalid] && !forms.is_empty()).then_some(forms)
    }

    /// Returns the mark of requests with an identity in their paths: that, and its format.
    fn mark_of_path(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let shared = self.shared(&one.explained, |known| {
            matches!(known, Attribute::Part(SentPart::Path) | Attribute::Format(_))
        });
        let is_status =
            one.groups.iter().all(|group| Kind::STATUSES.map(Kind::group).contains(group));
        (is_status && shared.len() > 1).then_some(shared)
    }

    /// Returns the mark of effects that are missing at one place. Other values at a place have their own reasons.
    fn mark_of_effects(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let is_missing = self.observations.symptoms[one.symptom] == Symptom::Missing;
        let mut places = one.explained.iter().map(|index| &self.observations.all[*index].further);
        let place = places
            .next()
            .filter(|_| Kind::of_groups(&one.groups) == [Kind::Effect] && is_missing)?;
        places.all(|other| other == place).then(|| place.iter().copied().collect())
    }

    /// Returns the mark of invalid requests with one JSON type in place of another.
    fn mark_of_types(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let types = self.shared(&one.explained, |known| {
            matches!(known, Attribute::Sent(_) | Attribute::Type(_))
        });
        (Kind::of_groups(&one.groups) == [Kind::Invalid] && types.len() > 1).then_some(types)
    }

    /// Separates what has a mark from what else an explanation explains: a text of the catalogue, where its error is due
    /// or may be.
    fn split(&self, mark: Mark, mut one: Conjunction) -> Vec<Conjunction> {
        let error = matches!(mark, Mark::Error).then(|| self.misplaced_error(one.symptom));
        let Some(error) = error.flatten() else { return vec![one] };
        let due = one.explained.extract_if(.., |index| self.may_be_due(error, *index)).collect();
        let due = Conjunction { explained: due, ..one.clone() };
        [due, one].into_iter().filter(|part| !part.explained.is_empty()).collect()
    }

    fn may_be_due(&self, error: usize, index: usize) -> bool {
        let Observation { attributes, further, group, .. } = &self.observations.all[index];
        attributes.contains(&error) || further.contains(&error) || *group == Kind::Open.group()
    }

    /// Returns the mark of a text of the catalogue that comes with another status code where its error is due or may be:
    /// that error.
    fn mark_of_error(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let error = self.misplaced_error(one.symptom)?;
        one.explained
            .iter()
            .all(|index| self.may_be_due(error, *index))
            .then(|| BTreeSet::from([error]))
    }

    /// Returns the error of the catalogue, as an attribute, whose text a symptom has with another status code.
    fn misplaced_error(&self, symptom: usize) -> Option<usize> {
        let Observations { attributes, symptoms, .. } = self.observations;
        let Symptom::Status(status, Some(text)) = &symptoms[symptom] else { return None };
        let rows = || self.spec.errors.values().filter(|row| row.text.shown() == Some(text));
        let error = rows().next().filter(|_| rows().all(|row| row.status != *status))?;
        attributes.get_index_of(&Attribute::Error(error.id.clone()))
    }

    /// Returns the mark of a failure of the server that shows in one or two responses: none.
    fn mark_of_failure(&self, one: &Conjunction) -> Option<BTreeSet<usize>> {
        let symptom = &self.observations.symptoms[one.symptom];
        let is_failure = matches!(symptom, Symptom::Status(SERVER_ERROR.., _));
        (is_failure && one.explained.len() <= MAX_SINGLE).then(BTreeSet::new)
    }

    /// Adds what has no reason of its own: what was cut in the record goes with the others of its symptom, and values that
    /// follow from an accepted request go with that.
    fn with_what_follows(&self, mut chosen: Vec<Conjunction>) -> Vec<Conjunction> {
        let Observations { all, cut, consequences, .. } = self.observations;
        for (index, symptom) in cut.iter().copied() {
            let alike = |one: &Conjunction| one.symptom == symptom;
            let fitting = chosen.iter().position(|one| alike(one) && one.fits(&all[index]));
            let reason = fitting.or_else(|| chosen.iter().position(alike));
            match reason.and_then(|reason| chosen.get_mut(reason)) {
                Some(reason) => reason.explained.push(index),
                None => {
                    let groups = vec![all[index].group];
                    let (attributes, explained) = (Vec::new(), vec![index]);
                    let rest =
                        Conjunction { symptom, attributes, groups, explained, is_rest: true };
                    chosen.push(rest);
                }
            }
        }
        for (cause, consequences) in consequences {
            if let Some(reason) = chosen.iter_mut().find(|one| one.explained.contains(cause)) {
                reason.explained.extend(consequences);
            }
        }
        chosen
    }
}
