//! The reference server: a server that does what a contract says, by interpreting it.
//!
//! ```text
//! teams ─ guard       who sends it          contract    everything below, made ready at start
//! route               which operation       catalogue ─ answer ─ refusal    what is sent back
//! check ─ rules       is the body right     clock  store ─ kinds ─ monitors        what is kept
//! change ─ update     what it changes       services ─ scrape ─ agents       what it does beside
//! handle              the steps in their order                web ─ cache   what is scraped
//! identities  trouble   what chance, or a seed, decides
//! feed ─ redaction    who watches, and what they may see
//! listen              connections, within limits
//! body                taken in up to a size       request_log   what was asked for, and its answer
//! fixtures            what it was given       recent  ring      what is kept up to a number
//! checks              what monitors find       deliveries  outbox           who is told of it
//! control             setting it up, which is no part of the contract
//! page                what is served, for people, which is none either
//! state               all of that in a file, for the next start
//! faults              what one server in particular gets wrong
//! ```
//!
//! Everything that it decides about a request comes from the contract it was started with: hand it
//! a changed contract, and it is a faulty server. Independence: it must never use the generated
//! validators or what they are made of, because the suite judges its answers with those.

mod agents;
mod answer;
mod bindings;
mod body;
mod cache;
mod catalogue;
mod change;
mod check;
mod checks;
mod circumstances;
mod clock;
mod contract;
mod control;
mod deliveries;
pub mod faults;
mod feed;
mod fixtures;
mod guard;
mod handle;
mod identities;
mod kinds;
mod listen;
mod monitors;
mod options;
mod outbox;
mod page;
mod recent;
mod redaction;
mod refusal;
mod request_log;
mod ring;
mod route;
mod rules;
mod schema;
mod scrape;
mod services;
mod shared;
mod staging;
mod start_error;
mod state;
mod store;
mod teams;
mod trouble;
mod update;
mod web;

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

pub use control::PREFIX as CONTROL_PLANE;
pub use faults::Fault;
pub use feed::{Exchange, Exchanges, Heard};
pub use handle::PROVOKE;
pub use options::Options;
pub use request_log::Entry;
pub use staging::Staged;
pub use start_error::{StartError, UnknownKind};
pub use state::StateMistake;
pub use teams::{Keys, Team};

use checks::schedule;
use deliveries::Reach;
use shared::Shared;
use state::Keeper;
use store::{Name, Properties};
use teams::Standing;

/// A running reference server. It stops when it is dropped: requests that it has begun to answer
/// are still answered if that takes no more than 5 s, new ones are not taken.
#[derive(Debug)]
pub struct ReferenceServer {
    address: SocketAddr,
    router: Router,
    shared: Arc<Shared>,
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
        let stopping = CancellationToken::new();
        let shared = Arc::new(Shared::of(spec, &options, stopping.clone())?);
        let failed = |cause| StartError::Listen { address: options.listen, cause };
        let listener = TcpListener::bind(options.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let router = if options.control_plane { control::router(address) } else { Router::new() };
        let tell = from_fn_with_state(Arc::clone(&shared), feed::tell_of);
        let router = router.layer(tell);
        // Who looks at the page is told of requests, and is none of them.
        let router = router.merge(page::router(&shared, address, options.control_plane));
        let mut router = router.fallback(handle::handle);
        if let Some(path) = &options.state {
            // What cannot be written is told of now, and not with the first request.
            state::save(&shared).await.map_err(|cause| StartError::State {
                path: path.clone(),
                mistake: StateMistake::Write(cause),
            })?;
            router = router.layer(from_fn_with_state(Arc::clone(&shared), state::answer));
        }
        let router = router.with_state(Arc::clone(&shared));
        let serving = tokio::spawn(listen::serve(listener, router.clone(), stopping.clone()));
        let mut background = JoinSet::new();
        background.spawn(state::keep(Arc::clone(&shared)));
        let scheduled = Arc::clone(&shared);
        background.spawn(async move {
            state::gated(&scheduled, schedule::keep(Arc::clone(&scheduled))).await;
        });
        let reach = Reach::of(address, options.webhooks);
        background.spawn(deliveries::keep(Arc::clone(&shared), reach));
        Ok(Self { address, router, shared, stop: stopping.drop_guard(), serving, background })
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
        format!("http://{}", page::reached(self.address))
    }

    /// What answers its requests, for those who want to ask without a connection.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// The keys that it knows.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.shared.keys
    }

    /// The operations for which the contract shows no path, by identity, each with the method and
    /// the path that this server offers it at.
    #[must_use]
    pub fn bindings(&self) -> BTreeMap<String, Endpoint> {
        bindings::of(&self.shared.contract.spec)
    }

    /// Moves its clock ahead, and carries out every check that is due by then. A clock that would
    /// come past the year 9999 stays where it is.
    pub fn advance(&self, seconds: u32) {
        let _ = self.shared.changing(|shared| shared.advance(seconds));
    }

    /// Makes a key of a team, each of whose requests is answered with an error of the contract's
    /// catalogue, by its identity such as `rate-limit-exceeded`; `None` where the catalogue has none
    /// of this identity.
    #[must_use]
    pub fn key_that_meets(&self, error: &str, team: Team) -> Option<String> {
        self.shared.contract.catalogue.find(error)?;
        let key = teams::new_key(&self.shared.identities);
        let provokes = Some(error.to_owned());
        let standing = Standing { provokes, ..Standing::full(team) };
        self.shared.changing(|shared| shared.teams.set_key(&key, Some(standing)));
        Some(key)
    }

    /// Listens to the requests that it answers from now on.
    #[must_use]
    pub fn exchanges(&self) -> Exchanges {
        self.shared.feed.listen()
    }

    /// Creates a stored resource of a type, such as `Monitor`, for a team, and gives its identity.
    /// After a reset, the server has one of this identity again; a server that goes on from a state
    /// gives the ones that it had, in their order, before it creates another.
    ///
    /// # Errors
    /// When the server does not know how a resource of this type starts.
    pub fn create(&self, type_name: &str, team: Team) -> Result<String, UnknownKind> {
        if let Some(id) = self.shared.fixtures.claim(type_name, &team) {
            return Ok(id);
        }
        self.shared.changing(|shared| {
            let (id, _) = shared.create(type_name, team.clone(), Properties::new())?;
            let name = Name { type_name: type_name.to_owned(), id: id.clone() };
            shared.fixtures.add(name, team);
            Ok(id)
        })
    }

    /// Why the state is not written, while that fails, and the server goes on trying; `None` while
    /// all is well. Without a state file, this never changes.
    #[must_use]
    pub fn unwritten(&self) -> watch::Receiver<Option<String>> {
        self.shared.state.as_ref().map_or_else(|| watch::channel(None).1, Keeper::unwritten)
    }

    /// Waits until everything is written that was created so far, where the state is kept in a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn saved(&self) -> io::Result<()> {
        state::save(&self.shared).await
    }

    /// Serves until `signal` is there, such as `tokio::signal::ctrl_c()`, then answers what it has
    /// begun to answer, for 5 s at most, and stops.
    ///
    /// # Errors
    /// When the server stopped by itself, with the reason, or its state cannot be written.
    pub async fn serve_until(self, signal: impl Future) -> io::Result<()> {
        let Self { stop, mut serving, mut background, shared, .. } = self;
        tokio::select! {
            ended = &mut serving => return Ok(ended?),
            failed = failure(&mut background) => return Err(failed.into()),
            _ = signal => drop(stop),
        }
        serving.await?;
        // What no request waited for is not lost either.
        state::end(&shared).await
    }
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
