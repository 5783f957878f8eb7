//! The error catalogue: each error of the contract is a variant of [`ErrorKind`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{Catalogue, ErrorMembers, ResponseRules};
pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error that the contract lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The body violates a constraint of its schema.
    ///
    /// 400 `Bad Request`, or another message. Not retryable (`errors.validation-failure.retry`).
    #[error("validation-failure", status = 400, free = "Bad Request", retry = Never)]
    ValidationFailure,
    /// The `url` is missing, malformed or has an unsupported scheme. Send an absolute http or https
    /// URL.
    ///
    /// 400 `Invalid URL`. Not retryable (`errors.invalid-url.retry`).
    #[error("invalid-url", status = 400, exact = "Invalid URL", retry = Never)]
    InvalidUrl,
    /// The key is missing, malformed or revoked.
    ///
    /// 401 `Unauthorized: Invalid token`. Not retryable (`errors.invalid-token.retry`).
    #[error(
        "invalid-token",
        status = 401,
        exact = "Unauthorized: Invalid token",
        retry = Never
    )]
    InvalidToken,
    /// Credits are exhausted, or billing is not configured.
    ///
    /// 402 `Payment Required: Insufficient credits`. Not retryable
    /// (`errors.insufficient-credits.retry`).
    #[error(
        "insufficient-credits",
        status = 402,
        exact = "Payment Required: Insufficient credits",
        retry = Never
    )]
    InsufficientCredits,
    /// The key lacks permission for the endpoint or feature.
    ///
    /// 403 `Forbidden`. Not retryable (`errors.forbidden.retry`).
    #[error("forbidden", status = 403, exact = "Forbidden", retry = Never)]
    Forbidden,
    /// A json format with `checkPromptInjection` found an injection attempt. The extraction was
    /// aborted.
    ///
    /// 403 `SCRAPE_PROMPT_INJECTION_DETECTED`, code `SCRAPE_PROMPT_INJECTION_DETECTED`. Not
    /// retryable (`errors.prompt-injection-detected.retry`).
    #[error(
        "prompt-injection-detected",
        status = 403,
        exact = "SCRAPE_PROMPT_INJECTION_DETECTED",
        code = "SCRAPE_PROMPT_INJECTION_DETECTED",
        retry = Never
    )]
    PromptInjectionDetected,
    /// The job, resource or path does not exist.
    ///
    /// 404 `Not Found`. Not retryable (`errors.not-found.retry`).
    #[error("not-found", status = 404, exact = "Not Found", retry = Never)]
    NotFound,
    /// Loading the page took longer than the request's `timeout`. Raise `timeout`, simplify actions
    /// or use fast mode.
    ///
    /// 408 `Request Timeout`. Retryable, with backoff (`errors.request-timeout.retry`).
    #[error("request-timeout", status = 408, exact = "Request Timeout", retry = Backoff)]
    RequestTimeout,
    /// The state of the resource blocks the operation, for example because the resource is already
    /// deleted.
    ///
    /// 409 `Conflict`. Not retryable (`errors.conflict.retry`).
    #[error("conflict", status = 409, exact = "Conflict", retry = Never)]
    Conflict,
    /// The body exceeds the maximum size.
    ///
    /// 413 `Payload Too Large`. Not retryable (`errors.payload-too-large.retry`).
    #[error(
        "payload-too-large",
        status = 413,
        exact = "Payload Too Large",
        retry = Never
    )]
    PayloadTooLarge,
    /// The schema is not valid JSON Schema, or the model could not produce output that conforms to
    /// it.
    ///
    /// 422 `Unprocessable Entity`, or another message. Sometimes retryable
    /// (`errors.unprocessable-entity.retry`).
    #[error(
        "unprocessable-entity",
        status = 422,
        free = "Unprocessable Entity",
        retry = Sometimes
    )]
    UnprocessableEntity,
    /// The plan's limit of requests per minute is exceeded.
    ///
    /// 429 `Rate limit exceeded`. Retryable, with backoff (`errors.rate-limit-exceeded.retry`).
    #[error(
        "rate-limit-exceeded",
        status = 429,
        exact = "Rate limit exceeded",
        retry = Backoff
    )]
    RateLimitExceeded,
    /// The plan's limit of concurrent browsers is reached.
    ///
    /// 429 `Concurrency limit reached`. Retryable, with backoff
    /// (`errors.concurrency-limit-reached.retry`).
    #[error(
        "concurrency-limit-reached",
        status = 429,
        exact = "Concurrency limit reached",
        retry = Backoff
    )]
    ConcurrencyLimitReached,
    /// The server encountered an unhandled failure.
    ///
    /// 500 `Internal Server Error`. Retryable, with backoff (`errors.internal-server-error.retry`).
    #[error(
        "internal-server-error",
        status = 500,
        exact = "Internal Server Error",
        retry = Backoff
    )]
    InternalServerError,
    /// An upstream proxy or worker returned an invalid response.
    ///
    /// 502 `Bad Gateway`. Retryable, with backoff (`errors.bad-gateway.retry`).
    #[error("bad-gateway", status = 502, exact = "Bad Gateway", retry = Backoff)]
    BadGateway,
    /// The service is temporarily unable to handle the request.
    ///
    /// 503 `Service Unavailable`. Retryable, with backoff (`errors.service-unavailable.retry`).
    #[error(
        "service-unavailable",
        status = 503,
        exact = "Service Unavailable",
        retry = Backoff
    )]
    ServiceUnavailable,
    /// A gateway timed out, typically on a long crawl. Use the asynchronous crawl or batch
    /// operations, and poll.
    ///
    /// 504 `Gateway Timeout`. Retryable, with backoff (`errors.gateway-timeout.retry`).
    #[error("gateway-timeout", status = 504, exact = "Gateway Timeout", retry = Backoff)]
    GatewayTimeout,
    /// With `lockdown`, the cache holds no copy of the page.
    ///
    /// 404, with a message that the contract does not show, code `SCRAPE_LOCKDOWN_CACHE_MISS`. Not
    /// retryable (`errors.lockdown-cache-miss.retry`).
    #[error(
        "lockdown-cache-miss",
        status = 404,
        code = "SCRAPE_LOCKDOWN_CACHE_MISS",
        retry = Never
    )]
    LockdownCacheMiss,
    /// With `minAge`, the service consults only the cache, which holds no matching data.
    ///
    /// 404, with a message that the contract does not show, code `SCRAPE_NO_CACHED_DATA`. Not
    /// retryable (`errors.no-cached-data.retry`).
    #[error(
        "no-cached-data",
        status = 404,
        code = "SCRAPE_NO_CACHED_DATA",
        retry = Never
    )]
    NoCachedData,
    /// The request overrides threat protection, which is not enabled for the team.
    ///
    /// 403, with a message that the contract does not show. Not retryable
    /// (`errors.threat-protection-not-enabled.retry`).
    #[error("threat-protection-not-enabled", status = 403, retry = Never)]
    ThreatProtectionNotEnabled,
    /// The request overrides threat protection, but the organisation has disabled per-request
    /// overrides.
    ///
    /// 403, with a message that the contract does not show. Not retryable
    /// (`errors.threat-protection-overrides-disabled.retry`).
    #[error("threat-protection-overrides-disabled", status = 403, retry = Never)]
    ThreatProtectionOverridesDisabled,
    /// The request turns threat protection off while it is enforced for the team.
    ///
    /// 403, with a message that the contract does not show. Not retryable
    /// (`errors.threat-protection-enforced.retry`).
    #[error("threat-protection-enforced", status = 403, retry = Never)]
    ThreatProtectionEnforced,
    /// The `jobId` is not a UUID.
    ///
    /// 400 `Invalid job ID format. Job ID must be a valid UUID.`. Not retryable
    /// (`errors.invalid-job-id.retry`).
    #[error(
        "invalid-job-id",
        status = 400,
        exact = "Invalid job ID format. Job ID must be a valid UUID.",
        retry = Never
    )]
    InvalidJobId,
    /// The `snapshotId` is malformed.
    ///
    /// 400 `Invalid snapshot ID`. Not retryable (`errors.invalid-snapshot-id.retry`).
    #[error(
        "invalid-snapshot-id",
        status = 400,
        exact = "Invalid snapshot ID",
        retry = Never
    )]
    InvalidSnapshotId,
    /// The job predates the generation that records traces.
    ///
    /// 400, with a message that says: traces are only available for second-generation extracts. Not
    /// retryable (`errors.trace-of-first-generation.retry`).
    #[error(
        "trace-of-first-generation",
        status = 400,
        saying = "traces are only available for second-generation extracts",
        retry = Never
    )]
    TraceOfFirstGeneration,
    /// The job predates the generation that records snapshots.
    ///
    /// 400, with a message that says: snapshots are only available for second-generation extracts.
    /// Not retryable (`errors.snapshot-of-first-generation.retry`).
    #[error(
        "snapshot-of-first-generation",
        status = 400,
        saying = "snapshots are only available for second-generation extracts",
        retry = Never
    )]
    SnapshotOfFirstGeneration,
    /// Agent runs cannot be served while zero data retention is forced on.
    ///
    /// 400 `Your team has zero data retention enabled. This is not supported on extract.`. Not
    /// retryable (`errors.zero-data-retention.retry`).
    #[error(
        "zero-data-retention",
        status = 400,
        exact = "Your team has zero data retention enabled. This is not supported on extract.",
        retry = Never
    )]
    ZeroDataRetention,
    /// The job does not exist, or belongs to another team.
    ///
    /// 404 `Agent job not found`. Not retryable (`errors.agent-job-not-found.retry`).
    #[error(
        "agent-job-not-found",
        status = 404,
        exact = "Agent job not found",
        retry = Never
    )]
    AgentJobNotFound,
    /// The job has no snapshot with this id.
    ///
    /// 404 `Snapshot not found`. Not retryable (`errors.snapshot-not-found.retry`).
    #[error(
        "snapshot-not-found",
        status = 404,
        exact = "Snapshot not found",
        retry = Never
    )]
    SnapshotNotFound,
    /// The run to cancel is in a terminal state.
    ///
    /// 409 `Agent already finished`. Not retryable (`errors.agent-already-finished.retry`).
    #[error(
        "agent-already-finished",
        status = 409,
        exact = "Agent already finished",
        retry = Never
    )]
    AgentAlreadyFinished,
    /// The run to cancel is already being cancelled.
    ///
    /// 409 `Agent is already cancelled`. Not retryable (`errors.agent-already-cancelled.retry`).
    #[error(
        "agent-already-cancelled",
        status = 409,
        exact = "Agent is already cancelled",
        retry = Never
    )]
    AgentAlreadyCancelled,
    /// The agent service rejected the job at submission.
    ///
    /// 500 `Failed to passthrough agent request.`. Retryable, with backoff
    /// (`errors.agent-submission-failed.retry`).
    #[error(
        "agent-submission-failed",
        status = 500,
        exact = "Failed to passthrough agent request.",
        retry = Backoff
    )]
    AgentSubmissionFailed,
}

/// An error response that a server returns. It is made by `ErrorKind::….into()`, or by `?` from violations.
pub type ApiError = webdata_runtime::ApiError<ErrorKind>;

impl Catalogue for ErrorKind {
    const RESPONSE_RULES: &'static ResponseRules<Self> = &ResponseRules {
        media_type: "application/json",
        error_body: ErrorMembers { constants: &[("success", false)], code: true, details: true },
        retry_after: "Retry-After",
        validation_failure: Self::ValidationFailure,
        unknown_path: Self::NotFound,
        shared: super::operations::SHARED_ERRORS,
        by_clause: &[
            ("ScrapeRequest.url", Self::InvalidUrl),
            ("operations.agentStatus.parameters.jobId", Self::InvalidJobId),
            ("operations.agentTrace.parameters.jobId", Self::InvalidJobId),
            ("operations.agentSnapshot.parameters.jobId", Self::InvalidJobId),
            ("operations.agentSnapshot.parameters.snapshotId", Self::InvalidSnapshotId),
            ("operations.cancelAgent.parameters.jobId", Self::InvalidJobId),
        ],
    };
    fn row(self) -> &'static ErrorRow {
        Self::row(self)
    }
}
