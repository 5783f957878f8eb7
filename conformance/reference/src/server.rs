//! A running server, which binds the layers together, and what its owner can do with it.
//!
//! This module handles no request.

use std::collections::BTreeMap;
use std::future::{Future, pending};
use std::io;
use std::iter::successors;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;
use tokio::task::{JoinError, JoinHandle, JoinSet};
use tokio_util::sync::{CancellationToken, DropGuard};
use webdata_spec::model::Endpoint;
use webdata_spec::{ClauseIndex, Spec};

use crate::contract::Contract;
use crate::contract::extension::Extension;
use crate::contract::schema::Properties;
use crate::control;
use crate::http::origins::OwnHosts;
use crate::http::{connections, origins, pipeline, recorder};
use crate::options::{Options, StartError};
use crate::service::backend::Backend;
use crate::service::behaviour::{Background, UnknownKind};
use crate::service::decisions::ByContract;
use crate::service::resources;
use crate::service::staging::{self, StagedRequest, Staging};
use crate::world::World;
use crate::world::randomness::Randomness;
use crate::world::request_log::Exchanges;
use crate::world::store::ResourceId;
use crate::world::teams::{self, KeyPermissions, Keys, Team};
use crate::{behaviours, dashboard};

/// A running reference server, which stops when it is dropped. After that it accepts no connection, and the
/// requests that have begun get their responses for 5 s at most.
///
/// ```no_run
/// use std::sync::Arc;
/// use webdata_reference::{Extension, Options, ReferenceServer};
///
/// # async fn start(spec: webdata_spec::Spec) -> Result<(), webdata_reference::StartError> {
/// let extension = Extension::default();
/// let server = ReferenceServer::start(Arc::new(spec), &extension, Options::default()).await?;
/// println!("listening on {}", server.base_url());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ReferenceServer {
    address: SocketAddr,
    router: Router,
    backend: Arc<Backend>,
    /// Stops the server when it is dropped.
    stop: DropGuard,
    serving: JoinHandle<()>,
    /// The background tasks, which end when this set is dropped.
    background: JoinSet<()>,
}

impl ReferenceServer {
    /// Starts a server of a contract and its extension. This function must be called within a tokio runtime.
    ///
    /// # Errors
    /// Fails if the server cannot listen on the address, or the contract cannot be served.
    pub async fn start(
        spec: Arc<Spec>,
        extension: &Extension,
        options: Options,
    ) -> Result<Self, StartError> {
        Self::start_prepared(Arc::new(Contract::new(spec, extension)?), options).await
    }

    /// Starts a server of a contract that other servers may share.
    ///
    /// # Errors
    /// Fails if the server cannot listen on the address, or the extension of the contract has mistakes.
    pub async fn start_prepared(
        contract: Arc<Contract>,
        options: Options,
    ) -> Result<Self, StartError> {
        Self::start_wrapped(contract, options, |operations| operations).await
    }

    /// Starts a server whose operations are wrapped by `front`. The control plane and the dashboard are not
    /// wrapped. The request log shows requests and responses as the client sees them.
    ///
    /// # Errors
    /// Fails for the same reasons as [`ReferenceServer::start_prepared`].
    pub async fn start_wrapped(
        contract: Arc<Contract>,
        options: Options,
        front: impl FnOnce(Router) -> Router,
    ) -> Result<Self, StartError> {
        let stopping = CancellationToken::new();
        let (seed, latency) = (options.seed, options.latency.clone());
        let randomness = Randomness::new(&contract, seed, latency, options.fail_rate);
        let world = Arc::new(World::new(randomness, options.clock, options.exchange_bodies));
        let decisions = options.decisions.clone().unwrap_or_else(|| Arc::new(ByContract));
        let (behaviour, of_behaviour) =
            behaviours::open(&contract, &world, &decisions, stopping.clone());
        staging::check(&contract.extension, &*behaviour)?;
        let backend = Arc::new(Backend::new(contract, world, behaviour, decisions));
        let failed = |cause| StartError::Listen { address: options.listen, cause };
        let listener = TcpListener::bind(options.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let mut router = Router::new();
        if options.control_plane {
            let hosts = OwnHosts::new(address.ip(), &options.allowed_hosts);
            router = control::router(&backend, hosts, of_behaviour);
        }
        // Dashboard views are not recorded in the request log.
        let router = router.merge(dashboard::router(&backend, address, &options));
        let operations = Router::new().fallback(pipeline::handle);
        let recorder = from_fn_with_state(Arc::clone(&backend), recorder::record);
        let mut operations = front(operations.with_state(Arc::clone(&backend))).layer(recorder);
        if let Some(layer) = origins::cors_layer(&options.cors) {
            operations = operations.layer(layer);
        }
        let router = router.fallback_service(operations).with_state(Arc::clone(&backend));
        let serving = tokio::spawn(connections::serve(listener, router.clone(), stopping.clone()));
        let mut background = JoinSet::new();
        let surroundings = Background { address, webhooks: options.webhooks };
        for task in Arc::clone(&backend.behaviour).tasks(surroundings) {
            background.spawn(task);
        }
        Ok(Self { address, router, backend, stop: stopping.drop_guard(), serving, background })
    }

    /// Returns the address that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the base URL, such as `http://127.0.0.1:4567`, without the contract's base path. For a server
    /// that listens on all addresses, the URL has the address by which its own machine reaches it.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", dashboard::reachable_address(self.address))
    }

