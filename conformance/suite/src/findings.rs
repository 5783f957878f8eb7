//! Findings: failing cases with the same reason, reported once, and deviations that cases about something else saw.
//!
//! Cases are grouped by symptom, rejections of valid requests by a common feature. A reason is searched from the
//! outside in: a part of the interface in which every case fails alike, then a clause, then a place of the responses. This module does not judge: each failing case stays failed, and
//! belongs to one finding.

mod feature;
mod groups;
mod symptom;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use indexmap::{IndexMap, IndexSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_spec::Spec;
use webdata_spec::model::{Clause, ClauseId, Level};

use crate::judge::{SERVER_ERROR, UNAUTHORIZED};
use crate::outcome::{Deviation, Outcome, OutcomeKind};
use crate::untrusted::{cut, one_line};
use feature::Feature;
use symptom::Symptom;

/// Failing cases with the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Finding {
    /// A sentence about what is wrong.
    pub says: String,
    /// The broken clause, or the one above all broken clauses.
    pub clause: ClauseId,
    /// The level of the clause. The level is `open` for a deviation that cases saw beside their own subject,
    /// at a property that requests set: a case about a gap may have set the property before.
    pub level: Level,
    /// Whether the deviation was only seen by cases about something else.
    pub beside: bool,
    /// Whether waivers cover all cases.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waived: bool,
    /// The number of judged cases that test the clause, including those that fail.
    pub tested: usize,
    /// The case that shows the deviation with the fewest bytes.
    pub example: String,
    /// Every case that fails for this reason or saw the deviation, the example first.
    pub cases: Vec<String>,
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

/// A case and its outcome.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'j> {
    /// The identity of the case.
    pub id: &'j str,
    /// The clauses that the case covers; the case is named after the first.
    pub clauses: &'j [ClauseId],
    /// The outcome.
    pub outcome: &'j Outcome,
}

impl<'j> Judged<'j> {
    /// Returns whether the case judged the server.
    pub(crate) fn is_judged(&self) -> bool {
        self.outcome.kind.is_judged()
    }

    fn fails(&self) -> bool {
        matches!(self.outcome.kind, OutcomeKind::Fail | OutcomeKind::Waived)
    }

    /// Returns the error that the case expects, if it expects one.
    fn error(&self) -> Option<&'j str> {
        let row =
            |clause: &'j ClauseId| clause.as_str().strip_prefix("errors.")?.strip_suffix(".status");
        self.clauses.iter().find_map(row)
    }

    /// Returns the clause that the case is named after.
    fn clause(&self) -> Option<&'j ClauseId> {
        self.clauses.first()
    }

    /// Returns the first deviation from a clause.
    fn deviation_from(&self, clause: &ClauseId) -> Option<&'j Deviation> {
        let deviations = self.outcome.deviations.iter().chain(&self.outcome.beside);
        deviations.into_iter().find(|deviation| deviation.clause == *clause)
    }

    /// Returns the length of the requests as command lines, in bytes.
    fn length(&self) -> usize {
        self.outcome.transcript.iter().map(|exchange| exchange.curl().len()).sum()
    }
}

/// Failing cases with the same reason, before they become a finding.
struct Group<'j> {
    symptom: Symptom<'j>,
    /// The parts of the interface in which all cases fail alike, if that is the reason.
    parts: Vec<&'j str>,
    /// The feature that all failing requests have and no accepted request has, if that is the reason.
    feature: Option<Feature>,
    clause: ClauseId,
    tested: usize,
    beside: bool,
    cases: Vec<Judged<'j>>,
}

/// Returns the findings of a run, by the number of their cases. Each failing case is in one of them. Each
/// deviation that a case saw beside its subject is in one, unless a failing case names its clause.
#[must_use]
pub fn findings(spec: &Spec, judged: &[Judged<'_>]) -> Vec<Finding> {
    let judged: Vec<Judged<'_>> = judged.iter().copied().filter(Judged::is_judged).collect();
    let mut alike: IndexMap<Symptom<'_>, Vec<Judged<'_>>> = IndexMap::new();
    for case in judged.iter().filter(|case| case.fails()) {
        alike.entry(Symptom::new(spec, case)).or_default().push(*case);
    }
    let (rejected, others): (IndexMap<_, _>, IndexMap<_, _>) =
        alike.into_iter().partition(|(symptom, _)| symptom.is_rejection());
    let rejected = rejected.into_iter();
    let mut groups: Vec<Group<'_>> = rejected
        .flat_map(|(symptom, cases)| rejection_groups(spec, &symptom, cases, &judged))
        .collect();
    for (symptom, mut cases) in others {
        for group in groups.iter_mut().filter(|group| group.symptom.has_same_response(&symptom)) {
            let Some(feature) = &group.feature else { continue };
            group.cases.extend(cases.extract_if(.., |case| feature.is_in(case)));
        }
        if cases.is_empty() {
            continue;
        }
        let symptom = symptom.widened_to_error(&cases, &judged);
        groups.extend(match &symptom {
            Symptom::Place { .. } => groups::by_clause(spec, &symptom, cases),
            Symptom::Accepted | Symptom::Status { .. } => {
                groups::by_part(spec, &symptom, cases, &judged)
            }
            Symptom::CatalogueError { .. } | Symptom::Other(_) => {
                vec![Group::from_symptom(spec, symptom, cases)]
            }
        });
    }
    groups.extend(groups_beside(&judged));
    let mut merged: BTreeMap<ClauseId, Group<'_>> = BTreeMap::new();
    for group in groups {
        match merged.get_mut(&group.clause) {
            Some(known) => known.add(group),
            None => drop(merged.insert(group.clause.clone(), group)),
        }
    }
    let clauses: HashMap<ClauseId, Clause> =
        spec.clauses().into_iter().map(|clause| (clause.id.clone(), clause)).collect();
    let sent = sent_clauses(spec);
    let is_sent = |clause: &ClauseId| sent.iter().any(|outer| clause.is_within(outer));
    let level = |group: &Group<'_>| match group.beside && is_sent(&group.clause) {
        true => Level::Open,
        false => clauses.get(&group.clause).map_or(Level::Must, |clause| clause.level),
    };
    let finding = |group: Group<'_>| {
        let (level, clause) = (level(&group), clauses.get(&group.clause));
        group.into_finding(spec, clause, level, &judged)
    };
    let mut findings: Vec<Finding> = merged.into_values().map(finding).collect();
    findings.sort_by(|left, right| {
        (right.cases.len(), &left.clause).cmp(&(left.cases.len(), &right.clause))
    });
    findings
}

