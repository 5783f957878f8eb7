//! The service as a trait, and an `axum` router for an implementation.
//!
//! The router does what the contract says about every request:
//!
//! - It finds the operation. An unknown path or method gets the error for unknown paths.
//! - It reads the key from its header.
//! - It validates path parameters and the body. A body that is too large gets the error for that.
//! - It writes responses and errors. If a method panics, the response is the error of a server failure.
//!
//! An implementation only adds the behaviour. `axum::serve(listener, router).await` serves the
//! router; it needs the features `http1` and `tokio` of `axum`. The docs of each operation in
//! [`operations`] have its effects and errors. A UUID names the same resource in either letter
//! case (RFC 9562, section 4).
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::error_catalogue::{ApiError, ErrorKind};
use super::operations;
pub use webdata_runtime::server::{BindError, axum};
use webdata_runtime::{self as runtime, Catalogue, ErrorMembers, decode, server};
#[doc(no_inline)]
pub use webdata_runtime::server::Router;

/// The behaviour of a server: a method for each operation, written as `async fn`.
///
/// - Implement only the operations that the server offers. The default of each method responds with
///   the error for unknown paths.
/// - Arguments are validated.
/// - The operator `?` turns an [`ErrorKind`], violations, or an [`ApiError`] into the response.
/// - Violations become an error of the caller. If a value that the server made has violations,
///   return an error of the server instead.
pub trait Service: Send + Sync + 'static {
    /// The owner of a key, such as an account. Each operation that needs a key gets it.
    type Caller: Send + 'static;

    /// Returns the owner of the key in `Authorization: Bearer`.
    ///
    /// # Errors
    ///
    /// - [`ErrorKind::InvalidToken`]: the key is unknown or no longer valid. The router rejects a
    ///   request without a key with the same error.
    /// - [`ErrorKind::Forbidden`]: the key has no permissions.
    fn authenticate(
        &self,
        key: &str,
    ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;

    /// Updates the properties of a monitor that the request has, and returns the updated monitor.
    ///
    /// `PATCH /v2/monitor/{monitorId}`; [`operations::UPDATE_MONITOR`] has its effects and errors.
    ///
    /// `monitor_id`: The id of the monitor. A UUID, in either letter case
    /// (`operations.updateMonitor.parameters.monitorId.format`).
    ///
    /// `body.apply_to(&mut stored)?` checks the rules about what would be stored, and changes the
    /// stored resource.
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
    /// `POST /v2/scrape`; [`operations::SCRAPE`] has its effects and errors.
    fn scrape(
        &self,
        caller: Self::Caller,
        body: super::scrape::ScrapeRequest,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller, body))
    }

    /// Starts an agent job.
    ///
    /// `POST /v2/agent`; [`operations::START_AGENT`] has its effects and errors.
    ///
    /// The body is optional.
    fn start_agent(
        &self,
        caller: Self::Caller,
        body: Option<super::agent::AgentRequest>,
    ) -> impl Future<Output = Result<super::agent::AgentStarted, ApiError>> + Send {
        server::not_offered((caller, body))
    }

    /// Returns the status of an agent job.
    ///
    /// `GET /v2/agent/{jobId}`; [`operations::AGENT_STATUS`] has its effects and errors.
    ///
    /// `job_id`: The id of the job. A UUID, in either letter case
    /// (`operations.agentStatus.parameters.jobId.format`).
    fn agent_status(
        &self,
        caller: Self::Caller,
        job_id: String,
    ) -> impl Future<Output = Result<super::agent::AgentStatus, ApiError>> + Send {
        server::not_offered((caller, job_id))
    }

    /// Returns the events of an agent run, as the agent service reports them.
    ///
    /// The contract does not show the method and path, so the server offers the operation only
    /// after [`Builder::bind`] with [`operations::AGENT_TRACE`], which has the effects and errors.
    ///
    /// `job_id`: The id of the job. A UUID, in either letter case
    /// (`operations.agentTrace.parameters.jobId.format`).
    fn agent_trace(
        &self,
        caller: Self::Caller,
        job_id: String,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller, job_id))
    }

    /// Returns a snapshot of an agent run, as the agent service stores it.
    ///
    /// The contract does not show the method and path, so the server offers the operation only
    /// after [`Builder::bind`] with [`operations::AGENT_SNAPSHOT`], which has the effects and
    /// errors.
    fn agent_snapshot(
        &self,
        caller: Self::Caller,
        path: AgentSnapshotPath,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller, path))
    }

    /// Cancels an agent run.
    ///
    /// The contract does not show the method and path, so the server offers the operation only
    /// after [`Builder::bind`] with [`operations::CANCEL_AGENT`], which has the effects and errors.
    ///
    /// `job_id`: The id of the job. A UUID, in either letter case
    /// (`operations.cancelAgent.parameters.jobId.format`).
    fn cancel_agent(
        &self,
        caller: Self::Caller,
        job_id: String,
    ) -> impl Future<Output = Result<serde_json::Value, ApiError>> + Send {
        server::not_offered((caller, job_id))
    }
}

