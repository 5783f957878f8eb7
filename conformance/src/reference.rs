//! The reference server: a server that does what a contract says, by interpreting it.
//!
//! ```text
//! keys ─ guard        who sends it          contract    everything below, made ready at start
//! route               which operation       catalogue ─ answer ─ refusal    what is sent back
//! check ─ rules       is the body right     store ─ kinds ─ monitors        what is kept
//! change ─ update     what it changes       handle      the steps in their order
//! ```
//!
//! Everything that it decides about a request comes from the contract it was started with: hand it
//! a changed contract, and it is a faulty server. Independence: it must never use the generated
//! validators or what they are made of, because the suite judges its answers with those.

mod answer;
mod catalogue;
mod change;
mod check;
mod contract;
mod control;
mod guard;
mod handle;
mod keys;
mod kinds;
mod monitors;
mod refusal;
mod route;
mod rules;
mod schema;
mod store;
mod update;

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::serve::ListenerExt;
use chrono::Utc;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use uuid::Uuid;
use webdata_spec::Spec;

pub use handle::PROVOKE;
pub use keys::{Keys, Team};

use contract::Contract;
use store::{Name, Properties, Store};

/// How a reference server is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Where it listens; port 0 takes any free one.
    pub listen: SocketAddr,
}

impl Default for Options {
    /// Any free port of this machine alone.
    fn default() -> Self {
        Self { listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)) }
    }
}

/// Why a reference server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the operating system said.
        cause: io::Error,
    },
    /// The contract names an error that its catalogue does not have.
    #[error("{place}: the catalogue has no error `{id}`")]
    Error {
        /// The clause.
        place: String,
        /// The identity of the error.
        id: String,
    },
    /// The contract names an authentication scheme that it does not have.
    #[error("{place}: there is no authentication scheme `{id}`")]
    Authentication {
        /// The clause.
        place: String,
        /// The identity of the scheme.
        id: String,
    },
    /// The contract names a type that it does not have.
    #[error("{place}: there is no type `{name}`")]
    Type {
        /// The clause.
        place: String,
        /// The name of the type.
        name: String,
    },
    /// A schema cannot be compiled.
    #[error("{place}: the schema cannot be compiled: {reason}")]
    Schema {
        /// The clause.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A status is none of HTTP's.
    #[error("{place}: {status} is not an HTTP status")]
    Status {
        /// The clause.
        place: String,
        /// The number.
        status: u16,
    },
    /// A text cannot stand in an HTTP header.
    #[error("{place}: `{text}` cannot stand in an HTTP header")]
    Header {
        /// The clause.
        place: String,
        /// The text.
        text: String,
    },
}

/// A resource of this type cannot be created, because the server does not know how one starts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the reference server does not know how a `{type_name}` starts")]
pub struct UnknownKind {
    /// The type.
    pub type_name: String,
}

/// A running reference server. It stops when it is dropped: requests that it has begun to answer
/// are still answered, new ones are not taken.
#[derive(Debug)]
pub struct ReferenceServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<io::Result<()>>,
}

/// What all requests share.
#[derive(Debug)]
struct Shared {
    contract: Contract,
    keys: Keys,
    store: Store,
}

impl ReferenceServer {
    /// Starts a server of a contract. It must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the address cannot be listened on, or the contract cannot be served.
    pub async fn start(spec: Arc<Spec>, options: Options) -> Result<Self, StartError> {
        let shared = Arc::new(Shared {
            contract: Contract::of(spec)?,
            keys: Keys::default(),
            store: Store::default(),
        });
        let failed = |cause| StartError::Listen { address: options.listen, cause };
        let listener = TcpListener::bind(options.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        // An answer is small and waits for nothing; a connection that cannot be told so is only slower.
        let listener = listener.tap_io(|connection| drop(connection.set_nodelay(true)));
        let router = Router::new().fallback(handle::handle).with_state(Arc::clone(&shared));
        let (stop, stopped) = oneshot::channel::<()>();
        let server = axum::serve(listener, router).with_graceful_shutdown(async {
            // Whether a word was sent or the server was dropped without one: it is to stop.
            drop(stopped.await);
        });
        let serving = tokio::spawn(server.into_future());
        Ok(Self { address, shared, stop, serving })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its base address, such as `http://127.0.0.1:4567`, without the contract's base path.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The keys that it knows.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.shared.keys
    }

    /// Creates a stored resource of a type, such as `Monitor`, for a team, and gives its identity.
    ///
    /// # Errors
    /// When the server does not know how a resource of this type starts.
    pub fn create(&self, type_name: &str, team: Team) -> Result<String, UnknownKind> {
        self.shared.create(type_name, team).map(|(id, _)| id)
    }

    /// Serves until `signal` is there, such as `tokio::signal::ctrl_c()`, then answers what it has
    /// begun to answer and stops.
    ///
    /// # Errors
    /// When the server stopped by itself, with the reason.
    pub async fn serve_until(self, signal: impl Future) -> io::Result<()> {
        let Self { stop, mut serving, .. } = self;
        tokio::select! {
            ended = &mut serving => return ended?,
            _ = signal => drop(stop),
        }
        serving.await?
    }
}

impl Shared {
    fn create(&self, type_name: &str, team: Team) -> Result<(String, Properties), UnknownKind> {
        let kind = self.contract.kinds.kind(type_name);
        let kind = kind.ok_or_else(|| UnknownKind { type_name: type_name.to_owned() })?;
        let id = Uuid::new_v4().to_string();
        let properties = kind.initial(&id, Utc::now());
        let name = Name { type_name: type_name.to_owned(), id: id.clone() };
        self.store.insert(name, team, properties.clone());
        Ok((id, properties))
    }
}
