//! Persistence: the state of the server in a file, from which the server continues at its next start.
//!
//! The response to a request that may have changed something is sent once a state with its change is written.
//! Concurrent requests share a write. The state is captured while no handler runs between two awaits.
//!
//! A server without a state file never waits for any of this. A server with one never responds with success
//! to a change that is not written.

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
use crate::state::file::StateFile;
pub use crate::state::file::StateFileError;
use crate::world::Saved;

/// The time that the server waits after a failed write before the background task retries.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct StateWriter {
    file: StateFile,
    /// Held for reading while a change runs, and for writing while the state is captured.
    gate: RwLock<()>,
    /// The number of changes so far.
    changes: AtomicU64,
    /// The number of changes that are written; the task that holds the lock writes.
    written: Arc<Mutex<u64>>,
    changed: Notify,
    /// The current error of writing, if the last write failed.
    write_error: watch::Sender<Option<String>>,
}

impl StateWriter {
    /// Locks the file for this server and reads the state in it, if there is one.
    ///
    /// # Errors
    /// Fails if the file is not a state of this contract, is locked by another server, or cannot be used.
    pub(crate) fn open(path: &Path, spec: &Spec) -> Result<(Self, Option<Saved>), StateFileError> {
        let file = StateFile::open(path)?;
        let saved = file.read()?;
        let saved = saved.map(|bytes| file::read(&bytes, spec)).transpose()?;
        let writer = Self {
            file,
            gate: RwLock::default(),
            // The first state counts as a change that is not written yet.
            changes: AtomicU64::new(1),
            written: Arc::default(),
            changed: Notify::new(),
            write_error: watch::Sender::new(None),
        };
        Ok((writer, saved))
    }

    /// Marks the state as changed, so that it is written.
    fn mark_changed(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_one();
    }

    /// Captures the state and writes it; returns the number of changes that the written state contains.
    fn write(&self, backend: &Backend) -> io::Result<u64> {
        let changes = self.changes.load(Ordering::SeqCst);
        let document = {
            let _gate = self.gate.write().unwrap_or_else(PoisonError::into_inner);
            file::capture(backend)
        };
        self.file.write(&document)?;
        Ok(changes)
    }
}

/// Marks the state as changed when it is dropped, also if the client disconnects before the handler ends.
struct ChangeGuard<'s>(&'s StateWriter);

impl Drop for ChangeGuard<'_> {
    fn drop(&mut self) {
        self.0.mark_changed();
    }
}

/// The backend of a server with the writer of its state file, if it has one.
#[derive(Debug)]
pub(crate) struct Persistence {
    writer: Option<StateWriter>,
    pub(crate) backend: Arc<Backend>,
}

impl Persistence {
    /// Combines a backend with the writer of its state file, if it has one.
    pub(crate) fn new(writer: Option<StateWriter>, backend: Arc<Backend>) -> Self {
        Self { writer, backend }
    }

    /// Marks the state as changed by a background task.
    pub(crate) fn mark_changed(&self) {
        if let Some(writer) = &self.writer {
            writer.mark_changed();
        }
    }

    /// Runs a background change while no state is captured, and marks the state as changed.
    pub(crate) fn change<R>(&self, work: impl FnOnce(&Backend) -> R) -> R {
        let Some(writer) = &self.writer else { return work(&self.backend) };
        let _guard = ChangeGuard(writer);
        let _gate = writer.gate.read().unwrap_or_else(PoisonError::into_inner);
        work(&self.backend)
    }

    /// Returns the current error of writing, if the last write failed.
    pub(crate) fn write_error(&self) -> watch::Receiver<Option<String>> {
        let writer = self.writer.as_ref();
        writer.map_or_else(|| watch::channel(None).1, |writer| writer.write_error.subscribe())
    }

    /// Writes the state, unless another task has just written all changes so far.
    pub(crate) async fn save(self: &Arc<Self>) -> io::Result<()> {
        let Some(writer) = &self.writer else { return Ok(()) };
        let changes = writer.changes.load(Ordering::SeqCst);
        let mut written = Arc::clone(&writer.written).lock_owned().await;
        if *written >= changes {
            return Ok(());
        }
        let persistence = Arc::clone(self);
        // A write that has begun continues when the caller is dropped, so the blocking task owns the lock.
        let write = spawn_blocking(move || {
            if let Some(writer) = &persistence.writer {
                *written = writer.write(&persistence.backend)?;
            }
            Ok(())
        });
        write.await?
    }

    /// Writes the changes that are not written yet for the last time, and unlocks the file.
    pub(crate) async fn close(self: &Arc<Self>) -> io::Result<()> {
        let saved = self.save().await;
        let Some(writer) = &self.writer else { return saved };
        writer.file.release();
        saved.map_err(|error| io::Error::other(writer.file.describe(&error)))
    }

    /// Runs a future so that no state is captured during any of its polls.
    pub(crate) async fn without_captures<F: Future>(&self, work: F) -> F::Output {
        let mut work = pin!(work);
        poll_fn(|context| {
            let gate = self.writer.as_ref().map(|writer| &writer.gate);
            let _gate = gate.map(|gate| gate.read().unwrap_or_else(PoisonError::into_inner));
            work.as_mut().poll(context)
        })
        .await
    }
}

/// Runs a request and sends its response once the changes of the request are written.
pub(crate) async fn respond_when_saved(
    State(persistence): State<Arc<Persistence>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(writer) = persistence.writer.as_ref().filter(|_| !request.method().is_safe()) else {
        return persistence.without_captures(next.run(request)).await;
    };
    let change = ChangeGuard(writer);
    let response = persistence.without_captures(next.run(request)).await;
    drop(change);
    match persistence.save().await {
        Ok(()) => response,
        Err(error) => {
            let text =
                format!("{}; what the request changed may be lost\n", writer.file.describe(&error));
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        }
    }
}

/// Writes every change in the background while the server runs, and retries failed writes.
pub(crate) async fn write_in_background(persistence: Arc<Persistence>) {
    let Some(writer) = &persistence.writer else { return };
    loop {
        writer.changed.notified().await;
        while let Err(error) = persistence.save().await {
            let why = writer.file.describe(&error);
            // Repeated failures are published once, with the first error.
            writer.write_error.send_if_modified(|known| known.replace(why).is_none());
            tokio::time::sleep(RETRY_PAUSE).await;
        }
        writer.write_error.send_if_modified(|known| known.take().is_some());
    }
}
