//! Sends random sequences until a limit is reached, and shrinks those that fail. Each reason of failures is
//! reported once.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Case, Request, Step};
use webdata_cases::derive::sequences::{Action, Oracle, Sequence, SequenceCase, Spelling};
use webdata_cases::interpreter::Interpreter;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ResourceEffect};
use webdata_suite::Suite;
use webdata_suite::outcome::{self, Deviation, Outcome, OutcomeKind};
use webdata_suite::run::RunContext;

use crate::sequences::{SequenceKind, sequence_kinds};

/// The number of unsent sequences in a row at which an exploration ends.
const MAX_UNSENT: usize = 20;

/// The number of times that a failure may stay unreproduced before its reason is ignored.
const MAX_UNREPRODUCED: usize = 3;

/// Sends random sequences to one target.
pub struct Explorer<'e> {
    /// The contract, its derived cases and its validators.
    pub suite: &'e Suite,
    /// The identities of the cases that a run sends to the target. Sequences consist of their requests, so an operation
    /// that the target switches off, or that is not selected, is not explored.
    pub sent: &'e HashSet<String>,
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
        let sent = suite.cases.iter().filter(|case| self.sent.contains(&case.id));
        let oracle = Oracle::new(&suite.spec, sent);
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

struct Failure {
    failing: FailingSequence,
    reason: Reason,
}

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
        // After a rejected set-up nothing was sent, so a smaller sequence shows nothing more.
        let is_set_up = reason.kind == OutcomeKind::Blocked;
        let time = if is_set_up { Duration::ZERO } else { limits.shrinking };
        let sequence = smallest(&mut tree, time, reason.place == "status", fails_alike);
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
        let Explorer { suite, context, runtime, sent: _ } = self.explorer;
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
        statistics.states = states.0.len();
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

/// Identifies a failure. A rejected set-up has no clauses, so that it is the same failure in every sequence.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Reason {
    kind: OutcomeKind,
    clauses: Vec<String>,
    place: String,
}

/// Returns whether a sequence was interrupted, or the rate limit of the server let in only some of the requests
/// that were sent together.
fn is_interrupted(reason: &outcome::Reason) -> bool {
    use outcome::Reason::{
        Control, Interference, Interrupted, Limit, Obstacles, Separated, Silent, Words,
    };
    match reason {
        Interrupted { .. } | Separated { .. } => true,
        Control { .. }
        | Interference { .. }
        | Limit(_)
        | Obstacles(_)
        | Silent { .. }
        | Words(_) => false,
    }
}

/// Returns why a sequence failed, if it did. An interrupted sequence has not failed.
fn reason(outcome: &Outcome) -> Option<Reason> {
    use OutcomeKind::{Blocked, Error, Fail, Observed, Pass, Skip, Waived};
    match outcome.kind {
        Fail | Blocked => {}
        Error if !is_interrupted(&outcome.reason) && !outcome.transcript.is_empty() => {}
        Error | Pass | Observed | Skip | Waived => return None,
    }
    let first = outcome.deviations.first();
    let is_there =
        |deviation: &&Deviation| first.is_some_and(|first| first.place == deviation.place);
    let is_set_up = outcome.kind == Blocked;
    let mut clauses: Vec<String> = outcome
        .deviations
        .iter()
        .filter(|deviation| !is_set_up && is_there(deviation))
        .map(|deviation| deviation.clause.to_string())
        .collect();
    clauses.sort();
    clauses.dedup();
    let place =
        first.map_or_else(|| outcome.reason.to_string(), |deviation| deviation.place.clone());
    // All items of a list count as the same place.
    let place = place.split('/').map(|step| match step.parse::<usize>() {
        Ok(_) => "*",
        Err(_) => step,
    });
    Some(Reason { kind: outcome.kind, clauses, place: place.collect::<Vec<_>>().join("/") })
}

/// The maximum number of times that a sequence is sent again.
const MAX_TRIES: usize = 600;

