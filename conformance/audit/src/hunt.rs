//! Hunts one mutant: starts its server, and runs all cases that name its clause. If none of them notices the mutant, the
//! other cases run until one does, those of the mutant's operation first. Cases that only meet operations that the
//! mutant does not change are left out. A quick hunt ends at the first case that notices the mutant.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::slice;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::Router;
use heck::ToSnakeCase as _;
use webdata_cases::case::{BetweenPages, Case, Request};
use webdata_reference::{
    Contract, ContractError, Extension, Keys, Options, ReferenceServer, UnknownKind, is_implemented,
};
use webdata_spec::model::{ClauseId, ClauseRoot, Level, Operation};
use webdata_spec::{Spec, kebab, walk};
use webdata_suite::Suite;
use webdata_suite::outcome::{Outcome, OutcomeKind, is_counted};
use webdata_suite::run::{ClientError, RunContext};
use webdata_suite::target::Target;

use crate::auditor::Auditor;
use crate::document::{MutantStatus, Origin, Row};
use crate::habits::{Habit, Recording};
use crate::mutants::Mutant;
use crate::proxy::Proxy;
use crate::reference_target::reference_target_with;
use crate::served::{DifferentServer, RunError, served_contract, with_bound_paths};

/// The number of cases that run side by side against one mutant. With one, a hunt has the same result each
/// time.
const JOBS: usize = 1;

/// Hunts mutants. All hunts share these values.
pub(super) struct Hunt<'h> {
    pub(super) auditor: &'h Auditor<'h>,
    /// The contract without changes.
    spec: Arc<Spec>,
    /// The contract without changes, with the paths that only the reference server has.
    bound: Arc<Spec>,
    /// The index of each case, by its identity.
    indices: HashMap<&'h str, usize>,
    /// The contract without changes, as its servers share it: routes resolved and schemas compiled.
    contract: OnceLock<Result<Arc<Contract>, ContractError>>,
    /// The exchanges of every case with a correct server, recorded when the first habit is hunted.
    recording: OnceLock<Result<Recording, Arc<RunError>>>,
    /// The words of each case's identity.
    words: OnceLock<Vec<HashSet<String>>>,
    /// The cases in which each habit acts, by the identity of the habit.
    acting: Mutex<HashMap<String, Vec<usize>>>,
}

/// How requests reach a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    /// By a call within this process.
    InProcess,
    /// Over an HTTP connection.
    Http,
}

impl<'h> Hunt<'h> {
    pub(super) fn new(auditor: &'h Auditor<'h>) -> Self {
        let spec = Arc::new(auditor.suite.spec.clone());
        Self {
            auditor,
            indices: auditor.suite.cases.iter().map(|case| case.id.as_str()).zip(0..).collect(),
            bound: with_bound_paths(&spec, auditor.extension),
            spec,
            contract: OnceLock::new(),
            recording: OnceLock::new(),
            words: OnceLock::new(),
            acting: Mutex::default(),
        }
    }

