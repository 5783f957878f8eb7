//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// 400 `Bad Request`, or a message of the service's own.
    ///
    /// The body breaks a constraint of its schema.
    ///
    /// Not to be sent again (`errors.validation-failure.retry`).
    ValidationFailure,
    /// 400 `Invalid URL`.
    ///
    /// The `url` is missing, malformed or of a scheme that is not supported; send an absolute
    /// http(s) URL.
    ///
    /// Not to be sent again (`errors.invalid-url.retry`).
    InvalidUrl,
    /// 401 `Unauthorized: Invalid token`.
    ///
    /// The key is missing, malformed or revoked.
    ///
    /// Not to be sent again (`errors.invalid-token.retry`).
    InvalidToken,
    /// 402 `Payment Required: Insufficient credits`.
    ///
    /// The credits are used up, or billing is not set up.
    ///
    /// Not to be sent again (`errors.insufficient-credits.retry`).
    InsufficientCredits,
    /// 403 `Forbidden`.
    ///
    /// The key lacks permission for the endpoint or feature.
    ///
    /// Not to be sent again (`errors.forbidden.retry`).
    Forbidden,
    /// 403 `SCRAPE_PROMPT_INJECTION_DETECTED`, code `SCRAPE_PROMPT_INJECTION_DETECTED`.
    ///
    /// A json format with `checkPromptInjection` found an injection attempt; the extraction was
    /// aborted.
    ///
    /// Not to be sent again (`errors.prompt-injection-detected.retry`).
    PromptInjectionDetected,
    /// 404 `Not Found`.
    ///
    /// The job, resource or path does not exist.
    ///
    /// Not to be sent again (`errors.not-found.retry`).
    NotFound,
    /// 408 `Request Timeout`.
    ///
    /// Loading the page took longer than the request's `timeout`; raise it, simplify actions or use
    /// a fast mode.
    ///
    /// May be sent again, with backoff (`errors.request-timeout.retry`).
    RequestTimeout,
    /// 409 `Conflict`.
    ///
    /// The state of the resource blocks the operation, for example because it is deleted already.
    ///
    /// Not to be sent again (`errors.conflict.retry`).
    Conflict,
    /// 413 `Payload Too Large`.
    ///
    /// The body is larger than the service takes.
    ///
    /// Not to be sent again (`errors.payload-too-large.retry`).
    PayloadTooLarge,
    /// 422 `Unprocessable Entity`, or a message of the service's own.
    ///
    /// The schema is no valid JSON Schema, or the model could not produce output that conforms to
    /// it.
    ///
    /// May sometimes be sent again (`errors.unprocessable-entity.retry`).
    UnprocessableEntity,
    /// 429 `Rate limit exceeded`.
    ///
    /// The plan's limit of requests a minute is exceeded.
    ///
    /// May be sent again, with backoff (`errors.rate-limit-exceeded.retry`).
    RateLimitExceeded,
    /// 429 `Concurrency limit reached`.
    ///
    /// The plan's limit of concurrent browsers is reached.
    ///
    /// May be sent again, with backoff (`errors.concurrency-limit-reached.retry`).
    ConcurrencyLimitReached,
    /// 500 `Internal Server Error`.
    ///
    /// The server failed and did not handle it.
    ///
    /// May be sent again, with backoff (`errors.internal-server-error.retry`).
    InternalServerError,
    /// 502 `Bad Gateway`.
    ///
    /// An upstream proxy or worker returned a response that is not valid.
    ///
    /// May be sent again, with backoff (`errors.bad-gateway.retry`).
    BadGateway,
    /// 503 `Service Unavailable`.
    ///
    /// The service cannot handle the request for the moment.
    ///
    /// May be sent again, with backoff (`errors.service-unavailable.retry`).
    ServiceUnavailable,
    /// 504 `Gateway Timeout`.
    ///
    /// A gateway gave up waiting, typically on a long crawl; use the asynchronous operations and
    /// poll.
    ///
    /// May be sent again, with backoff (`errors.gateway-timeout.retry`).
    GatewayTimeout,
    /// 404, with a text that the contract does not show, code `SCRAPE_LOCKDOWN_CACHE_MISS`.
    ///
    /// Under lockdown, the cache holds no copy of the page.
    ///
    /// Not to be sent again (`errors.lockdown-cache-miss.retry`).
    LockdownCacheMiss,
    /// 404, with a text that the contract does not show, code `SCRAPE_NO_CACHED_DATA`.
    ///
    /// With `minAge`, only the cache is asked, and it holds no data of that age.
    ///
    /// Not to be sent again (`errors.no-cached-data.retry`).
    NoCachedData,
    /// 403, with a text that the contract does not show.
    ///
    /// The request overrides threat protection, which is not enabled for the team.
    ///
    /// Not to be sent again (`errors.threat-protection-not-enabled.retry`).
    ThreatProtectionNotEnabled,
    /// 403, with a text that the contract does not show.
    ///
    /// The request overrides threat protection, and the organisation has disabled that.
    ///
    /// Not to be sent again (`errors.threat-protection-overrides-disabled.retry`).
    ThreatProtectionOverridesDisabled,
    /// 403, with a text that the contract does not show.
    ///
    /// The request switches threat protection off while it is enforced.
    ///
    /// Not to be sent again (`errors.threat-protection-enforced.retry`).
    ThreatProtectionEnforced,
    /// 400 `Invalid job ID format. Job ID must be a valid UUID.`.
    ///
    /// The `jobId` is not a UUID.
    ///
    /// Not to be sent again (`errors.invalid-job-id.retry`).
    InvalidJobId,
    /// 400 `Invalid snapshot ID`.
    ///
    /// The `snapshotId` is malformed.
    ///
    /// Not to be sent again (`errors.invalid-snapshot-id.retry`).
    InvalidSnapshotId,
    /// 400, with a message that says: traces are only available for second-generation extracts.
    ///
    /// The job is older than the generation that records traces.
    ///
    /// Not to be sent again (`errors.trace-of-first-generation.retry`).
    TraceOfFirstGeneration,
    /// 400, with a message that says: snapshots are only available for second-generation extracts.
    ///
    /// The job is older than the generation that records snapshots.
    ///
    /// Not to be sent again (`errors.snapshot-of-first-generation.retry`).
    SnapshotOfFirstGeneration,
    /// 400 `Your team has zero data retention enabled. This is not supported on extract.`.
    ///
    /// Agent runs cannot be served while zero data retention is forced on.
    ///
    /// Not to be sent again (`errors.zero-data-retention.retry`).
    ZeroDataRetention,
    /// 404 `Agent job not found`.
    ///
    /// There is no such job, or it is another team's.
    ///
    /// Not to be sent again (`errors.agent-job-not-found.retry`).
    AgentJobNotFound,
    /// 404 `Snapshot not found`.
    ///
    /// The job has no such snapshot.
    ///
    /// Not to be sent again (`errors.snapshot-not-found.retry`).
    SnapshotNotFound,
    /// 409 `Agent already finished`.
    ///
    /// A run that is to be cancelled has ended.
    ///
    /// Not to be sent again (`errors.agent-already-finished.retry`).
    AgentAlreadyFinished,
    /// 409 `Agent is already cancelled`.
    ///
    /// A run that is to be cancelled is being cancelled.
    ///
    /// Not to be sent again (`errors.agent-already-cancelled.retry`).
    AgentAlreadyCancelled,
    /// 500 `Failed to passthrough agent request.`.
    ///
    /// The agent service rejected the job when it was submitted.
    ///
    /// May be sent again, with backoff (`errors.agent-submission-failed.retry`).
    AgentSubmissionFailed,
}

