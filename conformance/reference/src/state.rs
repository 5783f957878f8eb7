//! The state of the server in a file, from which it goes on when it is started again.
//!
//! ```text
//! document ─ file    what is saved, and where
//! ```
//!
//! A request that may have changed something is answered when a state with its change has been
//! written; requests that come together share a write. A state is taken while no request is half
//! way. Without a file, all of this is left out.
//!
//! It must not hold a request up without a file, nor answer one with success whose change is not
//! written.

mod document;
mod file;

use std::future::{Future, poll_fn};
use std::io;
use std::path::Path;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::{Mutex, Notify, watch};
use tokio::task::spawn_blocking;
use webdata_spec::Spec;

use crate::service::backend::Backend;
use crate::world::Saved;
use file::StateFile;
pub use file::StateMistake;

/// How long the server waits after a write that failed before it tries again by itself.
const PAUSE: Duration = Duration::from_secs(1);

/// Keeps the state in a file.
#[derive(Debug)]
pub(crate) struct Keeper {
    file: StateFile,
    /// Held for reading while something is changed, and for writing while the state is taken.
    gate: RwLock<()>,
    /// How many changes there were so far.
    changes: AtomicU64,
    /// How many of them are written; whoever holds it writes.
    written: Arc<Mutex<u64>>,
    changed: Notify,
    /// Why the state is not written, while it cannot be.
    unwritten: watch::Sender<Option<String>>,
}

impl Keeper {
    /// Takes the file for this server alone, and reads the state in it, where there is one.
    ///
    /// # Errors
    /// When the file is no state of this contract, or another server's, or cannot be used.
    pub(crate) fn open(path: &Path, spec: &Spec) -> Result<(Self, Option<Saved>), StateMistake> {
        let file = StateFile::open(path)?;
        let restored = file.read()?;
        let restored = restored.map(|bytes| document::read(&bytes, spec)).transpose()?;
        let keeper = Self {
            file,
            gate: RwLock::default(),
            // A first state is there to be written.
            changes: AtomicU64::new(1),
            written: Arc::default(),
            changed: Notify::new(),
            unwritten: watch::Sender::new(None),
        };
        Ok((keeper, restored))
    }

    /// Why the state is not written, while it cannot be.
    fn unwritten(&self) -> watch::Receiver<Option<String>> {
        self.unwritten.subscribe()
    }

    /// Something may have changed, which is to be written.
    fn changed(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_one();
    }

    /// Does something that changes the state, while none is taken.
    fn change<R>(&self, work: impl FnOnce() -> R) -> R {
        let _told = Change(self);
        let _held = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        work()
    }

    /// Takes the state and writes it; gives the number of changes that are in it.
    fn write(&self, backend: &Backend) -> io::Result<u64> {
        let changes = self.changes.load(Ordering::SeqCst);
        let document = {
            let _nothing_half_way = self.gate.write().unwrap_or_else(PoisonError::into_inner);
            document::take(backend)
        };
        self.file.write(&document)?;
        Ok(changes)
    }
}

/// A change that is under way: it is told of even where whoever sent it goes away before the end.
struct Change<'s>(&'s Keeper);

impl Drop for Change<'_> {
    fn drop(&mut self) {
        self.0.changed();
    }
}

/// A server whose state is kept in a file, or in none.
#[derive(Debug)]
pub(crate) struct Persistence {
    keeper: Option<Keeper>,
    backend: Arc<Backend>,
}

impl Persistence {
    /// Keeps the state of a server, where there is a keeper.
    pub(crate) fn new(keeper: Option<Keeper>, backend: Arc<Backend>) -> Self {
        Self { keeper, backend }
    }

    /// The server.
    pub(crate) fn backend(&self) -> &Arc<Backend> {
        &self.backend
    }

    /// Something has changed that nobody has requested.
    pub(crate) fn changed(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.changed();
        }
    }

    /// Runs a change that nobody has requested, and that is to be saved.
    pub(crate) fn changing<R>(&self, work: impl FnOnce(&Backend) -> R) -> R {
        match &self.keeper {
            Some(keeper) => keeper.change(|| work(&self.backend)),
            None => work(&self.backend),
        }
    }

    /// Why the state is not written, while it cannot be.
    pub(crate) fn unwritten(&self) -> watch::Receiver<Option<String>> {
        self.keeper.as_ref().map_or_else(|| watch::channel(None).1, Keeper::unwritten)
    }

    /// Writes the state, unless somebody else has just written it with all that has changed so far.
    pub(crate) async fn save(self: &Arc<Self>) -> io::Result<()> {
        let Some(keeper) = &self.keeper else { return Ok(()) };
        let changes = keeper.changes.load(Ordering::SeqCst);
        let mut written = Arc::clone(&keeper.written).lock_owned().await;
        if *written >= changes {
            return Ok(());
        }
        let kept = Arc::clone(self);
        // A write that has begun goes on when nobody waits for it any more, so that it takes the
        // turn with it.
        let write = spawn_blocking(move || {
            if let Some(keeper) = &kept.keeper {
                *written = keeper.write(&kept.backend)?;
            }
            Ok(())
        });
        write.await?
    }

    /// Writes what is not written yet, for the last time, and leaves the file to others.
    pub(crate) async fn end(self: &Arc<Self>) -> io::Result<()> {
        let saved = self.save().await;
        let Some(keeper) = &self.keeper else { return saved };
        keeper.file.give_up();
        saved.map_err(|error| io::Error::other(keeper.file.describe(&error)))
    }

    /// Runs a change that goes on bit by bit: while it does not wait, no state is taken.
    pub(crate) async fn gated<F: Future>(&self, work: F) -> F::Output {
        let mut work = pin!(work);
        poll_fn(|context| {
            let gate = self.keeper.as_ref().map(|keeper| &keeper.gate);
            let _held = gate.map(|gate| gate.read().unwrap_or_else(PoisonError::into_inner));
            work.as_mut().poll(context)
        })
        .await
    }
}

/// Responds to a request when what it has changed is written.
pub(crate) async fn respond(
    State(kept): State<Arc<Persistence>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(keeper) = kept.keeper.as_ref().filter(|_| !request.method().is_safe()) else {
        return kept.gated(next.run(request)).await;
    };
    let change = Change(keeper);
    let response = kept.gated(next.run(request)).await;
    drop(change);
    match kept.save().await {
        Ok(()) => response,
        Err(error) => {
            let text =
                format!("{}; what the request changed may be lost\n", keeper.file.describe(&error));
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        }
    }
}

/// Writes whatever changes for as long as the server runs, also what no request waits for, and goes
/// on trying where that fails.
pub(crate) async fn keep(kept: Arc<Persistence>) {
    let Some(keeper) = &kept.keeper else { return };
    loop {
        keeper.changed.notified().await;
        while let Err(error) = kept.save().await {
            let why = keeper.file.describe(&error);
            // It is told of once, since it is tried again and again.
            keeper.unwritten.send_if_modified(|known| known.replace(why).is_none());
            tokio::time::sleep(PAUSE).await;
        }
        keeper.unwritten.send_if_modified(|known| known.take().is_some());
    }
}
