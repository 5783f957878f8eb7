//! Findings: the reasons of deviations, each told once.
//!
//! Deviations are explained, not cases. Each response and each value in it is an observation; an explanation is a
//! conjunction of attributes that were known before the response came. This module does not judge: each failing
//! case stays failed, and belongs to at least one finding.
//!
//! ```text
//! subject ─► observe     what each step tests; what each response shows
//! attribute ─► explain   what explanations are made of; which ones are chosen
//! sentence               an explanation in words
//! ```

mod attribute;
mod explain;
mod observe;
mod sentence;
mod subject;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_spec::Spec;
use webdata_spec::model::{Clause, ClauseId, Level};

use crate::judge::{SERVER_ERROR, STATUS};
use crate::outcome::{Deviation, Outcome, OutcomeKind, ResponseRecord};
use explain::{Conjunction, Terms, explain};
use observe::{Kind, Observations, observe};

pub use attribute::{Attribute, AttributeName};
pub use observe::Symptom;
pub use subject::{Due, InvalidForm, ItemPosition, SentType, Subject, subjects};

/// Deviations with the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Finding {
    /// A sentence about what is wrong, made of the explanation.
    pub says: String,
    /// What the deviations have in common.
    #[serde(default)]
    pub explanation: Explanation,
    /// The broken clause, or the one above all broken clauses.
    pub clause: ClauseId,
    /// The firmest level of a broken clause. The level is `open` for a deviation that cases saw beside their own
    /// subject, at a property that requests set: a case about a gap may have set the property before.
    pub level: Level,
    /// Whether the deviations were only seen by cases about something else.
    pub beside: bool,
    /// Whether waivers cover all cases.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waived: bool,
    /// What `shown` and `tested` count.
    #[serde(default)]
    pub counted: Counted,
    /// How many of `tested` deviate so.
    #[serde(default)]
    pub shown: usize,
    /// How many were judged that the explanation fits.
    pub tested: usize,
    /// The number of cases that ended here, and could not show what comes after.
    #[serde(default, skip_serializing_if = "crate::outcome::is_zero")]
    pub masked: usize,
    /// The case that shows the deviation with the fewest bytes.
    pub example: String,
    /// Every case with such a deviation, the example first.
    pub cases: Vec<String>,
}

/// What a finding counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Requests, by the status codes of their responses.
    #[default]
    Requests,
    /// Values in responses.
    Values,
    /// Cases that test an effect.
    Effects,
    /// Responses.
    Responses,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Finding {
    /// Returns whether the finding affects the verdict: one of its cases is a failure that counts, or its
    /// level is firm enough.
    #[must_use]
    pub fn counts(&self, level: Level, is_counted: impl Fn(&str) -> bool) -> bool {
        match self.beside {
            true => !self.waived && self.level <= level,
            false => self.cases.iter().any(|case| is_counted(case)),
        }
    }
}

/// A symptom and the attributes of what shows it, as a list of texts: the symptom first, then `name=value`.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
#[schemars(with = "Vec<String>")]
pub struct Explanation {
    /// The symptom; `None` for any.
    pub symptom: Option<Symptom>,
    /// The attributes, all of which must fit.
    pub attributes: Vec<Attribute>,
}

impl TryFrom<Vec<String>> for Explanation {
    type Error = String;

    fn try_from(texts: Vec<String>) -> Result<Self, Self::Error> {
        let mut explanation = Self::default();
        for text in texts {
            if let Ok(symptom) = text.parse() {
                explanation.symptom = Some(symptom);
            } else if let Ok(attribute) = text.parse() {
                explanation.attributes.push(attribute);
            } else {
                return Err(format!("`{text}` is neither a symptom nor an attribute"));
            }
        }
        Ok(explanation)
    }
}

impl Explanation {
    /// Returns the explanation of all deviations from a clause, or from one below it.
    #[must_use]
    pub fn of_clause(clause: &ClauseId) -> Self {
        let value = clause.to_string();
        let attributes = vec![Attribute { name: AttributeName::Clause, value }];
        Self { symptom: None, attributes }
    }

