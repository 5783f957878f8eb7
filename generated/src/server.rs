//! The service as a trait, and an `axum` router for an implementation.
//!
//! The router does what the contract says about every request: it finds the operation, reads
//! the key from its header, validates path parameters and the body, and writes responses and
//! errors. A handler that panics causes the error of a server failure, a body that is too large
//! the error for that, and an unknown path or method the error for unknown paths. An
//! implementation only adds the behaviour.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode, server};
use super::error_catalogue::{ApiError, ErrorKind};
use super::operations;
pub use webdata_runtime::server::{BindError, Router, axum};

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// The default of each method responds with the error for unknown paths, so implement only the
/// operations that the server offers. Arguments are validated. The operator `?` turns an error of
/// the catalogue, violations, or a rejection with another message into the response. Violations
/// become an error of the caller. Convert those of a value that the server made itself into an
/// error of the server before.
pub trait Service: Send + Sync + 'static {
    /// The caller of an operation: what the service knows by a key, such as an account.
    type Caller: Send + 'static;

    /// Returns the owner of a key of the scheme `Bearer`.
    ///
    /// # Errors
    ///
    /// `ErrorKind::InvalidToken` for a key that is unknown or no longer valid;
    /// `ErrorKind::Forbidden` for a key without permissions.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;

    /// Updates the properties of a monitor that the request has, and returns the updated monitor.
    ///
    /// `PATCH /v2/monitor/{monitorId}`
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
    /// `monitor_id`: The id of the monitor. A UUID
    /// (`operations.updateMonitor.parameters.monitorId.format`).
    ///
    /// The router cannot check the rules about what would be stored: before an implementation
    /// stores anything, it calls `body.violations_after_update(&stored).or(())?`.
    ///
    /// # Errors
    ///
    /// `ErrorKind::NotFound` if there is no such `Monitor`, and any other rejection.
    fn update_monitor(
        &self,
        caller: Self::Caller,
        monitor_id: String,
        body: super::monitor::MonitorUpdate,
    ) -> impl Future<Output = Result<super::monitor::MonitorResponse, ApiError>> + Send {
        server::not_offered((caller, monitor_id, body))
    }

    /// Extracts one page.
    ///
    /// `POST /v2/scrape`
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn scrape(
        &self,
        caller: Self::Caller,
        body: super::scrape::ScrapeRequest,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller, body))
    }

    /// Starts an agent job.
    ///
    /// `POST /v2/agent`
    ///
    /// Each success starts a job with an identity of its own (`operations.startAgent.starts`).
    ///
    /// Zero data retention is forced on for the team. The request is rejected with the error
    /// `zero-data-retention` (`operations.startAgent.refusals.zero-data-retention`).
    ///
    /// The agent service rejects the job at submission. The request is rejected with the error
    /// `agent-submission-failed` (`operations.startAgent.refusals.submission-failed`).
    ///
    /// The body is optional.
    ///
    /// # Errors
    ///
    /// Any rejection.
    fn start_agent(
        &self,
        caller: Self::Caller,
        body: Option<super::agent::AgentRequest>,
    ) -> impl Future<Output = Result<super::agent::AgentStarted, ApiError>> + Send {
        server::not_offered((caller, body))
    }

    /// Returns the status of an agent job.
    ///
    /// `GET /v2/agent/{jobId}`
    ///
    /// Returns the state of the job (`operations.agentStatus.reads`).
    ///
    /// `job_id`: The id of the job. A UUID (`operations.agentStatus.parameters.jobId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::AgentJobNotFound` if there is no such `AgentStatus`, and any other rejection.
    fn agent_status(
        &self,
        caller: Self::Caller,
        job_id: String,
    ) -> impl Future<Output = Result<super::agent::AgentStatus, ApiError>> + Send {
        server::not_offered((caller, job_id))
    }

    /// Returns the events of an agent run, as the agent service reports them.
    ///
    /// The contract does not show the method and path.
    ///
    /// The job predates the generation that records traces. The request is rejected with the error
    /// `trace-of-first-generation` (`operations.agentTrace.refusals.first-generation`).
    ///
    /// Error bodies from upstream are relayed unchanged.
    /// (`operations.agentTrace.behaviour.errors-relayed`)
    ///
    /// `job_id`: The id of the job. A UUID (`operations.agentTrace.parameters.jobId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::AgentJobNotFound` if there is no such `AgentStatus`, and any other rejection.
    fn agent_trace(
        &self,
        caller: Self::Caller,
        job_id: String,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller, job_id))
    }

    /// Returns a snapshot of an agent run, as the agent service stores it.
    ///
    /// The contract does not show the method and path.
    ///
    /// The `snapshotId` is malformed. The request is rejected with the error `invalid-snapshot-id`
    /// (`operations.agentSnapshot.refusals.malformed-snapshot-id`).
    ///
    /// The job has no snapshot with this id. The request is rejected with the error
    /// `snapshot-not-found` (`operations.agentSnapshot.refusals.unknown-snapshot`).
    ///
    /// The job predates the generation that records snapshots. The request is rejected with the
    /// error `snapshot-of-first-generation` (`operations.agentSnapshot.refusals.first-generation`).
    ///
    /// Error bodies from upstream are relayed unchanged.
    /// (`operations.agentSnapshot.behaviour.errors-relayed`)
    ///
    /// # Errors
    ///
    /// `ErrorKind::AgentJobNotFound` if there is no such `AgentStatus`, and any other rejection.
    fn agent_snapshot(
        &self,
        caller: Self::Caller,
        path: AgentSnapshotPath,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller, path))
    }

    /// Cancels an agent run.
    ///
    /// The contract does not show the method and path.
    ///
    /// Ends the job, and no other (`operations.cancelAgent.cancels`).
    ///
    /// `job_id`: The id of the job. A UUID (`operations.cancelAgent.parameters.jobId.format`).
    ///
    /// # Errors
    ///
    /// `ErrorKind::AgentJobNotFound` if there is no such `AgentStatus`, and any other rejection.
    fn cancel_agent(
        &self,
        caller: Self::Caller,
        job_id: String,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller, job_id))
    }
}