/// Returns the smallest failing sequence that a tree leads to, or `None` if no sequence fails again.
///
/// `fails` returns the part of a sequence that fails, if any does. Shrinking ends after `time`. `is_of_status` says
/// whether the status code is wrong.
fn smallest(
    tree: &mut impl ValueTree<Value = Sequence>,
    time: Duration,
    is_of_status: bool,
    fails: impl Fn(&Sequence) -> Option<Sequence>,
) -> Option<Sequence> {
    let started = Instant::now();
    let (mut best, mut tries) = (None, 0);
    let mut may_go_on = tree.simplify();
    while may_go_on && tries < MAX_TRIES && started.elapsed() < time {
        tries += 1;
        may_go_on = match fails(&tree.current()) {
            Some(smaller) => {
                best = Some(smaller);
                tree.simplify()
            }
            // A sequence that failed may pass now, if earlier sequences have caused the failure.
            None => tree.complicate() || tree.simplify(),
        };
    }
    let best = best.or_else(|| fails(&tree.current()))?;
    let best = without_needless_actions(best, |sequence| {
        (started.elapsed() < time).then(|| fails(sequence)).flatten()
    });
    // Earlier sequences play no part if the sequence creates its own resource or run.
    if best.actions.iter().any(|action| matches!(action, Action::Create { .. } | Action::Start)) {
        return Some(best);
    }
    // A wrong value shows only if another value was stored before, so the arranged resources stay. For a wrong
    // status code, they are left out if the sequence fails twice without them.
    let bare = Sequence { arranged: false, ..best.clone() };
    let again = || if best.arranged && is_of_status { fails(&bare) } else { None };
    Some(again().and_then(|_| again()).unwrap_or(best))
}

/// Removes each action, and each part of an action, without which the sequence still fails.
///
/// The tree tries to remove an action before it shrinks the later ones. A later action that was shrunk may no
/// longer need an earlier one.
fn without_needless_actions(
    mut best: Sequence,
    fails: impl Fn(&Sequence) -> Option<Sequence>,
) -> Sequence {
    let (mut index, mut needed) = (0, 0);
    // After each change, every action is tried again, because it may have become needless.
    while needed < best.actions.len() {
        index %= best.actions.len();
        let Some(action) = best.actions.get(index) else { break };
        let fewer = (best.actions.len() > 1).then(Vec::new);
        let smaller = simpler_versions(action).into_iter().map(|action| vec![action]);
        let smaller_sequence = fewer.into_iter().chain(smaller).find_map(|instead| {
            let mut sequence = best.clone();
            sequence.actions.splice(index..=index, instead);
            fails(&sequence)
        });
        match smaller_sequence {
            Some(smaller) => (best, needed) = (smaller, 0),
            None => (index, needed) = (index + 1, needed + 1),
        }
    }
    best
}

fn simpler_versions(action: &Action) -> Vec<Action> {
    let fewer = |given: &Map<String, Value>| -> Vec<Map<String, Value>> {
        let without = |name: &String| {
            let mut properties = given.clone();
            properties.shift_remove(name);
            properties
        };
        given.keys().filter(|_| given.len() > 1).map(without).collect()
    };
    match action {
        Action::Update { resource, given, spelling, headers_of } => {
            let update = |given, spelling, headers_of| Action::Update {
                resource: *resource,
                given,
                spelling,
                headers_of,
            };
            let plain = headers_of.is_some() || *spelling != Spelling::default();
            let plain = plain.then(|| update(given.clone(), Spelling::default(), None));
            let fewer = fewer(given);
            let fewer = fewer.into_iter().map(|given| update(given, *spelling, headers_of.clone()));
            plain.into_iter().chain(fewer).collect()
        }
        Action::Concurrent { given, resource, .. } => {
            let alone = |given: &Map<String, Value>| Action::Update {
                resource: *resource,
                given: given.clone(),
                spelling: Spelling::default(),
                headers_of: None,
            };
            given.iter().map(alone).collect()
        }
        Action::Create { given } => {
            fewer(given).into_iter().map(|given| Action::Create { given }).collect()
        }
        Action::Replace { resource, given } => {
            let replace = |given| Action::Replace { resource: *resource, given };
            fewer(given).into_iter().map(replace).collect()
        }
        Action::Rejected { resource, like, beside } => {
            let rejected =
                |beside| Action::Rejected { resource: *resource, like: like.clone(), beside };
            fewer(beside).into_iter().map(rejected).collect()
        }
        Action::Mistaken { beside, .. } => {
            let with = |beside| {
                let mut simpler = action.clone();
                if let Action::Mistaken { beside: other, .. } = &mut simpler {
                    *other = beside;
                }
                simpler
            };
            fewer(beside).into_iter().map(with).collect()
        }
        Action::Other { .. }
        | Action::Read { .. }
        | Action::List { .. }
        | Action::Delete { .. }
        | Action::Start
        | Action::End { .. } => Vec::new(),
    }
}