impl ErrorKind {
    /// Every error, in the contract's order.
    pub const ALL: &'static [Self] = &[
        Self::ValidationFailure,
        Self::InvalidUrl,
        Self::InvalidToken,
        Self::InsufficientCredits,
        Self::Forbidden,
        Self::PromptInjectionDetected,
        Self::NotFound,
        Self::RequestTimeout,
        Self::Conflict,
        Self::PayloadTooLarge,
        Self::UnprocessableEntity,
        Self::RateLimitExceeded,
        Self::ConcurrencyLimitReached,
        Self::InternalServerError,
        Self::BadGateway,
        Self::ServiceUnavailable,
        Self::GatewayTimeout,
        Self::LockdownCacheMiss,
        Self::NoCachedData,
        Self::ThreatProtectionNotEnabled,
        Self::ThreatProtectionOverridesDisabled,
        Self::ThreatProtectionEnforced,
        Self::InvalidJobId,
        Self::InvalidSnapshotId,
        Self::TraceOfFirstGeneration,
        Self::SnapshotOfFirstGeneration,
        Self::ZeroDataRetention,
        Self::AgentJobNotFound,
        Self::SnapshotNotFound,
        Self::AgentAlreadyFinished,
        Self::AgentAlreadyCancelled,
        Self::AgentSubmissionFailed,
    ];

    /// The row of the catalogue.
    #[must_use]
    pub const fn row(self) -> &'static ErrorRow {
        match self {
            Self::ValidationFailure => {
                &ErrorRow {
                    id: "validation-failure",
                    status: 400,
                    text: ErrorText::Free("Bad Request"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The body breaks a constraint of its schema.",
                }
            }
            Self::InvalidUrl => {
                &ErrorRow {
                    id: "invalid-url",
                    status: 400,
                    text: ErrorText::Exact("Invalid URL"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The `url` is missing, malformed or of a scheme that is not supported; send an absolute http(s) URL.",
                }
            }
            Self::InvalidToken => {
                &ErrorRow {
                    id: "invalid-token",
                    status: 401,
                    text: ErrorText::Exact("Unauthorized: Invalid token"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The key is missing, malformed or revoked.",
                }
            }
            Self::InsufficientCredits => {
                &ErrorRow {
                    id: "insufficient-credits",
                    status: 402,
                    text: ErrorText::Exact("Payment Required: Insufficient credits"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The credits are used up, or billing is not set up.",
                }
            }
            Self::Forbidden => {
                &ErrorRow {
                    id: "forbidden",
                    status: 403,
                    text: ErrorText::Exact("Forbidden"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The key lacks permission for the endpoint or feature.",
                }
            }
            Self::PromptInjectionDetected => {
                &ErrorRow {
                    id: "prompt-injection-detected",
                    status: 403,
                    text: ErrorText::Exact("SCRAPE_PROMPT_INJECTION_DETECTED"),
                    code: Some("SCRAPE_PROMPT_INJECTION_DETECTED"),
                    retry: Retry::Never,
                    cause: "A json format with `checkPromptInjection` found an injection attempt; the extraction was aborted.",
                }
            }
            Self::NotFound => {
                &ErrorRow {
                    id: "not-found",
                    status: 404,
                    text: ErrorText::Exact("Not Found"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The job, resource or path does not exist.",
                }
            }
            Self::RequestTimeout => {
                &ErrorRow {
                    id: "request-timeout",
                    status: 408,
                    text: ErrorText::Exact("Request Timeout"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "Loading the page took longer than the request's `timeout`; raise it, simplify actions or use a fast mode.",
                }
            }
            Self::Conflict => {
                &ErrorRow {
                    id: "conflict",
                    status: 409,
                    text: ErrorText::Exact("Conflict"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The state of the resource blocks the operation, for example because it is deleted already.",
                }
            }
            Self::PayloadTooLarge => {
                &ErrorRow {
                    id: "payload-too-large",
                    status: 413,
                    text: ErrorText::Exact("Payload Too Large"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The body is larger than the service takes.",
                }
            }
            Self::UnprocessableEntity => {
                &ErrorRow {
                    id: "unprocessable-entity",
                    status: 422,
                    text: ErrorText::Free("Unprocessable Entity"),
                    code: None,
                    retry: Retry::Sometimes,
                    cause: "The schema is no valid JSON Schema, or the model could not produce output that conforms to it.",
                }
            }
            Self::RateLimitExceeded => {
                &ErrorRow {
                    id: "rate-limit-exceeded",
                    status: 429,
                    text: ErrorText::Exact("Rate limit exceeded"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "The plan's limit of requests a minute is exceeded.",
                }
            }
            Self::ConcurrencyLimitReached => {
                &ErrorRow {
                    id: "concurrency-limit-reached",
                    status: 429,
                    text: ErrorText::Exact("Concurrency limit reached"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "The plan's limit of concurrent browsers is reached.",
                }
            }
            Self::InternalServerError => {
                &ErrorRow {
                    id: "internal-server-error",
                    status: 500,
                    text: ErrorText::Exact("Internal Server Error"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "The server failed and did not handle it.",
                }
            }
            Self::BadGateway => {
                &ErrorRow {
                    id: "bad-gateway",
                    status: 502,
                    text: ErrorText::Exact("Bad Gateway"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "An upstream proxy or worker returned a response that is not valid.",
                }
            }
            Self::ServiceUnavailable => {
                &ErrorRow {
                    id: "service-unavailable",
                    status: 503,
                    text: ErrorText::Exact("Service Unavailable"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "The service cannot handle the request for the moment.",
                }
            }
            Self::GatewayTimeout => {
                &ErrorRow {
                    id: "gateway-timeout",
                    status: 504,
                    text: ErrorText::Exact("Gateway Timeout"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "A gateway gave up waiting, typically on a long crawl; use the asynchronous operations and poll.",
                }
            }
            Self::LockdownCacheMiss => {
                &ErrorRow {
                    id: "lockdown-cache-miss",
                    status: 404,
                    text: ErrorText::NotShown,
                    code: Some("SCRAPE_LOCKDOWN_CACHE_MISS"),
                    retry: Retry::Never,
                    cause: "Under lockdown, the cache holds no copy of the page.",
                }
            }
            Self::NoCachedData => {
                &ErrorRow {
                    id: "no-cached-data",
                    status: 404,
                    text: ErrorText::NotShown,
                    code: Some("SCRAPE_NO_CACHED_DATA"),
                    retry: Retry::Never,
                    cause: "With `minAge`, only the cache is asked, and it holds no data of that age.",
                }
            }
            Self::ThreatProtectionNotEnabled => {
                &ErrorRow {
                    id: "threat-protection-not-enabled",
                    status: 403,
                    text: ErrorText::NotShown,
                    code: None,
                    retry: Retry::Never,
                    cause: "The request overrides threat protection, which is not enabled for the team.",
                }
            }
            Self::ThreatProtectionOverridesDisabled => {
                &ErrorRow {
                    id: "threat-protection-overrides-disabled",
                    status: 403,
                    text: ErrorText::NotShown,
                    code: None,
                    retry: Retry::Never,
                    cause: "The request overrides threat protection, and the organisation has disabled that.",
                }
            }
            Self::ThreatProtectionEnforced => {
                &ErrorRow {
                    id: "threat-protection-enforced",
                    status: 403,
                    text: ErrorText::NotShown,
                    code: None,
                    retry: Retry::Never,
                    cause: "The request switches threat protection off while it is enforced.",
                }
            }
            Self::InvalidJobId => {
                &ErrorRow {
                    id: "invalid-job-id",
                    status: 400,
                    text: ErrorText::Exact(
                        "Invalid job ID format. Job ID must be a valid UUID.",
                    ),
                    code: None,
                    retry: Retry::Never,
                    cause: "The `jobId` is not a UUID.",
                }
            }
            Self::InvalidSnapshotId => {
                &ErrorRow {
                    id: "invalid-snapshot-id",
                    status: 400,
                    text: ErrorText::Exact("Invalid snapshot ID"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The `snapshotId` is malformed.",
                }
            }
            Self::TraceOfFirstGeneration => {
                &ErrorRow {
                    id: "trace-of-first-generation",
                    status: 400,
                    text: ErrorText::Saying(
                        "traces are only available for second-generation extracts",
                    ),
                    code: None,
                    retry: Retry::Never,
                    cause: "The job is older than the generation that records traces.",
                }
            }
            Self::SnapshotOfFirstGeneration => {
                &ErrorRow {
                    id: "snapshot-of-first-generation",
                    status: 400,
                    text: ErrorText::Saying(
                        "snapshots are only available for second-generation extracts",
                    ),
                    code: None,
                    retry: Retry::Never,
                    cause: "The job is older than the generation that records snapshots.",
                }
            }
            Self::ZeroDataRetention => {
                &ErrorRow {
                    id: "zero-data-retention",
                    status: 400,
                    text: ErrorText::Exact(
                        "Your team has zero data retention enabled. This is not supported on extract.",
                    ),
                    code: None,
                    retry: Retry::Never,
                    cause: "Agent runs cannot be served while zero data retention is forced on.",
                }
            }
            Self::AgentJobNotFound => {
                &ErrorRow {
                    id: "agent-job-not-found",
                    status: 404,
                    text: ErrorText::Exact("Agent job not found"),
                    code: None,
                    retry: Retry::Never,
                    cause: "There is no such job, or it is another team's.",
                }
            }
            Self::SnapshotNotFound => {
                &ErrorRow {
                    id: "snapshot-not-found",
                    status: 404,
                    text: ErrorText::Exact("Snapshot not found"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The job has no such snapshot.",
                }
            }
            Self::AgentAlreadyFinished => {
                &ErrorRow {
                    id: "agent-already-finished",
                    status: 409,
                    text: ErrorText::Exact("Agent already finished"),
                    code: None,
                    retry: Retry::Never,
                    cause: "A run that is to be cancelled has ended.",
                }
            }
            Self::AgentAlreadyCancelled => {
                &ErrorRow {
                    id: "agent-already-cancelled",
                    status: 409,
                    text: ErrorText::Exact("Agent is already cancelled"),
                    code: None,
                    retry: Retry::Never,
                    cause: "A run that is to be cancelled is being cancelled.",
                }
            }
            Self::AgentSubmissionFailed => {
                &ErrorRow {
                    id: "agent-submission-failed",
                    status: 500,
                    text: ErrorText::Exact("Failed to passthrough agent request."),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "The agent service rejected the job when it was submitted.",
                }
            }
        }
    }

    /// The identity.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.row().id
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        self.row().status
    }

    /// The text that says what went wrong, where the contract shows it; whether another
    /// may stand in its place, the row says.
    #[must_use]
    pub const fn text(self) -> Option<&'static str> {
        self.row().text.shown()
    }

    /// The further code, where the error has one.
    #[must_use]
    pub const fn code(self) -> Option<&'static str> {
        self.row().code
    }

    /// Whether a request that met it may be sent again.
    #[must_use]
    pub const fn retry(self) -> Retry {
        self.row().retry
    }

    /// The error that an answer shows by its status and its body: by its code, else by its
    /// text, else the one of the status whose text is free; never by a guess.
    #[must_use]
    pub fn identify(status: u16, body: &serde_json::Value) -> Option<Self> {
        webdata_runtime::identify(Self::ALL, Self::row, status, body)
    }

    /// The error that violations earn: the one that their clauses name, when all of them
    /// name the same; else the validation failure, which is true of all.
    #[must_use]
    pub fn of(violations: &webdata_runtime::Violations) -> Self {
        webdata_runtime::error_of(violations)
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.status(), self.text().unwrap_or(self.id()))
    }
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
