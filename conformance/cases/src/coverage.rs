//! Finds the clauses that the cases cover, and the reason why each other clause has no case.
//!
//! Some reasons follow from the contract itself. Others are exemptions that people write
//! (`exemptions/unreached.toml`). A clause with neither lacks a case.

use std::collections::{HashMap, HashSet};
use std::fmt;

use webdata_spec::model::{
    Clause, ClauseId, ClauseRoot, ErrorText, JsonType, Keyword, Level, Observation, Parameter,
    ResourceEffect, Schema,
};
use webdata_spec::{Diagnostics, Source, Spec, warnings_about_clauses};

use crate::case::Case;
use crate::derive::{beyond_limit, is_kept_by_pattern};
use crate::exemptions::Exemptions;

/// A clause, and how many cases cover it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The clause.
    pub clause: Clause,
    /// The number of cases that name the clause.
    pub cases: usize,
    /// The reason why no case covers the clause; `None` for a covered clause.
    pub uncovered: Option<UncoveredReason>,
}

impl Coverage {
    /// Returns whether the clause must have a case and has neither a case nor a reason.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.clause.level != Level::Open && self.uncovered == Some(UncoveredReason::NoCase)
    }
}

/// Why no case covers a clause.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UncoveredReason {
    /// The clause is a duty of the client.
    BindsTheClient,
    /// The service words the message freely, so the text cannot be compared.
    OwnWords,
    /// The clause is open, and no run can observe what a server does. The gap states why.
    Unobservable,
    /// The clause is open, and no case observes it.
    NotAsked,
    /// The clause requires a string. Every value in a path, a query, a header or a part of text is a string.
    AlwaysText,
    /// The clause is about a path parameter, and the contract has no error for a malformed one.
    NoErrorNamed,
    /// The clause is the default of a value that no operation stores.
    NotStored,
    /// Every string that matches the pattern keeps the length limit.
    KeptByPattern,
    /// Every sample of the string format keeps the length limit.
    KeptByFormat,
    /// An exemption states why no case can reach the clause.
    Unreached(String),
    /// The clause lacks a case.
    NoCase,
}

impl fmt::Display for UncoveredReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BindsTheClient => "a duty of the client, not of the server",
            Self::OwnWords => "the service words the message freely",
            Self::Unobservable => "left open, and no run can observe it",
            Self::NotAsked => "left open, and no case observes it yet",
            Self::AlwaysText => "every value sent there is a string",
            Self::NoErrorNamed => "the contract names no error for a malformed path parameter",
            Self::NotStored => "no operation stores the value, so no response shows its default",
            Self::KeptByPattern => "every string that matches the pattern keeps the limit",
            Self::KeptByFormat => "every known string of the format keeps the limit",
            Self::Unreached(why) => why,
            Self::NoCase => "no case",
        })
    }
}

/// Returns the exemptions of clauses that do have cases. Such exemptions can be deleted.
#[must_use]
pub fn unused_exemptions<'r>(reasons: &'r Exemptions, coverage: &[Coverage]) -> Vec<&'r str> {
    let without = coverage.iter().filter(|coverage| coverage.cases == 0);
    reasons.unused(&without.map(|coverage| coverage.clause.id.as_str()).collect::<Vec<_>>())
}

/// Returns a warning about each clause with neither a case nor a reason, at its place on the pages: no server is judged by
/// such a clause.
#[must_use]
pub fn warnings(pages: &[Source], coverage: &[Coverage]) -> Diagnostics {
    let missing = coverage.iter().filter(|coverage| coverage.is_missing());
    let messages = missing.map(|Coverage { clause, .. }| {
        (clause.id.clone(), format!("no case tests `{}`: {}", clause.id, clause.statement))
    });
    let help = "no server is judged by the clause; state it in another way, or give the reason in \
                conformance/exemptions/unreached.toml beside the pages";
    warnings_about_clauses(pages, &messages.collect::<Vec<_>>(), help)
}

/// Returns every clause of a contract in its order, with the number of its cases.
#[must_use]
pub fn coverage(spec: &Spec, cases: &[Case], reasons: &Exemptions) -> Vec<Coverage> {
    let mut counts: HashMap<&ClauseId, usize> = HashMap::new();
    for clause in cases.iter().flat_map(|case| &case.clauses) {
        *counts.entry(clause).or_default() += 1;
    }
    let always_text = always_text(spec);
    let covered = |clause: Clause| {
        let cases = counts.get(&clause.id).copied().unwrap_or(0);
        let uncovered = (cases == 0).then(|| {
            let written = || {
                reasons
                    .reason(clause.id.as_str())
                    .map(|why| UncoveredReason::Unreached(why.to_owned()))
            };
            // An exemption takes precedence: its reason is more specific.
            let stated = || {
                if always_text.contains(&clause.id) {
                    Some(UncoveredReason::AlwaysText)
                } else {
                    reason_of_contract(spec, &clause.id)
                }
            };
            written().or_else(stated).unwrap_or(UncoveredReason::NoCase)
        });
        Coverage { clause, cases, uncovered }
    };
    spec.clauses().into_values().map(covered).collect()
}

