//! A client of the Odd Names API for programs without async: each method holds its thread until
//! the response is there.
//!
//! What a method does, takes and fails with is what [`client`] says of the one that has its
//! name. Calls run on a thread of the client's own. They work within async code, too, but hold
//! up whatever else runs on their thread: there, use the other client, or tokio's
//! `spawn_blocking`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

use webdata_runtime::client::Blocking;
use super::client::{self, CalledPath, NewPath, OddPath, ConfigError, Error, WithHeaders};

/// A client whose methods hold their thread until the response is there.
///
/// Cloning it is cheap, and shares the connections and the thread.
#[derive(Debug, Clone)]
pub struct Client(Blocking<client::Client>);

impl Client {
    /// A client with everything else as it is by default.
    ///
    /// `base_url`: as [`client::Client::new`] takes them.
    ///
    /// # Errors
    ///
    /// When one of them cannot be used, or no thread can be started.
    pub fn new(base_url: &str) -> Result<Self, ConfigError> {
        Self::from_client(client::Client::new(base_url)?)
    }

    /// Makes a client of one that was set up by [`client::Client::builder`].
    ///
    /// # Errors
    ///
    /// When no thread can be started.
    pub fn from_client(client: client::Client) -> Result<Self, ConfigError> {
        Blocking::new(client).map(Self)
    }

    /// Runs a future of the other client's, such as one that waits with a limit:
    /// `client.run(|client| async { … })`.
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
