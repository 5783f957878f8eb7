//! The audit: every clause is broken on purpose, and the suite has to notice; servers that break
//! none have to pass.
//!
//! ```text
//! mutation ─► hunt       one mutant, and the cases that notice it     journal   what an interrupted audit knows
//!             alarms     servers that are right, each a whole run     excuses   why a mutant or a case may be as it is
//!             idle       cases that have noticed nothing yet
//! document ─► page, table, write       the record, and what people read of it
//! sample     a few mutants, for other tools to try themselves on
//! ```
//!
//! It must not know any particular service: mutants come from the contract, cases from the suite.

mod alarms;
mod document;
mod exemptions;
mod hunt;
mod idle;
mod journal;
pub mod mutants;
mod page;
mod reference_target;
mod sample;
mod table;
pub mod variations;
mod write;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Handle;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level};

use crate::mutants::Mutant;
use hunt::{Found, Hunt, Transport};
use webdata_suite::Suite;

pub use document::{Alarm, Audit, FORMAT, Fate, Idle, Row, Score};
pub use exemptions::AuditExemptions;
pub use journal::{Journal, Subject};
pub use reference_target::reference_target;
pub use sample::sample;
pub use table::table;
pub use write::write;

/// One of so many mutants is hunted over connections, too.
const SAMPLE: usize = 25;

/// What an audit audits, and what it is told on the way.
pub struct Auditor<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// Why mutants, clauses and cases may be as they are.
    pub exemptions: &'a AuditExemptions,
    /// Whether mutants of clauses beyond reach are hunted, too: one that is noticed has its clause
    /// within reach.
    pub all: bool,
    /// How many mutants are hunted side by side.
    pub jobs: usize,
    /// What drives servers and requests.
    pub runtime: &'a Handle,
}

/// What is told while an audit runs.
pub trait Progress: Sync {
    /// A part begins, with so many things to do.
    fn begin(&self, part: &str, count: usize);
    /// One of them is done.
    fn done(&self);
    /// A mutant's hunt has ended.
    fn hunted(&self, row: &Row);
}

