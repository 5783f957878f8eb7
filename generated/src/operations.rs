//! The operations: the method, path, request, responses and errors of each. Every operation may
//! fail with the [`SHARED_ERRORS`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::error_catalogue::ErrorKind;
use webdata_runtime::path;
use webdata_runtime::rule::{Literal, Rule, Sets, equals, given, non_empty};
use webdata_runtime::update::{Phrase, Update};
pub use webdata_runtime::{Authentication, Endpoint};
use webdata_runtime::{Violations, concat, decode, rule};

/// An operation of the service, as data.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

/// The errors of every operation.
pub const SHARED_ERRORS: &[ErrorKind] = &[
    ErrorKind::ValidationFailure,
    ErrorKind::InvalidUrl,
    ErrorKind::InvalidToken,
    ErrorKind::InsufficientCredits,
    ErrorKind::Forbidden,
    ErrorKind::NotFound,
    ErrorKind::Conflict,
    ErrorKind::PayloadTooLarge,
    ErrorKind::RateLimitExceeded,
    ErrorKind::InternalServerError,
    ErrorKind::BadGateway,
    ErrorKind::ServiceUnavailable,
    ErrorKind::GatewayTimeout,
];

const BEARER_AUTHENTICATION: Authentication = Authentication {
    id: "bearer",
    header: "Authorization",
    scheme: "Bearer",
};

/// Updates the properties of a monitor that the request has, and returns the updated monitor.
///
/// `PATCH /v2/monitor/{monitorId}`
///
/// - Each property in the request is stored and returned
///   (`operations.updateMonitor.effects.given-fields-are-stored`).
/// - Each property that the request leaves out keeps its stored value
///   (`operations.updateMonitor.effects.left-out-fields-are-kept`).
/// - A rejected request changes nothing
///   (`operations.updateMonitor.effects.refusal-changes-nothing`).
/// - A request with `goal` and without `judgeEnabled` switches judging on
///   (`operations.updateMonitor.effects.goal-switches-judging-on`).
/// - A Monitor that does not exist: not-found (`operations.updateMonitor.unknown`).
///
/// Errors with a cause of their own here, besides those of every operation:
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
pub static UPDATE_MONITOR: Operation = Operation {
    endpoint: Some(Endpoint::new("PATCH", "/v2/monitor/{monitorId}")),
    parameters: &["monitorId"],
    authentication: Some(BEARER_AUTHENTICATION),
    status: Some(200),
    errors: &concat::<ErrorKind, 19>(
        SHARED_ERRORS,
        &[
            ErrorKind::PromptInjectionDetected,
            ErrorKind::RequestTimeout,
            ErrorKind::UnprocessableEntity,
            ErrorKind::ThreatProtectionNotEnabled,
            ErrorKind::ThreatProtectionOverridesDisabled,
            ErrorKind::ThreatProtectionEnforced,
        ],
    ),
    check_request: Some(decode::violations::<super::monitor::MonitorUpdate>),
    check_response: Some(decode::violations::<super::monitor::MonitorResponse>),
    check_after_update: Some(|request, stored| rule::check_update(
        UPDATE_MONITOR_RULES,
        UPDATE_MONITOR_SETS,
        request,
        stored,
    )),
    ..Operation::new("updateMonitor", decode::violations::<super::error_body::ErrorBody>)
};

static UPDATE_MONITOR_RULES: &[Rule] = &[
    Rule::new(
        "MonitorUpdate.rules",
        "search-target-needs-goal",
        "breaks a rule: A search target needs a non-empty `goal`, unless `judgeEnabled` is false.",
        equals(path!("targets", [], "type"), Literal::Text("search")),
        non_empty(path!("goal")),
    ).unless(equals(path!("judgeEnabled"), Literal::Boolean(false))),
];

static UPDATE_MONITOR_SETS: &[Sets] = &[
    Sets::new(given(path!("goal"), true), "judgeEnabled", Literal::Boolean(true))
        .unless(given(path!("judgeEnabled"), true)),
];

impl super::monitor::MonitorUpdate {
    /// Returns the violations that the stored resource would have after `updateMonitor` with this
    /// body. `stored` is the resource before the update. The rules:
    ///
    /// - A search target needs a non-empty `goal`, unless `judgeEnabled` is false.
    ///   (`MonitorUpdate.rules.search-target-needs-goal`)
    #[must_use]
    pub fn violations_after_update(&self, stored: &super::monitor::Monitor) -> Violations {
        rule::check_update(UPDATE_MONITOR_RULES, UPDATE_MONITOR_SETS, self, stored)
    }
}

static UPDATE_MONITOR_EFFECTS: Update = Update {
    rules: UPDATE_MONITOR_RULES,
    sets: UPDATE_MONITOR_SETS,
    kept: &[
        "id",
        "createdAt",
        "updatedAt",
        "lastRunAt",
        "nextRunAt",
        "currentCheckId",
        "estimatedCreditsPerMonth",
        "lastCheckSummary",
    ],
    phrases: &[Phrase {
        property: "schedule",
        words: "text",
        cron: "cron",
        defaults: &[("timezone", "\"UTC\"")],
    }],
};

