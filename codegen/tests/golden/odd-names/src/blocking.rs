//! A client of the Odd Names API for programs without async: each method blocks its thread
//! until the response is there.
//!
//! [`client`] has the docs of each method, its arguments and its errors, under the same name.
//! Calls run on a thread of the client's own. They also work within async code, but block the
//! thread and its other tasks: use the async client there, or tokio's `spawn_blocking`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::client::Blocking;
use super::client::{self, CalledPath, NewPath, OddPath, ConfigError, Error, WithHeaders};

/// A client whose methods block their thread until the response is there.
///
/// Cloning is cheap; clones share their connections and the thread.
#[derive(Debug, Clone)]
pub struct Client(Blocking<client::Client>);

impl Client {
    /// Creates a client with the default configuration.
    ///
    /// `base_url`: as in [`client::Client::new`].
    ///
    /// # Errors
    ///
    /// If an argument is invalid, or no thread can be started.
    pub fn new(base_url: &str) -> Result<Self, ConfigError> {
        Self::from_client(client::Client::new(base_url)?)
    }

    /// Makes a blocking client of an async one, which [`client::Client::builder`] configures.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn from_client(client: client::Client) -> Result<Self, ConfigError> {
        Blocking::new(client).map(Self)
    }

    /// Runs a future of the async client, such as one with a time limit: `client.run(|client|
    /// async { … })`.
    pub fn run<'c, F>(&'c self, call: impl FnOnce(&'c client::Client) -> F) -> F::Output
    where
        F: Future + Send,
        F::Output: Send,
    {
        self.0.run(call)
    }
}

impl Client {
    /// Calls [`client::Client::match`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn r#match(
        &self,
        body: &super::r#impl::Type,
    ) -> Result<super::r#impl::Tree, Error> {
        self.0.run(|client| client.r#match(body))
    }

    /// Calls [`client::Client::new2`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn new2(
        &self,
        path: NewPath<'_>,
        body: Option<&super::r#impl::Type>,
    ) -> Result<serde_json::Value, Error> {
        self.0.run(|client| client.new2(path, body))
    }

    /// Calls [`client::Client::called`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn called(&self, path: CalledPath<'_>) -> Result<serde_json::Value, Error> {
        self.0.run(|client| client.called(path))
    }

    /// Calls [`client::Client::odd`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn odd(
        &self,
        path: OddPath<'_>,
        query: &super::r#impl::OddQuery,
        headers: &super::r#impl::OddHeaders,
    ) -> Result<WithHeaders<super::r#impl::Words, super::r#impl::OddHeaders>, Error> {
        self.0.run(|client| client.odd(path, query, headers))
    }
}