/// Groups valid requests that the server rejects: by the feature that all of them have in an operation,
/// otherwise by part.
fn rejection_groups<'j>(
    spec: &Spec,
    symptom: &Symptom<'j>,
    cases: Vec<Judged<'j>>,
    judged: &[Judged<'j>],
) -> Vec<Group<'j>> {
    let mut by_operation: IndexMap<&str, Vec<Judged<'j>>> = IndexMap::new();
    for case in cases {
        by_operation.entry(feature::operation_of(&case)).or_default().push(case);
    }
    let (mut groups, mut left) = (Vec::new(), Vec::new());
    for (operation, cases) in by_operation {
        match Feature::find(spec, operation, &cases, judged) {
            Some((feature, clause)) => {
                let feature = Some(feature);
                groups.push(Group { feature, ..Group::new(symptom.clone(), clause, cases) });
            }
            None => left.extend(cases),
        }
    }
    groups.extend(groups::by_part(spec, symptom, left, judged));
    groups
}

/// Groups the deviations that no failing case names, by clause.
fn groups_beside<'j>(judged: &[Judged<'j>]) -> impl Iterator<Item = Group<'j>> {
    let failing = judged.iter().filter(|case| case.fails());
    let named = failing.flat_map(|case| {
        case.clause()
            .into_iter()
            .chain(case.outcome.deviations.iter().map(|deviation| &deviation.clause))
    });
    let named: HashSet<&ClauseId> = named.collect();
    let mut cases_by_clause: BTreeMap<&ClauseId, Vec<Judged<'j>>> = BTreeMap::new();
    for case in judged {
        let new = case.outcome.beside.iter().map(|deviation| &deviation.clause);
        let new: BTreeSet<_> = new.filter(|clause| !named.contains(clause)).collect();
        for clause in new {
            cases_by_clause.entry(clause).or_default().push(*case);
        }
    }
    cases_by_clause.into_iter().map(|(clause, cases)| {
        let deviation = cases.iter().find_map(|case| case.deviation_from(clause));
        let place =
            deviation.map(|deviation| symptom::pattern(&deviation.place)).unwrap_or_default();
        let symptom = Symptom::Place { operation: "", place };
        let clause = clause.clone();
        Group { beside: true, ..Group::new(symptom, clause, cases) }
    })
}

/// Returns the clauses of all values in request bodies.
fn sent_clauses(spec: &Spec) -> HashSet<&ClauseId> {
    let requests = spec.operations.values().filter_map(|operation| operation.request.as_ref());
    let types = requests.filter_map(|name| Some(&spec.types.get(name)?.schema));
    spec.reached(types).into_iter().map(|schema| &schema.clause).collect()
}

impl<'j> Group<'j> {
    fn new(symptom: Symptom<'j>, clause: ClauseId, cases: Vec<Judged<'j>>) -> Self {
        Self { symptom, parts: Vec::new(), feature: None, clause, tested: 0, beside: false, cases }
    }

    /// Makes a group of cases with the clause of their symptom, or otherwise that of the first case.
    fn from_symptom(spec: &Spec, symptom: Symptom<'j>, cases: Vec<Judged<'j>>) -> Self {
        let first = || cases.first().and_then(Judged::clause).cloned();
        let clause = symptom.clause(spec).or_else(first).unwrap_or_else(|| ClauseId::new(""));
        Self::new(symptom, clause, cases)
    }

    /// Adds cases that fail elsewhere for the same reason.
    fn add(&mut self, other: Self) {
        self.parts.extend(other.parts);
        self.tested += other.tested;
        self.cases.extend(other.cases);
    }