impl super::monitor::MonitorUpdate {
    /// Applies the update to the stored `Monitor`, as the effects of [`UPDATE_MONITOR`] say. An
    /// object or a list replaces the stored one as a whole. A schedule in words is stored as a cron
    /// expression. Properties that the update type lacks keep their stored values, even if the
    /// update has additional properties with these names: `id`, `createdAt`, `updatedAt`,
    /// `lastRunAt`, `nextRunAt`, `currentCheckId`, `estimatedCreditsPerMonth`, `lastCheckSummary`.
    /// After the call, the server sets those that change with every update, and the identities of
    /// new items.
    ///
    /// # Errors
    ///
    /// The violations of the update, or of what would be stored. Nothing is changed then.
    pub fn apply_to(&self, stored: &mut super::monitor::Monitor) -> Result<(), Violations> {
        UPDATE_MONITOR_EFFECTS.apply(self, stored)
    }
}

/// Extracts one page.
///
/// `POST /v2/scrape`
///
/// Errors with a cause of their own here, besides those of every operation:
///
/// - [`ErrorKind::PromptInjectionDetected`] (403): A json format with `checkPromptInjection`
///   found an injection attempt. The extraction was aborted.
/// - [`ErrorKind::RequestTimeout`] (408): Loading the page took longer than the request's
///   `timeout`. Raise `timeout`, simplify actions or use fast mode.
/// - [`ErrorKind::UnprocessableEntity`] (422): The schema is not valid JSON Schema, or the
///   model could not produce output that conforms to it.
/// - [`ErrorKind::ConcurrencyLimitReached`] (429): The plan's limit of concurrent browsers is
///   reached.
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
pub static SCRAPE: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/v2/scrape")),
    authentication: Some(BEARER_AUTHENTICATION),
    errors: &concat::<ErrorKind, 22>(
        SHARED_ERRORS,
        &[
            ErrorKind::ConcurrencyLimitReached,
            ErrorKind::PromptInjectionDetected,
            ErrorKind::RequestTimeout,
            ErrorKind::UnprocessableEntity,
            ErrorKind::LockdownCacheMiss,
            ErrorKind::NoCachedData,
            ErrorKind::ThreatProtectionNotEnabled,
            ErrorKind::ThreatProtectionOverridesDisabled,
            ErrorKind::ThreatProtectionEnforced,
        ],
    ),
    check_request: Some(decode::violations::<super::scrape::ScrapeRequest>),
    ..Operation::new("scrape", decode::violations::<super::error_body::ErrorBody>)
};

/// Starts an agent job.
///
/// `POST /v2/agent`
///
/// - Each success starts a job with an identity of its own (`operations.startAgent.starts`).
/// - Error [`ErrorKind::ZeroDataRetention`]: Zero data retention is forced on for the team.
///   (`operations.startAgent.refusals.zero-data-retention`)
/// - Error [`ErrorKind::AgentSubmissionFailed`]: The agent service rejects the job at
///   submission. (`operations.startAgent.refusals.submission-failed`)
///
/// Errors with a cause of their own here, besides those of every operation:
///
/// - [`ErrorKind::ZeroDataRetention`] (400): Zero data retention is forced on for the team.
/// - [`ErrorKind::AgentSubmissionFailed`] (500): The agent service rejects the job at
///   submission.
pub static START_AGENT: Operation = Operation {
    endpoint: Some(Endpoint::new("POST", "/v2/agent")),
    authentication: Some(BEARER_AUTHENTICATION),
    errors: SHARED_ERRORS,
    refusals: &[ErrorKind::ZeroDataRetention, ErrorKind::AgentSubmissionFailed],
    check_request: Some(decode::violations::<super::agent::AgentRequest>),
    check_response: Some(decode::violations::<super::agent::AgentStarted>),
    ..Operation::new("startAgent", decode::violations::<super::error_body::ErrorBody>)
};

/// Returns the status of an agent job.
///
/// `GET /v2/agent/{jobId}`
///
/// - Returns the state of the job (`operations.agentStatus.reads`).
/// - A job that does not exist: agent-job-not-found (`operations.agentStatus.unknown`).
/// - A job of another team: agent-job-not-found (`operations.agentStatus.foreign`).
///
/// Errors with a cause of their own here, besides those of every operation:
///
/// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
/// - [`ErrorKind::AgentJobNotFound`] (404): The job does not exist. Or: The job belongs to
///   another team.
pub static AGENT_STATUS: Operation = Operation {
    endpoint: Some(Endpoint::new("GET", "/v2/agent/{jobId}")),
    parameters: &["jobId"],
    authentication: Some(BEARER_AUTHENTICATION),
    errors: SHARED_ERRORS,
    check_response: Some(decode::violations::<super::agent::AgentStatus>),
    ..Operation::new("agentStatus", decode::violations::<super::error_body::ErrorBody>)
};

