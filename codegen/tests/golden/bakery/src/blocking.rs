//! A client of the Bakery API for programs without async: each method blocks its thread until
//! the response is there.
//!
//! [`client`] has the docs of each method, its arguments and its errors, under the same name. A
//! call runs on the calling thread. One background thread of the client drives the connections.
//! Within async code, a call also works, but it starts a thread, and blocks the runtime's
//! thread with its other tasks. Use the async client there, or tokio's `spawn_blocking`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::Blocking;
use super::client::{self, ConfigError, Error};

/// A client whose methods block their thread until the response is there.
///
/// Cloning is cheap; clones share their connections and the thread.
#[derive(Debug, Clone)]
pub struct Client(Blocking<client::Client>);

impl Client {
    /// Creates a client with the default configuration.
    ///
    /// `base_url` and `key`: as in [`client::Client::new`].
    ///
    /// # Errors
    ///
    /// If an argument is invalid, or no thread can be started.
    pub fn new(base_url: &str, key: &str) -> Result<Self, ConfigError> {
        Self::from_client(client::Client::new(base_url, key)?)
    }

    /// Makes a blocking client of an async one, which [`client::Client::builder`] configures.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn from_client(client: client::Client) -> Result<Self, ConfigError> {
        Blocking::new(client).map(Self)
    }

    /// Runs a future of the async client on the calling thread: `client.run(|client| async move {
    /// … })`.
    pub fn run<'c, F>(&'c self, call: impl FnOnce(&'c client::Client) -> F) -> F::Output
    where
        F: Future + Send,
        F::Output: Send,
    {
        self.0.run(call)
    }
}

impl Client {
    /// Calls [`client::Client::bake`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn bake(
        &self,
        body: &super::loaf::Recipe,
    ) -> Result<super::loaf::LoafStarted, Error> {
        self.0.run(|client| client.bake(body))
    }

    /// Calls [`client::Client::read_loaf`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn read_loaf(
        &self,
        loaf: &str,
        query: &super::loaf::LoafView,
    ) -> Result<super::loaf::Loaf, Error> {
        self.0.run(|client| client.read_loaf(loaf, query))
    }

    /// Calls [`client::Client::change_loaf`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn change_loaf(
        &self,
        loaf: &str,
        body: &super::loaf::LoafChange,
    ) -> Result<super::loaf::Loaf, Error> {
        self.0.run(|client| client.change_loaf(loaf, body))
    }

    /// Calls [`client::Client::call_at_door`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn call_at_door(&self, body: &super::call::Call) -> Result<(), Error> {
        self.0.run(|client| client.call_at_door(body))
    }

    /// Calls [`client::Client::wait_for_bake`] and waits.
    ///
    /// For another limit, use [`run`](Self::run): `client.run(|client| async move {
    /// client.wait_for_bake(loaf, query).limit(limit).await })`.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn wait_for_bake(
        &self,
        loaf: &str,
        query: &super::loaf::LoafView,
    ) -> Result<super::loaf::Loaf, Error> {
        self.0.run(|client| client.wait_for_bake(loaf, query).into_future())
    }
}
