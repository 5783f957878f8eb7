//! Sends random sequences until time or requests are over, and shrinks those that fail.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::strategy::{Union, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Case, Request};
use webdata_cases::derive::sequences::{Oracle, Sequence, Told};
use webdata_spec::model::ClauseId;
use webdata_suite::Suite;
use webdata_suite::outcome::Outcome;
use webdata_suite::run::RunContext;

use crate::reason::{Reason, reason};
use crate::sequences::sequences;
use crate::shrink::smallest;

/// The resources of a sequence at most.
const RESOURCES: usize = 2;

/// An exploration ends at so many sequences in a row that were not sent.
const UNSENT: usize = 20;

/// Sends random sequences to one target.
pub struct Explorer<'e> {
    /// The contract, its derived cases and its validators.
    pub suite: &'e Suite,
    /// Sends a case and judges the answers.
    pub context: &'e RunContext,
    /// Drives the requests.
    pub runtime: &'e Handle,
}

/// When an exploration ends.
#[derive(Debug, Clone)]
pub struct Limits {
    /// No sequence begins later.
    pub until: Instant,
    /// No sequence begins once so many requests were sent.
    pub requests: Option<usize>,
    /// The exploration ends once so many different failures were found.
    pub reasons: usize,
    /// For so long a sequence that fails is shrunk at most.
    pub shrinking: Duration,
    /// The exploration ends once this is cancelled.
    pub stop: CancellationToken,
}

/// How far an exploration is.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The sequences that were sent, those of shrinking not counted.
    pub sequences: usize,
    /// The requests that were sent, all in all.
    pub requests: usize,
    /// The clauses that sequences were about.
    pub clauses: BTreeSet<ClauseId>,
    /// The reasons for which sequences failed.
    pub reasons: usize,
}

/// Who is told how an exploration goes.
pub trait Progress {
    /// A sequence has been judged.
    fn judged(&self, tally: &Tally);
    /// A sequence that failed was shrunk to this case.
    fn found(&self, found: &Found);
}

/// A sequence that fails.
#[derive(Debug)]
pub struct Found {
    /// The smallest that was found.
    pub sequence: Sequence,
    /// The case that it is.
    pub case: Case,
    /// What became of it.
    pub outcome: Outcome,
}

/// The result of an exploration.
#[derive(Debug, Default)]
pub struct Explored {
    /// The sequences that failed, each for another reason.
    pub found: Vec<Found>,
    /// What was sent.
    pub tally: Tally,
}

impl Explorer<'_> {
    /// Tries the sequences of a corpus, then random ones. The same seed gives the same requests.
    ///
    /// A sequence that fails is shrunk; one that fails for a known reason is not.
    pub fn explore(
        &self,
        seed: u64,
        corpus: &[Sequence],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Explored {
        let suite = self.suite;
        let target = self.context.target();
        let able = suite.cases.iter().filter(|case| target.lacks(&case.needs).is_none());
        let oracle = Oracle::new(&suite.spec, able);
        let trial = Trial {
            explorer: self,
            oracle: &oracle,
            explored: RefCell::default(),
            known: RefCell::default(),
            unsent: Cell::default(),
        };
        for (index, sequence) in corpus.iter().enumerate() {
            let failure = trial.judged(&format!("known-{}", index + 1), sequence);
            trial.explored.borrow_mut().tally.sequences += 1;
            if let Some(Failure { found, reason }) = failure {
                trial.tell(found, reason, progress);
            }
        }
        let vocabularies = oracle.vocabularies();
        let of = |own| sequences(&suite.spec, own, RESOURCES);
        let strategies: Vec<_> = vocabularies.iter().map(of).collect();
        if strategies.is_empty() {
            return trial.explored.into_inner();
        }
        let strategy = Union::new(strategies);
        let mut runner = TestRunner::new_with_rng(Config::default(), generator(seed));
        while !trial.is_over(limits) {
            let Ok(mut tree) = strategy.new_tree(&mut runner) else { break };
            let failed = trial.judged("new", &tree.current());
            trial.explored.borrow_mut().tally.sequences += 1;
            progress.judged(&trial.explored.borrow().tally);
            let Some(Failure { found: first, reason }) = failed else { continue };
            if trial.known.borrow().contains(&reason) {
                continue;
            }
            let fails_alike = |sequence: &Sequence| {
                let failed = trial.judged("new", sequence)?;
                (failed.reason == reason).then_some(failed.found.sequence)
            };
            let sequence = smallest(&mut tree, limits.shrinking, fails_alike);
            let name = (trial.explored.borrow().found.len() + 1).to_string();
            let again = sequence.and_then(|own| trial.judged(&name, &own));
            let again = again.filter(|own| own.reason == reason);
            // What does not fail again has failed all the same.
            trial.tell(again.map_or(first, |own| own.found), reason, progress);
        }
        trial.explored.into_inner()
    }
}

