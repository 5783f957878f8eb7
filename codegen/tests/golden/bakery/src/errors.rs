//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// 400 `Bad Request`, or a message of the service's own.
    ///
    /// The request breaks a constraint.
    ///
    /// Not to be sent again (`errors.bad-request.retry`).
    BadRequest,
    /// 401 `Bad Key`.
    ///
    /// The key is missing, malformed or revoked.
    ///
    /// Not to be sent again (`errors.bad-key.retry`).
    BadKey,
    /// 404 `Not Here`.
    ///
    /// There is nothing by that name.
    ///
    /// Not to be sent again (`errors.not-here.retry`).
    NotHere,
    /// 503 `Closed`.
    ///
    /// The bakery is closed.
    ///
    /// May be sent again, with backoff (`errors.closed.retry`).
    Closed,
}

impl ErrorKind {
    /// Every error, in the contract's order.
    pub const ALL: &'static [Self] = &[
        Self::BadRequest,
        Self::BadKey,
        Self::NotHere,
        Self::Closed,
    ];

    /// The row of the catalogue.
    #[must_use]
    pub const fn row(self) -> &'static ErrorRow {
        match self {
            Self::BadRequest => {
                &ErrorRow {
                    id: "bad-request",
                    status: 400,
                    text: ErrorText::Free("Bad Request"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The request breaks a constraint.",
                }
            }
            Self::BadKey => {
                &ErrorRow {
                    id: "bad-key",
                    status: 401,
                    text: ErrorText::Exact("Bad Key"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The key is missing, malformed or revoked.",
                }
            }
            Self::NotHere => {
                &ErrorRow {
                    id: "not-here",
                    status: 404,
                    text: ErrorText::Exact("Not Here"),
                    code: None,
                    retry: Retry::Never,
                    cause: "There is nothing by that name.",
                }
            }
            Self::Closed => {
                &ErrorRow {
                    id: "closed",
                    status: 503,
                    text: ErrorText::Exact("Closed"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "The bakery is closed.",
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
            constants: &[],
            code: false,
            details: true,
        },
        retry_after: "Retry-After",
        validation_failure: Self::BadRequest,
        unknown_path: Self::NotHere,
        shared: &[Self::BadKey, Self::Closed],
        by_clause: &[],
    };
    fn row(self) -> &'static ErrorRow {
        Self::row(self)
    }
}