    /// Returns the clause, if the explanation has no symptom and nothing else.
    #[must_use]
    pub fn as_clause(&self) -> Option<ClauseId> {
        match (&self.symptom, &self.attributes[..]) {
            (None, [Attribute { name: AttributeName::Clause, value }]) => {
                Some(ClauseId::new(value.as_str()))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Vec::from(self.clone()).join(", "))
    }
}

impl From<Explanation> for Vec<String> {
    fn from(explanation: Explanation) -> Self {
        let symptom = explanation.symptom.iter().map(ToString::to_string);
        symptom.chain(explanation.attributes.iter().map(ToString::to_string)).collect()
    }
}

/// A case and its outcome.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'j> {
    /// The identity of the case.
    pub id: &'j str,
    /// The clauses that the case covers; the case is named after the first.
    pub clauses: &'j [ClauseId],
    /// What its steps test.
    pub subjects: &'j [Subject],
    /// The outcome.
    pub outcome: &'j Outcome,
}

impl<'j> Judged<'j> {
    fn fails(&self) -> bool {
        matches!(self.outcome.kind, OutcomeKind::Fail | OutcomeKind::Waived)
    }

    fn is_blocked(&self) -> bool {
        self.outcome.kind == OutcomeKind::Blocked
    }

    /// Returns the deviations that the case is about, then the others.
    fn deviations(&self) -> impl Iterator<Item = &'j Deviation> {
        self.outcome.deviations.iter().chain(&self.outcome.beside)
    }

    /// Returns the steps with a response that was judged: the index, what it tests, and the response. A case that
    /// looks at each fixture repeats its steps.
    fn steps(&self) -> impl Iterator<Item = (usize, &'j Subject, &'j ResponseRecord)> {
        let (subjects, outcome) = (self.subjects, self.outcome);
        let is_repeated = outcome.transcript.len() > subjects.len();
        let end = outcome.ended_at.filter(|_| !is_repeated);
        let exchanges = outcome.transcript.iter().enumerate();
        exchanges.filter(move |(index, _)| end.is_none_or(|end| *index <= end)).filter_map(
            move |(index, exchange)| {
                let subject = subjects.get(index % subjects.len().max(1))?;
                Some((index, subject, exchange.response.as_ref()?))
            },
        )
    }

    /// Returns the last part of the identity, which names the sample.
    fn sample(&self) -> &'j str {
        self.id.rsplit("::").next().unwrap_or_default()
    }

    /// Returns the length of the requests as command lines, in bytes.
    fn length(&self) -> usize {
        self.outcome.transcript.iter().map(|exchange| exchange.curl().len()).sum()
    }

    /// Returns whether the case ended at a step, and could not show what comes after.
    fn is_masked_by(&self, step: usize) -> bool {
        let is_last = step + 1 >= self.subjects.len();
        let had_body = self.subjects.get(step).is_some_and(|subject| subject.due == Due::Success);
        let ends = self.outcome.ended_at == Some(step) || self.is_blocked();
        let by_status = self
            .outcome
            .deviations
            .first()
            .is_some_and(|first| first.step == step && first.place == STATUS);
        ends && (!is_last || (by_status && had_body))
    }
}

/// The findings of a run, with what they were made from.
#[derive(Debug)]
pub struct Explained<'j> {
    /// The findings, in the order in which a reader should look at them. Each failing case is in at least one of them,
    /// and so is each deviation that does not follow from another one of the same response.
    pub findings: Vec<Finding>,
    /// The observations that each finding explains.
    explained: Vec<Vec<usize>>,
    cases: Vec<Judged<'j>>,
    observations: Observations<'j>,
}

