//! Serves differences: the contract that the server interprets, the decisions inside, and the executor in front.
//!
//! This module does not know why a server differs.

use std::sync::Arc;

use axum::Router;
use webdata_reference::{
    Contract, ContractError, Extension, Keys, Options, ReferenceServer, StartError, UnknownKind,
};
use webdata_spec::Spec;
use webdata_suite::plan::PlanError;
use webdata_suite::run::ClientError;

use crate::differences::{Deviation, Difference, DifferenceLayer};
use crate::proxy::Proxy;

/// The reason why no case runs against a server.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) enum RunError {
    /// The contract of the server cannot be served.
    Contract(#[from] ContractError),
    /// The server cannot be started.
    Start(#[from] StartError),
    /// The target lacks a resource that the server cannot create.
    Resource(#[from] UnknownKind),
    /// There is no case to run.
    Plan(#[from] PlanError),
    /// The client of the suite cannot send requests or receive webhooks.
    Client(#[from] ClientError),
    /// The exchanges with a correct server cannot be recorded, for the reason that all mutants of habits share.
    Recording(#[from] Arc<RunError>),
}

/// Returns the contract that a server with differences interprets; the contract itself if they do not change it.
#[must_use]
pub fn served_contract(differences: &[Difference], spec: &Arc<Spec>) -> Arc<Spec> {
    let mut served = Arc::clone(spec);
    for difference in differences {
        if let Deviation::Contract(change) = &difference.what {
            served = change.apply(&served).map_or(served, Arc::new);
        }
    }
    served
}

/// Returns a contract in which an operation without a path has the path of the reference server.
#[must_use]
pub fn with_bound_paths(spec: &Arc<Spec>, extension: &Extension) -> Arc<Spec> {
    let bindings = extension.bound(spec);
    let mut bound = Arc::clone(spec);
    for (id, endpoint) in bindings {
        if let Some(operation) = Arc::make_mut(&mut bound).operations.get_mut(&id) {
            operation.endpoint = Some(endpoint);
        }
    }
    bound
}

/// Returns a server behind the executor of those differences that show in requests and responses.
pub fn in_front_of(behind: Router, differences: &[Difference], spec: &Arc<Spec>) -> Router {
    proxy(&behind, differences, spec).map_or(behind, |proxy| Proxy::router(&proxy))
}

fn proxy(behind: &Router, differences: &[Difference], spec: &Arc<Spec>) -> Option<Arc<Proxy>> {
    let in_front = differences.iter().filter(|difference| difference.is_in_front());
    let mut layers =
        in_front.map(|it| DifferenceLayer::new(it.clone(), Keys::default())).peekable();
    layers.peek()?;
    Some(Arc::new(Proxy::new(layers, Arc::clone(spec), behind.clone())))
}

/// A running server with differences, which stops when it is dropped.
#[derive(Debug)]
pub struct DifferentServer {
    /// The server.
    pub server: ReferenceServer,
    /// The executor of what shows in requests and responses, if anything does.
    front: Option<Arc<Proxy>>,
}

impl DifferentServer {
    /// Starts a server of a contract with differences, of which at most one may be inside. Must be called within a tokio
    /// runtime.
    ///
    /// # Errors
    /// When the reference server cannot be started.
    pub async fn start(
        differences: &[Difference],
        spec: &Arc<Spec>,
        extension: &Extension,
        options: Options,
    ) -> Result<Self, StartError> {
        let contract = Contract::new(served_contract(differences, spec), extension)?;
        let bound = with_bound_paths(spec, extension);
        Self::start_prepared(differences, &bound, Arc::new(contract), options).await
    }

    /// Starts a server like [`Self::start`], from a contract that servers can share. `contract` has the changes of
    /// [`served_contract`]; `bound` is the unchanged contract, as [`with_bound_paths`] returns it.
    ///
    /// # Errors
    /// When the reference server cannot be started.
    pub async fn start_prepared(
        differences: &[Difference],
        bound: &Arc<Spec>,
        contract: Arc<Contract>,
        options: Options,
    ) -> Result<Self, StartError> {
        let decisions = differences.iter().find_map(Difference::decisions);
        let options = Options { decisions, ..options };
        let mut front = None;
        let wrap = |operations: Router| match proxy(&operations, differences, bound) {
            Some(proxy) => Proxy::router(front.insert(proxy)),
            None => operations,
        };
        let server = ReferenceServer::start_wrapped(contract, options, wrap).await?;
        Ok(Self { server, front })
    }

    /// Returns for each difference that shows in requests and responses whether it has changed one yet.
    pub(crate) fn changes(&self) -> impl Iterator<Item = bool> {
        self.front.iter().flat_map(|front| front.changes())
    }
}