/// Returns the clauses about the JSON type of query parameters, request headers and parts, which are always strings.
fn always_text(spec: &Spec) -> HashSet<ClauseId> {
    let types = spec.operations.values().flat_map(|operation| {
        let parts = operation.request.as_ref().filter(|_| operation.is_multipart());
        [operation.query.as_ref(), operation.headers.as_ref(), parts]
    });
    let schemas = types.flatten().filter_map(|name| spec.schema(name));
    let is_text = |schema: &&Schema| schema.shape.json_type() == Some(JsonType::String);
    let mut clauses = HashSet::new();
    for schema in schemas {
        let properties = schema.object().into_iter().flat_map(|object| object.properties.values());
        let inside = properties
            .flat_map(|property| std::iter::once(&property.schema).chain(property.schema.items()));
        let all = inside.filter(is_text).chain([schema]);
        clauses.extend(all.map(|schema| schema.clause.child("type")));
    }
    clauses
}

/// Returns the path parameter that a clause is about, if any.
fn path_parameter<'s>(spec: &'s Spec, clause: &ClauseId) -> Option<&'s Parameter> {
    let ClauseRoot::Operation(id) = clause.root() else { return None };
    let mut parameters = spec.operations.get(id)?.parameters.values();
    parameters.find(|parameter| clause.below(&parameter.schema.clause).is_some())
}

/// Returns the reason why no sample breaks a length limit.
fn reason_of_length(spec: &Spec, clause: &ClauseId) -> Option<UncoveredReason> {
    let is_length = |keyword: &_| matches!(keyword, Keyword::MinLength | Keyword::MaxLength);
    let keyword = clause.keyword().filter(is_length)?;
    let schema = spec.schema_at(clause.around())?;
    match schema.format() {
        _ if beyond_limit(schema, keyword).is_some() => None,
        _ if is_kept_by_pattern(schema, keyword) => Some(UncoveredReason::KeptByPattern),
        format => format.map(|_| UncoveredReason::KeptByFormat),
    }
}

/// Returns whether a clause is the default of a value that some operations receive, but none of them stores.
fn is_default_of_action(spec: &Spec, clause: &ClauseId) -> bool {
    let (path, "default") = clause.split_last() else { return false };
    let carries = |stored: bool| {
        let operations = spec.operations.values().filter(move |operation| {
            operation.resource_effect().is_some_and(ResourceEffect::stores) == stored
        });
        let sent = operations.filter_map(|operation| spec.schema(operation.request.as_deref()?));
        spec.reached(sent).into_iter().any(|schema| schema.clause.as_str() == path)
    };
    carries(false) && !carries(true)
}

/// Returns the reason that follows from the contract itself, if any.
fn reason_of_contract(spec: &Spec, clause: &ClauseId) -> Option<UncoveredReason> {
    if let Some(parameter) = path_parameter(spec, clause) {
        let is_type = parameter.schema.clause.child("type") == *clause;
        match &parameter.schema.error {
            _ if is_type => return Some(UncoveredReason::AlwaysText),
            None => return Some(UncoveredReason::NoErrorNamed),
            Some(_) => {}
        }
    }
    if let Some(reason) = reason_of_length(spec, clause) {
        return Some(reason);
    }
    if is_default_of_action(spec, clause) {
        return Some(UncoveredReason::NotStored);
    }
    match (clause.root(), clause.below_root()) {
        (ClauseRoot::Error(_), "retry")
        | (ClauseRoot::Service, "retry.statuses" | "retry.wait" | "retry.backoff" | "retry.pace") => {
            Some(UncoveredReason::BindsTheClient)
        }
        (ClauseRoot::Error(id), "error") => {
            let row = spec.errors.get(id)?;
            let is_own = matches!(row.text, ErrorText::Described(_)) && row.words.is_empty();
            is_own.then_some(UncoveredReason::OwnWords)
        }
        (ClauseRoot::Gap(id), _) => Some(match spec.gaps.get(id)?.observation {
            Observation::Unobservable(_) => UncoveredReason::Unobservable,
            Observation::Probe(_) => UncoveredReason::NotAsked,
        }),
        _ => None,
    }
}
