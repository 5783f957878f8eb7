//! Sends random sequences until time or requests are over, and shrinks those that fail.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Case, Request};
use webdata_cases::derive::sequences::{Oracle, Sequence, SequenceCase};
use webdata_spec::model::ClauseId;
use webdata_suite::Suite;
use webdata_suite::outcome::{Outcome, OutcomeKind};
use webdata_suite::run::RunContext;

use crate::reason::{Reason, reason};
use crate::sequences::{Kind, kinds};
use crate::shrink::smallest;
use crate::states::States;

/// An exploration ends at so many sequences in a row that were not sent.
const UNSENT: usize = 20;

/// A sequence is tried to be shrunk for the same reason so often, where it does not fail again.
const TIMES: usize = 3;

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
    /// The exploration ends once so many different failures were found. What could not be judged is none.
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
    /// How many different states responses have shown: of a resource, the values of all properties that
    /// requests can set; of a run, its state. A million are counted at most, and none in a body that is too
    /// long for a record.
    pub states: usize,
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
            aside: RefCell::default(),
            states: RefCell::default(),
            unsent: Cell::default(),
        };
        for sequence in corpus {
            let failure = trial.judged(&oracle.without_unknown_cases(sequence));
            trial.explored.borrow_mut().tally.sequences += 1;
            if let Some(Failure { found, reason }) = failure {
                trial.tell(found, reason, progress);
            }
        }
        let kinds = kinds(&suite.spec, &oracle).into_iter().zip(0..);
        // Each kind has chance of its own, so that one more of them does not change the others.
        let runner = |own| TestRunner::new_with_rng(Config::default(), generator(seed, own));
        let mut kinds: Vec<_> = kinds.map(|(kind, own)| (kind, runner(own))).collect();
        if kinds.is_empty() {
            return trial.end(progress);
        }
        'rounds: for round in 0_usize.. {
            let its_turn = |own: &&mut (Kind, _)| round % own.0.rounds == 0;
            for (kind, runner) in kinds.iter_mut().filter(its_turn) {
                if trial.is_over(limits) {
                    break 'rounds;
                }
                let Ok(tree) = kind.strategy.new_tree(runner) else { break 'rounds };
                trial.turn(tree, limits, progress);
            }
        }
        trial.end(progress)
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
    /// Failures that did not show when the sequence was sent again, each with how often that was so.
    aside: RefCell<Vec<(Failure, usize)>>,
    states: RefCell<States>,
    /// How many sequences in a row were not sent, since the server was given up.
    unsent: Cell<usize>,
}

impl Trial<'_, '_> {
    /// Sends a random sequence, and shrinks it where it fails for a reason that is not known.
    fn turn(
        &self,
        mut tree: impl ValueTree<Value = Sequence>,
        limits: &Limits,
        progress: &dyn Progress,
    ) {
        let failed = self.judged(&tree.current());
        self.explored.borrow_mut().tally.sequences += 1;
        progress.judged(&self.explored.borrow().tally);
        let Some(Failure { found: first, reason }) = failed else { return };
        if self.is_known(&reason) {
            return;
        }
        let fails_alike = |sequence: &Sequence| {
            let failed = self.judged(sequence)?;
            (failed.reason == reason).then_some(failed.found.sequence)
        };
        let sequence = smallest(&mut tree, limits.shrinking, reason.is_of_status(), fails_alike);
        let again = sequence.and_then(|own| self.judged(&own));
        match again.filter(|own| own.reason == reason) {
            Some(again) => self.tell(again.found, reason, progress),
            None => self.put_aside(Failure { found: first, reason }),
        }
    }

    /// Keeps what did not fail again, since requests before it may have played a part: another sequence may
    /// fail for this reason alone.
    fn put_aside(&self, failure: Failure) {
        let aside = &mut *self.aside.borrow_mut();
        match aside.iter_mut().find(|(own, _)| own.reason == failure.reason) {
            Some((_, times)) => *times += 1,
            None => aside.push((failure, 1)),
        }
    }

    /// Tells what never failed again: it has failed all the same.
    fn end(self, progress: &dyn Progress) -> Explored {
        for (Failure { found, reason }, _) in self.aside.take() {
            self.tell(found, reason, progress);
        }
        self.explored.into_inner()
    }

    /// Whether nothing more can be learned of a reason.
    fn is_known(&self, reason: &Reason) -> bool {
        let aside = self.aside.borrow();
        let mut aside = aside.iter();
        self.known.borrow().contains(reason)
            || aside.any(|(own, times)| own.reason == *reason && *times >= TIMES)
    }

    /// Sends a sequence; returns what failed, if it fails. What comes after the request that failed plays
    /// no part, so it is left out, if it fails without it.
    fn judged(&self, sequence: &Sequence) -> Option<Failure> {
        let (moves, failure) = self.sent(sequence)?;
        let failed = failure.found.outcome.ended_at.and_then(|step| moves.get(step).copied());
        let count = sequence.moves.len();
        let mut cut = sequence.clone();
        if let Some(failed) = failed {
            cut.moves.truncate(failed + 1);
            cut.read_back &= failed == count;
        }
        let alone = if cut == *sequence { None } else { self.sent(&cut) };
        Some(alone.map_or(failure, |(_, own)| own))
    }

    /// Sends a sequence; returns what failed, if it fails, and for each step the move that it is of.
    fn sent(&self, sequence: &Sequence) -> Option<(Vec<usize>, Failure)> {
        let Explorer { suite, context, runtime } = self.explorer;
        let broken = |request: &Request| suite.validators.request(request, None);
        // It is called what it will be called if it fails.
        let name = (self.explored.borrow().found.len() + 1).to_string();
        let SequenceCase { case, moves } = self.oracle.case(&name, sequence, &broken)?;
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
        let mut states = self.states.borrow_mut();
        states.add(&suite.spec, &case, &outcome);
        tally.states = states.count();
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
        // Where a set-up is refused, what it was for is still to be seen.
        let failed = explored.found.iter().filter(|own| own.outcome.kind == OutcomeKind::Fail);
        limits.stop.is_cancelled()
            || self.unsent.get() >= UNSENT
            || Instant::now() >= limits.until
            || limits.requests.is_some_and(|most| explored.tally.requests >= most)
            || failed.count() >= limits.reasons
    }
}

/// Chance that a seed gives again, for one kind of sequence.
fn generator(seed: u64, kind: u8) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8] = kind;
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}
