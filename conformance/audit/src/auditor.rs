//! Runs the parts of an audit, in their order and on several threads.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::runtime::Handle;
use webdata_cases::case::Case;
use webdata_reference::{Extension, is_implemented as implements};
use webdata_spec::model::{ClauseId, ClauseRoot};
use webdata_suite::Suite;
use webdata_suite::order::MeasuredOrder;
use webdata_suite::plan::hash;

use crate::document::{Alarm, Audit, FORMAT, Idle, Row, Score, Subject};
use crate::exemptions::AuditExemptions;
use crate::hunt::Hunt;
use crate::mutants::Mutant;
use crate::variations::Variations;

/// Audits a suite with mutants, correct servers and its own cases.
pub struct Auditor<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// The behaviour and the paths that the reference server adds to the contract.
    pub extension: &'a Extension,
    /// The exemptions of mutants, clauses and cases.
    pub exemptions: &'a AuditExemptions,
    /// The ways in which a correct server may differ from the reference server.
    pub variations: &'a Variations,
    /// Whether mutants of clauses beyond reach are hunted, too. If a case notices one, its clause is
    /// within reach.
    pub all: bool,
    /// Whether the hunt of a mutant ends at the first case that notices the mutant. Mutants that are excused
    /// as equivalent are then not hunted, and those of shared types in requests of further operations are sampled.
    pub quick: bool,
    /// The number of mutants that are hunted side by side.
    pub jobs: usize,
    /// The tokio runtime of servers and requests.
    pub runtime: &'a Handle,
}

/// The reference server itself fails cases. A case that fails there notices every mutant, so no mutant is hunted.
#[derive(Debug)]
pub struct ReferenceServerFails(pub Vec<Alarm>);

impl fmt::Display for ReferenceServerFails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the reference server itself fails cases, so there is no score; `run` shows why:",
        )?;
        self.0.iter().try_for_each(|alarm| write!(f, "\n{alarm}"))
    }
}

impl std::error::Error for ReferenceServerFails {}

/// Receives the progress of an audit.
pub trait Progress: Sync {
    /// Called when a part of the audit begins, which has `count` things to do.
    fn begin(&self, part: &str, count: usize);
    /// Called when one thing of the part is done.
    fn done(&self);
    /// Called when the hunt of a mutant has ended.
    fn hunt_ended(&self, row: &Row);
}

impl Auditor<'_> {
    /// Returns the subject of an audit with these mutants; `companions` is the hash of the files beside the
    /// pages, such as the exemptions.
    #[must_use]
    pub fn subject(&self, mutants: &[Mutant], companions: String, program: String) -> Subject {
        Subject {
            contract: self.suite.spec.hash.clone(),
            companions,
            suite: hash(self.suite.cases.iter().map(|case| case.id.as_str())),
            mutants: hash(mutants.iter().map(|mutant| mutant.id.as_str())),
            program,
        }
    }

    /// Audits the suite. `known` has the rows of the mutants that were hunted before. With filters, the audit only
    /// hunts the given mutants. A quick audit does not know all cases that notice a mutant, so it has neither an
    /// order nor idle cases.
    ///
    /// # Errors
    /// If a case fails on the reference server.
    pub fn audit(
        &self,
        mutants: &[Mutant],
        filters: &[String],
        subject: Subject,
        known: Vec<Row>,
        progress: &dyn Progress,
    ) -> Result<Audit, ReferenceServerFails> {
        let failures = self.failures_of_reference();
        if !failures.is_empty() {
            return Err(ReferenceServerFails(failures));
        }
        let hunt = Hunt::new(self);
        let rows = hunt.rows(mutants, known, progress);
        let mut audit = Audit {
            format: FORMAT,
            subject,
            filters: filters.to_vec(),
            score: Score::new(&rows),
            rows,
            further: mutants.iter().filter(|mutant| mutant.further.is_some()).count(),
            correct_runs: 0,
            alarms: Vec::new(),
            sampled: 0,
            disagreements: Vec::new(),
            diagnoses: Vec::new(),
            idle: Vec::new(),
            stale: Vec::new(),
            order: MeasuredOrder::default(),
        };
        let rows = &audit.rows;
        if !self.quick {
            (audit.sampled, audit.disagreements) = hunt.over_connections(mutants, rows, progress);
        }
        if filters.is_empty() {
            audit.diagnoses = hunt.diagnoses(mutants, rows, progress);
            (audit.correct_runs, audit.alarms) = self.alarms(progress);
        }
        if filters.is_empty() && !self.quick {
            audit.idle = hunt.idle(mutants, rows, progress);
            audit.order = hunt.order(mutants, rows, progress);
            audit.stale = self.exemptions.stale(rows, &audit.idle);
        }
        Ok(audit)
    }

    /// Hunts the mutants that have no row in `known`. Returns the rows of all mutants, in their order.
    pub fn hunt(&self, mutants: &[Mutant], known: Vec<Row>, progress: &dyn Progress) -> Vec<Row> {
        Hunt::new(self).rows(mutants, known, progress)
    }

    /// Returns the judged cases that notice no mutant. `rows` are the results of the hunt.
    pub fn idle(&self, mutants: &[Mutant], rows: &[Row], progress: &dyn Progress) -> Vec<Idle> {
        Hunt::new(self).idle(mutants, rows, progress)
    }

    /// Returns whether the reference server implements every operation that a case calls. If not, the outcome says
    /// nothing.
    pub(super) fn is_implemented(&self, case: &Case) -> bool {
        let called = case.steps.iter().filter_map(|step| step.request.operation.as_ref());
        let mut operations = called.filter_map(|id| self.suite.spec.operations.get(id));
        operations.all(|operation| implements(self.extension, operation))
    }

    /// Returns the operation of a clause, if the reference server does not implement the operation.
    pub(super) fn unimplemented(&self, clause: &ClauseId) -> Option<&str> {
        let ClauseRoot::Operation(id) = clause.root() else { return None };
        let operation = self.suite.spec.operations.get(id)?;
        (!implements(self.extension, operation)).then_some(operation.id.as_str())
    }

    /// Calls `work` with each thing on `jobs` threads. The results are in the order of the things.
    pub(super) fn map_in_parallel<T: Sync, R: Send>(
        &self,
        things: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(thing) = things.get(at) else { break };
                        let result = work(thing);
                        results.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                    }
                });
            }
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_unstable_by_key(|(at, _)| *at);
        results.into_iter().map(|(_, result)| result).collect()
    }
}