/// Returns the findings of a run.
#[must_use]
pub fn findings(spec: &Spec, judged: &[Judged<'_>]) -> Vec<Finding> {
    explained(spec, judged).findings
}

/// Explains the deviations of a run.
#[must_use]
pub fn explained<'j>(spec: &Spec, judged: &[Judged<'j>]) -> Explained<'j> {
    let is_judged = |case: &&Judged<'_>| case.outcome.kind.is_judged() || case.is_blocked();
    let cases: Vec<Judged<'_>> = judged.iter().filter(is_judged).copied().collect();
    if cases.iter().all(|case| case.deviations().next().is_none()) {
        let observations = Observations::default();
        return Explained { findings: Vec::new(), explained: Vec::new(), cases, observations };
    }
    let mut observations = observe(spec, &cases);
    let consequences = observations.take_consequences();
    let across_kinds = |symptom: &Symptom| match symptom {
        // A server that fails does so for one reason, whatever is due; other status codes have their own reasons.
        Symptom::Status(SERVER_ERROR.., _) => 3,
        _ => 0,
    };
    let terms = Terms {
        prices: observations.attributes.iter().map(Attribute::price).collect(),
        may_be_bare: Kind::ALL.map(Kind::may_be_bare).to_vec(),
        across_kinds: observations.symptoms.iter().map(across_kinds).collect(),
        wider: observations.symptoms.get_index_of(&Symptom::Other),
    };
    let mut chosen = explain(&observations.all, &terms);
    for one in chosen.iter_mut().filter(|one| Some(one.symptom) == terms.wider) {
        let own: BTreeSet<Option<usize>> =
            one.explained.iter().map(|index| observations.all[*index].symptom).collect();
        if let (1, Some(Some(symptom))) = (own.len(), own.first()) {
            one.symptom = *symptom;
        }
    }
    let rest = leftovers(&observations, &mut chosen);
    chosen.extend(rest);
    let chosen = merged_errors(spec, &observations, merged_types(&observations, chosen));
    let mut chosen = merged_failures(&observations, chosen);
    // What was cut in the record cannot tell its reason, so it has that of the others with the symptom.
    for (index, symptom) in observations.cut.iter().copied() {
        match chosen.iter_mut().find(|chosen| chosen.symptom == symptom) {
            Some(reason) => reason.explained.push(index),
            None => chosen.push(Conjunction {
                symptom,
                attributes: Vec::new(),
                kinds: vec![observations.all[index].kind],
                explained: vec![index],
                is_rest: true,
            }),
        }
    }
    for (cause, consequences) in consequences {
        let reason = chosen.iter_mut().find(|chosen| chosen.explained.contains(&cause));
        reason.into_iter().for_each(|reason| reason.explained.extend(&consequences));
    }
    let clauses: HashMap<ClauseId, Clause> =
        spec.clauses().into_iter().map(|clause| (clause.id.clone(), clause)).collect();
    let context = Context { spec, clauses, cases: &cases, observations: &observations };
    let mut findings: Vec<(Kind, Finding, Vec<usize>)> = chosen
        .into_iter()
        .map(|chosen| {
            let (kind, finding) = context.finding(&chosen);
            (kind, finding, chosen.explained)
        })
        .collect();
    findings.sort_by_cached_key(|(kind, finding, _)| {
        let Finding { beside, masked, level, cases, clause, .. } = finding;
        (*beside, Reverse(*masked), *level, *kind, Reverse(cases.len()), clause.clone())
    });
    let (findings, explained) =
        findings.into_iter().map(|(_, finding, explained)| (finding, explained)).unzip();
    Explained { findings, explained, cases, observations }
}

