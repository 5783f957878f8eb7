//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;
use webdata_runtime::Violations;
use webdata_runtime::decode;
use super::errors::ErrorKind;
pub use webdata_runtime::{Authentication, Endpoint};

/// An operation.
pub type Operation = webdata_runtime::Operation<ErrorKind>;

/// Changes the fields of a monitor that are given and answers with the monitor as it then
/// stands.
///
/// `PATCH /v2/monitor/{monitorId}`
///
/// Each field that is given is stored and returned.
/// (`operations.updateMonitor.effects.given-fields-are-stored`)
///
/// Each field that is left out keeps its stored value.
/// (`operations.updateMonitor.effects.left-out-fields-are-kept`)
///
/// A request that is refused changes nothing.
/// (`operations.updateMonitor.effects.refusal-changes-nothing`)
///
/// Giving a goal without `judgeEnabled` switches judging on.
/// (`operations.updateMonitor.effects.goal-switches-judging-on`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::PromptInjectionDetected`] (403): A json format with `checkPromptInjection`
///   found an injection attempt; the extraction was aborted.
/// - [`ErrorKind::NotFound`] (404): The monitor does not exist.
/// - [`ErrorKind::RequestTimeout`] (408): Loading the page took longer than the request's
///   `timeout`; raise it, simplify actions or use a fast mode.
/// - [`ErrorKind::UnprocessableEntity`] (422): The schema is no valid JSON Schema, or the model
///   could not produce output that conforms to it.
/// - [`ErrorKind::ThreatProtectionNotEnabled`] (403): The request overrides threat protection,
///   which is not enabled for the team.
/// - [`ErrorKind::ThreatProtectionOverridesDisabled`] (403): The request overrides threat
///   protection, and the organisation has disabled that.
/// - [`ErrorKind::ThreatProtectionEnforced`] (403): The request switches threat protection off
///   while it is enforced.
pub static UPDATE_MONITOR: Operation = Operation {
    id: "updateMonitor",
    endpoint: Some(Endpoint {
        method: "PATCH",
        path: "/v2/monitor/{monitorId}",
    }),
    parameters: &["monitorId"],
    authentication: Some(Authentication {
        id: "bearer",
        header: "Authorization",
        scheme: "Bearer",
    }),
    status: Some(200),
    errors: &[
        ErrorKind::ValidationFailure,
        ErrorKind::InvalidUrl,
        ErrorKind::InvalidToken,
        ErrorKind::InsufficientCredits,
        ErrorKind::Forbidden,
        ErrorKind::NotFound,
        ErrorKind::Conflict,
        ErrorKind::PayloadTooLarge,
        ErrorKind::RateLimitExceeded,
        ErrorKind::ConcurrencyLimitReached,
        ErrorKind::InternalServerError,
        ErrorKind::BadGateway,
        ErrorKind::ServiceUnavailable,
        ErrorKind::GatewayTimeout,
        ErrorKind::PromptInjectionDetected,
        ErrorKind::RequestTimeout,
        ErrorKind::UnprocessableEntity,
        ErrorKind::ThreatProtectionNotEnabled,
        ErrorKind::ThreatProtectionOverridesDisabled,
        ErrorKind::ThreatProtectionEnforced,
    ],
    refusals: &[],
    check_request: Some(decode::violations::<super::monitor::MonitorUpdate>),
    check_response: Some(decode::violations::<super::monitor::MonitorResponse>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: Some(|request, stored| runtime::rule::judge_update(
        UPDATE_MONITOR_RULES,
        UPDATE_MONITOR_SETS,
        request,
        stored,
    )),
};

static UPDATE_MONITOR_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "MonitorUpdate.rules",
        id: "search-target-needs-goal",
        when: runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("targets"),
                runtime::rule::Segment::AnyItem,
                runtime::rule::Segment::Property("type"),
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("search")),
        },
        unless: Some(runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("judgeEnabled")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(false)),
        }),
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("goal")],
            test: runtime::rule::Test::NonEmpty,
        },
        message: "breaks a rule: With a search target there is a goal that is not empty, unless judging is off.",
    },
];

static UPDATE_MONITOR_SETS: &[runtime::rule::Sets] = &[
    runtime::rule::Sets {
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("goal")],
            test: runtime::rule::Test::Given(true),
        },
        unless: Some(runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("judgeEnabled")],
            test: runtime::rule::Test::Given(true),
        }),
        property: "judgeEnabled",
        value: runtime::rule::Literal::Boolean(true),
    },
];