    pub(super) fn suite(&self) -> &'h Suite {
        self.auditor.suite
    }

    /// Returns the level of the clause that a mutant breaks; `None` if the contract has no such clause.
    pub(super) fn level(&self, mutant: &Mutant) -> Option<Level> {
        Some(self.suite().clauses.get(&mutant.clause)?.level)
    }

    /// Returns the mutants that a case noticed, each with its row and the level of its clause. A mutant whose clause the
    /// contract lacks is never started, so no case notices it.
    pub(super) fn noticed<'m>(
        &self,
        mutants: &'m [Mutant],
        rows: &'m [Row],
    ) -> impl Iterator<Item = (&'m Mutant, &'m Row, Level)> {
        let noticed =
            mutants.iter().zip(rows).filter(|(_, row)| row.status == MutantStatus::Noticed);
        noticed.filter_map(|(mutant, row)| Some((mutant, row, self.level(mutant)?)))
    }

    /// Returns whether a failure of a case counts in a run at a level.
    pub(super) fn is_firm(&self, case: usize, level: Level) -> bool {
        self.suite().cases.get(case).is_some_and(|case| is_counted(case.level, level))
    }

    /// Returns the cases that noticed the mutant of a row.
    pub(super) fn noticing(&self, row: &Row) -> Vec<usize> {
        row.noticed_by.iter().filter_map(|id| self.indices.get(id.as_str()).copied()).collect()
    }

    /// Describes where a habit comes from, and in how many cases the habit acts.
    pub(super) fn origin(&self, habit: &Habit) -> Origin {
        Origin {
            origin: habit.origin().to_owned(),
            source: habit.source.clone(),
            mistake: habit.mistake.clone(),
            sentence: habit.sentence.clone(),
            acts_in: self.cases_of(habit).map_or(0, |cases| cases.len()),
        }
    }

    /// Returns the cases in which a habit acts. For the other cases, the server is correct.
    ///
    /// # Errors
    /// Why the exchanges with a correct server cannot be recorded.
    fn cases_of(&self, habit: &Habit) -> Result<Vec<usize>, RunError> {
        let known = || self.acting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cases) = known().get(&habit.id) {
            return Ok(cases.clone());
        }
        let recording = self.recording.get_or_init(|| self.record().map_err(Arc::new));
        let recording = recording.as_ref().map_err(Arc::clone)?;
        let cases_of_habit = recording.cases_of(habit, &self.bound, &Keys::default());
        known().insert(habit.id.clone(), cases_of_habit.clone());
        Ok(cases_of_habit)
    }

    /// Runs every case against a correct server, and records the exchanges.
    fn record(&self) -> Result<Recording, RunError> {
        let mut recording = Recording::default();
        let starting = ReferenceServer::start_prepared(self.contract()?, Options::default());
        let server = self.auditor.runtime.block_on(starting)?;
        let proxy = Proxy::recorder(Arc::clone(&self.bound), server.router());
        let target = self.target_of(&server, Some(Proxy::router(&proxy)))?;
        let context = self.run_context(target)?;
        for case in &self.suite().cases {
            if context.target().missing_need(&case.needs).is_none() {
                context.run(case, self.auditor.runtime);
            }
            recording.add(proxy.take_record());
        }
        Ok(recording)
    }

    /// Hunts a mutant with the cases that name its clause, and with the others only if none of those notices
    /// the mutant.
    ///
    /// A case notices the mutant if the case fails and counts at `level`, the level of the clause. With `quick`,
    /// the hunt ends at the first such case. Returns the cases that noticed the mutant: every one that names the
    /// clause; if there is none, the first other one.
    ///
    /// # Errors
    /// Why the server of the mutant cannot be started.
    pub(super) fn mutant(
        &self,
        mutant: &Mutant,
        level: Level,
        quick: bool,
    ) -> Result<Vec<usize>, RunError> {
        let served = self.serve(mutant, Transport::InProcess)?;
        let cases = &self.suite().cases;
        let notices = |at: &usize| self.is_firm(*at, level) && self.notices(&served, *at);
        let able = match &mutant.habit {
            Some(habit) => self.cases_of(habit)?,
            None => {
                let operation = mutant.difference.operation.as_ref();
                let is_changed = |id: &str| operation.is_none_or(|operation| operation == id);
                (0..cases.len()).filter(|at| calls(&cases[*at], is_changed)).collect()
            }
        };
        let (named, others): (Vec<usize>, Vec<usize>) =
            able.into_iter().partition(|at| cases[*at].clauses.contains(&mutant.clause));
        let max_noticing = if quick { 1 } else { usize::MAX };
        let named = if quick { self.most_similar_first(named, mutant) } else { named };
        let mut noticing: Vec<usize> =
            named.into_iter().filter(notices).take(max_noticing).collect();
        if noticing.is_empty() {
            let edits = mutant.edits_contract();
            let changed = edits.then(|| changed_operations(&self.spec, &served.spec)).flatten();
            let is_changed = |id: &str| changed.as_ref().is_none_or(|ids| ids.contains(id));
            let others = others.into_iter().filter(|at| calls(&cases[*at], is_changed)).collect();
            noticing.extend(most_likely_first(cases, others, mutant).into_iter().find(notices));
        }
        Ok(noticing)
    }

    /// Sorts cases by the share of the words of their identity that are also in that of the mutant, the largest first.
    /// The constant keeps short identities from coming first for a single word.
    fn most_similar_first(&self, mut named: Vec<usize>, mutant: &Mutant) -> Vec<usize> {
        let of_mutant = words(&mutant.id);
        let of_cases = self
            .words
            .get_or_init(|| self.suite().cases.iter().map(|case| words(&case.id)).collect());
        let likeness = |at: &usize| {
            let of_case = of_cases.get(*at)?;
            Some(of_case.intersection(&of_mutant).count() * 1000 / (of_case.len() + 3))
        };
        named.sort_by_cached_key(|at| Reverse(likeness(at)));
        named
    }

    /// Returns those of the cases that notice a mutant.
    ///
    /// # Errors
    /// Why the server of the mutant cannot be started.
    pub(super) fn noticed_by(
        &self,
        mutant: &Mutant,
        cases: &[usize],
        transport: Transport,
    ) -> Result<Vec<usize>, RunError> {
        let served = self.serve(mutant, transport)?;
        Ok(cases.iter().copied().filter(|at| self.notices(&served, *at)).collect())
    }

    /// Returns the first case that notices a mutant; `None` if the server of the mutant cannot be started.
    pub(super) fn first_that_notices(&self, mutant: &Mutant, cases: &[usize]) -> Option<usize> {
        let served = self.serve(mutant, Transport::InProcess).ok()?;
        cases.iter().copied().find(|at| self.notices(&served, *at))
    }

    /// Runs every case whose needs the target meets, and returns the outcome of each. The list is empty if
    /// the server of the mutant cannot be started.
    pub(super) fn outcomes(&self, mutant: &Mutant) -> Vec<(&Case, Outcome)> {
        let Ok(served) = self.serve(mutant, Transport::InProcess) else { return Vec::new() };
        let context = &served.context;
        let cases = self.suite().cases.iter();
        let able = cases.filter(|case| context.target().missing_need(&case.needs).is_none());
        able.map(|case| (case, context.run(case, self.auditor.runtime))).collect()
    }

    /// Returns the contract without changes, which its servers share.
    fn contract(&self) -> Result<Arc<Contract>, ContractError> {
        self.contract.get_or_init(|| self.prepare(Arc::clone(&self.spec))).clone()
    }

    fn prepare(&self, spec: Arc<Spec>) -> Result<Arc<Contract>, ContractError> {
        Contract::new(spec, self.auditor.extension).map(Arc::new)
    }

    fn notices(&self, served: &ServedMutant, at: usize) -> bool {
        let context = &served.context;
        self.suite().cases.get(at).is_some_and(|case| {
            context.target().missing_need(&case.needs).is_none()
                && self.auditor.is_implemented(case)
                && context.run(case, self.auditor.runtime).kind == OutcomeKind::Fail
        })
    }

    /// Starts the server of a mutant, and prepares to run cases against it.
    fn serve(&self, mutant: &Mutant, transport: Transport) -> Result<ServedMutant, RunError> {
        let differences = slice::from_ref(&mutant.difference);
        let spec = served_contract(differences, &self.spec);
        let contract = if Arc::ptr_eq(&spec, &self.spec) {
            self.contract()?
        } else {
            self.prepare(Arc::clone(&spec))?
        };
        let options = Options::default();
        let starting = DifferentServer::start_prepared(differences, &self.bound, contract, options);
        let running = self.auditor.runtime.block_on(starting)?;
        let router = (transport == Transport::InProcess).then(|| running.server.router());
        let context = self.run_context(self.target_of(&running.server, router)?)?;
        Ok(ServedMutant { spec, context, _running: running })
    }

    /// Returns a target of a reference server. Without a router, requests go over connections.
    fn target_of(
        &self,
        server: &ReferenceServer,
        router: Option<Router>,
    ) -> Result<Target, UnknownKind> {
        let mut target = reference_target_with(server, &self.spec, &self.suite().clauses, JOBS)?;
        target.connection.in_process = router;
        Ok(target)
    }

    fn run_context(&self, target: Target) -> Result<RunContext, ClientError> {
        let clauses = Arc::clone(&self.suite().clauses);
        let mut context = RunContext::new(Arc::clone(&self.spec), clauses, target, None)?;
        context.listen(self.auditor.runtime)?;
        Ok(context)
    }
}

