//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

pub use webdata_runtime::{ErrorRow, Retry, Wording};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// 400 `Bad Request`.
    ///
    /// The body breaks a constraint of its schema.
    ValidationFailure,
    /// 400 `Invalid URL`.
    ///
    /// The `url` is missing, malformed or of a scheme that is not supported; send an absolute
    /// http(s) URL.
    InvalidUrl,
    /// 401 `Unauthorized: Invalid token`.
    ///
    /// The key is missing, malformed or revoked.
    InvalidToken,
    /// 402 `Payment Required: Insufficient credits`.
    ///
    /// The credits are used up, or billing is not set up.
    InsufficientCredits,
    /// 403 `Forbidden`.
    ///
    /// The key lacks permission for the endpoint or feature.
    Forbidden,
    /// 403 `SCRAPE_PROMPT_INJECTION_DETECTED`.
    ///
    /// A json format with `checkPromptInjection` found an injection attempt; the extraction was
    /// aborted.
    PromptInjectionDetected,
    /// 404 `Not Found`.
    ///
    /// The job, resource or path does not exist.
    NotFound,
    /// 408 `Request Timeout`.
    ///
    /// Loading the page took longer than the request's `timeout`; raise it, simplify actions or use
    /// a fast mode.
    RequestTimeout,
    /// 409 `Conflict`.
    ///
    /// The state of the resource blocks the operation, for example because it is deleted already.
    Conflict,
    /// 413 `Payload Too Large`.
    ///
    /// The body is larger than the service takes.
    PayloadTooLarge,
    /// 422 `Unprocessable Entity`.
    ///
    /// The schema is no valid JSON Schema, or the model could not produce output that conforms to
    /// it.
    UnprocessableEntity,
    /// 429 `Rate limit exceeded`.
    ///
    /// The plan's limit of requests a minute is exceeded.
    RateLimitExceeded,
    /// 429 `Concurrency limit reached`.
    ///
    /// The plan's limit of concurrent browsers is reached.
    ConcurrencyLimitReached,
    /// 500 `Internal Server Error`.
    ///
    /// The server failed and did not handle it.
    InternalServerError,
    /// 502 `Bad Gateway`.
    ///
    /// An upstream proxy or worker returned a response that is not valid.
    BadGateway,
    /// 503 `Service Unavailable`.
    ///
    /// The service cannot handle the request for the moment.
    ServiceUnavailable,
    /// 504 `Gateway Timeout`.
    ///
    /// A gateway gave up waiting, typically on a long crawl; use the asynchronous operations and
    /// poll.
    GatewayTimeout,
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
    ];
    /// The row of the catalogue.
    #[must_use]
    pub const fn row(self) -> &'static ErrorRow {
        match self {
            Self::ValidationFailure => {
                &ErrorRow {
                    id: "validation-failure",
                    status: 400,
                    text: "Bad Request",
                    wording: Wording::Free,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::InvalidUrl => {
                &ErrorRow {
                    id: "invalid-url",
                    status: 400,
                    text: "Invalid URL",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::InvalidToken => {
                &ErrorRow {
                    id: "invalid-token",
                    status: 401,
                    text: "Unauthorized: Invalid token",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::InsufficientCredits => {
                &ErrorRow {
                    id: "insufficient-credits",
                    status: 402,
                    text: "Payment Required: Insufficient credits",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::Forbidden => {
                &ErrorRow {
                    id: "forbidden",
                    status: 403,
                    text: "Forbidden",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::PromptInjectionDetected => {
                &ErrorRow {
                    id: "prompt-injection-detected",
                    status: 403,
                    text: "SCRAPE_PROMPT_INJECTION_DETECTED",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::NotFound => {
                &ErrorRow {
                    id: "not-found",
                    status: 404,
                    text: "Not Found",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::RequestTimeout => {
                &ErrorRow {
                    id: "request-timeout",
                    status: 408,
                    text: "Request Timeout",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Backoff,
                }
            }
            Self::Conflict => {
                &ErrorRow {
                    id: "conflict",
                    status: 409,
                    text: "Conflict",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::PayloadTooLarge => {
                &ErrorRow {
                    id: "payload-too-large",
                    status: 413,
                    text: "Payload Too Large",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Never,
                }
            }
            Self::UnprocessableEntity => {
                &ErrorRow {
                    id: "unprocessable-entity",
                    status: 422,
                    text: "Unprocessable Entity",
                    wording: Wording::Free,
                    code: None,
                    retry: Retry::Sometimes,
                }
            }
            Self::RateLimitExceeded => {
                &ErrorRow {
                    id: "rate-limit-exceeded",
                    status: 429,
                    text: "Rate limit exceeded",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Backoff,
                }
            }
            Self::ConcurrencyLimitReached => {
                &ErrorRow {
                    id: "concurrency-limit-reached",
                    status: 429,
                    text: "Concurrency limit reached",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Backoff,
                }
            }
            Self::InternalServerError => {
                &ErrorRow {
                    id: "internal-server-error",
                    status: 500,
                    text: "Internal Server Error",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Backoff,
                }
            }
            Self::BadGateway => {
                &ErrorRow {
                    id: "bad-gateway",
                    status: 502,
                    text: "Bad Gateway",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Backoff,
                }
            }
            Self::ServiceUnavailable => {
                &ErrorRow {
                    id: "service-unavailable",
                    status: 503,
                    text: "Service Unavailable",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Backoff,
                }
            }
            Self::GatewayTimeout => {
                &ErrorRow {
                    id: "gateway-timeout",
                    status: 504,
                    text: "Gateway Timeout",
                    wording: Wording::Exact,
                    code: None,
                    retry: Retry::Backoff,
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

    /// The text that says what went wrong.
    #[must_use]
    pub const fn text(self) -> &'static str {
        self.row().text
    }

    /// Whether another text may stand in place of [`ErrorKind::text`].
    #[must_use]
    pub const fn wording(self) -> Wording {
        self.row().wording
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

    /// The error that an answer shows: by its code, else by its exact text, else the one
    /// of the status whose text is free.
    #[must_use]
    pub fn identify(status: u16, text: &str, code: Option<&str>) -> Option<Self> {
        let rows = || Self::ALL.iter().copied().filter(|row| row.status() == status);
        let by_code = code.and_then(|code| rows().find(|row| row.code() == Some(code)));
        let by_text = || rows().find(|row| row.text() == text);
        let free = || rows().find(|row| row.wording() == Wording::Free);
        by_code.or_else(by_text).or_else(free)
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.status(), self.text())
    }
}
