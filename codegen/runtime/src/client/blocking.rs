//! Clients for programs without async: each call blocks its thread until the response is there.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;

use futures_core::Stream;
use tokio::runtime::{Handle, Runtime};

use super::ConfigError;

/// A client `C`, and the runtime of its calls. Clones share both.
#[derive(Clone)]
pub struct Blocking<C> {
    client: C,
    runtime: Arc<Owned>,
}

impl<C> Blocking<C> {
    /// Starts a runtime for a client: one thread, which ends with the last clone.
    ///
    /// # Errors
    /// If the system provides no thread or no socket.
    pub fn new(client: C) -> Result<Self, ConfigError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("client")
            .enable_all()
            .build()
            .map_err(|error| ConfigError::Runtime(error.to_string()))?;
        let handle = runtime.handle().clone();
        Ok(Self { client, runtime: Arc::new(Owned { runtime: Some(runtime), handle }) })
    }

    /// Runs a future of the client, and blocks the thread until the future ends.
    pub fn run<'c, F>(&'c self, call: impl FnOnce(&'c C) -> F) -> F::Output
    where
        F: Future + Send,
        F::Output: Send,
    {
        self.runtime.block_on(call(&self.client))
    }

    /// Iterates over a stream of the client, and blocks the thread until each item is there.
    pub fn iter<'c, S>(&'c self, stream: impl FnOnce(&'c C) -> S) -> Iter<'c, S> {
        Iter { stream: stream(&self.client), runtime: &self.runtime }
    }
}

impl<C: fmt::Debug> fmt::Debug for Blocking<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Blocking").field(&self.client).finish()
    }
}

/// The items of a stream, one after the other.
#[must_use = "nothing is sent before an item is asked for"]
pub struct Iter<'c, S> {
    stream: S,
    runtime: &'c Owned,
}

impl<S> Iterator for Iter<'_, S>
where
    S: Stream + Send + Unpin,
    S::Item: Send,
{
    type Item = S::Item;

    fn next(&mut self) -> Option<S::Item> {
        let stream = &mut self.stream;
        self.runtime.block_on(poll_fn(|context| Pin::new(&mut *stream).poll_next(context)))
    }
}

impl<S: fmt::Debug> fmt::Debug for Iter<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Iter").field(&self.stream).finish()
    }
}

/// A runtime that may be dropped anywhere, even within another runtime.
struct Owned {
    /// `Some` until the value is dropped.
    runtime: Option<Runtime>,
    handle: Handle,
}

impl Owned {
    fn block_on<F>(&self, future: F) -> F::Output
    where
        F: Future + Send,
        F::Output: Send,
    {
        if Handle::try_current().is_err() {
            return self.handle.block_on(future);
        }
        // tokio allows blocking within another runtime only on threads for that purpose.
        let waited =
            std::thread::scope(|scope| scope.spawn(|| self.handle.block_on(future)).join());
        match waited {
            Ok(output) => output,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
