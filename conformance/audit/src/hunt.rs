//! Hunts one mutant: starts its server, and runs cases against it until one notices.

use std::cmp::Reverse;
use std::sync::Arc;

use tokio::runtime::Handle;
use webdata_cases::case::Case;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level};
use webdata_suite::Suite;
use webdata_suite::outcome::{Outcome, OutcomeKind};
use webdata_suite::run::RunContext;

use crate::document::Fate;
use crate::implemented::is_implemented;
use crate::mutants::Mutant;
use crate::reference_target::reference_target;

/// How many cases run side by side against one mutant: one, so that a hunt ends alike each time.
const JOBS: usize = 1;

/// The suite and the contract that hunts share.
pub(super) struct Hunt<'h> {
    /// The suite.
    pub(super) suite: &'h Suite,
    /// The contract as it is.
    pub(super) spec: &'h Arc<Spec>,
    /// The runtime of requests and servers.
    pub(super) runtime: &'h Handle,
}

/// How requests reach a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    /// By a call in this process.
    InProcess,
    /// Over a connection.
    Http,
}

/// The result of a hunt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) fate: Fate,
    /// The cases that noticed: of those that name the clause all, of the others the first.
    pub(super) killers: Vec<usize>,
}

impl Hunt<'_> {
    /// Runs the cases that name the mutant's clause, and the others only if none of them notices.
    ///
    /// A case notices when it fails and is judged at least as firmly as the clause is stated.
    pub(super) fn mutant(&self, mutant: &Mutant, level: Level) -> Found {
        let context = match self.context(mutant, Transport::InProcess) {
            Ok(context) => context,
            Err(reason) => return Found { fate: Fate::Unservable(reason), killers: Vec::new() },
        };
        let cases = &self.suite.cases;
        let notices = |at: &usize| {
            let case = cases.get(*at).filter(|case| case.level <= level);
            case.is_some_and(|case| self.notices(&context.context, case))
        };
        let (named, others): (Vec<usize>, Vec<usize>) =
            (0..cases.len()).partition(|at| names(cases.get(*at), &mutant.clause));
        let mut killers: Vec<usize> = named.into_iter().filter(notices).collect();
        if killers.is_empty() {
            killers.extend(nearest_first(cases, others, mutant).into_iter().find(notices));
        }
        let fate = if killers.is_empty() { Fate::Survived } else { Fate::Killed };
        Found { fate, killers }
    }

    /// Returns which of these cases notice a mutant.
    pub(super) fn noticed_by(
        &self,
        mutant: &Mutant,
        cases: &[usize],
        transport: Transport,
    ) -> Result<Vec<usize>, String> {
        let context = self.context(mutant, transport)?;
        let notices = |at: &&usize| {
            self.suite.cases.get(**at).is_some_and(|case| self.notices(&context.context, case))
        };
        Ok(cases.iter().filter(notices).copied().collect())
    }

    /// Returns the first of these cases that notices a mutant.
    pub(super) fn first_that_notices(&self, mutant: &Mutant, cases: &[usize]) -> Option<usize> {
        let context = self.context(mutant, Transport::InProcess).ok()?;
        let notices = |at: &&usize| {
            self.suite.cases.get(**at).is_some_and(|case| self.notices(&context.context, case))
        };
        cases.iter().find(notices).copied()
    }

    /// Runs every case that the target has all for, and returns what became of each; nothing where the
    /// mutant cannot be served.
    pub(super) fn outcomes(&self, mutant: &Mutant) -> Vec<(&Case, Outcome)> {
        let Ok(context) = self.context(mutant, Transport::InProcess) else { return Vec::new() };
        let context = &context.context;
        let cases = self.suite.cases.iter();
        let able = cases.filter(|case| context.target().lacks(&case.needs).is_none());
        able.map(|case| (case, context.run(case, self.runtime))).collect()
    }

    fn notices(&self, context: &RunContext, case: &Case) -> bool {
        context.target().lacks(&case.needs).is_none()
            && is_implemented(self.spec, case)
            && context.run(case, self.runtime).kind == OutcomeKind::Fail
    }

    /// Starts a server of the mutant, and prepares to run cases against it.
    fn context(&self, mutant: &Mutant, transport: Transport) -> Result<Served, String> {
        let options = Options { fault: mutant.fault().cloned(), ..Options::default() };
        let starting = ReferenceServer::start(mutant.spec(self.spec), options);
        let server = self.runtime.block_on(starting).map_err(|error| error.to_string())?;
        let mut target =
            reference_target(&server, self.spec, JOBS).map_err(|error| error.to_string())?;
        target.in_process = (transport == Transport::InProcess).then(|| server.router());
        let context =
            RunContext::new(Arc::clone(self.spec), self.suite.validators.clone(), target, None);
        let mut context = context.map_err(|error| error.to_string())?;
        context.listen(self.runtime).map_err(|error| error.to_string())?;
        Ok(Served { context, _server: server })
    }
}

/// A mutant that is served until this is dropped.
struct Served {
    context: RunContext,
    _server: ReferenceServer,
}

/// Whether a case names a clause.
fn names(case: Option<&Case>, clause: &ClauseId) -> bool {
    case.is_some_and(|case| case.clauses.contains(clause))
}

/// Returns cases by how likely they are to notice a mutant: first those that name the error
/// whose responses the mutant gets wrong, then the others by the longest common prefix of its clause and
/// one that they name.
fn nearest_first(cases: &[Case], mut others: Vec<usize>, mutant: &Mutant) -> Vec<usize> {
    let of_error = mutant.error_row().map(|row| format!("errors.{row}."));
    let alike = |other: &ClauseId| {
        let both = other.as_str().bytes().zip(mutant.clause.as_str().bytes());
        let common = both.take_while(|(one, other)| one == other).count();
        (of_error.as_ref().is_some_and(|start| other.as_str().starts_with(start)), common)
    };
    let nearness = |at: &usize| cases.get(*at)?.clauses.iter().map(alike).max();
    others.sort_by_cached_key(|at| Reverse(nearness(at)));
    others
}