/// Configures a server: its limits, and paths for operations whose path the contract does not
/// show.
pub type Builder<S> = server::Builder<S, ErrorKind>;
/// Returns the router of a service with the default configuration.
pub fn router<S: Service>(service: S) -> Router {
    builder(service).build()
}

/// Configures the server of a service.
#[must_use]
pub fn builder<S: Service>(service: S) -> Builder<S> {
    server::Builder::new(service, routes())
}

/// The path parameters of `agentSnapshot`.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentSnapshotPath {
    /// The id of the job. A UUID (`operations.agentSnapshot.parameters.jobId.format`).
    pub job_id: String,
    /// The id of the snapshot.
    pub snapshot_id: String,
}

static BEARER: server::Scheme<ErrorKind> = server::Scheme {
    header: "Authorization",
    word: "Bearer",
    rejected: ErrorKind::InvalidToken,
};
static UPDATE_MONITOR_MONITOR_ID: decode::Text = decode::Text::new(
        "operations.updateMonitor.parameters.monitorId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static AGENT_STATUS_JOB_ID: decode::Text = decode::Text::new(
        "operations.agentStatus.parameters.jobId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static AGENT_TRACE_JOB_ID: decode::Text = decode::Text::new(
        "operations.agentTrace.parameters.jobId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static AGENT_SNAPSHOT_JOB_ID: decode::Text = decode::Text::new(
        "operations.agentSnapshot.parameters.jobId",
    )
    .format(runtime::string_format::StringFormat::Uuid);
static AGENT_SNAPSHOT_SNAPSHOT_ID: decode::Text = decode::Text::new(
    "operations.agentSnapshot.parameters.snapshotId",
);
static CANCEL_AGENT_JOB_ID: decode::Text = decode::Text::new(
        "operations.cancelAgent.parameters.jobId",
    )
    .format(runtime::string_format::StringFormat::Uuid);

/// Returns the route of each operation.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::UPDATE_MONITOR,
            scheme: Some(&BEARER),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let monitor_id = call
                    .parameter(
                        "monitorId",
                        server::Form::Text,
                        &UPDATE_MONITOR_MONITOR_ID,
                    )?;
                let body = call.body().await?;
                server::success(
                    200,
                    &service.update_monitor(caller, monitor_id, body).await?,
                )
            }),
        },
        server::Route {
            operation: &operations::SCRAPE,
            scheme: Some(&BEARER),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let body = call.body().await?;
                server::success(200, &service.scrape(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::START_AGENT,
            scheme: Some(&BEARER),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let body = call.body_if_given().await?;
                server::success(200, &service.start_agent(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::AGENT_STATUS,
            scheme: Some(&BEARER),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let job_id = call
                    .parameter("jobId", server::Form::Text, &AGENT_STATUS_JOB_ID)?;
                server::success(200, &service.agent_status(caller, job_id).await?)
            }),
        },
        server::Route {
            operation: &operations::AGENT_TRACE,
            scheme: Some(&BEARER),
            error_body: webdata_runtime::ErrorMembers {
                constants: &[("success", false)],
                code: true,
                details: true,
            },
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let job_id = call
                    .parameter("jobId", server::Form::Text, &AGENT_TRACE_JOB_ID)?;
                server::success(200, &service.agent_trace(caller, job_id).await?)
            }),
        },
        server::Route {
            operation: &operations::AGENT_SNAPSHOT,
            scheme: Some(&BEARER),
            error_body: webdata_runtime::ErrorMembers {
                constants: &[("success", false)],
                code: true,
                details: true,
            },
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let job_id = call
                    .parameter("jobId", server::Form::Text, &AGENT_SNAPSHOT_JOB_ID)?;
                let snapshot_id = call
                    .parameter(
                        "snapshotId",
                        server::Form::Text,
                        &AGENT_SNAPSHOT_SNAPSHOT_ID,
                    )?;
                let path = AgentSnapshotPath {
                    job_id,
                    snapshot_id,
                };
                server::success(200, &service.agent_snapshot(caller, path).await?)
            }),
        },
        server::Route {
            operation: &operations::CANCEL_AGENT,
            scheme: Some(&BEARER),
            error_body: <ErrorKind as webdata_runtime::Catalogue>::RESPONSE_RULES
                .error_body,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let job_id = call
                    .parameter("jobId", server::Form::Text, &CANCEL_AGENT_JOB_ID)?;
                server::success(200, &service.cancel_agent(caller, job_id).await?)
            }),
        },
    ])
}
