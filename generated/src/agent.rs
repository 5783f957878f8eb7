//! The types [`AgentRequest`], [`AgentStarted`], [`AgentStatus`], [`ArtifactUpdated`],
//! [`RunFinished`], [`ErrorOccurred`], [`TraceError`], [`UpstreamError`], from the page
//! `types/agent.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// The body that starts an agent job. The contract shows only `maxCredits`; other properties,
/// such as the task, are not shown.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct AgentRequest {
    /// The number of credits that the job may use. In credits (`AgentRequest.maxCredits.unit`).
    pub max_credits: Option<f64>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The started job.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct AgentStarted {
    /// The id of the job. A UUID, in either letter case (`AgentStarted.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The status of a job.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct AgentStatus {
    /// The state of the job. A job never leaves `failed`
    /// (`lifecycles.AgentStatus.status.terminal`). The run is in a terminal state. cancelAgent
    /// returns: agent-already-finished
    /// (`lifecycles.AgentStatus.status.situations.finished-run-is-cancelled`). The run is being
    /// cancelled. cancelAgent returns: agent-already-cancelled
    /// (`lifecycles.AgentStatus.status.situations.cancelling-run-is-cancelled`). The run was
    /// cancelled. agentStatus returns: `status` is "failed", `creditsUsed` is 0 or left out, a
    /// message about the cancellation, a string that contains `cancel` or `abort` or `stop` or
    /// `terminat` (`lifecycles.AgentStatus.status.situations.cancelled-run-is-polled`). The run
    /// reached `maxCredits` and ended. agentStatus returns: `status` is "failed", `creditsUsed` is 0,
    /// no `data`, a message about the credit limit, a string that contains `credit` or `limit`,
    /// event run.finished outcome "credit_limit_reached"
    /// (`lifecycles.AgentStatus.status.situations.run-reaches-max-credits`).
    pub status: String,
    /// The data that the job gathered.
    pub data: Option<serde_json::Value>,
    /// The number of credits that the job used. In credits (`AgentStatus.creditsUsed.unit`).
    pub credits_used: Option<f64>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The payload of the event `artifact.updated`.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ArtifactUpdated {
    /// The id of a snapshot. The snapshot operation accepts the id
    /// (`ArtifactUpdated.snapshotId.behaviour.usable`).
    pub snapshot_id: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The payload of the event `run.finished`.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct RunFinished {
    /// The outcome of the run.
    pub outcome: String,
    /// An error in the trace of a run.
    pub error: Option<TraceError>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The payload of the event `error.occurred`.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ErrorOccurred {
    /// An error in the trace of a run.
    pub error: TraceError,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An error in the trace of a run.
///
/// Terminal events have such an object in the property `error`
/// (`TraceError.behaviour.terminal-events`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct TraceError {
    /// The code of the error.
    pub code: TraceErrorCode,
    /// Whether the error is retryable. Clients treat the value like the column Retryable of the
    /// error tables (`TraceError.retryable.behaviour.as-in-the-catalogue`).
    pub retryable: bool,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The code of the error.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("TraceError.code", schema = "/properties/code")]
#[non_exhaustive]
pub enum TraceErrorCode {
    /// `cancelled`. The caller cancelled the run (`TraceError.code.behaviour.cancelled`).
    #[model("cancelled")]
    Cancelled,
    /// `credit_limit_reached`. The run reached `maxCredits`
    /// (`TraceError.code.behaviour.credit_limit_reached`).
    #[model("credit_limit_reached")]
    CreditLimitReached,
    /// `parent_finished`. The agent that spawned this one finished first
    /// (`TraceError.code.behaviour.parent_finished`).
    #[model("parent_finished")]
    ParentFinished,
    /// `refused`. The agent declined the task (`TraceError.code.behaviour.refused`).
    #[model("refused")]
    Refused,
    /// `internal`. An unexpected failure occurred inside the run
    /// (`TraceError.code.behaviour.internal`).
    #[model("internal")]
    Internal,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// The body of an error that the trace or snapshot operation relays. The body may lack
/// `success`.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct UpstreamError {
    /// Always false (`UpstreamError.success.const`).
    #[model(constant = false)]
    pub success: Option<bool>,
    /// A human-readable message. Clients look the error up by the status code and this message.
    pub error: String,
    /// An additional code.
    pub code: Option<String>,
    /// Further details.
    pub details: Option<serde_json::Value>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
