//! A client of the Web Data Service API: a method for each operation.
//!
//! A call waits for the answer and reads it into the operation's type. Members and values that
//! the contract does not know are taken as they come, so that a newer service does not break an
//! older client; `Builder::strict` refuses them. A request's body is sent as it is: its
//! `validate` says beforehand what the service would refuse.
//!
//! A request is sent again where the contract says so: its status is one of 408, 429, 500, 502, 503, 504,
//! and the catalogue's row of the error says `Backoff`. An error outside the catalogue counts
//! if every row of its status says `Backoff`. A request is sent 5 times at most. The wait is
//! what the header `Retry-After` says, in seconds or as an HTTP date. Without the header, the
//! wait before attempt n + 1 is 2ⁿ s, at most 30 s, and up to 1 s more at random, so that many
//! clients do not come back at once.
//!
//! After 408 and 429 that holds for every request, a `POST` too: the contract has it so,
//! without saying that nothing was done. `Builder::attempts(1)` stops it.
//!
//! A request without a response is never sent again: the contract's rules are about responses.
//! After a 5xx it is not known what the service did. So a request that is not idempotent (RFC 9110,
//! section 9.2.2) is not sent again then, with two exceptions: the error is among the
//! operation's `refusals`, so that nothing was done, or `Builder::resend_after_server_error`
//! allows it. If the service asks for a longer wait than `Builder::longest_wait`, the error is
//! returned at once.
//!
//! `Builder::connect_timeout` limits opening a connection, `Builder::attempt_timeout` each
//! attempt, `Builder::timeout` a whole call with its waits, and `Builder::response_limit` the
//! length of a body. A [`Hook`] runs before and after each attempt, and may change its headers.
//! With the feature `tracing`, each call is a span, `call`, with the operation, the status, the
//! number of attempts and the error of the catalogue; no body, header or key stands in it.
//!
//! Dropping the future of a call ends it, also while it waits. Redirections are not followed,
//! so that a key goes to no other host. Neither `Debug` nor errors show keys. A key that a
//! response repeats is replaced, unless it is shorter than 8 bytes.
//!
//! A client makes an HTTP client for itself, and for that installs ring as the default provider
//! of rustls for the whole process, unless the process has one. To keep it from that, install
//! another before, or give a `reqwest::Client` to `Builder::http`.
//!
//! The service may refuse a call of every operation with: [`ErrorKind::ValidationFailure`],
//! [`ErrorKind::InvalidUrl`], [`ErrorKind::InvalidToken`], [`ErrorKind::InsufficientCredits`],
//! [`ErrorKind::Forbidden`], [`ErrorKind::NotFound`], [`ErrorKind::Conflict`],
//! [`ErrorKind::PayloadTooLarge`], [`ErrorKind::RateLimitExceeded`],
//! [`ErrorKind::ConcurrencyLimitReached`], [`ErrorKind::InternalServerError`],
//! [`ErrorKind::BadGateway`], [`ErrorKind::ServiceUnavailable`], [`ErrorKind::GatewayTimeout`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::client::{self as runtime, Call, Caller, Service};
use super::errors::ErrorKind;
use super::operations;
pub use webdata_runtime::client::{
    AfterRequest, BeforeRequest, Bytes, Clock, ConfigError, Hook, HookError, HookFuture,
    Method, Pace, ParameterFault, Stream, TimeoutKind, Wait, reqwest,
};

/// Why a call did not come to its answer.
pub type Error = runtime::Error<ErrorKind, super::error::ErrorBody>;

/// An answer that is no success.
pub type Refusal = runtime::Refusal<ErrorKind, super::error::ErrorBody>;

/// Sets up a client.
pub type Builder = runtime::Builder<Client, ErrorKind, super::error::ErrorBody>;

/// Waits for what was started, and how it waits.
pub type Waiting<'c, R> = runtime::Waiting<'c, ErrorKind, super::error::ErrorBody, R>;

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
};

/// A client of the Web Data Service API.
///
/// Cloning it is cheap and shares the connections.
#[derive(Debug, Clone)]
pub struct Client(Caller<ErrorKind, super::error::ErrorBody>);

impl From<Caller<ErrorKind, super::error::ErrorBody>> for Client {
    fn from(caller: Caller<ErrorKind, super::error::ErrorBody>) -> Self {
        Self(caller)
    }
}

impl Client {
    /// A client with everything else as it is by default.
    ///
    /// `base_url` is what stands before `/v2/`, such as `https://api.example.com`, with a prefix of
    /// a path or without, and `key` goes with each request that needs one.
    ///
    /// # Errors
    ///
    /// When one of them cannot be used, with the remedy.
    pub fn new(base_url: &str, key: &str) -> Result<Self, ConfigError> {
        Self::builder(base_url, key).build()
    }