/// A builder of a server, by the methods of [`server::Builder`]: its limits, and the paths of
/// operations whose path the contract does not show.
pub type Builder<S> = server::Builder<S, ErrorKind>;

/// Returns the router of a service with the default configuration.
pub fn router<S: Service>(service: S) -> Router {
    builder(service).build()
}

/// Returns a builder of the server of a service.
#[must_use]
pub fn builder<S: Service>(service: S) -> Builder<S> {
    server::Builder::new(service, routes())
}

/// The path parameters of `agentSnapshot`.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentSnapshotPath {
    /// The id of the job. A UUID, in either letter case
    /// (`operations.agentSnapshot.parameters.jobId.format`).
    pub job_id: String,
    /// The id of the snapshot.
    pub snapshot_id: String,
}

const ERROR_BODY: ErrorMembers = ErrorKind::RESPONSE_RULES.error_body;

static BEARER: server::Scheme<ErrorKind> = server::Scheme {
    header: "Authorization",
    word: "Bearer",
    rejected: ErrorKind::InvalidToken,
};

runtime::parameter_check!(
    #[model("operations.updateMonitor.parameters.monitorId", format = "uuid")]
    UPDATE_MONITOR_MONITOR_ID : String
);

runtime::parameter_check!(
    #[model("operations.agentStatus.parameters.jobId", format = "uuid")]
    AGENT_STATUS_JOB_ID : String
);

runtime::parameter_check!(
    #[model("operations.agentTrace.parameters.jobId", format = "uuid")]
    AGENT_TRACE_JOB_ID : String
);

runtime::parameter_check!(
    #[model("operations.agentSnapshot.parameters.jobId", format = "uuid")]
    AGENT_SNAPSHOT_JOB_ID : String
);

runtime::parameter_check!(
    #[model("operations.agentSnapshot.parameters.snapshotId")] AGENT_SNAPSHOT_SNAPSHOT_ID
    : String
);

runtime::parameter_check!(
    #[model("operations.cancelAgent.parameters.jobId", format = "uuid")]
    CANCEL_AGENT_JOB_ID : String
);

/// Returns the route of each operation.
fn routes<S: Service>() -> Vec<server::Route<S, ErrorKind>> {
    Vec::from([
        server::Route {
            operation: &operations::UPDATE_MONITOR,
            scheme: Some(&BEARER),
            error_body: ERROR_BODY,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let monitor_id = call.parameter(
                        "monitorId",
                        server::Form::Text,
                        &UPDATE_MONITOR_MONITOR_ID,
                    )?;
                let body = call.body().await?;
                server::success(200, &service.update_monitor(caller, monitor_id, body).await?)
            }),
        },
        server::Route {
            operation: &operations::SCRAPE,
            scheme: Some(&BEARER),
            error_body: ERROR_BODY,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let body = call.body().await?;
                server::success(200, &service.scrape(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::START_AGENT,
            scheme: Some(&BEARER),
            error_body: ERROR_BODY,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let body = call.body_if_given().await?;
                server::success(200, &service.start_agent(caller, body).await?)
            }),
        },
        server::Route {
            operation: &operations::AGENT_STATUS,
            scheme: Some(&BEARER),
            error_body: ERROR_BODY,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let job_id = call.parameter("jobId", server::Form::Text, &AGENT_STATUS_JOB_ID)?;
                server::success(200, &service.agent_status(caller, job_id).await?)
            }),
        },
        server::Route {
            operation: &operations::AGENT_TRACE,
            scheme: Some(&BEARER),
            error_body: ErrorMembers {
                constants: &[("success", false)],
                code: true,
                details: true,
            },
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let job_id = call.parameter("jobId", server::Form::Text, &AGENT_TRACE_JOB_ID)?;
                server::success(200, &service.agent_trace(caller, job_id).await?)
            }),
        },
        server::Route {
            operation: &operations::AGENT_SNAPSHOT,
            scheme: Some(&BEARER),
            error_body: ErrorMembers {
                constants: &[("success", false)],
                code: true,
                details: true,
            },
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let job_id = call.parameter("jobId", server::Form::Text, &AGENT_SNAPSHOT_JOB_ID)?;
                let snapshot_id = call.parameter(
                        "snapshotId",
                        server::Form::Text,
                        &AGENT_SNAPSHOT_SNAPSHOT_ID,
                    )?;
                let path = AgentSnapshotPath { job_id, snapshot_id };
                server::success(200, &service.agent_snapshot(caller, path).await?)
            }),
        },
        server::Route {
            operation: &operations::CANCEL_AGENT,
            scheme: Some(&BEARER),
            error_body: ERROR_BODY,
            handle: |service: std::sync::Arc<S>, call| Box::pin(async move {
                let caller = service.authenticate(&call.key(&BEARER)?).await?;
                let job_id = call.parameter("jobId", server::Form::Text, &CANCEL_AGENT_JOB_ID)?;
                server::success(200, &service.cancel_agent(caller, job_id).await?)
            }),
        },
    ])
}
