//! Finds the clauses that the cases cover, and says why the others have none.
//!
//! Some reasons follow from the contract itself. The others are exemptions, which people write down
//! (`exemptions/unreached.toml`). A clause with neither is missing a case.

use std::collections::{HashMap, HashSet};
use std::fmt;

use webdata_spec::Spec;
use webdata_spec::model::{
    Clause, ClauseId, ErrorText, Keyword, Level, Observation, Parameter, Schema, Shape,
};

use crate::case::Case;
use crate::derive::{beyond, is_kept_by_pattern};
use crate::exemptions::Exemptions;

/// A clause and the cases that cover it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The clause.
    pub clause: Clause,
    /// How many cases name it.
    pub cases: usize,
    /// Why there are none, if so.
    pub uncovered: Option<Uncovered>,
}

impl Coverage {
    /// Returns whether a server is judged by the clause, which has neither a case nor a reason.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.clause.level != Level::Open && self.uncovered == Some(Uncovered::NoCase)
    }
}

/// Why no case covers a clause.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Uncovered {
    /// The clause binds the client, so no server shows it.
    BindsTheClient,
    /// The message is in the service's own words, which cannot be compared.
    OwnWords,
    /// The clause is open, and no run can see what a server does; the clause says why.
    Unobservable,
    /// The clause is open, and no case asks.
    NotAsked,
    /// The clause asks for text, and a path, a query and headers have nothing else.
    AlwaysText,
    /// The clause is about a path parameter, and the contract names no error for a malformed one.
    NoErrorNamed,
    /// The pattern leaves no string that breaks the limit of its length.
    KeptByPattern,
    /// Every string of the format that the derivation knows keeps the limit of its length.
    KeptByFormat,
    /// An exemption says why no case can reach the clause.
    Unreached(String),
    /// The clause is missing a case.
    NoCase,
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BindsTheClient => "binds the client",
            Self::OwnWords => "said in words of the service's own",
            Self::Unobservable => "left open, and no run can see it",
            Self::NotAsked => "left open, and no case asks yet",
            Self::AlwaysText => "the value is text, whatever it is",
            Self::NoErrorNamed => "the contract names no error for a malformed path parameter",
            Self::KeptByPattern => "no string that matches the pattern breaks it",
            Self::KeptByFormat => "no known string of the format breaks it",
            Self::Unreached(why) => why,
            Self::NoCase => "no case",
        })
    }
}

/// Returns the exemptions of clauses that have cases. Such exemptions can be deleted.
#[must_use]
pub fn idle<'r>(reasons: &'r Exemptions, coverage: &[Coverage]) -> Vec<&'r str> {
    let without = coverage.iter().filter(|found| found.cases == 0);
    reasons.idle(&without.map(|found| found.clause.id.as_str()).collect::<Vec<_>>())
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
                reasons.reason(clause.id.as_str()).map(|why| Uncovered::Unreached(why.to_owned()))
            };
            // What people wrote goes first: it says more.
            let stated = || match always_text.contains(&clause.id) {
                true => Some(Uncovered::AlwaysText),
                false => reason_of_contract(spec, &clause.id),
            };
            written().or_else(stated).unwrap_or(Uncovered::NoCase)
        });
        Coverage { clause, cases, uncovered }
    };
    spec.clauses().into_iter().map(covered).collect()
}

/// Returns the clauses about the JSON type of a query, of headers that are sent, or of a text among
/// them.
fn always_text(spec: &Spec) -> HashSet<ClauseId> {
    let types = spec.operations.values().flat_map(|own| [&own.query, &own.headers]);
    let schemas = types.flatten().filter_map(|name| Some(&spec.types.get(name)?.schema));
    let is_text = |schema: &&Schema| matches!(schema.shape, Shape::String | Shape::Enum(_));
    let mut found = HashSet::new();
    for schema in schemas {
        let Shape::Object(object) = &schema.shape else { continue };
        let inside = object.properties.values().flat_map(|own| match &own.schema.shape {
            Shape::Array { items, .. } => vec![&own.schema, &**items],
            _ => vec![&own.schema],
        });
        let all = inside.filter(is_text).chain([schema]);
        found.extend(all.map(|own| own.clause.child("type")));
    }
    found
}

/// Returns the path parameter that a clause is about, if it is about one.
fn path_parameter<'s>(spec: &'s Spec, clause: &ClauseId) -> Option<&'s Parameter> {
    let (id, _) = clause.as_str().strip_prefix("operations.")?.split_once('.')?;
    let mut own = spec.operations.get(id)?.parameters.values();
    own.find(|own| {
        let rest = clause.as_str().strip_prefix(own.schema.clause.as_str());
        rest.is_some_and(|rest| rest.starts_with('.'))
    })
}

/// Returns the reason why no string breaks a limit of its length.
fn reason_of_length(spec: &Spec, clause: &ClauseId) -> Option<Uncovered> {
    let (path, word) = clause.as_str().rsplit_once('.')?;
    let keyword =
        [Keyword::MinLength, Keyword::MaxLength].into_iter().find(|k| k.name() == word)?;
    let schema = spec.schemas().into_iter().find(|own| own.clause.as_str() == path)?;
    match schema.format() {
        _ if beyond(schema, keyword).is_some() => None,
        _ if is_kept_by_pattern(schema, keyword) => Some(Uncovered::KeptByPattern),
        format => format.map(|_| Uncovered::KeptByFormat),
    }
}

/// Returns the reason that the contract itself gives.
fn reason_of_contract(spec: &Spec, clause: &ClauseId) -> Option<Uncovered> {
    if let Some(parameter) = path_parameter(spec, clause) {
        let is_type = parameter.schema.clause.child("type") == *clause;
        match &parameter.schema.error {
            _ if is_type => return Some(Uncovered::AlwaysText),
            None => return Some(Uncovered::NoErrorNamed),
            Some(_) => {}
        }
    }
    if let Some(reason) = reason_of_length(spec, clause) {
        return Some(reason);
    }
    let (root, rest) = clause.as_str().split_once('.')?;
    let (id, part) = rest.split_once('.').unwrap_or((rest, ""));
    match (root, id, part) {
        ("errors", _, "retry") | ("service", "retry", "statuses" | "wait" | "backoff" | "pace") => {
            Some(Uncovered::BindsTheClient)
        }
        ("errors", _, "error") => {
            let row = spec.errors.get(id)?;
            let is_own = matches!(row.text, ErrorText::Described(_)) && row.words.is_empty();
            is_own.then_some(Uncovered::OwnWords)
        }
        ("gaps", ..) => Some(match spec.gaps.get(rest)?.observation {
            Observation::Unobservable(_) => Uncovered::Unobservable,
            Observation::Probe(_) => Uncovered::NotAsked,
        }),
        _ => None,
    }
}
