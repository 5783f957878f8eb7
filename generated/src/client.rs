//! A client of the Web Data Service API: a method for each operation.
//!
//! A call waits for the response and reads it into the operation's type. Unknown properties and
//! values are kept, so that a newer service does not break an older client; `Builder::strict`
//! rejects them. Requests are sent without validation: call `validate` on a body to find out
//! beforehand what the service would reject.
//!
//! The client repeats a request as the contract says: if the status code is one of 408, 429, 500, 502, 503, 504,
//! and the retry rule of the error in the catalogue is
//! [`Retry::Backoff`](crate::error_catalogue::Retry::Backoff). An error that is not in the
//! catalogue is repeated if that is the rule of all errors with its status code. A request is
//! sent at most 5 times. Before the next attempt, the client waits as long as the header
//! `Retry-After` says, in seconds or as an HTTP date. Without the header, the wait before
//! attempt n + 1 is 2ⁿ s, at most 30 s. In both cases, up to 1 s is added at random, so that
//! many clients do not return together.
//!
//! After 408 and 429, the client repeats every request, even a `POST`: the contract says so,
//! although it does not promise that the service did nothing. `Builder::attempts(1)` turns
//! retries off.
//!
//! A request without a response is never repeated: the contract's rules are about responses.
//! Only `wait_for_…` repeats its requests, which only read. After a 5xx, the client does not
//! know what the service did. A request that is not idempotent (RFC 9110, section 9.2.2), such
//! as a `PATCH`, is then repeated only if its error is among the
//! [`refusals`](operations::Operation::refusals) of the operation, with which the service did
//! nothing, or if `Builder::resend_after_server_error` allows it. If the service asks for a
//! longer wait than `Builder::longest_wait`, the error is returned at once.
//!
//! The options of the builder, with their defaults:
//!
//! | method | meaning | default |
//! |---|---|---|
//! | [`Builder::connect_timeout`] | the time for opening a connection | 10 s |
//! | [`Builder::attempt_timeout`] | the time of an attempt, up to the last byte of the response | 120 s |
//! | [`Builder::timeout`] | the time of a call, with all attempts and waits | no limit |
//! | [`Builder::attempts`] | the maximum number of attempts | 5, as in the contract |
//! | [`Builder::longest_wait`] | the longest wait that the service may ask for | 120 s |
//! | [`Builder::resend_after_server_error`] | after a 5xx, also repeats requests that are not idempotent | `false` |
//! | [`Builder::response_limit`] | the maximum length of a body | 64 MiB |
//! | [`Builder::strict`] | validates each success | off |
//! | [`Builder::user_agent`] | the header `User-Agent` | the name and version of this crate |
//! | [`Builder::http`] | the HTTP client | a new one, without redirects |
//!
//! Options of one call go between the call and `.await`, and need no second client:
//! `client.….header(name, value).timeout(limit).with_response().await?` adds a header, limits
//! the time, and returns an `http::Response` with the status code and headers. An
//! [`ErrorResponse`] has both, too. With a blocking client, use its method `run`.
//!
//! A [`Hook`] runs before and after each attempt, and may change its headers.
//!
//! With the feature `tracing`, each call is a span named `call` with the level `INFO` and this
//! module as its target. Its fields are `operation`, `attempts` (the number of attempts),
//! `status` (the last status code) and `error` (the error of the catalogue). Each wait before
//! another attempt is an event with the level `DEBUG`. A span has no body, header or key.
//!
//! The HTTP client accepts responses that are compressed with gzip or deflate. It uses the
//! proxies of the environment, such as `HTTPS_PROXY`, and of the operating system. It uses no
//! proxy for a base URL with the host `localhost`, `127.0.0.1` or `[::1]`. It speaks HTTP/1.1.
//! For HTTP/2, add `reqwest` with its feature `http2` to your dependencies, which enables it
//! here, too.
//!
//! Dropping the future of a call cancels the call, even while it waits. Redirects are not
//! followed, so that a key goes to no other host. Neither `Debug` nor errors show keys: if an
//! error quotes a response with a key of at least 8 bytes, the key is replaced.
//!
//! A client creates its own HTTP client, and installs ring as the default provider of rustls
//! for the process if there is none. To prevent that, install another provider before, or pass
//! a `reqwest::Client` to `Builder::http`.
//!
//! # Errors
//!
//! If there is no readable response, or the service rejects the request: the docs of each
//! operation in [`operations`] have its errors.
//!
//! # Panics
//!
//! A call panics outside a tokio runtime, and in one without time or I/O. `#[tokio::main]`
//! enables both; so does `enable_all` of tokio's builder.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::error_catalogue::ErrorKind;
use super::operations;
use webdata_runtime::client::{self as runtime, Call, Caller, Service};
pub use webdata_runtime::client::{
    AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture, Pace,
    ParameterFault, TimeoutKind, Wait, http, reqwest,
};
#[doc(no_inline)]
pub use webdata_runtime::client::{Method, Stream};

