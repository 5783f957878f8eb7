//! The exemptions of an audit: why a mutant need not be noticed, a clause need not be reached, or a case need not
//! notice anything. Also a fixed sample of the mutants that count, with which other tools are compared.

use std::collections::HashMap;

use sha2::{Digest, Sha256};
use webdata_cases::coverage::{UncoveredReason, coverage};
use webdata_cases::exemptions::Exemptions;
use webdata_spec::model::ClauseId;
use webdata_suite::Suite;

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