/// A sequence that failed, and why.
struct Failure {
    found: Found,
    reason: Reason,
}

/// What the sequences of one exploration share.
struct Trial<'t, 'e> {
    explorer: &'t Explorer<'e>,
    oracle: &'t Oracle<'t>,
    explored: RefCell<Explored>,
    known: RefCell<HashSet<Reason>>,
    /// How many sequences in a row were not sent, since the server was given up.
    unsent: Cell<usize>,
}

impl Trial<'_, '_> {
    /// Sends a sequence; returns what failed, if it fails. What comes after the request that failed plays
    /// no part, so it is left out, if it fails without it.
    fn judged(&self, name: &str, sequence: &Sequence) -> Option<Failure> {
        let (moves, failure) = self.sent(name, sequence)?;
        let failed = failure.found.outcome.ended_at.and_then(|step| moves.get(step).copied());
        let count = sequence.moves.len();
        let mut cut = sequence.clone();
        if let Some(failed) = failed {
            cut.moves.truncate(failed + 1);
            cut.read_back &= failed == count;
        }
        let alone = if cut == *sequence { None } else { self.sent(name, &cut) };
        Some(alone.map_or(failure, |(_, own)| own))
    }

    /// Sends a sequence; returns what failed, if it fails, and for each step the move that it is of.
    fn sent(&self, name: &str, sequence: &Sequence) -> Option<(Vec<usize>, Failure)> {
        let Explorer { suite, context, runtime } = self.explorer;
        let broken = |request: &Request| suite.validators.request(request, None);
        let Told { case, moves } = self.oracle.case(name, sequence, &broken)?;
        if context.target().lacks(&case.needs).is_some() {
            return None;
        }
        let outcome = context.run(&case, runtime);
        if outcome.transcript.is_empty() {
            self.unsent.set(self.unsent.get() + 1);
            return None;
        }
        self.unsent.set(0);
        let tally = &mut self.explored.borrow_mut().tally;
        tally.requests += outcome.transcript.len();
        tally.clauses.extend(case.clauses.iter().cloned());
        let reason = reason(&outcome)?;
        let found = Found { sequence: sequence.clone(), case, outcome };
        Some((moves, Failure { found, reason }))
    }

    /// Keeps what failed, and says so.
    fn tell(&self, found: Found, reason: Reason, progress: &dyn Progress) {
        if !self.known.borrow_mut().insert(reason) {
            return;
        }
        progress.found(&found);
        let explored = &mut *self.explored.borrow_mut();
        explored.found.push(found);
        explored.tally.reasons = explored.found.len();
    }

    fn is_over(&self, limits: &Limits) -> bool {
        let explored = self.explored.borrow();
        limits.stop.is_cancelled()
            || self.unsent.get() >= UNSENT
            || Instant::now() >= limits.until
            || limits.requests.is_some_and(|most| explored.tally.requests >= most)
            || explored.found.len() >= limits.reasons
    }
}

/// Chance that a seed gives again.
fn generator(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}