/// The reason why a call has no result. Its methods are those of [`runtime::Error`]:
/// [`kind`](runtime::Error::kind) returns the error of the catalogue, and
/// [`error_response`](runtime::Error::error_response) the whole error response.
pub type Error = runtime::Error<ErrorKind, super::error_body::ErrorBody>;

/// An error response that the client received. Its fields and methods are those of
/// [`runtime::ErrorResponse`], such as
/// [`retry_after`](runtime::ErrorResponse::retry_after) and
/// [`details`](runtime::ErrorResponse::details).
pub type ErrorResponse = runtime::ErrorResponse<ErrorKind, super::error_body::ErrorBody>;

/// A request that is sent when it is awaited. Its methods are the options of one call; they are those of
/// [`runtime::Request`].
pub type Request<R> = runtime::Request<ErrorKind, super::error_body::ErrorBody, R>;

/// Configures a client, by the methods of [`runtime::Builder`].
pub type Builder = runtime::Builder<Client, ErrorKind, super::error_body::ErrorBody>;

/// A future that polls until a started job has ended. Its methods are those of
/// [`runtime::Waiting`].
pub type Waiting<'c, R> = runtime::Waiting<'c, ErrorKind, super::error_body::ErrorBody, R>;

static SERVICE: Service<ErrorKind> = Service {
    user_agent: concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")),
    base_path: "/v2",
    media_type: "application/json",
    catalogue: ErrorKind::ALL,
    row: ErrorKind::row,
    retry: Some(runtime::RetryRules {
        statuses: &[408, 429, 500, 502, 503, 504],
        header: "Retry-After",
        base_seconds: 2,
        cap_seconds: 30,
        jitter_seconds: 1,
        attempts: 5,
    }),
    spans: webdata_runtime::spans!(),
};

/// A client of the Web Data Service API.
///
/// Cloning is cheap; clones share their connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::error_body::ErrorBody>);

#[doc(hidden)]
impl From<Caller<ErrorKind, super::error_body::ErrorBody>> for Client {
    fn from(caller: Caller<ErrorKind, super::error_body::ErrorBody>) -> Self {
        Self(caller)
    }
}

impl Client {
    /// Creates a client with the default configuration.
    ///
    /// `base_url` is the part of the URL before `/v2/`, such as `https://api.example.com`, with or
    /// without a path prefix, and `key` is sent with each request that needs one.
    ///
    /// # Errors
    ///
    /// If an argument is invalid. The error says how to fix the argument.
    pub fn new(base_url: &str, key: &str) -> Result<Self, ConfigError> {
        Self::builder(base_url, key).build()
    }

    /// Configures a client.
    ///
    /// `base_url` is the part of the URL before `/v2/`, such as `https://api.example.com`, with or
    /// without a path prefix, and `key` is sent with each request that needs one.
    pub fn builder(base_url: &str, key: &str) -> Builder {
        Builder::new(&SERVICE, base_url, Some(key))
    }
}

/// The path parameters of `agentSnapshot`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentSnapshotPath<'p> {
    /// The id of the job.
    pub job_id: &'p str,
    /// The id of the snapshot.
    pub snapshot_id: &'p str,
}

impl Client {
    /// Updates the properties of a monitor that the request has, and returns the updated monitor.
    ///
    /// `PATCH /v2/monitor/{monitorId}`; [`operations::UPDATE_MONITOR`] has its effects and errors.
    ///
    /// `monitor_id`: The id of the monitor.
    pub fn update_monitor(
        &self,
        monitor_id: &str,
        body: &super::monitor::MonitorUpdate,
    ) -> Request<super::monitor::MonitorResponse> {
        Request::new(&self.0, Call::new(&operations::UPDATE_MONITOR, &[monitor_id]).body(body))
    }

