//! Hunts one mutant: starts its server, and runs cases against it until one notices.

use std::sync::Arc;

use tokio::runtime::Handle;
use webdata_cases::case::Case;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::run::RunContext;

use crate::document::Fate;
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
        let order = nearest_first(&self.suite.cases, &mutant.clause);
        let mut killers = Vec::new();
        for at in order {
            let Some(case) = self.suite.cases.get(at) else { continue };
            if !case.clauses.contains(&mutant.clause) && !killers.is_empty() {
                break;
            }
            if case.level <= level && self.notices(&context.context, case) {
                killers.push(at);
            }
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

    fn notices(&self, context: &RunContext, case: &Case) -> bool {
        context.target().lacks(&case.needs).is_none()
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

/// Returns the cases by how near they are to a clause: first those that name it, then the others by
/// the longest common prefix of a clause that they name.
fn nearest_first(cases: &[Case], clause: &ClauseId) -> Vec<usize> {
    let alike = |other: &ClauseId| {
        let both = other.as_str().bytes().zip(clause.as_str().bytes());
        both.take_while(|(one, other)| one == other).count()
    };
    let nearness = |case: &Case| {
        let nearest = case.clauses.iter().map(alike).max().unwrap_or(0);
        (case.clauses.contains(clause), nearest)
    };
    let mut order: Vec<(std::cmp::Reverse<(bool, usize)>, usize)> =
        cases.iter().map(nearness).map(std::cmp::Reverse).zip(0..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, at)| at).collect()
}
