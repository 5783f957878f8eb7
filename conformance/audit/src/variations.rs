//! Servers that are right and do things otherwise than the reference server, where the contract
//! leaves them the choice.
//!
//! ```text
//! ways        the table: each way, what leaves it open, and what the report says of it
//! front       passes requests on to the reference server, and changes them and their answers
//! answers ─ handling ─ objects       what the ways change
//! ```
//!
//! It knows the service, as the reference server does. A server here is never wrong: wrong ones are
//! the business of `mutation`.

mod answers;
mod front;
mod handling;
mod objects;
mod table;

use std::fmt;
use std::sync::Arc;

use axum::Router;
use serde_json::Value;
use webdata_spec::Spec;

use front::{Answer, Front, Known, Sent};
use webdata_reference::{Options, ReferenceServer, StartError, UnknownKind};
use webdata_suite::target::Target;

pub use table::VARIANTS;

/// A correct server, by the ways in which it differs from the reference server.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// What it is, such as `a server that says less`.
    pub name: &'static str,
    /// Its ways. Those that do not touch each other share a server.
    pub ways: &'static [Way],
}

/// A way in which a correct server may differ from the reference server.
pub struct Way {
    /// What the server does.
    pub name: &'static str,
    /// The sentence of the contract, or the gap, that leaves it open.
    pub open: &'static str,
    /// What the report says of it: gaps and answers.
    pub seen: &'static [(&'static str, &'static str)],
    /// Changes what the server behind takes for its contract.
    contract: fn(&mut Spec),
    /// Changes a request, or answers it at once.
    before: fn(&Known<'_>, &mut Sent) -> Option<Answer>,
    /// A further update that follows from a request that was accepted.
    again: fn(&Known<'_>, &Sent) -> Option<Value>,
    /// Changes an answer.
    after: fn(&Known<'_>, &Sent, &mut Answer),
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Way").field("name", &self.name).field("open", &self.open).finish()
    }
}

/// A variant that answers requests. It stops when it is dropped.
#[derive(Debug)]
pub struct PermittedServer {
    variant: Variant,
    front: Arc<Front>,
    behind: ReferenceServer,
}

impl Variant {
    /// Starts a server of a contract that has these ways. It must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the reference server behind it cannot be started.
    pub async fn start(self, spec: &Arc<Spec>) -> Result<PermittedServer, StartError> {
        let mut served = Spec::clone(spec);
        for way in self.ways {
            (way.contract)(&mut served);
        }
        let behind = ReferenceServer::start(Arc::new(served), Options::default()).await?;
        let front = Front::new(self.ways, Arc::clone(spec), behind.router());
        Ok(PermittedServer { variant: self, front, behind })
    }
}

impl PermittedServer {
    /// What answers its requests. At an address of its own it frames them as HTTP does, too.
    pub fn router(&self) -> Router {
        Front::router(&self.front)
    }

    /// The target that it is without a connection, with fixtures for `jobs` cases side by side.
    ///
    /// # Errors
    /// When the server cannot create a resource that an operation works on.
    pub fn target(&self, spec: &Spec, jobs: usize) -> Result<Target, UnknownKind> {
        let mut target = crate::reference_target(&self.behind, spec, jobs)?;
        self.variant.name.clone_into(&mut target.name);
        target.in_process = Some(self.router());
        Ok(target)
    }

    /// Its ways, each with whether it has changed anything yet: the contract, a request or an answer.
    #[must_use]
    pub fn ways(&self, spec: &Spec) -> Vec<(&'static Way, bool)> {
        let changes_contract = |way: &Way| {
            let mut changed = spec.clone();
            (way.contract)(&mut changed);
            changed.types != spec.types
        };
        let both = self.variant.ways.iter().zip(self.front.acted());
        both.map(|(way, acted)| (way, acted || changes_contract(way))).collect()
    }
}