    /// Sets up a client.
    ///
    /// `base_url` is what stands before `/v2/`, such as `https://api.example.com`, with a prefix of
    /// a path or without, and `key` goes with each request that needs one.
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
    /// `PATCH /v2/monitor/{monitorId}`
    ///
    /// `monitor_id`: The id of the monitor.
    ///
    /// Each property in the request is stored and returned.
    /// (`operations.updateMonitor.effects.given-fields-are-stored`)
    ///
    /// Each property that the request leaves out keeps its stored value.
    /// (`operations.updateMonitor.effects.left-out-fields-are-kept`)
    ///
    /// A rejected request changes nothing.
    /// (`operations.updateMonitor.effects.refusal-changes-nothing`)
    ///
    /// A request with `goal` and without `judgeEnabled` switches judging on.
    /// (`operations.updateMonitor.effects.goal-switches-judging-on`)
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::PromptInjectionDetected`] (403): A json format with `checkPromptInjection`
    ///   found an injection attempt. The extraction was aborted.
    /// - [`ErrorKind::NotFound`] (404): The monitor does not exist.
    /// - [`ErrorKind::RequestTimeout`] (408): Loading the page took longer than the request's
    ///   `timeout`. Raise `timeout`, simplify actions or use fast mode.
    /// - [`ErrorKind::UnprocessableEntity`] (422): The schema is not valid JSON Schema, or the
    ///   model could not produce output that conforms to it.
    /// - [`ErrorKind::ThreatProtectionNotEnabled`] (403): The request overrides threat protection,
    ///   which is not enabled for the team.
    /// - [`ErrorKind::ThreatProtectionOverridesDisabled`] (403): The request overrides threat
    ///   protection, but the organisation has disabled per-request overrides.
    /// - [`ErrorKind::ThreatProtectionEnforced`] (403): The request turns threat protection off
    ///   while it is enforced for the team.
    pub async fn update_monitor(
        &self,
        monitor_id: &str,
        body: &super::monitor::MonitorUpdate,
    ) -> Result<super::monitor::MonitorResponse, Error> {
        self.0.call(&operations::UPDATE_MONITOR, &[monitor_id], Some(body)).await
    }

    /// Extracts one page.
    ///
    /// `POST /v2/scrape`
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::PromptInjectionDetected`] (403): A json format with `checkPromptInjection`
    ///   found an injection attempt. The extraction was aborted.
    /// - [`ErrorKind::RequestTimeout`] (408): Loading the page took longer than the request's
    ///   `timeout`. Raise `timeout`, simplify actions or use fast mode.
    /// - [`ErrorKind::UnprocessableEntity`] (422): The schema is not valid JSON Schema, or the
    ///   model could not produce output that conforms to it.
    /// - [`ErrorKind::LockdownCacheMiss`] (404): With `lockdown`, the cache holds no copy of the
    ///   page.
    /// - [`ErrorKind::NoCachedData`] (404): With `minAge`, the service consults only the cache,
    ///   which holds no matching data.
    /// - [`ErrorKind::ThreatProtectionNotEnabled`] (403): The request overrides threat protection,
    ///   which is not enabled for the team.
    /// - [`ErrorKind::ThreatProtectionOverridesDisabled`] (403): The request overrides threat
    ///   protection, but the organisation has disabled per-request overrides.
    /// - [`ErrorKind::ThreatProtectionEnforced`] (403): The request turns threat protection off
    ///   while it is enforced for the team.
    pub async fn scrape(
        &self,
        body: &super::scrape::ScrapeRequest,
    ) -> Result<serde_json::Value, Error> {
        self.0.call(&operations::SCRAPE, &[], Some(body)).await
    }

    /// Starts an agent job.
    ///
    /// `POST /v2/agent`
    ///
    /// [`Self::wait_for_agent`] waits for what it started to end.
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::ZeroDataRetention`] (400): Zero data retention is forced on for the team.
    /// - [`ErrorKind::AgentSubmissionFailed`] (500): The agent service rejects the job at
    ///   submission.
    pub async fn start_agent(
        &self,
        body: Option<&super::agent::AgentRequest>,
    ) -> Result<super::agent::AgentStarted, Error> {
        self.0.call(&operations::START_AGENT, &[], body).await
    }

    /// Returns the status of an agent job.
    ///
    /// `GET /v2/agent/{jobId}`
    ///
    /// `job_id`: The id of the job.
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
    /// - [`ErrorKind::AgentJobNotFound`] (404): The job does not exist. Or: The job was started
    ///   with a key of another team.
    pub async fn agent_status(
        &self,
        job_id: &str,
    ) -> Result<super::agent::AgentStatus, Error> {
        self.0.call(&operations::AGENT_STATUS, &[job_id], None::<&()>).await
    }

    /// Returns the events of an agent run, as the agent service reports them.
    ///
    /// The contract does not show how it is called: give `Builder::bind`
    /// [`operations::AGENT_TRACE`], a method and a path.
    ///
    /// `job_id`: The id of the job.
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// Error bodies from upstream are relayed unchanged.
    /// (`operations.agentTrace.behaviour.errors-relayed`)
    ///
    /// # Errors
    ///
    /// Errors have a form of their own here, which [`Refusal::read`](runtime::Refusal::read) gives:
    /// [`UpstreamError`](super::agent::UpstreamError).
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
    /// - [`ErrorKind::TraceOfFirstGeneration`] (400): The job predates the generation that records
    ///   traces.
    /// - [`ErrorKind::AgentJobNotFound`] (404): The job does not exist. Or: The job was started
    ///   with a key of another team.
    pub async fn agent_trace(&self, job_id: &str) -> Result<serde_json::Value, Error> {
        self.0.call(&operations::AGENT_TRACE, &[job_id], None::<&()>).await
    }

    /// Returns a snapshot of an agent run, as the agent service stores it.
    ///
    /// The contract does not show how it is called: give `Builder::bind`
    /// [`operations::AGENT_SNAPSHOT`], a method and a path.
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// Error bodies from upstream are relayed unchanged.
    /// (`operations.agentSnapshot.behaviour.errors-relayed`)
    ///
    /// # Errors
    ///
    /// Errors have a form of their own here, which [`Refusal::read`](runtime::Refusal::read) gives:
    /// [`UpstreamError`](super::agent::UpstreamError).
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
    /// - [`ErrorKind::InvalidSnapshotId`] (400): The `snapshotId` is malformed.
    /// - [`ErrorKind::SnapshotOfFirstGeneration`] (400): The job predates the generation that
    ///   records snapshots.
    /// - [`ErrorKind::AgentJobNotFound`] (404): The job does not exist. Or: The job was started
    ///   with a key of another team.
    /// - [`ErrorKind::SnapshotNotFound`] (404): The job has no snapshot with this id.
    pub async fn agent_snapshot(
        &self,
        path: AgentSnapshotPath<'_>,
    ) -> Result<serde_json::Value, Error> {
        self.0
            .call(
                &operations::AGENT_SNAPSHOT,
                &[path.job_id, path.snapshot_id],
                None::<&()>,
            )
            .await
    }

    /// Cancels an agent run.
    ///
    /// The contract does not show how it is called: give `Builder::bind`
    /// [`operations::CANCEL_AGENT`], a method and a path.
    ///
    /// `job_id`: The id of the job.
    ///
    /// The contract does not define the response, so it is returned as JSON.
    ///
    /// # Errors
    ///
    /// When there is no answer that can be read, or the service refuses with an [error of every
    /// operation](self), or with:
    ///
    /// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
    /// - [`ErrorKind::AgentJobNotFound`] (404): The job does not exist. Or: The job was started
    ///   with a key of another team.
    /// - [`ErrorKind::AgentAlreadyFinished`] (409): The run is in a terminal state.
    /// - [`ErrorKind::AgentAlreadyCancelled`] (409): The run is being cancelled.
    pub async fn cancel_agent(&self, job_id: &str) -> Result<serde_json::Value, Error> {
        self.0.call(&operations::CANCEL_AGENT, &[job_id], None::<&()>).await
    }

    /// Waits for what [`Self::start_agent`] started to end, and returns what [`Self::agent_status`]
    /// then says.
    ///
    /// `job_id`: what [`Self::start_agent`] returns as `id`. Awaited, the result reads the state
    /// again and again, at growing intervals; its methods set these, how long to wait at most, and
    /// what cancels the waiting.
    ///
    /// It has ended when its `status` is `failed`, or when a response has `data`.
    ///
    /// The contract leaves open which other states there are (`gaps.agent-states`: Which states
    /// does an agent job have, and which moves are there between them?). If you know more final
    /// states, pass a predicate to `until`.
    ///
    /// # Errors
    ///
    /// Those of [`Self::agent_status`]; `Error::StillGoing` when it has not ended in time, and
    /// `Error::Cancelled` when the waiting is cancelled.
    pub fn wait_for_agent(
        &self,
        job_id: &str,
    ) -> Waiting<'_, super::agent::AgentStatus> {
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