/// A mutant that is being served. Its server stops when this is dropped.
struct ServedMutant {
    /// The contract that the server interprets.
    spec: Arc<Spec>,
    context: RunContext,
    _running: DifferentServer,
}

/// Returns the operations whose exchanges differ if a server interprets a changed contract; `None` if those of any
/// operation may differ. What a behaviour of the reference server performs may use any type.
fn changed_operations<'s>(before: &'s Spec, after: &Spec) -> Option<HashSet<&'s str>> {
    let Spec { types, operations, channels, .. } = before;
    let (same_types, same_operations) = (types.clone(), operations.clone());
    let others = Spec { types: same_types, operations: same_operations, ..after.clone() };
    let changed = types.keys().filter(|name| types.get(*name) != after.types.get(*name));
    let changed: HashSet<&str> = changed.map(String::as_str).collect();
    let uses = |names: &[&str]| {
        let schemas = names.iter().filter_map(|name| before.schema(name));
        let mut reached = before.reached(schemas).into_iter();
        reached.any(|schema| changed.contains(walk::type_name(schema.clause.as_str())))
    };
    let events = channels.values().flat_map(|channel| channel.events.values());
    let carried: Vec<&str> = events.filter_map(|event| event.carries.as_deref()).collect();
    let is_changed = |operation: &&Operation| {
        let resource = operation.resource.iter();
        let resource = resource
            .flat_map(|it| it.parents().map(|parent| &*parent.type_name).chain([&*it.type_name]));
        let types = operation.sent_types().chain(operation.returned_types());
        let types = types.chain(operation.found_types()).chain(resource);
        let types: Vec<&str> = types.chain([&*operation.error_body]).collect();
        after.operations.get(&operation.id) != Some(*operation)
            || !is_implemented(&Extension::default(), operation)
            || uses(&types)
    };
    let all = operations.values().filter(is_changed).map(|operation| operation.id.as_str());
    (others == *before && !uses(&carried)).then(|| all.collect())
}

