//! Findings: the reasons of deviations, each reported once.
//!
//! Deviations are explained, not cases. Each response and each value in it is an observation; an explanation is a
//! conjunction of attributes that were known before the response came. This module does not judge: each failing
//! case stays failed, and belongs to at least one finding.
//!
//! ```text
//! subject ─► describe ─► observe   the record becomes observations: typed attributes, and a symptom
//! explain ─► merge                 the search, which reads numbers only; then rules for what is one reason
//! finding ─► sentence              an explanation with its cases; in words, from the typed attributes
//! ```

mod attribute;
mod describe;
mod explain;
mod finding;
mod merge;
mod observation;
mod observe;
mod sentence;
mod subject;
mod symptom;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_cases::case::Case;
use webdata_spec::model::{ClauseId, Level};

use crate::judge::{Judge, SERVER_ERROR, STATUS};
use crate::outcome::{Deviation, Exchange, Outcome, OutcomeKind, ResponseRecord};
use crate::quantities::describe_seconds;
use explain::{Terms, explain};
use finding::FindingBuilder;
use observation::Kind;
use observe::{Observations, observe};
use subject::{is_of_error, is_of_service};

pub use attribute::{Attribute, DeclaredType, HasDefault, KeywordFamily, Presence, SentWord};
pub use subject::{
    Due, InvalidForm, ItemPosition, OddText, SentKey, SentPart, SentType, Subject, subjects,
};
pub use symptom::Symptom;

/// Deviations with the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Finding {
    /// A sentence about what is wrong, made of the explanation.
    pub says: String,
    /// What the deviations have in common.
    #[serde(default)]
    pub explanation: Explanation,
    /// The group.
    #[serde(default)]
    pub concern: Concern,
    /// The broken clause, or the one above all broken clauses.
    pub clause: ClauseId,
    /// The firmest level of a case that deviates, or of a clause that a case about something else saw broken. The level is
    /// `open` for a deviation at a property that requests set, if only cases about something else saw it: a case about a
    /// gap may have set the property before.
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

/// What a maintainer mends first: the groups of findings, in order.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Concern {
    /// Requests get in that should not: without a key, or with one that is wrong or of another team.
    Access,
    /// A good part of all cases meets it, with valid requests.
    EveryClient,
    /// Some valid requests are rejected or not done, or have wrong responses.
    ValidRequests,
    /// Invalid or odd requests are accepted, or rejected with another response.
    Unchecked,
    /// Errors have other texts, or the contract is less firm than `must`.
    #[default]
    Softer,
}

displayed!(Concern);

impl Concern {
    /// Every group, the first to be mended first.
    pub const ALL: [Self; 5] =
        [Self::Access, Self::EveryClient, Self::ValidRequests, Self::Unchecked, Self::Softer];

    /// Returns the title of the group.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Access => "Gets in, and should not",
            Self::EveryClient => "Every client meets it",
            Self::ValidRequests => "Breaks on valid requests",
            Self::Unchecked => "Is not rejected as it should be",
            Self::Softer => "Texts, and what is not a must",
        }
    }
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

displayed!(Counted);

