//! Cases that have noticed no mutant yet: whether any mutant near them is noticed by them.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use super::hunt::{Hunt, Transport};
use super::{Auditor, Fate, Idle, Progress, Row, levels};
use crate::mutants::Mutant;
use webdata_cases::case::Case;
use webdata_spec::model::Level;

/// The judged cases that notice none of the mutants that were hunted.
///
/// The hunt has run each case against the mutants of its own clauses. What has noticed none of them
/// is run against the others, too, until it notices one.
pub(super) fn of(
    auditor: &Auditor<'_>,
    mutants: &[Mutant],
    rows: &[Row],
    progress: &dyn Progress,
) -> Vec<Idle> {
    let suite = auditor.suite;
    let busy: HashSet<&str> =
        rows.iter().flat_map(|row| &row.killed_by).map(String::as_str).collect();
    let judged = |case: &Case| case.level != Level::Open;
    let idle = suite.cases.iter().enumerate().filter(|(_, case)| judged(case));
    let idle: Vec<usize> =
        idle.filter(|(_, case)| !busy.contains(case.id.as_str())).map(|(at, _)| at).collect();
    let left = Mutex::new(idle);
    let spec = Arc::new(suite.spec.clone());
    let hunt = Hunt { suite, spec: &spec, runtime: auditor.runtime };
    let pairs = mutants.iter().zip(rows).filter(|(_, row)| row.fate == Fate::Killed);
    let killed: Vec<&Mutant> = pairs.map(|(mutant, _)| mutant).collect();
    progress.begin("mutants for cases that have noticed none", killed.len());
    let levels = levels(&spec);
    auditor.side_by_side(&killed, |mutant| {
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
        why: auditor.exemptions.idle(&case.id).map(str::to_owned),
        case: case.id.clone(),
    });
    idle.collect()
}
