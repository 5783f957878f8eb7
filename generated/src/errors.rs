//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The body breaks a constraint of its schema.
    ///
    /// 400 `Bad Request`, or a message of the service's own. Not to be sent again
    /// (`errors.validation-failure.retry`).
    #[error("validation-failure", status = 400, free = "Bad Request", retry = Never)]
    ValidationFailure,
    /// The `url` is missing, malformed or of a scheme that is not supported; send an absolute
    /// http(s) URL.
    ///
    /// 400 `Invalid URL`. Not to be sent again (`errors.invalid-url.retry`).
    #[error("invalid-url", status = 400, exact = "Invalid URL", retry = Never)]
    InvalidUrl,
    /// The key is missing, malformed or revoked.
    ///
    /// 401 `Unauthorized: Invalid token`. Not to be sent again (`errors.invalid-token.retry`).
    #[error(
        "invalid-token",
        status = 401,
        exact = "Unauthorized: Invalid token",
        retry = Never
    )]
    InvalidToken,
    /// The credits are used up, or billing is not set up.
    ///
    /// 402 `Payment Required: Insufficient credits`. Not to be sent again
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
    /// 403 `Forbidden`. Not to be sent again (`errors.forbidden.retry`).
    #[error("forbidden", status = 403, exact = "Forbidden", retry = Never)]
    Forbidden,
    /// A json format with `checkPromptInjection` found an injection attempt; the extraction was
    /// aborted.
    ///
    /// 403 `SCRAPE_PROMPT_INJECTION_DETECTED`, code `SCRAPE_PROMPT_INJECTION_DETECTED`. Not to be
    /// sent again (`errors.prompt-injection-detected.retry`).
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
    /// 404 `Not Found`. Not to be sent again (`errors.not-found.retry`).
    #[error("not-found", status = 404, exact = "Not Found", retry = Never)]
    NotFound,
    /// Loading the page took longer than the request's `timeout`; raise it, simplify actions or use
    /// a fast mode.
    ///
    /// 408 `Request Timeout`. May be sent again, with backoff (`errors.request-timeout.retry`).
    #[error("request-timeout", status = 408, exact = "Request Timeout", retry = Backoff)]
    RequestTimeout,
    /// The state of the resource blocks the operation, for example because it is deleted already.
    ///
    /// 409 `Conflict`. Not to be sent again (`errors.conflict.retry`).
    #[error("conflict", status = 409, exact = "Conflict", retry = Never)]
    Conflict,
    /// The body is larger than the service takes.
    ///
    /// 413 `Payload Too Large`. Not to be sent again (`errors.payload-too-large.retry`).
    #[error(
        "payload-too-large",
        status = 413,
        exact = "Payload Too Large",
        retry = Never
    )]
    PayloadTooLarge,
    /// The schema is no valid JSON Schema, or the model could not produce output that conforms to
    /// it.
    ///
    /// 422 `Unprocessable Entity`, or a message of the service's own. May sometimes be sent again
    /// (`errors.unprocessable-entity.retry`).
    #[error(
        "unprocessable-entity",
        status = 422,
        free = "Unprocessable Entity",
        retry = Sometimes
    )]
    UnprocessableEntity,
    /// The plan's limit of requests a minute is exceeded.
    ///
    /// 429 `Rate limit exceeded`. May be sent again, with backoff
    /// (`errors.rate-limit-exceeded.retry`).
    #[error(
        "rate-limit-exceeded",
        status = 429,
        exact = "Rate limit exceeded",
        retry = Backoff
    )]
    RateLimitExceeded,
    /// The plan's limit of concurrent browsers is reached.
    ///
    /// 429 `Concurrency limit reached`. May be sent again, with backoff
    /// (`errors.concurrency-limit-reached.retry`).
    #[error(
        "concurrency-limit-reached",
        status = 429,
        exact = "Concurrency limit reached",
        retry = Backoff
    )]
    ConcurrencyLimitReached,
    /// The server failed and did not handle it.
    ///
    /// 500 `Internal Server Error`. May be sent again, with backoff
    /// (`errors.internal-server-error.retry`).
    #[error(
        "internal-server-error",
        status = 500,
        exact = "Internal Server Error",
        retry = Backoff
    )]
    InternalServerError,
    /// An upstream proxy or worker returned a response that is not valid.
    ///
    /// 502 `Bad Gateway`. May be sent again, with backoff (`errors.bad-gateway.retry`).
    #[error("bad-gateway", status = 502, exact = "Bad Gateway", retry = Backoff)]
    BadGateway,
    /// The service cannot handle the request for the moment.
    ///
    /// 503 `Service Unavailable`. May be sent again, with backoff
    /// (`errors.service-unavailable.retry`).
    #[error(
        "service-unavailable",
        status = 503,
        exact = "Service Unavailable",
        retry = Backoff
    )]
    ServiceUnavailable,
    /// A gateway gave up waiting, typically on a long crawl; use the asynchronous operations and
    /// poll.
    ///
    /// 504 `Gateway Timeout`. May be sent again, with backoff (`errors.gateway-timeout.retry`).
    #[error("gateway-timeout", status = 504, exact = "Gateway Timeout", retry = Backoff)]
    GatewayTimeout,
    /// Under lockdown, the cache holds no copy of the page.
    ///
    /// 404, with a text that the contract does not show, code `SCRAPE_LOCKDOWN_CACHE_MISS`. Not to
    /// be sent again (`errors.lockdown-cache-miss.retry`).
    #[error(
        "lockdown-cache-miss",
        status = 404,
        code = "SCRAPE_LOCKDOWN_CACHE_MISS",
        retry = Never
    )]
    LockdownCacheMiss,
    /// With `minAge`, only the cache is asked, and it holds no data of that age.
    ///
    /// 404, with a text that the contract does not show, code `SCRAPE_NO_CACHED_DATA`. Not to be
    /// sent again (`errors.no-cached-data.retry`).
    #[error(
        "no-cached-data",
        status = 404,
        code = "SCRAPE_NO_CACHED_DATA",
        retry = Never
    )]
    NoCachedData,
    /// The request overrides threat protection, which is not enabled for the team.
    ///
    /// 403, with a text that the contract does not show. Not to be sent again
    /// (`errors.threat-protection-not-enabled.retry`).
    #[error("threat-protection-not-enabled", status = 403, retry = Never)]
    ThreatProtectionNotEnabled,
    /// The request overrides threat protection, and the organisation has disabled that.
    ///
    /// 403, with a text that the contract does not show. Not to be sent again
    /// (`errors.threat-protection-overrides-disabled.retry`).
    #[error("threat-protection-overrides-disabled", status = 403, retry = Never)]
    ThreatProtectionOverridesDisabled,
    /// The request switches threat protection off while it is enforced.
    ///
    /// 403, with a text that the contract does not show. Not to be sent again
    /// (`errors.threat-protection-enforced.retry`).
    #[error("threat-protection-enforced", status = 403, retry = Never)]
    ThreatProtectionEnforced,
    /// The `jobId` is not a UUID.
    ///
    /// 400 `Invalid job ID format. Job ID must be a valid UUID.`. Not to be sent again
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
    /// 400 `Invalid snapshot ID`. Not to be sent again (`errors.invalid-snapshot-id.retry`).
    #[error(
        "invalid-snapshot-id",
        status = 400,
        exact = "Invalid snapshot ID",
        retry = Never
    )]
    InvalidSnapshotId,
    /// The job is older than the generation that records traces.
    ///
    /// 400, with a message that says: traces are only available for second-generation extracts. Not
    /// to be sent again (`errors.trace-of-first-generation.retry`).
    #[error(
        "trace-of-first-generation",
        status = 400,
        saying = "traces are only available for second-generation extracts",
        retry = Never
    )]
    TraceOfFirstGeneration,
    /// The job is older than the generation that records snapshots.
    ///
    /// 400, with a message that says: snapshots are only available for second-generation extracts.
    /// Not to be sent again (`errors.snapshot-of-first-generation.retry`).
    #[error(
        "snapshot-of-first-generation",
        status = 400,
        saying = "snapshots are only available for second-generation extracts",
        retry = Never
    )]
    SnapshotOfFirstGeneration,
    /// Agent runs cannot be served while zero data retention is forced on.
    ///
    /// 400 `Your team has zero data retention enabled. This is not supported on extract.`. Not to
    /// be sent again (`errors.zero-data-retention.retry`).
    #[error(
        "zero-data-retention",
        status = 400,
        exact = "Your team has zero data retention enabled. This is not supported on extract.",
        retry = Never
    )]
    ZeroDataRetention,
    /// There is no such job, or it is another team's.
    ///
    /// 404 `Agent job not found`. Not to be sent again (`errors.agent-job-not-found.retry`).
    #[error(
        "agent-job-not-found",
        status = 404,
        exact = "Agent job not found",
        retry = Never
    )]
    AgentJobNotFound,
    /// The job has no such snapshot.
    ///
    /// 404 `Snapshot not found`. Not to be sent again (`errors.snapshot-not-found.retry`).
    #[error(
        "snapshot-not-found",
        status = 404,
        exact = "Snapshot not found",
        retry = Never
    )]
    SnapshotNotFound,
    /// A run that is to be cancelled has ended.
    ///
    /// 409 `Agent already finished`. Not to be sent again (`errors.agent-already-finished.retry`).
    #[error(
        "agent-already-finished",
        status = 409,
        exact = "Agent already finished",
        retry = Never
    )]
    AgentAlreadyFinished,
    /// A run that is to be cancelled is being cancelled.
    ///
    /// 409 `Agent is already cancelled`. Not to be sent again
    /// (`errors.agent-already-cancelled.retry`).
    #[error(
        "agent-already-cancelled",
        status = 409,
        exact = "Agent is already cancelled",
        retry = Never
    )]
    AgentAlreadyCancelled,
    /// The agent service rejected the job when it was submitted.
    ///
    /// 500 `Failed to passthrough agent request.`. May be sent again, with backoff
    /// (`errors.agent-submission-failed.retry`).
    #[error(
        "agent-submission-failed",
        status = 500,
        exact = "Failed to passthrough agent request.",
        retry = Backoff
    )]
    AgentSubmissionFailed,
}

/// An error answer: `ErrorKind::….into()`, or what violations turn into by `?`.
pub type Refusal = webdata_runtime::Refusal<ErrorKind>;
impl webdata_runtime::Catalogue for ErrorKind {
    const ANSWERS: &'static webdata_runtime::Answers<Self> = &webdata_runtime::Answers {
        media_type: "application/json",
        error_body: webdata_runtime::ErrorMembers {
            constants: &[("success", false)],
            code: true,
            details: true,
        },
        retry_after: "Retry-After",
        validation_failure: Self::ValidationFailure,
        unknown_path: Self::NotFound,
        shared: &[
            Self::ValidationFailure,
            Self::InvalidUrl,
            Self::InvalidToken,
            Self::InsufficientCredits,
            Self::Forbidden,
            Self::NotFound,
            Self::Conflict,
            Self::PayloadTooLarge,
            Self::RateLimitExceeded,
            Self::ConcurrencyLimitReached,
            Self::InternalServerError,
            Self::BadGateway,
            Self::ServiceUnavailable,
            Self::GatewayTimeout,
        ],
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