/// The maximum number of counted states, which bounds the memory of an exploration.
const MAX_STATES: usize = 1 << 20;

/// The states that were shown, each as its hash.
#[derive(Debug, Default)]
struct States(HashSet<u64>);

impl States {
    /// Adds the states that the responses of a case show.
    fn add(&mut self, spec: &Spec, case: &Case, outcome: &Outcome) {
        for (step, exchange) in case.steps.iter().zip(&outcome.transcript) {
            let response =
                exchange.response.as_ref().filter(|response| (200..300).contains(&response.status));
            let Some(response) = response.filter(|_| self.0.len() < MAX_STATES) else { continue };
            let Ok(body) = serde_json::from_str(&response.body) else { continue };
            let Some(state) =
                state_of_resource(spec, step, &body).or_else(|| state_of_run(spec, step, &body))
            else {
                continue;
            };
            let mut hasher = DefaultHasher::new();
            state.to_string().hash(&mut hasher);
            self.0.insert(hasher.finish());
        }
    }
}

/// Returns the properties that requests can set of the resource in a response.
fn state_of_resource(spec: &Spec, step: &Step, body: &Value) -> Option<Value> {
    let operation = spec.operations.get(step.request.operation.as_ref()?)?;
    let resource = operation.stored_resource()?;
    if operation.is_bulk()
        || matches!(
            resource.effect,
            ResourceEffect::Lists | ResourceEffect::Deletes | ResourceEffect::Uses
        )
    {
        return None;
    }
    let shown = body.pointer(&resource.pointer())?.as_object()?;
    let of_type = spec.operations.values().filter(|operation| {
        operation.resource.as_ref().is_some_and(|used| used.type_name == resource.type_name)
    });
    let names: HashSet<&str> =
        of_type.flat_map(|operation| spec.stored_properties(operation)).collect();
    let stored = shown.iter().filter(|(name, _)| names.contains(name.as_str()));
    let stored: Map<String, Value> =
        stored.map(|(name, value)| (name.clone(), value.clone())).collect();
    Some(Value::Array(vec![resource.type_name.as_str().into(), stored.into()]))
}

/// Returns the state of the run in a response.
fn state_of_run(spec: &Spec, step: &Step, body: &Value) -> Option<Value> {
    let operation = spec.operations.get(step.request.operation.as_ref()?)?;
    let resource = operation.resource.as_ref()?;
    let is_read = resource.is_job && resource.effect == ResourceEffect::Reads;
    let lifecycle = spec.job_lifecycle(&resource.type_name).filter(|_| is_read)?;
    let state = body.pointer(&format!("{}/{}", resource.pointer(), lifecycle.property))?;
    Some(Value::Array(vec![lifecycle.type_name.as_str().into(), state.clone()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An action that was needed at first may become needless once a later one is gone.
    #[test]
    fn no_request_of_the_smallest_sequence_can_be_left_out() {
        let sequence = |actions: &[Action]| Sequence {
            operation: "start".to_owned(),
            arranged: false,
            actions: actions.to_vec(),
            read_back: false,
        };
        let read = Action::Read { resource: 0 };
        let delete = Action::Delete { resource: 0 };
        // A deletion hides the failure, unless there is a reading.
        let fails = |sequence: &Sequence| {
            let has = |action: &Action| sequence.actions.contains(action);
            let is_failure = has(&Action::Start) && (has(&read) || !has(&delete));
            is_failure.then(|| sequence.clone())
        };
        for actions in [
            [read.clone(), Action::Start, delete.clone()],
            [delete.clone(), read.clone(), Action::Start],
            [Action::Start, delete.clone(), read.clone()],
        ] {
            let smallest = without_needless_actions(sequence(&actions), fails);
            assert_eq!(smallest, sequence(&[Action::Start]), "{actions:?}");
        }
    }
}
