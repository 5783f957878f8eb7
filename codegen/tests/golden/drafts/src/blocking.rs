//! A client of the Shared Drafts API for programs without async: each method blocks its thread
//! until the response is there.
//!
//! [`client`] has the docs of each method, its arguments and its errors, under the same name.
//! Calls run on a thread of the client's own. They also work within async code, but block the
//! thread and its other tasks: use the async client there, or tokio's `spawn_blocking`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::Blocking;
use super::client::{self, ConfigError, Error, WithHeaders};

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
    /// Calls [`client::Client::create_draft`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn create_draft(
        &self,
        headers: &super::wire::CreateHeaders,
        body: &super::draft::DraftContent,
    ) -> Result<WithHeaders<super::draft::Draft, super::wire::VersionHeaders>, Error> {
        self.0.run(|client| client.create_draft(headers, body))
    }

    /// Calls [`client::Client::read_draft`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn read_draft(
        &self,
        draft_id: &str,
        headers: &super::wire::ReadHeaders,
    ) -> Result<WithHeaders<super::draft::Draft, super::wire::VersionHeaders>, Error> {
        self.0.run(|client| client.read_draft(draft_id, headers))
    }

    /// Calls [`client::Client::update_draft`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn update_draft(
        &self,
        draft_id: &str,
        headers: &super::wire::ChangeHeaders,
        body: &super::draft::DraftChange,
    ) -> Result<WithHeaders<super::draft::Draft, super::wire::VersionHeaders>, Error> {
        self.0.run(|client| client.update_draft(draft_id, headers, body))
    }

    /// Calls [`client::Client::replace_draft`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn replace_draft(
        &self,
        draft_id: &str,
        headers: &super::wire::PinnedHeaders,
        body: &super::draft::DraftContent,
    ) -> Result<super::draft::Draft, Error> {
        self.0.run(|client| client.replace_draft(draft_id, headers, body))
    }

    /// Calls [`client::Client::delete_draft`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn delete_draft(
        &self,
        draft_id: &str,
        headers: &super::wire::PinnedHeaders,
    ) -> Result<(), Error> {
        self.0.run(|client| client.delete_draft(draft_id, headers))
    }

    /// Calls [`client::Client::list_drafts`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    #[deprecated(note = "Keep the identities of drafts.")]
    #[expect(deprecated, reason = "this method is, too")]
    pub fn list_drafts(&self) -> Result<super::draft::Drafts, Error> {
        self.0.run(client::Client::list_drafts)
    }
}
