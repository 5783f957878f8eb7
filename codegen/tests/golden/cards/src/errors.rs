//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// 400 `Broken Body`, or a message of the service's own.
    ///
    /// The body breaks a constraint of its schema.
    ///
    /// Not to be sent again (`errors.broken-body.retry`).
    BrokenBody,
    /// 400 `Invalid card ID`.
    ///
    /// The card's identity is no UUID.
    ///
    /// Not to be sent again (`errors.invalid-card-id.retry`).
    InvalidCardId,
    /// 401 `Unknown Key`.
    ///
    /// The key is missing, malformed or revoked.
    ///
    /// Not to be sent again (`errors.unknown-key.retry`).
    UnknownKey,
    /// 403 `Not Allowed`.
    ///
    /// The key is one for reading only.
    ///
    /// Not to be sent again (`errors.not-allowed.retry`).
    NotAllowed,
    /// 404 `Not Found`.
    ///
    /// There is no such card or path.
    ///
    /// Not to be sent again (`errors.no-such-thing.retry`).
    NoSuchThing,
}

impl ErrorKind {
    /// Every error, in the contract's order.
    pub const ALL: &'static [Self] = &[
        Self::BrokenBody,
        Self::InvalidCardId,
        Self::UnknownKey,
        Self::NotAllowed,
        Self::NoSuchThing,
    ];

    /// The row of the catalogue.
    #[must_use]
    pub const fn row(self) -> &'static ErrorRow {
        match self {
            Self::BrokenBody => {
                &ErrorRow {
                    id: "broken-body",
                    status: 400,
                    text: ErrorText::Free("Broken Body"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The body breaks a constraint of its schema.",
                }
            }
            Self::InvalidCardId => {
                &ErrorRow {
                    id: "invalid-card-id",
                    status: 400,
                    text: ErrorText::Exact("Invalid card ID"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The card's identity is no UUID.",
                }
            }
            Self::UnknownKey => {
                &ErrorRow {
                    id: "unknown-key",
                    status: 401,
                    text: ErrorText::Exact("Unknown Key"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The key is missing, malformed or revoked.",
                }
            }
            Self::NotAllowed => {
                &ErrorRow {
                    id: "not-allowed",
                    status: 403,
                    text: ErrorText::Exact("Not Allowed"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The key is one for reading only.",
                }
            }
            Self::NoSuchThing => {
                &ErrorRow {
                    id: "no-such-thing",
                    status: 404,
                    text: ErrorText::Exact("Not Found"),
                    code: None,
                    retry: Retry::Never,
                    cause: "There is no such card or path.",
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
            code: false,
            details: false,
        },
        retry_after: "Retry-After",
        validation_failure: Self::BrokenBody,
        unknown_path: Self::NoSuchThing,
        shared: &[
            Self::BrokenBody,
            Self::UnknownKey,
            Self::NotAllowed,
            Self::NoSuchThing,
        ],
        by_clause: &[("operations.updateCard.parameters.cardId", Self::InvalidCardId)],
    };
    fn row(self) -> &'static ErrorRow {
        Self::row(self)
    }
}
