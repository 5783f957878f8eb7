//! Makes findings of explanations: what each counts, the cases that show it, and its clause.

use std::collections::BTreeSet;

use webdata_spec::model::{ClauseId, ClauseRoot, Level};

use super::attribute::{Attribute, AttributeName};
use super::explain::Conjunction;
use super::observation::Kind;
use super::observe::{Observations, Seen};
use super::sentence::Sentence;
use super::symptom::Symptom;
use super::{Counted, Explanation, Finding, Judged};
use crate::judge::Judge;

/// The largest number of keywords in a sentence.
const MAX_KEYWORDS: usize = 6;

/// Everything that a finding is made from.
pub(super) struct FindingBuilder<'c, 'j> {
    pub(super) judge: Judge<'c>,
    pub(super) cases: &'c [Judged<'j>],
    pub(super) observations: &'c Observations<'j>,
}

impl<'c, 'j> FindingBuilder<'c, 'j> {
    /// Returns the finding, and the kind of what it is about.
    pub(super) fn finding(&self, chosen: &Conjunction) -> (Kind, Finding) {
        let Observations { seen, attributes, symptoms, .. } = self.observations;
        let (shown, tested) = self.count(chosen);
        let explained: Vec<&Seen<'j>> =
            chosen.explained.iter().map(|index| &seen[*index]).collect();
        // The example fails for this reason, and for nothing that follows from it.
        let is_told = |index: &&usize| {
            self.observations.deviates(**index)
                && (chosen.is_rest || chosen.fits(&self.observations.all[**index]))
        };
        let told = chosen.explained.iter().filter(is_told).map(|index| &seen[*index]);
        let told: Vec<&Seen<'j>> = told.filter(|seen| !seen.is_beside).collect();
        let shows: BTreeSet<usize> = told.iter().map(|seen| seen.case).collect();
        let cases: BTreeSet<usize> = explained.iter().map(|seen| seen.case).collect();
        let mut cases: Vec<usize> = cases.into_iter().collect();
        cases.sort_by_cached_key(|index| {
            let case = &self.cases[*index];
            (!shows.contains(index), !case.fails(), case.length(), case.id)
        });
        let masked = explained.iter().filter(|seen| {
            let case = &self.cases[seen.case];
            case.is_masked_by(seen.first().step)
        });
        let masked: BTreeSet<usize> = masked.map(|seen| seen.case).collect();
        let mut examples = told.iter().chain(&explained);
        let example = examples.find(|seen| Some(&seen.case) == cases.first());
        let kind = chosen.kinds.first().copied().unwrap_or(Kind::Response);
        let broken: Vec<&ClauseId> = explained.iter().map(|seen| &seen.first().clause).collect();
        let level = |clause: &&ClauseId| {
            self.judge.clauses.get(*clause).map_or(Level::Must, |clause| clause.level)
        };
        let level = match kind {
            Kind::Beside => Level::Open,
            _ => broken.iter().map(level).min().unwrap_or(Level::Must),
        };
        let mut named: Vec<Attribute> =
            chosen.attributes.iter().map(|one| attributes[*one].clone()).collect();
        named.sort();
        let symptom = symptoms[chosen.symptom].clone();
        let sentence = Sentence {
            judge: self.judge,
            symptom: &symptom,
            kinds: &chosen.kinds,
            attributes: &named,
            keywords: self.keywords(chosen),
            is_exact: shown == tested,
            example: example.map(|seen| seen.first()),
        };
        // A case that was blocked has not judged the server.
        let judged = explained.iter().filter(|seen| !self.cases[seen.case].is_blocked());
        let mut judged = judged.peekable();
        let cases: Vec<String> =
            cases.into_iter().map(|case| self.cases[case].id.to_owned()).collect();
        let finding = Finding {
            says: sentence.to_string(),
            clause: self.clause(&symptom, &named, &broken),
            explanation: Explanation { symptom: Some(symptom), attributes: named },
            level,
            beside: judged.peek().is_some() && judged.all(|seen| seen.is_beside),
            waived: false,
            counted: match kind {
                Kind::Invalid | Kind::Valid | Kind::Open => Counted::Requests,
                Kind::Value | Kind::Beside => Counted::Values,
                Kind::Effect => Counted::Effects,
                Kind::Response => Counted::Responses,
            },
            shown,
            tested,
            masked: masked.len(),
            example: cases.first().cloned().unwrap_or_default(),
            cases,
        };
        (kind, finding)
    }