impl Explained<'_> {
    /// Returns whether a deviation is one that an explanation is about.
    fn fits(&self, explanation: &Explanation, index: usize) -> bool {
        let Observations { all, attributes, symptoms, seen, .. } = &self.observations;
        let observation = &all[index];
        if observation.symptom.is_none() {
            // What follows from another deviation is explained with it.
            let finding = self.explained.iter().find(|explained| explained.contains(&index));
            let mut own =
                finding.into_iter().flatten().filter(|index| all[**index].symptom.is_some());
            return own.next().is_some_and(|index| self.fits(explanation, *index));
        }
        let mut own = observation.symptom.into_iter().chain(observation.wider);
        let is_symptom = explanation
            .symptom
            .as_ref()
            .is_none_or(|due| own.any(|symptom| symptoms[symptom] == *due));
        is_symptom
            && explanation.attributes.iter().all(|attribute| {
                let clause = ClauseId::new(attribute.value.as_str());
                let breaks = |seen: &observe::Seen<'_>| {
                    seen.deviations.iter().any(|deviation| deviation.clause.is_within(&clause))
                };
                attributes.get_index_of(attribute).is_some_and(|known| {
                    observation.attributes.contains(&known) || observation.further.contains(&known)
                }) || (attribute.name == AttributeName::Clause
                    && seen.get(&index).is_some_and(breaks))
            })
    }

    /// Returns the failing cases with a deviation that an explanation is about.
    #[must_use]
    pub fn failing(&self, explanation: &Explanation) -> BTreeSet<&str> {
        let seen = self.observations.seen.iter();
        let fitting =
            seen.filter(|(index, seen)| !seen.is_beside && self.fits(explanation, **index));
        let cases = fitting.map(|(_, seen)| &self.cases[seen.case]);
        cases.filter(|case| case.fails()).map(|case| case.id).collect()
    }

    /// Returns the failing cases all of whose deviations are ones that these explanations are about.
    #[must_use]
    pub fn failing_only(&self, explanations: &[&Explanation]) -> BTreeSet<&str> {
        let mut covered = BTreeSet::new();
        let mut others = BTreeSet::new();
        for (index, seen) in self.observations.seen.iter().filter(|(_, seen)| !seen.is_beside) {
            let case = &self.cases[seen.case];
            match explanations.iter().any(|explanation| self.fits(explanation, *index)) {
                true => covered.insert(case.id),
                false => others.insert(case.id),
            };
        }
        &covered - &others
    }

    /// Returns whether every deviation of a finding is one that these explanations are about.
    #[must_use]
    pub fn covers_finding(&self, finding: usize, explanations: &[&Explanation]) -> bool {
        self.explained[finding]
            .iter()
            .all(|index| explanations.iter().any(|explanation| self.fits(explanation, *index)))
    }
}

/// Groups what no explanation qualifies for, by kind, symptom and clause. What is left of the requests that break a
/// clause takes the explanations of others that break it: one clause that is not kept is one reason.
fn leftovers(observations: &Observations<'_>, chosen: &mut Vec<Conjunction>) -> Vec<Conjunction> {
    let explained: BTreeSet<usize> =
        chosen.iter().flat_map(|chosen| chosen.explained.iter().copied()).collect();
    let statuses = Kind::STATUSES.map(|kind| kind as usize).to_vec();
    let group_of = |index: usize, symptom: usize| {
        let explain::Observation { attributes, kind, .. } = &observations.all[index];
        let named = attributes.iter().map(|one| (*one, &observations.attributes[*one]));
        let clauses = named.filter(|(_, attribute)| attribute.name == AttributeName::Clause);
        let innermost = clauses.max_by_key(|(_, attribute)| attribute.value.len());
        let kinds = if statuses.contains(kind) { statuses.clone() } else { vec![*kind] };
        (kinds, symptom, innermost.map(|(index, _)| index))
    };
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, observation) in observations.all.iter().enumerate() {
        if let Some(symptom) = observation.symptom.filter(|_| !explained.contains(&index)) {
            groups.entry(group_of(index, symptom)).or_default().push(index);
        }
    }
    for (group, rest) in groups.iter_mut().filter(|((kinds, ..), _)| *kinds == statuses) {
        let is_alike = |one: &mut Conjunction| {
            one.symptom == group.1
                && one.explained.iter().all(|index| group_of(*index, one.symptom) == *group)
        };
        rest.extend(chosen.extract_if(.., is_alike).flat_map(|one| one.explained));
    }
    let group = |((_, symptom, clause), explained): (_, Vec<usize>)| {
        let kinds: BTreeSet<usize> =
            explained.iter().map(|index| observations.all[*index].kind).collect();
        let (attributes, kinds) =
            (Option::into_iter(clause).collect(), kinds.into_iter().collect());
        Conjunction { symptom, attributes, kinds, explained, is_rest: true }
    };
    groups.into_iter().map(group).collect()
}

/// More failures than this, each of which explains at most [`MAX_SINGLE`] responses, are one finding.
const MAX_FAILURES: usize = 5;

/// The largest number of responses that a failure without a reason shows in.
const MAX_SINGLE: usize = 2;

