//! A client of the Web Data Service API for programs without async: each method blocks its
//! thread until the response is there.
//!
//! [`client`] has the docs of each method, its arguments and its errors, under the same name. A
//! call runs on the calling thread. One background thread of the client drives the connections.
//! Within async code, a call also works, but it starts a thread, and blocks the runtime's
//! thread with its other tasks. Use the async client there, or tokio's `spawn_blocking`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::client::{self, AgentSnapshotPath, ConfigError, Error};
use webdata_runtime::client::Blocking;

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
    /// Calls [`client::Client::update_monitor`] and waits, with the same errors.
    pub fn update_monitor(
        &self,
        monitor_id: &str,
        body: &super::monitor::MonitorUpdate,
    ) -> Result<super::monitor::MonitorResponse, Error> {
        self.0.run(|client| client.update_monitor(monitor_id, body))
    }

    /// Calls [`client::Client::scrape`] and waits, with the same errors.
    pub fn scrape(&self, body: &super::scrape::ScrapeRequest) -> Result<serde_json::Value, Error> {
        self.0.run(|client| client.scrape(body))
    }

    /// Calls [`client::Client::start_agent`] and waits, with the same errors.
    pub fn start_agent<'b>(
        &self,
        body: impl Into<Option<&'b super::agent::AgentRequest>>,
    ) -> Result<super::agent::AgentStarted, Error> {
        self.0.run(|client| client.start_agent(body))
    }

    /// Calls [`client::Client::agent_status`] and waits, with the same errors.
    pub fn agent_status(&self, job_id: &str) -> Result<super::agent::AgentStatus, Error> {
        self.0.run(|client| client.agent_status(job_id))
    }

    /// Calls [`client::Client::agent_trace`] and waits, with the same errors.
    pub fn agent_trace(&self, job_id: &str) -> Result<serde_json::Value, Error> {
        self.0.run(|client| client.agent_trace(job_id))
    }

    /// Calls [`client::Client::agent_snapshot`] and waits, with the same errors.
    pub fn agent_snapshot(&self, path: AgentSnapshotPath<'_>) -> Result<serde_json::Value, Error> {
        self.0.run(|client| client.agent_snapshot(path))
    }

    /// Calls [`client::Client::cancel_agent`] and waits, with the same errors.
    pub fn cancel_agent(&self, job_id: &str) -> Result<serde_json::Value, Error> {
        self.0.run(|client| client.cancel_agent(job_id))
    }

    /// Calls [`client::Client::wait_for_agent`] and waits, with the same errors.
    ///
    /// For another limit, use [`run`](Self::run): `client.run(|client| async move {
    /// client.wait_for_agent(job_id).limit(limit).await })`.
    pub fn wait_for_agent(&self, job_id: &str) -> Result<super::agent::AgentStatus, Error> {
        self.0.run(|client| client.wait_for_agent(job_id).into_future())
    }
}
