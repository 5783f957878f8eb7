//! Sends random sequences until a limit is reached, and shrinks those that fail.

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
use webdata_cases::interpreter::Interpreter;
use webdata_spec::model::ClauseId;
use webdata_suite::Suite;
use webdata_suite::outcome::{Outcome, OutcomeKind};
use webdata_suite::run::RunContext;

use crate::reason::{Reason, reason};
use crate::sequences::{SequenceKind, sequence_kinds};
use crate::shrink::smallest;
use crate::states::States;

/// The number of unsent sequences in a row at which an exploration ends.
const MAX_UNSENT: usize = 20;

/// The number of times that a failure may stay unreproduced before its reason is ignored.
const MAX_UNREPRODUCED: usize = 3;

/// Sends random sequences to one target.
pub struct Explorer<'e> {
    /// The contract, its derived cases and its validators.
    pub suite: &'e Suite,
    /// Sends a case and judges the responses.
    pub context: &'e RunContext,
    /// The runtime of the requests.
    pub runtime: &'e Handle,
}

/// The limits at which an exploration ends.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The time after which no sequence begins.
    pub until: Instant,
    /// The number of requests after which no sequence begins.
    pub requests: Option<usize>,
    /// The number of different failures at which the exploration ends. Sequences that could not be judged do
    /// not count.
    pub reasons: usize,
    /// The longest time for shrinking one failing sequence.
    pub shrinking: Duration,
    /// Ends the exploration when it is cancelled.
    pub stop: CancellationToken,
}

/// The progress of an exploration in numbers.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    /// The number of sequences that were tried, including those that could not be sent. The sequences of
    /// shrinking do not count.
    pub sequences: usize,
    /// The number of requests that were sent, including those of shrinking.
    pub requests: usize,
    /// The clauses that the sequences tested.
    pub clauses: BTreeSet<ClauseId>,
    /// The number of different states that responses have shown. The state of a resource is the values of all
    /// properties that requests can set; a run of a job has its own state. At most a million are counted, and
    /// none of a body that is too long for a record.
    pub states: usize,
    /// The number of different reasons for which sequences failed.
    pub reasons: usize,
}

/// Receives the progress of an exploration.
pub trait Progress {
    /// Called when a sequence has been judged.
    fn sequence_judged(&self, statistics: &Statistics);
    /// Called when a failing sequence has been shrunk.
    fn failed(&self, failing: &FailingSequence);
}

/// A sequence that fails, with its case and its outcome.
#[derive(Debug)]
pub struct FailingSequence {
    /// The smallest sequence that was found.
    pub sequence: Sequence,
    /// The case that is derived from the sequence.
    pub case: Case,
    /// The outcome of the case.
    pub outcome: Outcome,
}

/// The result of an exploration.
#[derive(Debug, Default)]
pub struct ExplorationResult {
    /// The sequences that failed, each for a different reason.
    pub failures: Vec<FailingSequence>,
    /// The numbers of what was sent and found.
    pub statistics: Statistics,
}

impl Explorer<'_> {
    /// Sends the sequences of a corpus, then random ones. The same seed gives the same requests.
    ///
    /// A failing sequence is shrunk unless its reason is already known.
    pub fn explore(
        &self,
        seed: u64,
        corpus: &[Sequence],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> ExplorationResult {
        let suite = self.suite;
        let target = self.context.target();
        let able = suite.cases.iter().filter(|case| target.missing_need(&case.needs).is_none());
        let oracle = Oracle::new(&suite.spec, able);
        let state = ExplorationState {
            explorer: self,
            oracle: &oracle,
            result: RefCell::default(),
            known: RefCell::default(),
            unreproduced: RefCell::default(),
            states: RefCell::default(),
            unsent: Cell::default(),
        };
        for sequence in corpus {
            let failure = state.send_shortened(&oracle.without_unknown_cases(sequence));
            state.result.borrow_mut().statistics.sequences += 1;
            if let Some(Failure { failing, reason }) = failure {
                state.report(failing, reason, progress);
            }
        }
        let kinds = sequence_kinds(&suite.spec, &oracle).into_iter().zip(0..);
        // Each kind has its own random generator, so that a further kind does not change the others.
        let runner = |index| TestRunner::new_with_rng(Config::default(), generator(seed, index));
        let mut kinds: Vec<_> = kinds.map(|(kind, index)| (kind, runner(index))).collect();
        if kinds.is_empty() {
            return state.end(progress);
        }
        'rounds: for round in 0_usize.. {
            let its_turn = |entry: &&mut (SequenceKind, _)| round % entry.0.rounds == 0;
            for (kind, runner) in kinds.iter_mut().filter(its_turn) {
                if state.is_over(limits) {
                    break 'rounds;
                }
                let Ok(tree) = kind.strategy.new_tree(runner) else { break 'rounds };
                state.try_random(tree, limits, progress);
            }
        }
        state.end(progress)
    }
}

/// A sequence that failed, and the reason.
struct Failure {
    failing: FailingSequence,
    reason: Reason,
}

/// The state of one exploration.
struct ExplorationState<'t, 'e> {
    explorer: &'t Explorer<'e>,
    oracle: &'t Oracle<'t>,
    result: RefCell<ExplorationResult>,
    known: RefCell<HashSet<Reason>>,
    /// Failures that were not reproduced when the sequence was sent again, each with how often that happened.
    unreproduced: RefCell<Vec<(Failure, usize)>>,
    states: RefCell<States>,
    /// The number of sequences in a row that were not sent, since the server no longer responds.
    unsent: Cell<usize>,
}