    fn into_finding(
        mut self,
        spec: &Spec,
        clause: Option<&Clause>,
        level: Level,
        judged: &[Judged<'j>],
    ) -> Finding {
        self.cases.sort_by_cached_key(|case| (case.length(), case.id));
        if self.parts.is_empty() {
            let ids: HashSet<&str> = self.cases.iter().map(|case| case.id).collect();
            let names =
                |case: &&Judged<'_>| ids.contains(case.id) || case.clauses.contains(&self.clause);
            self.tested = judged.iter().filter(names).count();
        }
        Finding {
            says: render(spec, clause, &self),
            example: self.cases.first().map(|case| case.id.to_owned()).unwrap_or_default(),
            cases: self.cases.iter().map(|case| case.id.to_owned()).collect(),
            level,
            clause: self.clause,
            beside: self.beside,
            waived: false,
            tested: self.tested,
        }
    }
}

/// The maximum length of a server's text, in characters.
const MAX_TEXT_CHARS: usize = 200;

fn render(spec: &Spec, clause: Option<&Clause>, group: &Group<'_>) -> String {
    let subject = subject(spec, clause, group);
    match &group.symptom {
        Symptom::Status { expected: None, received, .. } if *received < SERVER_ERROR => {
            let response = response(&group.symptom);
            if let Some(feature) = &group.feature {
                let which = feature.describe();
                return format!("valid requests {which} are rejected with {response}");
            }
            match group.parts.first().copied() {
                Some("") if *received == UNAUTHORIZED => {
                    format!("no request is accepted: {response}; check the valid key of the target")
                }
                Some("") => format!("no request is accepted: {response}"),
                Some(_) => format!("{subject}: valid requests are rejected with {response}"),
                None => format!("{subject}: a valid request is rejected with {response}"),
            }
        }
        Symptom::Status { expected, received, .. } if *received >= SERVER_ERROR => {
            let to = if expected.is_some() { "invalid requests" } else { "valid requests" };
            format!("{subject}: the server responds to {to} with {received}")
        }
        Symptom::Accepted => match group.parts.first() {
            Some(_) => format!("{subject}: nothing is validated"),
            None => format!("{subject} is not enforced: invalid requests are accepted"),
        },
        Symptom::Status { expected, .. } => {
            let wanted = expected.map(|error| describe_error(spec, error)).unwrap_or_default();
            format!("{subject}: invalid requests get {}, not {wanted}", response(&group.symptom))
        }
        Symptom::CatalogueError { error, received, text: None } => {
            let wanted = spec.errors.get(error).map(|row| row.status).unwrap_or_default();
            format!("the error `{error}` has the status code {received}, not {wanted}")
        }
        Symptom::CatalogueError { error, received, text: Some(received_text) } => {
            format!(
                "the error `{error}` comes as {received} `{}`, not {}",
                text(received_text),
                describe_error(spec, error)
            )
        }
        Symptom::Place { place, .. } => {
            let first = group.cases.iter().find_map(|case| case.deviation_from(&group.clause));
            let (expected, received) = first.map_or((String::new(), String::new()), |deviation| {
                (text(&deviation.expected), text(&deviation.received))
            });
            format!("{subject}: at `{}`, expected `{expected}`, got `{received}`", text(place))
        }
        Symptom::Other(reason) => format!("{subject}: `{}`", text(reason)),
    }
}

/// Returns the status code and the text of an error.
fn describe_error(spec: &Spec, error: &str) -> String {
    let row = spec.errors.get(error);
    let described = row.map(|row| match row.text.shown() {
        Some(text) => format!("{} `{text}`", row.status),
        None => row.status.to_string(),
    });
    described.unwrap_or_default()
}

/// The number of parts that are named.
const MAX_NAMED: usize = 2;

fn subject(spec: &Spec, clause: Option<&Clause>, group: &Group<'_>) -> String {
    if group.parts.contains(&"") {
        return "everywhere".to_owned();
    }
    if !group.parts.is_empty() {
        let shown = |part: &&str| match groups::body(spec, part) {
            Some((shown, _)) => format!("`{shown}`"),
            None => format!("`{}`", part.replace("::", " ")),
        };
        let parts: IndexSet<String> = group.parts.iter().map(shown).collect();
        let named = parts.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(" and ");
        return match parts.len().saturating_sub(MAX_NAMED) {
            0 => named,
            more => format!("{named} and {more} more places"),
        };
    }
    match clause {
        Some(clause) => format!("`{}` ({})", clause.id, clause.statement.trim_end_matches('.')),
        None => format!("`{}`", group.clause),
    }
}

/// Returns the received response in words.
fn response(symptom: &Symptom<'_>) -> String {
    match symptom {
        Symptom::Status { received, text: Some(received_text), .. } => {
            format!("{received} `{}`", text(received_text))
        }
        Symptom::Status { received, .. } => received.to_string(),
        Symptom::Accepted
        | Symptom::CatalogueError { .. }
        | Symptom::Place { .. }
        | Symptom::Other(_) => String::new(),
    }
}

/// Returns a text of a server as a code span.
fn text(text: &str) -> String {
    cut(&one_line(text), MAX_TEXT_CHARS).replace('`', "'")
}
