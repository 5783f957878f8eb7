//! Hunts every mutant, and records in a row which cases noticed it; then finds the cases that notice no
//! mutant.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use webdata_cases::case::Case;
use webdata_spec::model::{ClauseId, Level};

use crate::auditor::{Auditor, Progress};
use crate::document::{Idle, MutantStatus, Row};
use crate::exemptions::allowed;
use crate::habits::Habit;
use crate::hunt::{Hunt, Transport};
use crate::mutants::{Further, Mutant};

/// The interval of the noticed mutants that are also hunted over connections.
const SAMPLE: usize = 25;

impl Hunt<'_> {
    /// Hunts the mutants that have no row in `known`. Returns the rows of all mutants, in their order.
    pub(super) fn rows(
        &self,
        mutants: &[Mutant],
        known: Vec<Row>,
        progress: &dyn Progress,
    ) -> Vec<Row> {
        let known: HashMap<String, Row> =
            known.into_iter().map(|row| (row.id.clone(), row)).collect();
        progress.begin("mutants", mutants.len());
        self.auditor.map_in_parallel(mutants, |mutant| {
            let row = known.get(&mutant.id).cloned().unwrap_or_else(|| {
                let row = self.row(mutant);
                progress.hunt_ended(&row);
                row
            });
            progress.done();
            row
        })
    }

    fn row(&self, mutant: &Mutant) -> Row {
        let cases = &self.suite().cases;
        let (status, noticing) = self.status(mutant);
        Row {
            id: mutant.id.clone(),
            clause: mutant.clause.clone(),
            description: mutant.description.clone(),
            family: mutant.family.clone(),
            habit: mutant.habit.as_deref().map(|habit| self.origin(habit)),
            named_by: cases.iter().filter(|case| case.clauses.contains(&mutant.clause)).count(),
            status,
            noticed_by: noticing.into_iter().map(|at| cases[at].id.clone()).collect(),
        }
    }

    /// Returns the result of the hunt of a mutant, and the cases that noticed the mutant.
    fn status(&self, mutant: &Mutant) -> (MutantStatus, Vec<usize>) {
        let Some(level) = self.level(mutant) else {
            let reason = "the contract has no such clause".to_owned();
            return (MutantStatus::Unservable(reason), Vec::new());
        };
        if let Some(operation) = self.auditor.unimplemented(&mutant.clause) {
            let reason = format!("not implemented by the reference server: {operation}");
            return (MutantStatus::NotImplemented(reason), Vec::new());
        }
        let Auditor { exemptions, all, quick, .. } = self.auditor;
        if *quick && !all && mutant.further == Some(Further::Lesser) {
            return (MutantStatus::LeftOut, Vec::new());
        }
        let open = (level == Level::Open).then_some("the contract leaves the clause open");
        let beyond = open.or_else(|| exemptions.uncovered_reason(&mutant.clause));
        // A habit breaks other clauses, too, so that it may be noticed although no case reaches its own clause.
        let beyond = beyond.filter(|_| mutant.habit.is_none());
        let equivalent = exemptions.equivalent.reason(&mutant.id);
        let is_excused = beyond.is_some() || equivalent.is_some() && *quick;
        let noticing = if is_excused && !all {
            Vec::new()
        } else {
            match self.mutant(mutant, level, *quick) {
                Ok(noticing) => noticing,
                Err(error) => return (MutantStatus::Unservable(error.to_string()), Vec::new()),
            }
        };
        let equivalent = equivalent.or_else(|| allowed(mutant, &self.suite().spec));
        let status = match (noticing.is_empty(), beyond, equivalent) {
            (false, ..) => MutantStatus::Noticed,
            (true, Some(why), _) => MutantStatus::BeyondReach(why.to_owned()),
            (true, None, Some(why)) => MutantStatus::Equivalent(why.to_owned()),
            (true, None, None) => MutantStatus::Survived,
        };
        (status, noticing)
    }

    /// Returns whether the same cases notice a mutant over connections. Cases that send requests at the same time
    /// may differ, because such requests may arrive in any order.
    fn agree(&self, expected: &[usize], seen: &[usize]) -> bool {
        let is_at_once = |at: &&usize| {
            let case = self.suite().cases.get(**at);
            case.is_some_and(|case| case.steps.iter().any(|step| step.with_previous))
        };
        let only = |left: &[usize], right: &[usize]| {
            left.iter().filter(|at| !right.contains(at)).all(|at| is_at_once(&at))
        };
        only(expected, seen) && only(seen, expected) && expected.is_empty() == seen.is_empty()
    }

    /// Hunts a sample of the mutants over connections, with the cases that noticed them and as many that did
    /// not. Returns the size of the sample, and the mutants with another result.
    pub(super) fn over_connections(
        &self,
        mutants: &[Mutant],
        rows: &[Row],
        progress: &dyn Progress,
    ) -> (usize, Vec<String>) {
        let cases = &self.suite().cases;
        // A habit with memory depends on the cases that ran before.
        let depends = |mutant: &Mutant| mutant.habit.as_deref().is_some_and(Habit::remembers);
        let noticed = self.noticed(mutants, rows).filter(|(mutant, ..)| !depends(mutant));
        let sample: Vec<(&Mutant, &Row, Level)> = noticed.step_by(SAMPLE).collect();
        progress.begin("mutants over connections", sample.len());
        let compared = self.auditor.map_in_parallel(&sample, |(mutant, row, level)| {
            let noticing = self.noticing(row);
            let others = cases.iter().zip(0..).filter(|(case, at)| {
                case.clauses.contains(&mutant.clause)
                    && case.level <= *level
                    && !noticing.contains(at)
            });
            let others = others.map(|(_, at)| at).take(noticing.len());
            // A remote server whose every response is a 5xx would count as an outage, so a case about another
            // clause is run before each.
            let is_unrelated = |(case, at): &(&Case, usize)| -> bool {
                !case.clauses.contains(&mutant.clause) && !noticing.contains(at)
            };
            let unrelated = cases.iter().zip(0..).filter(is_unrelated);
            let unrelated: Vec<usize> = unrelated.map(|(_, at)| at).take(noticing.len()).collect();
            let between = unrelated.iter().zip(&noticing).flat_map(|(first, at)| [*first, *at]);
            let left = noticing.iter().skip(unrelated.len()).copied();
            let all: Vec<usize> = between.chain(left).chain(others).collect();
            let noticed = |transport| self.noticed_by(mutant, &all, transport);
            // What a case notices may depend on the cases before it, so both servers get the same ones.
            let both = noticed(Transport::InProcess)
                .and_then(|expected| Ok((expected, noticed(Transport::Http)?)));
            progress.done();
            match both {
                Ok((expected, seen)) if self.agree(&expected, &seen) => None,
                Ok((expected, seen)) => Some(format!(
                    "{}: {} of {} cases notice it over connections",
                    row.id,
                    seen.len(),
                    expected.len()
                )),
                Err(error) => Some(format!("{}: {error}", row.id)),
            }
        });
        (sample.len(), compared.into_iter().flatten().collect())
    }

    /// Returns the judged cases that notice no mutant.
    ///
    /// The hunt has run each case against the mutants of its own clauses. A case that noticed none of those
    /// is also run against the other mutants, until it notices one.
    pub(super) fn idle(
        &self,
        mutants: &[Mutant],
        rows: &[Row],
        progress: &dyn Progress,
    ) -> Vec<Idle> {
        let suite = self.suite();
        let busy: HashSet<&str> =
            rows.iter().flat_map(|row| &row.noticed_by).map(String::as_str).collect();
        // Cases of softer levels need not notice any mutant.
        let judged = |case: &Case| case.level == Level::Must && self.auditor.is_implemented(case);
        let idle = suite.cases.iter().enumerate().filter(|(_, case)| judged(case));
        let idle: Vec<usize> =
            idle.filter(|(_, case)| !busy.contains(case.id.as_str())).map(|(at, _)| at).collect();
        let left = Mutex::new(idle);
        let noticed =
            rounds_by_clause(self.noticed(mutants, rows).map(|(mutant, _, level)| (mutant, level)));
        progress.begin("mutants for cases that have noticed none", noticed.len());
        self.auditor.map_in_parallel(&noticed, |(mutant, level)| {
            let mut cases = left.lock().unwrap_or_else(PoisonError::into_inner).clone();
            cases.retain(|at| self.is_firm(*at, *level));
            if !cases.is_empty() {
                let noticing = self.noticed_by(mutant, &cases, Transport::InProcess);
                let noticing: HashSet<usize> = noticing.into_iter().flatten().collect();
                let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
                left.retain(|at| !noticing.contains(at));
            }
            progress.done();
        });
        let left = left.into_inner().unwrap_or_else(PoisonError::into_inner);
        let cases = left.into_iter().filter_map(|at| suite.cases.get(at));
        let idle = cases.map(|case| Idle {
            why: self.auditor.exemptions.idle.reason(&case.id).map(str::to_owned),
            case: case.id.clone(),
        });
        idle.collect()
    }
}

/// Sorts mutants into rounds with at most one mutant of each clause, so that a case meets mutants of every
/// kind early.
fn rounds_by_clause<'m>(
    mutants: impl Iterator<Item = (&'m Mutant, Level)>,
) -> Vec<(&'m Mutant, Level)> {
    let mut rounds: HashMap<&ClauseId, usize> = HashMap::new();
    let mut order: Vec<(usize, (&Mutant, Level))> = mutants
        .map(|(mutant, level)| {
            let round = rounds.entry(&mutant.clause).or_default();
            *round += 1;
            (*round, (mutant, level))
        })
        .collect();
    order.sort_by_key(|(round, _)| *round);
    order.into_iter().map(|(_, mutant)| mutant).collect()
}
