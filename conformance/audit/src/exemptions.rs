//! The exemptions of an audit: why a mutant need not be noticed, a clause need not be reached, or a case need not
//! notice anything. Also a fixed sample of the mutants that count, with which other tools are compared.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use webdata_cases::coverage::{UncoveredReason, coverage};
use webdata_cases::exemptions::Exemptions;
use webdata_spec::model::{ClauseId, Operation};
use webdata_spec::{Spec, walk};
use webdata_suite::Suite;

use crate::differences::{Deviation, ValueClass};
use crate::document::{Idle, MutantStatus, Row};
use crate::mutants::Mutant;

/// The exemptions of an audit.
#[derive(Debug)]
pub struct AuditExemptions {
    pub(super) equivalent: Exemptions,
    pub(super) idle: Exemptions,
    unreached: HashMap<ClauseId, String>,
}

impl AuditExemptions {
    /// Makes the exemptions from their pages: `equivalent` names mutants, `idle` cases, `unreached` clauses.
    #[must_use]
    pub fn new(
        suite: &Suite,
        equivalent: Exemptions,
        idle: Exemptions,
        unreached: &Exemptions,
    ) -> Self {
        Self { equivalent, idle, unreached: uncovered(suite, unreached) }
    }

    /// Returns only the exemptions that follow from the contract itself.
    #[must_use]
    pub fn none(suite: &Suite) -> Self {
        let none = Exemptions::default;
        Self::new(suite, none(), none(), &none())
    }

    pub(super) fn uncovered_reason(&self, clause: &ClauseId) -> Option<&str> {
        self.unreached.get(clause).map(String::as_str)
    }

    /// Returns the lines of the pages that exempt nothing: the mutant is noticed, the clause is reached, or
    /// the case is not idle.
    #[must_use]
    pub fn stale(&self, rows: &[Row], idle: &[Idle]) -> Vec<String> {
        let exempt = rows.iter().filter(|row| matches!(row.status, MutantStatus::Equivalent(_)));
        let exempt: Vec<&str> = exempt.map(|row| row.id.as_str()).collect();
        let cases: Vec<&str> = idle.iter().map(|idle| idle.case.as_str()).collect();
        let lines_of = |page: &str, lines: Vec<&str>| -> Vec<String> {
            lines.into_iter().map(|line| format!("{page}: {line}")).collect()
        };
        let mut stale = lines_of("equivalent.toml", self.equivalent.unused(&exempt));
        // A habit also breaks other clauses, so it does not show that a case reaches its own clause.
        let within = |row: &&Row| {
            row.status == MutantStatus::Noticed
                && row.habit.is_none()
                && self.uncovered_reason(&row.clause).is_some()
        };
        let within = rows.iter().filter(within).map(|row| row.clause.as_str()).collect();
        stale.extend(lines_of("unreached.toml", within));
        stale.extend(lines_of("idle.toml", self.idle.unused(&cases)));
        stale
    }
}

/// Returns why a mutant that no case notices is a correct server: the contract allows what it does, or the reference server
/// does the same. Returns `None` for every other mutant.
pub(super) fn allowed(mutant: &Mutant, spec: &Spec) -> Option<&'static str> {
    let (path, word) = mutant.clause.split_last();
    let (owner, name) = path.rsplit_once('.')?;
    let of_owner = |operation: &&Operation| {
        operation.resource.as_ref().is_some_and(|resource| resource.type_name == owner)
    };
    let mut operations = spec.operations.values();
    match &mutant.difference.what {
        Deviation::Contract(_) if word == "format" && walk::parameter(path).is_some() => {
            let reason = "the contract states no error for a malformed value of the path parameter, so the server may \
                          respond as for an unknown one; only a 5xx status code is wrong";
            spec.schema_at(path)?.error.is_none().then_some(reason)
        }
        Deviation::Contract(change) if word == "default" => {
            let reason =
                "the value that the reference server makes for the property is the default";
            let is_removed = change.apply(spec)?.schema_at(path)?.default.is_none();
            let creates = operations.find(|it| it.request.as_deref() == Some(owner))?;
            let stored = &creates.resource.as_ref()?.type_name;
            let stated = spec.object(stored)?.properties.get(name)?.schema.default.clone();
            let made = stated.or_else(|| spec.sample(stored)?.get(name).cloned());
            (is_removed && made == spec.schema_at(path)?.default).then_some(reason)
        }
        Deviation::Returns(rewrite) => {
            let reason =
                "no request sets the property, and the contract does not state when it is null";
            let is_null = |class| matches!(class, &ValueClass::Null | &ValueClass::NotNull);
            let by_null = rewrite.values.is.iter().flatten().any(is_null);
            let mut owned = operations.filter(of_owner).peekable();
            let is_made = owned.peek().is_some()
                && owned.all(|operation| !spec.stored_properties(operation).contains(&name));
            (is_made && by_null).then_some(reason)
        }
        _ => None,
    }
}

/// Returns the clauses that no case can name, each with the reason. Clauses that could have a case and have none
/// are left out, so that their mutants survive.
fn uncovered(suite: &Suite, exemptions: &Exemptions) -> HashMap<ClauseId, String> {
    let clauses = coverage(&suite.spec, &suite.cases, exemptions).into_iter();
    let without = clauses.filter_map(|coverage| match coverage.uncovered? {
        UncoveredReason::NoCase => None,
        why => Some((coverage.clause.id, why.to_string())),
    });
    without.collect()
}

/// Returns `size` of the mutants that count: those whose identities have the smallest SHA-256. So an addition
/// to the contract replaces few mutants of the sample.
#[must_use]
pub fn sample(mutants: Vec<Mutant>, exemptions: &AuditExemptions, size: usize) -> Vec<Mutant> {
    let mut counted: Vec<Mutant> =
        mutants.into_iter().filter(|mutant| is_observable(mutant, exemptions)).collect();
    counted.sort_by_cached_key(|mutant| -> [u8; 32] { Sha256::digest(&mutant.id).into() });
    counted.truncate(size);
    counted
}

/// Returns whether a client can tell the mutant from a correct server. Habits are left out, so that figures that other
/// tools were measured with stay comparable.
fn is_observable(mutant: &Mutant, exemptions: &AuditExemptions) -> bool {
    mutant.habit.is_none()
        && exemptions.uncovered_reason(&mutant.clause).is_none()
        && exemptions.equivalent.reason(&mutant.id).is_none()
}
