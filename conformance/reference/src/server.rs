//! A running server: what binds the layers together, and what those who start one can do with it.
//!
//! It must not know a request.

use std::collections::BTreeMap;
use std::future::{Future, pending};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle, JoinSet};
use tokio_util::sync::{CancellationToken, DropGuard};
use webdata_spec::Spec;
use webdata_spec::model::Endpoint;

use crate::contract::bindings;
use crate::contract::schema::Properties;
use crate::http::{connections, cors, pipeline};
use crate::options::Options;
use crate::service::backend::Backend;
use crate::service::checks::schedule;
use crate::service::deliveries::address_policy::AddressPolicy;
use crate::service::deliveries::send;
use crate::service::lifecycle;
use crate::service::resources::{self, UnknownKind};
use crate::staging::{self, Staged};
use crate::start_error::StartError;
use crate::state::{self, Keeper, Persistence, StateMistake};
use crate::world::live_feed::Exchanges;
use crate::world::teams::{self, KeyPermissions, Keys, Team};
use crate::{control, dashboard};

/// A running reference server. It stops when it is dropped: requests that it has begun to answer
/// are still answered if that takes no more than 5 s, new ones are not taken.
#[derive(Debug)]
pub struct ReferenceServer {
    address: SocketAddr,
    router: Router,
    kept: Arc<Persistence>,
    /// Has it stop.
    stop: DropGuard,
    serving: JoinHandle<()>,
    /// What it does without being asked; that ends when this is dropped.
    background: JoinSet<()>,
}

impl ReferenceServer {
    /// Starts a server of a contract. It must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the address cannot be listened on, the contract cannot be served, or the state cannot be
    /// kept.
    pub async fn start(spec: Arc<Spec>, options: Options) -> Result<Self, StartError> {
        Self::start_behind(spec, options, |operations| operations).await
    }

    /// Starts a server whose operations stand behind what `front` makes of them. Control plane and
    /// dashboard do not.
    ///
    /// # Errors
    /// As for [`ReferenceServer::start`].
    pub async fn start_behind(
        spec: Arc<Spec>,
        options: Options,
        front: impl FnOnce(Router) -> Router,
    ) -> Result<Self, StartError> {
        let stopping = CancellationToken::new();
        let kept = Arc::new(open(spec, &options, stopping.clone())?);
        let backend = kept.backend();
        let failed = |cause| StartError::Listen { address: options.listen, cause };
        let listener = TcpListener::bind(options.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let mut router = Router::new();
        if options.control_plane {
            router = control::router(backend, address);
        }
        // Dashboard views are not recorded in the request log.
        let router = router.merge(dashboard::router(backend, address, &options));
        let operations = Router::new().fallback(pipeline::handle);
        let mut operations = front(operations.with_state(Arc::clone(backend)));
        if let Some(layer) = cors::layer(&options.cors) {
            operations = operations.layer(layer);
        }
        let mut router = router.fallback_service(operations);
        if let Some(path) = &options.state {
            // A state that cannot be written is reported now, and not with the first request.
            kept.save().await.map_err(|cause| StartError::State {
                path: path.clone(),
                mistake: StateMistake::Write(cause),
            })?;
            router = router.layer(from_fn_with_state(Arc::clone(&kept), state::respond));
        }
        let router = router.with_state(Arc::clone(backend));
        let serving = tokio::spawn(connections::serve(listener, router.clone(), stopping.clone()));
        let mut background = JoinSet::new();
        background.spawn(state::keep(Arc::clone(&kept)));
        let scheduled = Arc::clone(&kept);
        background.spawn(async move {
            let backend = Arc::clone(scheduled.backend());
            scheduled.gated(schedule::keep(backend, || scheduled.changed())).await;
        });
        let policy = AddressPolicy::new(address, options.webhooks);
        background.spawn(send::keep(Arc::clone(backend), policy));
        Ok(Self { address, router, kept, stop: stopping.drop_guard(), serving, background })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its base address, such as `http://127.0.0.1:4567`, without the contract's base path; where it
    /// listens on every address, the one by which its own machine reaches it.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", dashboard::reachable_address(self.address))
    }

    /// What answers its requests, for those who want to ask without a connection.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// The keys that it knows.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.kept.backend().world.keys
    }

    /// The operations for which the contract shows no path, by identity, each with the method and
    /// the path that this server offers it at.
    #[must_use]
    pub fn bindings(&self) -> BTreeMap<String, Endpoint> {
        bindings::listed(&self.kept.backend().contract.spec)
    }

    /// Moves its clock ahead, and carries out every check that is due by then. A clock that would
    /// come past the year 9999 stays where it is.
    pub fn advance(&self, seconds: u32) {
        let _ = self.kept.changing(|backend| lifecycle::advance(backend, seconds));
    }