impl ExplorationState<'_, '_> {
    /// Sends a random sequence, and shrinks the sequence if it fails for an unknown reason.
    fn try_random(
        &self,
        mut tree: impl ValueTree<Value = Sequence>,
        limits: &Limits,
        progress: &dyn Progress,
    ) {
        let failed = self.send_shortened(&tree.current());
        self.result.borrow_mut().statistics.sequences += 1;
        progress.sequence_judged(&self.result.borrow().statistics);
        let Some(Failure { failing: first, reason }) = failed else { return };
        if self.is_known(&reason) {
            return;
        }
        let fails_alike = |sequence: &Sequence| {
            let failed = self.send_shortened(sequence)?;
            (failed.reason == reason).then_some(failed.failing.sequence)
        };
        let sequence = smallest(&mut tree, limits.shrinking, reason.is_of_status(), fails_alike);
        let again = sequence.and_then(|sequence| self.send_shortened(&sequence));
        match again.filter(|failed| failed.reason == reason) {
            Some(again) => self.report(again.failing, reason, progress),
            None => self.keep_unreproduced(Failure { failing: first, reason }),
        }
    }

    /// Keeps a failure that was not reproduced. Earlier requests may have caused it, and another sequence may
    /// fail for the same reason alone.
    fn keep_unreproduced(&self, failure: Failure) {
        let unreproduced = &mut *self.unreproduced.borrow_mut();
        match unreproduced.iter_mut().find(|(failed, _)| failed.reason == failure.reason) {
            Some((_, times)) => *times += 1,
            None => unreproduced.push((failure, 1)),
        }
    }

    /// Ends the exploration, and reports the failures that were never reproduced.
    fn end(self, progress: &dyn Progress) -> ExplorationResult {
        for (Failure { failing, reason }, _) in self.unreproduced.take() {
            self.report(failing, reason, progress);
        }
        self.result.into_inner()
    }

    /// Returns whether a reason is already known, or was too often not reproduced.
    fn is_known(&self, reason: &Reason) -> bool {
        let unreproduced = self.unreproduced.borrow();
        let mut unreproduced = unreproduced.iter();
        self.known.borrow().contains(reason)
            || unreproduced
                .any(|(failed, times)| failed.reason == *reason && *times >= MAX_UNREPRODUCED)
    }

    /// Sends a sequence, and returns the failure, if it fails. Actions after the failed request are dropped if
    /// the sequence fails without them.
    fn send_shortened(&self, sequence: &Sequence) -> Option<Failure> {
        let (actions, failure) = self.send(sequence)?;
        let failed = failure.failing.outcome.ended_at.and_then(|step| actions.get(step).copied());
        let count = sequence.actions.len();
        let mut cut = sequence.clone();
        if let Some(failed) = failed {
            cut.actions.truncate(failed + 1);
            cut.read_back &= failed == count;
        }
        let alone = if cut == *sequence { None } else { self.send(&cut) };
        Some(alone.map_or(failure, |(_, shortened)| shortened))
    }

    /// Sends a sequence. If the sequence fails, returns the failure, and for each step the index of its action.
    fn send(&self, sequence: &Sequence) -> Option<(Vec<usize>, Failure)> {
        let Explorer { suite, context, runtime } = self.explorer;
        let interpreter = Interpreter::new(&suite.spec);
        let broken = |request: &Request| interpreter.broken_clauses(request, None);
        // The name that the case gets if it fails.
        let name = (self.result.borrow().failures.len() + 1).to_string();
        let SequenceCase { case, actions } = self.oracle.case(&name, sequence, &broken)?;
        if context.target().missing_need(&case.needs).is_some() {
            return None;
        }
        let outcome = context.run(&case, runtime);
        if outcome.transcript.is_empty() {
            self.unsent.set(self.unsent.get() + 1);
            return None;
        }
        self.unsent.set(0);
        let statistics = &mut self.result.borrow_mut().statistics;
        statistics.requests += outcome.transcript.len();
        statistics.clauses.extend(case.clauses.iter().cloned());
        let mut states = self.states.borrow_mut();
        states.add(&suite.spec, &case, &outcome);
        statistics.states = states.count();
        let reason = reason(&outcome)?;
        let failing = FailingSequence { sequence: sequence.clone(), case, outcome };
        Some((actions, Failure { failing, reason }))
    }

    /// Records a failure, and reports it if its reason is new.
    fn report(&self, failing: FailingSequence, reason: Reason, progress: &dyn Progress) {
        if !self.known.borrow_mut().insert(reason) {
            return;
        }
        progress.failed(&failing);
        let result = &mut *self.result.borrow_mut();
        result.failures.push(failing);
        result.statistics.reasons = result.failures.len();
    }

    fn is_over(&self, limits: &Limits) -> bool {
        let result = self.result.borrow();
        // A blocked sequence does not count: its set-up failed, so the actions after it were not tested.
        let failed = result.failures.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
        limits.stop.is_cancelled()
            || self.unsent.get() >= MAX_UNSENT
            || Instant::now() >= limits.until
            || limits.requests.is_some_and(|limit| result.statistics.requests >= limit)
            || failed.count() >= limits.reasons
    }
}

/// Returns the random generator of a kind of sequences; equal seeds give equal sequences.
fn generator(seed: u64, kind: u8) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8] = kind;
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}