impl Finding {
    /// Returns whether the finding affects the verdict: one of its cases is a failure that counts, or its
    /// level is firm enough.
    #[must_use]
    pub fn counts(&self, level: Level, is_counted: impl Fn(&str) -> bool) -> bool {
        if self.beside {
            !self.waived && self.level <= level
        } else {
            self.cases.iter().any(|case| is_counted(case))
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
        Self { symptom: None, attributes: vec![Attribute::Clause(clause.clone())] }
    }

    /// Returns the clause, if the explanation has no symptom and nothing else.
    #[must_use]
    pub fn as_clause(&self) -> Option<ClauseId> {
        match (&self.symptom, &self.attributes[..]) {
            (None, [Attribute::Clause(clause)]) => Some(clause.clone()),
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
    /// How firmly the contract states the first clause.
    pub level: Level,
    /// The clauses that the case covers; the case is named after the first.
    pub clauses: &'j [ClauseId],
    /// What its steps test.
    pub subjects: &'j [Subject],
    /// The outcome.
    pub outcome: &'j Outcome,
}

impl<'j> Judged<'j> {
    /// Returns a case with its outcome.
    #[must_use]
    pub fn new(case: &'j Case, subjects: &'j [Subject], outcome: &'j Outcome) -> Self {
        Self { id: &case.id, level: case.level, clauses: &case.clauses, subjects, outcome }
    }

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

    fn deviations_at(&self, step: usize) -> impl Iterator<Item = &'j Deviation> {
        self.deviations().filter(move |deviation| deviation.step == step)
    }

    /// Returns the steps with a response that was judged. A case that looks at each fixture repeats its steps.
    fn steps(&self) -> impl Iterator<Item = JudgedStep<'j>> {
        let (subjects, outcome) = (self.subjects, self.outcome);
        let is_repeated = outcome.transcript.len() > subjects.len();
        let end = outcome.ended_at.filter(|_| !is_repeated).unwrap_or(usize::MAX);
        let exchanges = outcome.transcript.iter().enumerate().zip(subjects.iter().cycle());
        exchanges.take_while(move |((index, _), _)| *index <= end).filter_map(
            |((index, exchange), subject)| {
                let response = exchange.response.as_ref()?;
                Some(JudgedStep { index, subject, exchange, response })
            },
        )
    }

    /// Returns what the last step tests, which effects and webhooks follow from.
    fn last_subject(&self) -> Subject {
        self.subjects.last().cloned().unwrap_or_default()
    }

    /// Returns whether a clause says what the operation of the case does, and not what every response is like.
    fn is_about_effect(&self, clause: &ClauseId) -> bool {
        self.clauses.contains(clause) && !is_of_error(clause) && !is_of_service(clause)
    }

    /// Returns the last part of the identity, which names the sample, before that which names the item of a list.
    fn sample(&self) -> &'j str {
        let is_sample = |part: &&str| !["first-item", "last-item"].contains(part);
        self.id.rsplit("::").find(is_sample).unwrap_or_default()
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

/// A step whose response was judged.
#[derive(Debug)]
struct JudgedStep<'j> {
    index: usize,
    subject: &'j Subject,
    exchange: &'j Exchange,
    response: &'j ResponseRecord,
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
pub fn findings(judge: Judge<'_>, judged: &[Judged<'_>]) -> Vec<Finding> {
    explained(judge, judged).findings
}

/// Returns the finding of a request after which the server responded to nothing for a time. The case was not judged, so
/// the finding does not count: the network may have been silent.
fn silence(judged: &[Judged<'_>]) -> Option<Finding> {
    let (after, seconds) = judged.iter().find_map(|case| case.outcome.reason.silence())?;
    let case = judged.iter().find(|case| case.id == after)?;
    let clause = case.clauses.first()?.clone();
    let time = describe_seconds(seconds);
    Some(Finding {
        says: format!("for {time} after one request, the server responds to no request"),
        explanation: Explanation {
            symptom: Some(Symptom::Silent),
            attributes: vec![Attribute::Clause(clause.clone())],
        },
        concern: Concern::EveryClient,
        clause,
        level: case.level,
        beside: false,
        waived: false,
        counted: Counted::Requests,
        shown: 1,
        tested: 1,
        masked: 0,
        example: after.to_owned(),
        cases: vec![after.to_owned()],
    })
}

/// Explains the deviations of a run, and a time without any response.
#[must_use]
pub fn explained<'j>(judge: Judge<'_>, judged: &[Judged<'j>]) -> Explained<'j> {
    let mut explained = explained_deviations(judge, judged);
    if let Some(silence) = silence(judged) {
        let Explained { findings, explained, .. } = &mut explained;
        let index = findings.partition_point(|finding| finding.concern < silence.concern);
        findings.insert(index, silence);
        explained.insert(index, Vec::new());
    }
    explained
}

fn explained_deviations<'j>(judge: Judge<'_>, judged: &[Judged<'j>]) -> Explained<'j> {
    let is_judged = |case: &&Judged<'_>| case.outcome.kind.is_judged() || case.is_blocked();
    let cases: Vec<Judged<'_>> = judged.iter().filter(is_judged).copied().collect();
    if cases.iter().all(|case| case.deviations().next().is_none()) {
        let observations = Observations::default();
        return Explained { findings: Vec::new(), explained: Vec::new(), cases, observations };
    }
    let observations = observe(judge.spec, &cases);
    let across_groups = |symptom: &Symptom| match symptom {
        // A server that fails does so for one reason, whatever is due; other status codes have their own reasons.
        Symptom::Status(SERVER_ERROR.., _) => 3,
        _ => 0,
    };
    let terms = Terms {
        prices: observations.attributes.iter().map(Attribute::price).collect(),
        bare_groups: Kind::bare_groups(),
        across_groups: observations.symptoms.iter().map(across_groups).collect(),
        wider: observations.symptoms.get_index_of(&Symptom::Other),
    };
    let chosen = merge::merge(judge.spec, &observations, explain(&observations.all, &terms));
    let builder = FindingBuilder { judge, cases: &cases, observations: &observations };
    let mut findings: Vec<(Finding, Vec<usize>)> =
        chosen.into_iter().map(|chosen| (builder.finding(&chosen), chosen.explained)).collect();
    findings.sort_by_cached_key(|(finding, _)| {
        let Finding { concern, shown, masked, says, .. } = finding;
        (*concern, Reverse(*shown), Reverse(*masked), says.clone())
    });
    let (findings, explained) = findings.into_iter().unzip();
    Explained { findings, explained, cases, observations }
}

impl<'j> Explained<'j> {
    /// Returns whether a deviation is one that an explanation is about.
    fn fits(&self, explanation: &Explanation, index: usize) -> bool {
        let Observations { all, attributes, symptoms, seen, .. } = &self.observations;
        let observation = &all[index];
        if observation.symptom.is_none() {
            // What follows from another deviation is explained with it.
            let finding = self.explained.iter().find(|explained| explained.contains(&index));
            let mut explained = finding.into_iter().flatten();
            let cause = explained.find(|index| self.observations.deviates(**index));
            return cause.is_some_and(|cause| self.fits(explanation, *cause));
        }
        let mut shown = observation.symptom.into_iter().chain(observation.wider);
        let due = explanation.symptom.as_ref();
        let has = |attribute: &Attribute| {
            attributes.get_index_of(attribute).is_some_and(|known| {
                observation.attributes.contains(&known) || observation.further.contains(&known)
            })
        };
        let breaks = |clause: &ClauseId| {
            let mut broken = seen[index].deviations.iter();
            broken.any(|deviation| deviation.clause.is_within(clause))
        };
        due.is_none_or(|due| shown.any(|symptom| symptoms[symptom] == *due))
            && explanation.attributes.iter().all(|attribute| {
                has(attribute) || matches!(attribute, Attribute::Clause(clause) if breaks(clause))
            })
    }

    /// Returns the deviations of what cases are about, each with its case.
    fn deviations(&self) -> impl Iterator<Item = (usize, &Judged<'_>)> {
        let seen = self.observations.seen.iter().enumerate().filter(|(_, seen)| !seen.is_beside);
        seen.map(|(index, seen)| (index, &self.cases[seen.case]))
    }

    /// Returns the failing cases.
    pub(crate) fn failing_cases(&self) -> BTreeSet<&'j str> {
        self.cases.iter().filter(|case| case.fails()).map(|case| case.id).collect()
    }

    /// Returns the failing cases with a deviation that an explanation is about.
    #[must_use]
    pub fn failing(&self, explanation: &Explanation) -> BTreeSet<&str> {
        let fitting = self.deviations().filter(|(index, _)| self.fits(explanation, *index));
        fitting.filter(|(_, case)| case.fails()).map(|(_, case)| case.id).collect()
    }

    /// Returns the failing cases all of whose deviations are ones that these explanations are about.
    #[must_use]
    pub fn failing_only(&self, explanations: &[&Explanation]) -> BTreeSet<&str> {
        let (mut covered, mut others) = (BTreeSet::new(), BTreeSet::new());
        for (index, case) in self.deviations() {
            if explanations.iter().any(|explanation| self.fits(explanation, index)) {
                covered.insert(case.id)
            } else {
                others.insert(case.id)
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