    /// Extracts one page.
    ///
    /// `POST /v2/scrape`; [`operations::SCRAPE`] has its effects and errors.
    ///
    /// The contract does not define the response, so it is returned as JSON.
    pub fn scrape(&self, body: &super::scrape::ScrapeRequest) -> Request<serde_json::Value> {
        Request::new(&self.0, Call::new(&operations::SCRAPE, &[]).body(body))
    }

    /// Starts an agent job.
    ///
    /// `POST /v2/agent`; [`operations::START_AGENT`] has its effects and errors.
    ///
    /// [`Self::wait_for_agent`] waits for the end of the job.
    pub fn start_agent<'b>(
        &self,
        body: impl Into<Option<&'b super::agent::AgentRequest>>,
    ) -> Request<super::agent::AgentStarted> {
        Request::new(&self.0, Call::new(&operations::START_AGENT, &[]).body_if_given(body.into()))
    }

    /// Returns the status of an agent job.
    ///
    /// `GET /v2/agent/{jobId}`; [`operations::AGENT_STATUS`] has its effects and errors.
    ///
    /// `job_id`: The id of the job.
    pub fn agent_status(&self, job_id: &str) -> Request<super::agent::AgentStatus> {
        Request::new(&self.0, Call::new(&operations::AGENT_STATUS, &[job_id]))
    }

    /// Returns the events of an agent run, as the agent service reports them.
    ///
    /// The contract does not show the method and path, so a call sends nothing and fails, unless
    /// you passed them to [`Builder::bind`] with [`operations::AGENT_TRACE`], which has the effects
    /// and errors.
    ///
    /// `job_id`: The id of the job.
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// Error bodies of this operation are [`UpstreamError`](super::agent::UpstreamError), which
    /// [`ErrorResponse::read`](runtime::ErrorResponse::read) returns.
    pub fn agent_trace(&self, job_id: &str) -> Request<serde_json::Value> {
        Request::new(&self.0, Call::new(&operations::AGENT_TRACE, &[job_id]))
    }

    /// Returns a snapshot of an agent run, as the agent service stores it.
    ///
    /// The contract does not show the method and path, so a call sends nothing and fails, unless
    /// you passed them to [`Builder::bind`] with [`operations::AGENT_SNAPSHOT`], which has the
    /// effects and errors.
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// Error bodies of this operation are [`UpstreamError`](super::agent::UpstreamError), which
    /// [`ErrorResponse::read`](runtime::ErrorResponse::read) returns.
    pub fn agent_snapshot(&self, path: AgentSnapshotPath<'_>) -> Request<serde_json::Value> {
        Request::new(
            &self.0,
            Call::new(&operations::AGENT_SNAPSHOT, &[path.job_id, path.snapshot_id]),
        )
    }

    /// Cancels an agent run.
    ///
    /// The contract does not show the method and path, so a call sends nothing and fails, unless
    /// you passed them to [`Builder::bind`] with [`operations::CANCEL_AGENT`], which has the
    /// effects and errors.
    ///
    /// `job_id`: The id of the job.
    ///
    /// The contract does not define the response, so it is returned as JSON.
    pub fn cancel_agent(&self, job_id: &str) -> Request<serde_json::Value> {
        Request::new(&self.0, Call::new(&operations::CANCEL_AGENT, &[job_id]))
    }

    /// Waits for the end of the job that [`Self::start_agent`] started, and returns the last
    /// response of [`Self::agent_status`].
    ///
    /// `job_id`: the `id` that [`Self::start_agent`] returns. [`runtime::Waiting`] has the options:
    /// `client.wait_for_agent(job_id).limit(limit).await?`.
    ///
    /// The client treats a job as ended if its `status` is `failed`, or if a response has `data`.
    /// The result of a failed job is `Ok`, too: read the response.
    ///
    /// The contract leaves further states open (`gaps.agent-states`: Which states does an agent job
    /// have, and which moves are there between them?). A job in another final state is polled until
    /// the limit, unless a predicate in [`until`](Waiting::until) knows that state.
    ///
    /// # Errors
    ///
    /// Those of [`Self::agent_status`]; `Error::WaitTimeout` if the job does not end in time, and
    /// `Error::Cancelled` if the wait is cancelled.
    pub fn wait_for_agent(&self, job_id: &str) -> Waiting<'_, super::agent::AgentStatus> {
        let job_id = job_id.to_owned();
        let call = move || Call::new(&operations::AGENT_STATUS, &[&job_id]);
        let states = runtime::RunStates {
            property: "status",
            ended: &["failed"],
            results: &["data"],
        };
        Waiting::new(&self.0, "agentStatus", call, states)
    }
}