    /// Returns the router of the server, for requests that are sent without a connection.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Returns the keys that the server knows at its start.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.backend.world.keys
    }

    /// Returns the method and the path of each operation for which the contract shows no path, by the
    /// identity of the operation.
    #[must_use]
    pub fn bindings(&self) -> BTreeMap<String, Endpoint> {
        let contract = &self.backend.contract;
        contract.extension.bindings(&contract.spec)
    }

    /// Returns the endpoint that makes the server send the webhooks of a resource, if it sends any. The response
    /// comes after the webhooks.
    #[must_use]
    pub fn trigger(&self) -> Option<Endpoint> {
        self.backend.behaviour.trigger()
    }

    /// Moves the server's clock ahead and does everything that is due by then. A move past the year 9999 is
    /// ignored.
    pub fn advance(&self, seconds: u32) {
        let _ = resources::advance(&self.backend, seconds);
    }

    /// Creates a key of a team whose every request gets an error of the contract's catalogue.
    ///
    /// `error` is the identity of the error, such as `rate-limit-exceeded`. Returns `None` if the catalogue
    /// has no such error.
    #[must_use]
    pub fn key_with_error(&self, error: &str, team: Team) -> Option<String> {
        let Backend { contract, world, .. } = &*self.backend;
        contract.catalogue.find(error)?;
        let key = teams::new_key(&world.randomness.identities);
        let provokes = Some(error.to_owned());
        let standing = KeyPermissions { provokes, ..KeyPermissions::full(team) };
        world.teams.set_key(&key, Some(standing));
        Some(key)
    }

    /// Subscribes to the requests that the server handles from now on.
    #[must_use]
    pub fn exchanges(&self) -> Exchanges {
        self.backend.world.feed.listen()
    }

    /// Creates a stored resource of a type for a team and returns its identity. If the type has parents, the
    /// resource belongs to the team's newest one, and their identities come first, as in `parent-id/id`.
    ///
    /// A reset of the server creates the resource again, with its initial properties.
    ///
    /// # Errors
    /// Fails if the server does not know the initial properties of this type.
    pub fn create(&self, type_name: &str, team: Team) -> Result<String, UnknownKind> {
        self.create_with(type_name, team, Properties::new())
    }

    /// Creates `count` stored resources for a team, as [`ReferenceServer::create`] does. The resources take
    /// turns through the states in which a client may find a resource.
    ///
    /// # Errors
    /// Fails if the server does not know the initial properties of this type.
    pub fn create_in_states(
        &self,
        type_name: &str,
        team: &Team,
        count: usize,
    ) -> Result<Vec<String>, UnknownKind> {
        let state = |index: usize| {
            let kind = self.backend.kind(type_name);
            let states = kind.map(|kind| kind.states(self.backend.world.clock.now()));
            states.unwrap_or_default().into_iter().cycle().nth(index).unwrap_or_default()
        };
        let create = |index| self.create_with(type_name, team.clone(), state(index));
        (0..count).map(create).collect()
    }

    fn create_with(
        &self,
        type_name: &str,
        team: Team,
        given: Properties,
    ) -> Result<String, UnknownKind> {
        let backend = &self.backend;
        if backend.kind(type_name).is_none() {
            return Err(UnknownKind { type_name: type_name.to_owned() });
        }
        let id = backend.world.fixtures.add(type_name, team.clone(), given.clone());
        let (id, _) = resources::create(backend, type_name, team, Some(id), given)?;
        let name = ResourceId { type_name: type_name.to_owned(), id };
        let above = |name: &ResourceId| backend.world.store.parent(name);
        let mut ids: Vec<String> = successors(Some(name), above).map(|name| name.id).collect();
        ids.reverse();
        Ok(ids.join("/"))
    }

    /// Sets up every circumstance of a contract that this server supports, and returns a request for each. The
    /// contract `spec` with its `clauses` need not be the one that the server was started with.
    #[must_use]
    pub fn stage(&self, spec: &Spec, clauses: &ClauseIndex) -> Vec<StagedRequest> {
        let backend = &self.backend;
        let mut staging = Staging::new(&backend.contract, &backend.world, clauses);
        let create = |type_name: &str, team, given| {
            let created = resources::create(backend, type_name, team, None, given);
            created.ok().map(|(id, _)| id)
        };
        staging.extended(&*backend.behaviour, create);
        let performs = |operation: &str| backend.behaviour.performs(operation);
        staging.unimplemented(spec, performs, create);
        staging.staged
    }

    /// Serves until `signal` completes, such as `tokio::signal::ctrl_c()`, then finishes the requests that
    /// have begun within 5 s and stops.
    ///
    /// # Errors
    /// Fails if a task of the server ended early.
    pub async fn serve_until(self, signal: impl Future) -> io::Result<()> {
        let Self { stop, mut serving, mut background, .. } = self;
        tokio::select! {
            ended = &mut serving => return Ok(ended?),
            failed = task_failure(&mut background) => return Err(failed.into()),
            _ = signal => drop(stop),
        }
        Ok(serving.await?)
    }
}

/// Waits for a task that panics; tasks that end normally are ignored.
async fn task_failure(tasks: &mut JoinSet<()>) -> JoinError {
    while let Some(ended) = tasks.join_next().await {
        if let Err(failed) = ended {
            return failed;
        }
    }
    pending().await
}