/// The largest number of keywords in a sentence.
const MAX_KEYWORDS: usize = 6;

/// The smallest number of explanations that are merged.
const MIN_MERGED: usize = 3;

/// Merges the explanations of values of one other JSON type, such as lists in place of objects: the type itself shows
/// the reason, however many values of other schemas are as they should be.
fn merged_types(observations: &Observations<'_>, chosen: Vec<Conjunction>) -> Vec<Conjunction> {
    let mut groups: IndexMap<(usize, Vec<usize>), Vec<Conjunction>> = IndexMap::new();
    for one in chosen {
        groups.entry((one.symptom, one.kinds.clone())).or_default().push(one);
    }
    let merge = |((symptom, kinds), group): ((usize, Vec<usize>), Vec<Conjunction>)| {
        let is_type = matches!(observations.symptoms[symptom], Symptom::Type(_));
        if !is_type || group.len() < MIN_MERGED {
            return group;
        }
        let explained: Vec<usize> = group.into_iter().flat_map(|one| one.explained).collect();
        let mut shared: Option<BTreeSet<usize>> = None;
        for index in &explained {
            let own: BTreeSet<usize> =
                observations.all[*index].attributes.iter().copied().collect();
            shared = Some(shared.map_or(own.clone(), |shared| &shared & &own));
        }
        let is_type =
            |attribute: &usize| observations.attributes[*attribute].name == AttributeName::Type;
        let attributes = shared.unwrap_or_default().into_iter().filter(is_type).collect();
        vec![Conjunction { symptom, attributes, kinds, explained, is_rest: false }]
    };
    groups.into_iter().flat_map(merge).collect()
}

/// Merges the explanations of a text of the catalogue that comes with another status code: the text itself names the
/// error.
fn merged_errors(
    spec: &Spec,
    observations: &Observations<'_>,
    chosen: Vec<Conjunction>,
) -> Vec<Conjunction> {
    let mut others = Vec::new();
    let mut misplaced: BTreeMap<usize, (usize, Vec<usize>)> = BTreeMap::new();
    for mut one in chosen {
        if let Some(error) = misplaced_error(spec, observations, one.symptom) {
            // Only where this error is due, or may be.
            let is_due = |index: &mut usize| {
                let observation = &observations.all[*index];
                observation.attributes.contains(&error)
                    || observation.further.contains(&error)
                    || observation.kind == Kind::Open as usize
            };
            let due = one.explained.extract_if(.., is_due);
            misplaced.entry(one.symptom).or_insert((error, Vec::new())).1.extend(due);
        }
        others.extend((!one.explained.is_empty()).then_some(one));
    }
    others.extend(misplaced.into_iter().map(|(symptom, (error, explained))| Conjunction {
        symptom,
        attributes: vec![error],
        kinds: vec![Kind::Invalid as usize],
        explained,
        is_rest: false,
    }));
    others.retain(|one| !one.explained.is_empty());
    others
}

/// Returns the error of the catalogue, as an attribute, whose text a symptom has with another status code.
fn misplaced_error(spec: &Spec, observations: &Observations<'_>, symptom: usize) -> Option<usize> {
    let Symptom::Status(status, Some(text)) = &observations.symptoms[symptom] else { return None };
    let rows = || spec.errors.values().filter(|row| row.text.shown() == Some(text));
    let error = rows().next().filter(|_| rows().all(|row| row.status != *status))?;
    let (name, value) = (AttributeName::Error, error.id.clone());
    observations.attributes.get_index_of(&Attribute { name, value })
}

/// Merges what a server that fails now and then shows: many failures, each with a reason of its own.
fn merged_failures(observations: &Observations<'_>, chosen: Vec<Conjunction>) -> Vec<Conjunction> {
    let is_failure = |one: &Conjunction| {
        let symptom = &observations.symptoms[one.symptom];
        matches!(symptom, Symptom::Status(SERVER_ERROR.., _)) && one.explained.len() <= MAX_SINGLE
    };
    if chosen.iter().filter(|one| is_failure(one)).count() <= MAX_FAILURES {
        return chosen;
    }
    let (failures, mut others): (Vec<_>, Vec<_>) = chosen.into_iter().partition(is_failure);
    let mut merged: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for failure in failures {
        merged.entry(failure.symptom).or_default().extend(failure.explained);
    }
    let statuses = Kind::STATUSES.map(|kind| kind as usize);
    others.extend(merged.into_iter().map(|(symptom, explained)| Conjunction {
        symptom,
        attributes: Vec::new(),
        kinds: statuses.to_vec(),
        explained,
        is_rest: true,
    }));
    others
}