/// Returns whether a case calls an operation that `is_changed`. If it does not, the case meets a correct server. A request
/// without an operation may call any.
fn calls(case: &Case, is_changed: impl Fn(&str) -> bool) -> bool {
    let calls = |request: &Request| request.operation.as_deref().is_none_or(&is_changed);
    case.steps.iter().any(|step| {
        let pages = step.request.pages.as_ref();
        let between = match pages.and_then(|pages| pages.between.as_ref()) {
            Some(BetweenPages::Request(request)) => calls(request),
            Some(BetweenPages::CutCursor) | None => false,
        };
        calls(&step.request) || between
    })
}

/// Returns the words of an identity in lower case: those of `maxLength` are `max` and `length`.
fn words(identity: &str) -> HashSet<String> {
    let parts = identity.split(|character: char| !character.is_alphanumeric());
    parts
        .flat_map(|part| part.to_snake_case().split('_').map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Sorts cases by how likely they are to notice a mutant.
///
/// First come cases that name the error whose responses the mutant gets wrong, then those that call the mutant's
/// operation. Among each, cases are sorted by the longest common prefix of the mutant's clause and a clause that the
/// case names.
fn most_likely_first(cases: &[Case], mut others: Vec<usize>, mutant: &Mutant) -> Vec<usize> {
    let of_error = mutant.error_row().map(ClauseRoot::Error);
    let alike = |other: &ClauseId| {
        let both = other.as_str().bytes().zip(mutant.clause.as_str().bytes());
        let common = both.take_while(|(left, right)| left == right).count();
        (of_error.is_some_and(|error| other.root() == error), common)
    };
    let operation = mutant.id.split('/').next().unwrap_or_default();
    let nearness = |at: &usize| {
        let case = cases.get(*at)?;
        let (is_of_error, common) = case.clauses.iter().map(alike).max()?;
        Some((is_of_error, calls(case, |id| kebab(id) == operation), common))
    };
    others.sort_by_cached_key(|at| Reverse(nearness(at)));
    others
}
