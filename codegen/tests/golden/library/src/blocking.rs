//! A client of the Town Library API for programs without async: each method blocks its thread
//! until the response is there.
//!
//! [`client`] has the docs of each method, its arguments and its errors, under the same name. A
//! call runs on the calling thread. One background thread of the client drives the connections.
//! Within async code, a call also works, but it starts a thread, and blocks the runtime's
//! thread with its other tasks. Use the async client there, or tokio's `spawn_blocking`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::client::Blocking;
use super::client::{self, LookUpCopyPath, ReadBookPath, ConfigError, Error};

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
    /// Calls [`client::Client::add_book`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn add_book(
        &self,
        body: &super::book::Book,
    ) -> Result<super::book::Book, Error> {
        self.0.run(|client| client.add_book(body))
    }

    /// Calls [`client::Client::change_loan`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn change_loan(
        &self,
        loan_id: &str,
        body: &super::loan::LoanChange,
    ) -> Result<super::loan::LoanAnswer, Error> {
        self.0.run(|client| client.change_loan(loan_id, body))
    }

    /// Calls [`client::Client::order_copies`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn order_copies(
        &self,
        body: &super::order::Order,
    ) -> Result<super::order::OrderAnswer, Error> {
        self.0.run(|client| client.order_copies(body))
    }

    /// Calls [`client::Client::close_shop`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn close_shop(&self) -> Result<serde_json::Value, Error> {
        self.0.run(client::Client::close_shop)
    }

    /// Calls [`client::Client::read_book`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    #[deprecated(note = "Call `lookUpCopy`.")]
    #[expect(deprecated, reason = "this method is, too")]
    pub fn read_book(&self, path: ReadBookPath<'_>) -> Result<super::book::Book, Error> {
        self.0.run(|client| client.read_book(path))
    }

    /// Calls [`client::Client::look_up_copy`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn look_up_copy(
        &self,
        path: LookUpCopyPath<'_>,
    ) -> Result<super::book::Book, Error> {
        self.0.run(|client| client.look_up_copy(path))
    }

    /// Calls [`client::Client::reserve`] and waits.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub fn reserve(&self) -> Result<serde_json::Value, Error> {
        self.0.run(client::Client::reserve)
    }
}