    /// Returns how many of what was judged show an explanation, and how many it fits.
    fn count(&self, chosen: &Conjunction) -> (usize, usize) {
        let Observations { all, cut, .. } = self.observations;
        let (mut shown, tested) = chosen.count(all);
        let explained = chosen.explained.iter();
        if chosen.is_rest {
            shown = explained.clone().filter(|index| self.observations.deviates(**index)).count();
        }
        let cut = explained.filter(|index| cut.iter().any(|(cut, _)| cut == *index)).count();
        (shown + cut, tested + cut)
    }

    /// Returns the keywords of the clauses that requests break, if they are few and the explanation has none.
    fn keywords(&self, chosen: &Conjunction) -> Vec<&str> {
        let names_clause = chosen.attributes.iter().any(|attribute| {
            let Attribute { name, value } = &self.observations.attributes[*attribute];
            *name == AttributeName::Keyword
                || (*name == AttributeName::Clause
                    && self.judge.clauses.contains_key(&ClauseId::new(value.as_str())))
        });
        if names_clause || !chosen.kinds.contains(&Kind::Invalid) {
            return Vec::new();
        }
        let explained = chosen.explained.iter();
        let known = explained.flat_map(|index| self.observations.attributes_of(*index));
        let words = known.filter(|(_, attribute)| attribute.name == AttributeName::Keyword);
        let words: BTreeSet<&str> = words.map(|(_, keyword)| keyword.value.as_str()).collect();
        let is_told = (2..=MAX_KEYWORDS).contains(&words.len());
        if is_told { words.into_iter().collect() } else { Vec::new() }
    }

    /// Returns the clause of an explanation, or the one above all broken clauses.
    fn clause(
        &self,
        symptom: &Symptom,
        attributes: &[Attribute],
        broken: &[&ClauseId],
    ) -> ClauseId {
        use AttributeName::{
            At, Below, Clause, Error, Null, Operation, With, Within, Without, Word,
        };
        let value = |name: AttributeName| {
            let mut named = attributes.iter().filter(move |one| one.name == name);
            named.next_back().map(|one| one.value.as_str())
        };
        let of_error = |error: &str| ClauseRoot::Error(error).clause();
        let of_part = |name| value(name).and_then(|place| self.clause_at(place, false));
        let of_sent = |name| value(name)?.split(": ").next().map(ClauseId::new);
        let only_error = value(Error).filter(|_| attributes.len() == 1 && symptom.is_of_error());
        let above = broken.iter().map(|clause| clause.as_str().to_owned());
        let above = above.reduce(|left, right| common_ancestor(&left, &right));
        (value(Clause).map(ClauseId::new))
            .or_else(|| only_error.map(of_error))
            .or_else(|| {
                let mut sent = [Null, With, Without, Word].into_iter();
                sent.find_map(of_sent).filter(|_| symptom.is_of_error())
            })
            .or_else(|| above.filter(|above| !above.is_empty()).map(ClauseId::new))
            .or_else(|| value(Below).and_then(|place| self.clause_at(place, true)))
            .or_else(|| [At, Within].into_iter().find_map(of_part))
            .or_else(|| value(Error).map(of_error))
            .or_else(|| value(Operation).map(|operation| ClauseRoot::Operation(operation).clause()))
            .unwrap_or_else(|| ClauseRoot::Service.clause())
    }

    /// Returns the clause of the schema at a place of a request, or of the items of the list there.
    fn clause_at(&self, place: &str, is_below: bool) -> Option<ClauseId> {
        let operations = self.judge.spec.operations.values();
        let mut types = operations.filter_map(|operation| operation.request.as_ref());
        types.find_map(|name| {
            let mut places = self.judge.spec.places(self.judge.spec.schema(name)?).into_iter();
            let found = places
                .find(|known| known.name() == place || known.name_with_variants() == place)?;
            let items = found.schema.items().filter(|_| is_below);
            Some(self.judge.spec.resolve(items.unwrap_or(found.schema)).clause.clone())
        })
    }
}

/// Returns the common ancestor of two clauses.
fn common_ancestor(left: &str, right: &str) -> String {
    let steps = left.split('.').zip(right.split('.'));
    let shared = steps.take_while(|(left, right)| left == right).map(|(step, _)| step);
    shared.collect::<Vec<_>>().join(".")
}