impl Auditor<'_> {
    /// What is audited here: the contract, the suite and these mutants.
    #[must_use]
    pub fn subject(&self, mutants: &[Mutant], program: String) -> Subject {
        Subject::of(self.suite, mutants, program)
    }

    /// Hunts mutants; those that `known` has a row of are not hunted again. The rows are in the order
    /// of the mutants.
    pub fn hunt(&self, mutants: &[Mutant], known: Vec<Row>, progress: &dyn Progress) -> Vec<Row> {
        let spec = Arc::new(self.suite.spec.clone());
        let hunt = Hunt { suite: self.suite, spec: &spec, runtime: self.runtime };
        let levels = levels(&spec);
        let known: HashMap<String, Row> =
            known.into_iter().map(|row| (row.id.clone(), row)).collect();
        progress.begin("mutants", mutants.len());
        self.side_by_side(mutants, |mutant| {
            let row = known.get(&mutant.id).cloned().unwrap_or_else(|| {
                let row = self.row(&hunt, mutant, levels.get(&mutant.clause).copied());
                progress.hunted(&row);
                row
            });
            progress.done();
            row
        })
    }

    fn row(&self, hunt: &Hunt<'_>, mutant: &Mutant, level: Option<Level>) -> Row {
        let Some(level) = level else {
            let reason = "the contract has no such clause".to_owned();
            let found = Found { fate: Fate::Unservable(reason), killers: Vec::new() };
            return self.told(mutant, found);
        };
        let open = (level == Level::Open).then_some("the contract leaves the clause open");
        let beyond = open.or_else(|| self.exemptions.beyond_reach(&mutant.clause));
        let found = match beyond {
            Some(_) if !self.all => Found { fate: Fate::Survived, killers: Vec::new() },
            _ => hunt.mutant(mutant, level),
        };
        let excused = beyond.map(|why| Fate::BeyondReach(why.to_owned())).or_else(|| {
            self.exemptions.equivalent(&mutant.id).map(|why| Fate::Equivalent(why.to_owned()))
        });
        let fate = match (found.fate, excused) {
            (Fate::Survived, Some(excused)) => excused,
            (fate, _) => fate,
        };
        self.told(mutant, Found { fate, ..found })
    }

    fn told(&self, mutant: &Mutant, found: Found) -> Row {
        let cases = &self.suite.cases;
        let name = |at: &usize| cases.get(*at).map(|case| case.id.clone());
        Row {
            id: mutant.id.clone(),
            clause: mutant.clause.clone(),
            says: mutant.says.clone(),
            family: mutant.family().to_owned(),
            named_by: cases.iter().filter(|case| case.clauses.contains(&mutant.clause)).count(),
            fate: found.fate,
            killed_by: found.killers.iter().filter_map(name).collect(),
        }
    }

    /// Hunts a sample of the mutants over connections, with the cases that noticed them and as many
    /// that did not: those that end otherwise.
    pub fn over_connections(
        &self,
        mutants: &[Mutant],
        rows: &[Row],
        progress: &dyn Progress,
    ) -> (usize, Vec<String>) {
        let spec = Arc::new(self.suite.spec.clone());
        let hunt = Hunt { suite: self.suite, spec: &spec, runtime: self.runtime };
        let places: HashMap<&str, usize> =
            self.suite.cases.iter().map(|case| case.id.as_str()).zip(0..).collect();
        let pairs = mutants.iter().zip(rows).filter(|(_, row)| row.fate == Fate::Killed);
        let sample: Vec<(&Mutant, &Row)> = pairs.step_by(SAMPLE).collect();
        progress.begin("mutants over connections", sample.len());
        let compared = self.side_by_side(&sample, |(mutant, row)| {
            let killers: Vec<usize> =
                row.killed_by.iter().filter_map(|id| places.get(id.as_str()).copied()).collect();
            let others = self.suite.cases.iter().zip(0..).filter(|(case, at)| {
                case.clauses.contains(&mutant.clause) && !killers.contains(at)
            });
            let others = others.map(|(_, at)| at).take(killers.len());
            let both: Vec<usize> = killers.iter().copied().chain(others).collect();
            let seen = hunt.noticed_by(mutant, &both, Transport::Http);
            progress.done();
            match seen {
                Ok(seen) if seen == killers => None,
                Ok(seen) => Some(format!(
                    "{}: {} of {} cases notice it over connections",
                    row.id,
                    seen.len(),
                    killers.len()
                )),
                Err(reason) => Some(format!("{}: {reason}", row.id)),
            }
        });
        (sample.len(), compared.into_iter().flatten().collect())
    }

    /// Runs the whole suite against servers that are right: how many runs there were, and what they
    /// found wrong.
    pub fn alarms(&self, progress: &dyn Progress) -> (usize, Vec<Alarm>) {
        alarms::of(self.suite, self.runtime, progress)
    }

    /// The judged cases that notice no mutant at all.
    pub fn idle(&self, mutants: &[Mutant], rows: &[Row], progress: &dyn Progress) -> Vec<Idle> {
        idle::of(self, mutants, rows, progress)
    }

    /// Does something with each of some things, in the order in which they come to `jobs` workers.
    fn side_by_side<T: Sync, R: Send>(
        &self,
        things: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let results: Vec<Mutex<Option<R>>> = things.iter().map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let (Some(thing), Some(place)) = (things.get(at), results.get(at)) else {
                            break;
                        };
                        let result = work(thing);
                        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                    }
                });
            }
        });
        let taken =
            |place: Mutex<Option<R>>| place.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.into_iter().filter_map(taken).collect()
    }
}

/// How firmly each clause is stated.
fn levels(spec: &Spec) -> BTreeMap<ClauseId, Level> {
    spec.clauses().into_iter().map(|clause| (clause.id, clause.level)).collect()
}