/// Everything that a finding is made from.
struct Context<'c, 'j> {
    spec: &'c Spec,
    clauses: HashMap<ClauseId, Clause>,
    cases: &'c [Judged<'j>],
    observations: &'c Observations<'j>,
}

impl<'j> Context<'_, 'j> {
    fn finding(&self, chosen: &Conjunction) -> (Kind, Finding) {
        let Observations { all, seen, attributes, symptoms, .. } = self.observations;
        let fits = |observation: &&explain::Observation| {
            chosen.kinds.contains(&observation.kind)
                && observation.neutral != Some(chosen.symptom)
                && chosen.attributes.iter().all(|one| observation.attributes.contains(one))
        };
        let (mut shown, mut tested) = (0, 0);
        for observation in all.iter().filter(fits) {
            tested += observation.weight as usize;
            if [observation.symptom, observation.wider].contains(&Some(chosen.symptom)) {
                shown += observation.weight as usize;
            }
        }
        let is_own = |index: &&usize| all[**index].symptom.is_some();
        if chosen.is_rest {
            shown = chosen.explained.iter().filter(is_own).count();
        }
        let is_cut = |index: &&usize| self.observations.cut.iter().any(|(cut, _)| cut == *index);
        let cut = chosen.explained.iter().filter(is_cut).count();
        shown += cut;
        tested += cut;
        let explained: Vec<&observe::Seen<'j>> =
            chosen.explained.iter().filter_map(|index| seen.get(index)).collect();
        let mut cases: Vec<usize> = explained.iter().map(|seen| seen.case).collect();
        cases.sort_unstable();
        cases.dedup();
        // The example fails for this reason, and for nothing that follows from it.
        let is_told = |index: &&usize| is_own(index) && (chosen.is_rest || fits(&&all[**index]));
        let own = chosen.explained.iter().filter(is_told).filter_map(|index| seen.get(index));
        let own: Vec<&observe::Seen<'j>> = own.filter(|seen| !seen.is_beside).collect();
        let is_own_case: BTreeSet<usize> = own.iter().map(|seen| seen.case).collect();
        cases.sort_by_cached_key(|index| {
            let case = &self.cases[*index];
            (!is_own_case.contains(index), !case.fails(), case.length(), case.id)
        });
        let masked = explained.iter().filter(|seen| {
            let step = seen.deviations.first().map(|deviation| deviation.step);
            step.is_some_and(|step| self.cases[seen.case].is_masked_by(step))
        });
        let masked: BTreeSet<usize> = masked.map(|seen| seen.case).collect();
        let mut examples = own.iter().chain(&explained);
        let example = examples.find(|seen| Some(&seen.case) == cases.first());
        let kinds: Vec<Kind> = chosen.kinds.iter().map(|kind| Kind::ALL[*kind]).collect();
        let kind = kinds.first().copied().unwrap_or(Kind::Response);
        let broken: Vec<&ClauseId> = explained
            .iter()
            .filter_map(|seen| seen.deviations.first().map(|deviation| &deviation.clause))
            .collect();
        let level = |clause: &&ClauseId| {
            self.clauses.get(*clause).map_or(Level::Must, |clause| clause.level)
        };
        let level = match kind {
            Kind::Beside => Level::Open,
            _ => broken.iter().map(level).min().unwrap_or(Level::Must),
        };
        let mut own: Vec<Attribute> =
            chosen.attributes.iter().map(|one| attributes[*one].clone()).collect();
        own.sort();
        let symptom = symptoms[chosen.symptom].clone();
        let sentence = sentence::Sentence {
            spec: self.spec,
            clauses: &self.clauses,
            symptom: &symptom,
            kinds: &kinds,
            attributes: &own,
            keywords: self.keywords(chosen),
            is_exact: shown == tested,
            example: example.and_then(|seen| seen.deviations.first().copied()),
        };
        let sentence = sentence.to_string();
        // A case that was blocked has not judged the server.
        let mut judged =
            explained.iter().filter(|seen| !self.cases[seen.case].is_blocked()).peekable();
        let beside = judged.peek().is_some() && judged.all(|seen| seen.is_beside);
        let finding = Finding {
            says: sentence,
            clause: self.clause(&symptom, &own, &broken),
            explanation: Explanation { symptom: Some(symptom), attributes: own },
            level,
            beside,
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
            example: cases.first().map(|case| self.cases[*case].id.to_owned()).unwrap_or_default(),
            cases: cases.iter().map(|case| self.cases[*case].id.to_owned()).collect(),
        };
        (kind, finding)
    }

    /// Returns the keywords of the clauses that requests break, if they are few and the explanation has none.
    fn keywords(&self, chosen: &Conjunction) -> Vec<&str> {
        let Observations { all, attributes, .. } = self.observations;
        let is_keyword = |attribute: &usize| attributes[*attribute].name == AttributeName::Keyword;
        let is_request = chosen.kinds.contains(&(Kind::Invalid as usize));
        let names_clause = chosen.attributes.iter().any(|attribute| {
            let Attribute { name, value } = &attributes[*attribute];
            *name == AttributeName::Keyword
                || (*name == AttributeName::Clause
                    && self.clauses.contains_key(&ClauseId::new(value.as_str())))
        });
        let explained = chosen.explained.iter().map(|index| &all[*index]);
        let words: BTreeSet<&str> = explained
            .flat_map(|observation| observation.attributes.iter().filter(|one| is_keyword(one)))
            .map(|attribute| attributes[*attribute].value.as_str())
            .collect();
        let is_told = is_request && !names_clause && words.len() > 1 && words.len() <= MAX_KEYWORDS;
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
        let of = |name: AttributeName| {
            let mut named = attributes.iter().filter(move |one| one.name == name);
            named.next_back().map(|one| one.value.as_str())
        };
        let of_error = |error: &str| ClauseId::new(format!("errors.{error}"));
        let of_part = |name| of(name).and_then(|place| self.clause_at(place, false));
        let of_sent = |name| {
            let (clause, _) = of(name).map(|sent| sent.split_once(": ").unwrap_or((sent, "")))?;
            Some(ClauseId::new(clause))
        };
        let only_error = of(Error).filter(|_| attributes.len() == 1 && symptom.is_of_error());
        let above = broken.iter().map(|clause| clause.as_str().to_owned());
        let above = above.reduce(|left, right| common_prefix(&left, &right).to_owned());
        (of(Clause).map(ClauseId::new))
            .or_else(|| only_error.map(of_error))
            .or_else(|| [Null, With, Without, Word].into_iter().find_map(of_sent))
            .or_else(|| above.filter(|above| !above.is_empty()).map(ClauseId::new))
            .or_else(|| of(Below).and_then(|place| self.clause_at(place, true)))
            .or_else(|| [At, Within].into_iter().find_map(of_part))
            .or_else(|| of(Error).map(of_error))
            .or_else(|| {
                of(Operation).map(|operation| ClauseId::new(format!("operations.{operation}")))
            })
            .unwrap_or_else(|| ClauseId::new("service"))
    }

    /// Returns the clause of the schema at a place of a request, or of the items of the list there.
    fn clause_at(&self, place: &str, is_below: bool) -> Option<ClauseId> {
        let operations = self.spec.operations.values();
        let mut types = operations.filter_map(|operation| operation.request.as_ref());
        types.find_map(|name| {
            let mut places = self.spec.places(self.spec.schema(name)?).into_iter();
            let found = places
                .find(|known| known.name() == place || known.name_with_variants() == place)?;
            let items = found.schema.items().filter(|_| is_below);
            Some(self.spec.resolve(items.unwrap_or(found.schema)).clause.clone())
        })
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