impl super::monitor::MonitorUpdate {
    /// The rules that `stored` would break once `updateMonitor` had taken this:
    ///
    /// With a search target there is a goal that is not empty, unless judging is off.
    /// (`MonitorUpdate.rules.search-target-needs-goal`)
    #[must_use]
    pub fn violations_after_update(
        &self,
        stored: &super::monitor::Monitor,
    ) -> Violations {
        runtime::rule::judge_update(
            UPDATE_MONITOR_RULES,
            UPDATE_MONITOR_SETS,
            self,
            stored,
        )
    }
}

/// Extracts one page.
///
/// `POST /v2/scrape`
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::PromptInjectionDetected`] (403): A json format with `checkPromptInjection`
///   found an injection attempt; the extraction was aborted.
/// - [`ErrorKind::RequestTimeout`] (408): Loading the page took longer than the request's
///   `timeout`; raise it, simplify actions or use a fast mode.
/// - [`ErrorKind::UnprocessableEntity`] (422): The schema is no valid JSON Schema, or the model
///   could not produce output that conforms to it.
/// - [`ErrorKind::LockdownCacheMiss`] (404): Under lockdown, the cache holds no copy of the
///   page.
/// - [`ErrorKind::NoCachedData`] (404): With `minAge`, only the cache is asked, and it holds no
///   data of that age.
/// - [`ErrorKind::ThreatProtectionNotEnabled`] (403): The request overrides threat protection,
///   which is not enabled for the team.
/// - [`ErrorKind::ThreatProtectionOverridesDisabled`] (403): The request overrides threat
///   protection, and the organisation has disabled that.
/// - [`ErrorKind::ThreatProtectionEnforced`] (403): The request switches threat protection off
///   while it is enforced.
pub static SCRAPE: Operation = Operation {
    id: "scrape",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/v2/scrape",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "bearer",
        header: "Authorization",
        scheme: "Bearer",
    }),
    status: None,
    errors: &[
        ErrorKind::ValidationFailure,
        ErrorKind::InvalidUrl,
        ErrorKind::InvalidToken,
        ErrorKind::InsufficientCredits,
        ErrorKind::Forbidden,
        ErrorKind::NotFound,
        ErrorKind::Conflict,
        ErrorKind::PayloadTooLarge,
        ErrorKind::RateLimitExceeded,
        ErrorKind::ConcurrencyLimitReached,
        ErrorKind::InternalServerError,
        ErrorKind::BadGateway,
        ErrorKind::ServiceUnavailable,
        ErrorKind::GatewayTimeout,
        ErrorKind::PromptInjectionDetected,
        ErrorKind::RequestTimeout,
        ErrorKind::UnprocessableEntity,
        ErrorKind::LockdownCacheMiss,
        ErrorKind::NoCachedData,
        ErrorKind::ThreatProtectionNotEnabled,
        ErrorKind::ThreatProtectionOverridesDisabled,
        ErrorKind::ThreatProtectionEnforced,
    ],
    refusals: &[],
    check_request: Some(decode::violations::<super::scrape::ScrapeRequest>),
    check_response: None,
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Starts an agent job.
///
/// `POST /v2/agent`
///
/// Zero data retention is forced on for the team. Refused with the error `zero-data-retention`
/// (`operations.startAgent.refusals.zero-data-retention`).
///
/// The agent service rejects the job when it is submitted. Refused with the error
/// `agent-submission-failed` (`operations.startAgent.refusals.submission-failed`).
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::ZeroDataRetention`] (400): Zero data retention is forced on for the team.
/// - [`ErrorKind::AgentSubmissionFailed`] (500): The agent service rejects the job when it is
///   submitted.
pub static START_AGENT: Operation = Operation {
    id: "startAgent",
    endpoint: Some(Endpoint {
        method: "POST",
        path: "/v2/agent",
    }),
    parameters: &[],
    authentication: Some(Authentication {
        id: "bearer",
        header: "Authorization",
        scheme: "Bearer",
    }),
    status: None,
    errors: &[
        ErrorKind::ValidationFailure,
        ErrorKind::InvalidUrl,
        ErrorKind::InvalidToken,
        ErrorKind::InsufficientCredits,
        ErrorKind::Forbidden,
        ErrorKind::NotFound,
        ErrorKind::Conflict,
        ErrorKind::PayloadTooLarge,
        ErrorKind::RateLimitExceeded,
        ErrorKind::ConcurrencyLimitReached,
        ErrorKind::InternalServerError,
        ErrorKind::BadGateway,
        ErrorKind::ServiceUnavailable,
        ErrorKind::GatewayTimeout,
    ],
    refusals: &[ErrorKind::ZeroDataRetention, ErrorKind::AgentSubmissionFailed],
    check_request: Some(decode::violations::<super::agent::AgentRequest>),
    check_response: Some(decode::violations::<super::agent::AgentStarted>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Tells how an agent job stands.
///
/// `GET /v2/agent/{jobId}`
///
/// There is no such job. Refused with the error `agent-job-not-found`
/// (`operations.agentStatus.refusals.unknown-job`).
///
/// The job was started with a key of another team. Refused with the error `agent-job-not-found`
/// (`operations.agentStatus.refusals.other-teams-job`).
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
/// - [`ErrorKind::AgentJobNotFound`] (404): There is no such job. Or: The job was started with
///   a key of another team.
pub static AGENT_STATUS: Operation = Operation {
    id: "agentStatus",
    endpoint: Some(Endpoint {
        method: "GET",
        path: "/v2/agent/{jobId}",
    }),
    parameters: &["jobId"],
    authentication: Some(Authentication {
        id: "bearer",
        header: "Authorization",
        scheme: "Bearer",
    }),
    status: None,
    errors: &[
        ErrorKind::ValidationFailure,
        ErrorKind::InvalidUrl,
        ErrorKind::InvalidToken,
        ErrorKind::InsufficientCredits,
        ErrorKind::Forbidden,
        ErrorKind::NotFound,
        ErrorKind::Conflict,
        ErrorKind::PayloadTooLarge,
        ErrorKind::RateLimitExceeded,
        ErrorKind::ConcurrencyLimitReached,
        ErrorKind::InternalServerError,
        ErrorKind::BadGateway,
        ErrorKind::ServiceUnavailable,
        ErrorKind::GatewayTimeout,
    ],
    refusals: &[ErrorKind::AgentJobNotFound],
    check_request: None,
    check_response: Some(decode::violations::<super::agent::AgentStatus>),
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
};

/// Returns the events of an agent run, as the agent service tells them.
///
/// The contract does not show how it is called.
///
/// There is no such job. Refused with the error `agent-job-not-found`
/// (`operations.agentTrace.refusals.unknown-job`).
///
/// The job was started with a key of another team. Refused with the error `agent-job-not-found`
/// (`operations.agentTrace.refusals.other-teams-job`).
///
/// The job is older than the generation that records traces. Refused with the error
/// `trace-of-first-generation` (`operations.agentTrace.refusals.first-generation`).
///
/// Bodies of errors from upstream are relayed unchanged.
/// (`operations.agentTrace.behaviour.errors-relayed`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
/// - [`ErrorKind::TraceOfFirstGeneration`] (400): The job is older than the generation that
///   records traces.
/// - [`ErrorKind::AgentJobNotFound`] (404): There is no such job. Or: The job was started with
///   a key of another team.
pub static AGENT_TRACE: Operation = Operation {
    id: "agentTrace",
    endpoint: None,
    parameters: &["jobId"],
    authentication: Some(Authentication {
        id: "bearer",
        header: "Authorization",
        scheme: "Bearer",
    }),
    status: None,
    errors: &[
        ErrorKind::ValidationFailure,
        ErrorKind::InvalidUrl,
        ErrorKind::InvalidToken,
        ErrorKind::InsufficientCredits,
        ErrorKind::Forbidden,
        ErrorKind::NotFound,
        ErrorKind::Conflict,
        ErrorKind::PayloadTooLarge,
        ErrorKind::RateLimitExceeded,
        ErrorKind::ConcurrencyLimitReached,
        ErrorKind::InternalServerError,
        ErrorKind::BadGateway,
        ErrorKind::ServiceUnavailable,
        ErrorKind::GatewayTimeout,
    ],
    refusals: &[ErrorKind::AgentJobNotFound, ErrorKind::TraceOfFirstGeneration],
    check_request: None,
    check_response: None,
    check_error: decode::violations::<super::agent::UpstreamError>,
    check_after_update: None,
};

/// Returns a snapshot of an agent run, as the agent service keeps it.
///
/// The contract does not show how it is called.
///
/// There is no such job. Refused with the error `agent-job-not-found`
/// (`operations.agentSnapshot.refusals.unknown-job`).
///
/// The job was started with a key of another team. Refused with the error `agent-job-not-found`
/// (`operations.agentSnapshot.refusals.other-teams-job`).
///
/// The `snapshotId` is malformed. Refused with the error `invalid-snapshot-id`
/// (`operations.agentSnapshot.refusals.malformed-snapshot-id`).
///
/// The job has no such snapshot. Refused with the error `snapshot-not-found`
/// (`operations.agentSnapshot.refusals.unknown-snapshot`).
///
/// The job is older than the generation that records snapshots. Refused with the error
/// `snapshot-of-first-generation` (`operations.agentSnapshot.refusals.first-generation`).
///
/// Bodies of errors from upstream are relayed unchanged.
/// (`operations.agentSnapshot.behaviour.errors-relayed`)
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
/// - [`ErrorKind::InvalidSnapshotId`] (400): The `snapshotId` is malformed.
/// - [`ErrorKind::SnapshotOfFirstGeneration`] (400): The job is older than the generation that
///   records snapshots.
/// - [`ErrorKind::AgentJobNotFound`] (404): There is no such job. Or: The job was started with
///   a key of another team.
/// - [`ErrorKind::SnapshotNotFound`] (404): The job has no such snapshot.
pub static AGENT_SNAPSHOT: Operation = Operation {
    id: "agentSnapshot",
    endpoint: None,
    parameters: &["jobId", "snapshotId"],
    authentication: Some(Authentication {
        id: "bearer",
        header: "Authorization",
        scheme: "Bearer",
    }),
    status: None,
    errors: &[
        ErrorKind::ValidationFailure,
        ErrorKind::InvalidUrl,
        ErrorKind::InvalidToken,
        ErrorKind::InsufficientCredits,
        ErrorKind::Forbidden,
        ErrorKind::NotFound,
        ErrorKind::Conflict,
        ErrorKind::PayloadTooLarge,
        ErrorKind::RateLimitExceeded,
        ErrorKind::ConcurrencyLimitReached,
        ErrorKind::InternalServerError,
        ErrorKind::BadGateway,
        ErrorKind::ServiceUnavailable,
        ErrorKind::GatewayTimeout,
    ],
    refusals: &[
        ErrorKind::AgentJobNotFound,
        ErrorKind::InvalidSnapshotId,
        ErrorKind::SnapshotNotFound,
        ErrorKind::SnapshotOfFirstGeneration,
    ],
    check_request: None,
    check_response: None,
    check_error: decode::violations::<super::agent::UpstreamError>,
    check_after_update: None,
};

/// Cancels an agent run.
///
/// The contract does not show how it is called.
///
/// There is no such job. Refused with the error `agent-job-not-found`
/// (`operations.cancelAgent.refusals.unknown-job`).
///
/// The job was started with a key of another team. Refused with the error `agent-job-not-found`
/// (`operations.cancelAgent.refusals.other-teams-job`).
///
/// Its own errors, beside those of every operation:
///
/// - [`ErrorKind::InvalidJobId`] (400): The `jobId` is not a UUID.
/// - [`ErrorKind::AgentJobNotFound`] (404): There is no such job. Or: The job was started with
///   a key of another team.
/// - [`ErrorKind::AgentAlreadyFinished`] (409): The run is in a terminal state.
/// - [`ErrorKind::AgentAlreadyCancelled`] (409): The run is being cancelled.
pub static CANCEL_AGENT: Operation = Operation {
    id: "cancelAgent",
    endpoint: None,
    parameters: &["jobId"],
    authentication: Some(Authentication {
        id: "bearer",
        header: "Authorization",
        scheme: "Bearer",
    }),
    status: None,
    errors: &[
        ErrorKind::ValidationFailure,
        ErrorKind::InvalidUrl,
        ErrorKind::InvalidToken,
        ErrorKind::InsufficientCredits,
        ErrorKind::Forbidden,
        ErrorKind::NotFound,
        ErrorKind::Conflict,
        ErrorKind::PayloadTooLarge,
        ErrorKind::RateLimitExceeded,
        ErrorKind::ConcurrencyLimitReached,
        ErrorKind::InternalServerError,
        ErrorKind::BadGateway,
        ErrorKind::ServiceUnavailable,
        ErrorKind::GatewayTimeout,
    ],
    refusals: &[ErrorKind::AgentJobNotFound],
    check_request: None,
    check_response: None,
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: None,
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
