//! Why a mutant is not noticed, a clause not reached, or a case notices nothing: reasons that people
//! have written down.

use std::collections::HashMap;

use webdata_spec::model::ClauseId;

use super::document::{Fate, Idle, Row};
use crate::Suite;
use crate::coverage::{self, Uncovered};
use crate::reasons::Reasons;

/// The pages of reasons, for one suite.
#[derive(Debug)]
pub struct Excuses {
    equivalent: Reasons,
    idle: Reasons,
    unreached: HashMap<ClauseId, String>,
}

impl Excuses {
    /// The reasons that are written down for the contract that is built in.
    ///
    /// # Errors
    /// When a page does not say what it should.
    pub fn embedded(suite: &Suite) -> Result<Self, toml::de::Error> {
        Ok(Self {
            equivalent: Reasons::read(include_str!("../../equivalent.toml"))?,
            idle: Reasons::read(include_str!("../../idle.toml"))?,
            unreached: unreached(suite, &coverage::unreached()?),
        })
    }

    /// No reasons but those that follow from the contract itself.
    #[must_use]
    pub fn none(suite: &Suite) -> Self {
        Self {
            equivalent: Reasons::default(),
            idle: Reasons::default(),
            unreached: unreached(suite, &Reasons::default()),
        }
    }

    pub(super) fn equivalent(&self, mutant: &str) -> Option<&str> {
        self.equivalent.of(mutant)
    }

    pub(super) fn idle(&self, case: &str) -> Option<&str> {
        self.idle.of(case)
    }

    pub(super) fn beyond_reach(&self, clause: &ClauseId) -> Option<&str> {
        self.unreached.get(clause).map(String::as_str)
    }

    /// What is written down and excuses nothing: no mutant that survives, no case that is idle.
    #[must_use]
    pub fn stale(&self, rows: &[Row], idle: &[Idle]) -> Vec<String> {
        let excused = rows.iter().filter(|row| matches!(row.fate, Fate::Equivalent(_)));
        let excused: Vec<&str> = excused.map(|row| row.id.as_str()).collect();
        let cases: Vec<&str> = idle.iter().map(|idle| idle.case.as_str()).collect();
        let of = |page: &str, found: Vec<&str>| -> Vec<String> {
            found.into_iter().map(|line| format!("{page}: {line}")).collect()
        };
        let mut stale = of("equivalent.toml", self.equivalent.idle(&excused));
        let within =
            |row: &&Row| row.fate == Fate::Killed && self.beyond_reach(&row.clause).is_some();
        let within = rows.iter().filter(within).map(|row| row.clause.as_str()).collect();
        stale.extend(of("unreached.toml", within));
        stale.extend(of("idle.toml", self.idle.idle(&cases)));
        stale
    }
}

/// The clauses that no case names because none can, each with the reason. A clause that could have a
/// case and has none is not among them: its mutants survive.
fn unreached(suite: &Suite, reasons: &Reasons) -> HashMap<ClauseId, String> {
    let clauses = coverage::coverage(&suite.spec, &suite.cases, reasons).into_iter();
    let without = clauses.filter_map(|found| match found.uncovered? {
        Uncovered::NoCase => None,
        why => Some((found.clause.id, why.to_string())),
    });
    without.collect()
}
