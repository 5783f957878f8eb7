//! The types of the page `types/agent.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// The body that starts an agent job. The contract lists `maxCredits` alone; what else is sent,
/// such as the task, is not shown.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct AgentRequest {
    /// How many credits the job may use.
    ///
    /// In credits (`AgentRequest.maxCredits.unit`).
    pub max_credits: Option<f64>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The job that was started.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct AgentStarted {
    /// Identifies the job.
    ///
    /// A UUID (`AgentStarted.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How a job stands.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct AgentStatus {
    /// The state of the job.
    pub status: String,
    /// What the job found.
    pub data: Option<serde_json::Value>,
    /// What the job used.
    ///
    /// In credits (`AgentStatus.creditsUsed.unit`).
    pub credits_used: Option<f64>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// What the event `artifact.updated` carries.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ArtifactUpdated {
    /// Identifies a snapshot.
    ///
    /// The snapshot operation takes it. (`ArtifactUpdated.snapshotId.behaviour.usable`)
    pub snapshot_id: String,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// What the event `run.finished` carries.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct RunFinished {
    /// How the run ended.
    pub outcome: String,
    /// An error in the trace of a run.
    pub error: Option<TraceError>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// What the event `error.occurred` carries.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ErrorOccurred {
    /// An error in the trace of a run.
    pub error: TraceError,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An error in the trace of a run.
///
/// Terminal events carry one under `error`. (`TraceError.behaviour.terminal-events`)
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct TraceError {
    /// Which error.
    pub code: TraceErrorCode,
    /// Whether it is worth trying again.
    ///
    /// It is treated as the retry column of the error tables is.
    /// (`TraceError.retryable.behaviour.as-in-the-catalogue`)
    pub retryable: bool,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Which error.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("TraceError.code", schema = "/properties/code")]
#[non_exhaustive]
pub enum TraceErrorCode {
    /// `cancelled`
    ///
    /// The caller cancelled the run. (`TraceError.code.behaviour.cancelled`)
    #[model("cancelled")]
    Cancelled,
    /// `credit_limit_reached`
    ///
    /// The run used up its `maxCredits`. (`TraceError.code.behaviour.credit_limit_reached`)
    #[model("credit_limit_reached")]
    CreditLimitReached,
    /// `parent_finished`
    ///
    /// The agent that started this one finished first.
    /// (`TraceError.code.behaviour.parent_finished`)
    #[model("parent_finished")]
    ParentFinished,
    /// `refused`
    ///
    /// The agent declined the task. (`TraceError.code.behaviour.refused`)
    #[model("refused")]
    Refused,
    /// `internal`
    ///
    /// Something inside the run failed that was not expected to.
    /// (`TraceError.code.behaviour.internal`)
    #[model("internal")]
    Internal,
    /// A string that the contract does not list; judging reports it.
    Other(String),
}

/// The body of an error that a trace or a snapshot relays; it may lack `success`.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct UpstreamError {
    /// False where it is there.
    ///
    /// Always false (`UpstreamError.success.const`).
    #[model(constant = false)]
    pub success: Option<bool>,
    /// Says what went wrong; with the status, the error is looked up by it.
    pub error: String,
    /// A further code.
    pub code: Option<String>,
    /// Details.
    pub details: Option<serde_json::Value>,
    /// Properties that the contract does not list: kept when read, written when sent, not judged.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