    /// Makes a key of a team, each of whose requests is answered with an error of the contract's
    /// catalogue, by its identity such as `rate-limit-exceeded`; `None` where the catalogue has none
    /// of this identity.
    #[must_use]
    pub fn key_that_meets(&self, error: &str, team: Team) -> Option<String> {
        self.kept.backend().contract.catalogue.find(error)?;
        let key = teams::new_key(&self.kept.backend().world.randomness.identities);
        let provokes = Some(error.to_owned());
        let standing = KeyPermissions { provokes, ..KeyPermissions::full(team) };
        self.kept.changing(|backend| backend.world.teams.set_key(&key, Some(standing)));
        Some(key)
    }

    /// Listens to the requests that it answers from now on.
    #[must_use]
    pub fn exchanges(&self) -> Exchanges {
        self.kept.backend().world.feed.listen()
    }

    /// Creates a stored resource of a type, such as `Monitor`, for a team, and gives its identity.
    /// After a reset, the server has one of this identity again; a server that goes on from a state
    /// gives the ones that it had, in their order, before it creates another.
    ///
    /// # Errors
    /// When the server does not know how a resource of this type starts.
    pub fn create(&self, type_name: &str, team: Team) -> Result<String, UnknownKind> {
        self.created(type_name, team, |_| Properties::new())
    }

    /// Creates so many stored resources for a team, as `create` does, in turn in each of the states that
    /// a client may find one in.
    ///
    /// # Errors
    /// When the server does not know how a resource of this type starts.
    pub fn create_in_states(
        &self,
        type_name: &str,
        team: &Team,
        count: usize,
    ) -> Result<Vec<String>, UnknownKind> {
        let state = |backend: &Backend, index: usize| {
            let kind = backend.kinds.kind(type_name);
            let states = kind.map(|kind| kind.states(backend.world.clock.now()));
            states.unwrap_or_default().into_iter().cycle().nth(index).unwrap_or_default()
        };
        let create = |index| self.created(type_name, team.clone(), |backend| state(backend, index));
        (0..count).map(create).collect()
    }

    fn created(
        &self,
        type_name: &str,
        team: Team,
        given: impl Fn(&Backend) -> Properties,
    ) -> Result<String, UnknownKind> {
        if let Some(id) = self.kept.backend().world.fixtures.claim(type_name, &team) {
            return Ok(id);
        }
        self.kept.changing(|backend| {
            if backend.kinds.kind(type_name).is_none() {
                return Err(UnknownKind { type_name: type_name.to_owned() });
            }
            let id = backend.world.fixtures.add(type_name, team.clone());
            let mut properties = given(backend);
            properties.insert("id".to_owned(), id.into());
            Ok(resources::create(backend, type_name, team, properties)?.0)
        })
    }

    /// Sets every circumstance of a contract up that this server can, whatever the contract that it
    /// was started with says of it.
    ///
    /// # Errors
    /// When a resource cannot be created that one of them asks for.
    pub fn stage(&self, spec: &Spec) -> Result<Vec<Staged>, UnknownKind> {
        self.kept.changing(|backend| staging::stage(backend, spec))
    }

    /// Why the state is not written, while that fails, and the server goes on trying; `None` while
    /// all is well. Without a state file, this never changes.
    #[must_use]
    pub fn unwritten(&self) -> watch::Receiver<Option<String>> {
        self.kept.unwritten()
    }

    /// Waits until everything is written that was created so far, where the state is kept in a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn saved(&self) -> io::Result<()> {
        self.kept.save().await
    }

    /// Serves until `signal` is there, such as `tokio::signal::ctrl_c()`, then answers what it has
    /// begun to answer, for 5 s at most, and stops.
    ///
    /// # Errors
    /// When the server stopped by itself, with the reason, or its state cannot be written.
    pub async fn serve_until(self, signal: impl Future) -> io::Result<()> {
        let Self { stop, mut serving, mut background, kept, .. } = self;
        tokio::select! {
            ended = &mut serving => return Ok(ended?),
            failed = failure(&mut background) => return Err(failed.into()),
            _ = signal => drop(stop),
        }
        serving.await?;
        // What no request waited for is not lost either.
        kept.end().await
    }
}

/// What a server starts with: what its file has, where it goes on from one.
///
/// # Errors
/// When the contract cannot be served, or the state cannot be kept.
fn open(
    spec: Arc<Spec>,
    options: &Options,
    stopping: CancellationToken,
) -> Result<Persistence, StartError> {
    let (keeper, saved) = match &options.state {
        Some(path) => {
            let opened = Keeper::open(path, &spec);
            let mistake = |mistake| StartError::State { path: path.clone(), mistake };
            opened.map(|(keeper, saved)| (Some(keeper), saved)).map_err(mistake)?
        }
        None => (None, None),
    };
    let backend = Backend::new(spec, options, stopping)?;
    if let Some(saved) = saved {
        backend.world.restore(saved);
    }
    Ok(Persistence::new(keeper, Arc::new(backend)))
}

/// Waits for a task to fail; one that ends as it should is none.
async fn failure(tasks: &mut JoinSet<()>) -> JoinError {
    while let Some(ended) = tasks.join_next().await {
        if let Err(failed) = ended {
            return failed;
        }
    }
    pending().await
}
