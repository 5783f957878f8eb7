//! Finds the cases that notice no mutant.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use webdata_cases::case::Case;
use webdata_spec::model::{ClauseId, Level};

use crate::auditor::{Auditor, Progress, levels};
use crate::document::{Idle, MutantStatus, Row};
use crate::hunt::{Hunt, Transport};
use crate::implemented::is_implemented;
use crate::mutants::Mutant;

impl Auditor<'_> {
    /// Returns the judged cases that notice no mutant.
    ///
    /// The hunt has run each case against the mutants of its own clauses. A case that noticed none of those
    /// is also run against the other mutants, until it notices one.
    pub fn idle(&self, mutants: &[Mutant], rows: &[Row], progress: &dyn Progress) -> Vec<Idle> {
        let suite = self.suite;
        let busy: HashSet<&str> =
            rows.iter().flat_map(|row| &row.killed_by).map(String::as_str).collect();
        let judged = |case: &Case| {
            case.level != Level::Open && is_implemented(&suite.spec, self.extension, case)
        };
        let idle = suite.cases.iter().enumerate().filter(|(_, case)| judged(case));
        let idle: Vec<usize> =
            idle.filter(|(_, case)| !busy.contains(case.id.as_str())).map(|(at, _)| at).collect();
        let left = Mutex::new(idle);
        let spec = Arc::new(suite.spec.clone());
        let hunt = Hunt::new(suite, &spec, self.extension, self.runtime);
        let pairs = mutants.iter().zip(rows).filter(|(_, row)| row.status == MutantStatus::Killed);
        let killed = rounds_by_clause(pairs.map(|(mutant, _)| mutant));
        progress.begin("mutants for cases that have noticed none", killed.len());
        let levels = levels(&spec);
        self.map_in_parallel(&killed, |mutant| {
            let level = levels.get(&mutant.clause).copied().unwrap_or_default();
            let mut cases = left.lock().unwrap_or_else(PoisonError::into_inner).clone();
            cases.retain(|at| suite.cases.get(*at).is_some_and(|case| case.level <= level));
            if !cases.is_empty() {
                let noticing = hunt.noticed_by(mutant, &cases, Transport::InProcess);
                let noticing: HashSet<usize> = noticing.into_iter().flatten().collect();
                let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
                left.retain(|at| !noticing.contains(at));
            }
            progress.done();
        });
        let left = left.into_inner().unwrap_or_else(PoisonError::into_inner);
        let cases = left.into_iter().filter_map(|at| suite.cases.get(at));
        let idle = cases.map(|case| Idle {
            why: self.exemptions.idle(&case.id).map(str::to_owned),
            case: case.id.clone(),
        });
        idle.collect()
    }
}

/// Sorts mutants into rounds with at most one mutant of each clause, so that a case meets mutants of every
/// kind early.
fn rounds_by_clause<'m>(mutants: impl Iterator<Item = &'m Mutant>) -> Vec<&'m Mutant> {
    let mut rounds: HashMap<&ClauseId, usize> = HashMap::new();
    let mut order: Vec<(usize, &Mutant)> = mutants
        .map(|mutant| {
            let round = rounds.entry(&mutant.clause).or_default();
            *round += 1;
            (*round, mutant)
        })
        .collect();
    order.sort_by_key(|(round, _)| *round);
    order.into_iter().map(|(_, mutant)| mutant).collect()
}