/// Returns the events of an agent run, as the agent service reports them.
///
/// The contract does not show the method and path. Pass both to `Builder::bind` of a client or
/// a server.
///
/// - Error [`ErrorKind::TraceOfFirstGeneration`]: The job predates the generation that records
///   traces. (`operations.agentTrace.refusals.first-generation`)
/// - Error bodies from upstream are relayed unchanged
///   (`operations.agentTrace.behaviour.errors-relayed`).
/// - A job that does not exist: agent-job-not-found (`operations.agentTrace.unknown`).
/// - A job of another team: agent-job-not-found (`operations.agentTrace.foreign`).
///
/// Errors with a cause of their own here, besides those of every operation:
///
/// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
/// - [`ErrorKind::TraceOfFirstGeneration`] (400): The job predates the generation that records
///   traces.
/// - [`ErrorKind::AgentJobNotFound`] (404): The job does not exist. Or: The job belongs to
///   another team.
pub static AGENT_TRACE: Operation = Operation {
    parameters: &["jobId"],
    authentication: Some(BEARER_AUTHENTICATION),
    errors: SHARED_ERRORS,
    refusals: &[ErrorKind::TraceOfFirstGeneration],
    ..Operation::new("agentTrace", decode::violations::<super::agent::UpstreamError>)
};

/// Returns a snapshot of an agent run, as the agent service stores it.
///
/// The contract does not show the method and path. Pass both to `Builder::bind` of a client or
/// a server.
///
/// - Error [`ErrorKind::InvalidSnapshotId`]: The `snapshotId` is malformed.
///   (`operations.agentSnapshot.refusals.malformed-snapshot-id`)
/// - Error [`ErrorKind::SnapshotNotFound`]: The job has no snapshot with this id.
///   (`operations.agentSnapshot.refusals.unknown-snapshot`)
/// - Error [`ErrorKind::SnapshotOfFirstGeneration`]: The job predates the generation that
///   records snapshots. (`operations.agentSnapshot.refusals.first-generation`)
/// - Error bodies from upstream are relayed unchanged
///   (`operations.agentSnapshot.behaviour.errors-relayed`).
/// - A job that does not exist: agent-job-not-found (`operations.agentSnapshot.unknown`).
/// - A job of another team: agent-job-not-found (`operations.agentSnapshot.foreign`).
///
/// Errors with a cause of their own here, besides those of every operation:
///
/// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
/// - [`ErrorKind::InvalidSnapshotId`] (400): The `snapshotId` is malformed.
/// - [`ErrorKind::SnapshotOfFirstGeneration`] (400): The job predates the generation that
///   records snapshots.
/// - [`ErrorKind::AgentJobNotFound`] (404): The job does not exist. Or: The job belongs to
///   another team.
/// - [`ErrorKind::SnapshotNotFound`] (404): The job has no snapshot with this id.
pub static AGENT_SNAPSHOT: Operation = Operation {
    parameters: &["jobId", "snapshotId"],
    authentication: Some(BEARER_AUTHENTICATION),
    errors: SHARED_ERRORS,
    refusals: &[
        ErrorKind::InvalidSnapshotId,
        ErrorKind::SnapshotNotFound,
        ErrorKind::SnapshotOfFirstGeneration,
    ],
    ..Operation::new("agentSnapshot", decode::violations::<super::agent::UpstreamError>)
};

/// Cancels an agent run.
///
/// The contract does not show the method and path. Pass both to `Builder::bind` of a client or
/// a server.
///
/// - Ends the job, and no other (`operations.cancelAgent.cancels`).
/// - A job that does not exist: agent-job-not-found (`operations.cancelAgent.unknown`).
/// - A job of another team: agent-job-not-found (`operations.cancelAgent.foreign`).
///
/// Errors with a cause of their own here, besides those of every operation:
///
/// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
/// - [`ErrorKind::AgentJobNotFound`] (404): The job does not exist. Or: The job belongs to
///   another team.
/// - [`ErrorKind::AgentAlreadyFinished`] (409): The run is in a terminal state.
/// - [`ErrorKind::AgentAlreadyCancelled`] (409): The run is being cancelled.
pub static CANCEL_AGENT: Operation = Operation {
    parameters: &["jobId"],
    authentication: Some(BEARER_AUTHENTICATION),
    errors: SHARED_ERRORS,
    ..Operation::new("cancelAgent", decode::violations::<super::error_body::ErrorBody>)
};

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[
    &UPDATE_MONITOR,
    &SCRAPE,
    &START_AGENT,
    &AGENT_STATUS,
    &AGENT_TRACE,
    &AGENT_SNAPSHOT,
    &CANCEL_AGENT,
];
