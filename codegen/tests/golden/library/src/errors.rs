//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// 400 `Broken Body`, or a message of the service's own.
    ///
    /// The body breaks a constraint.
    ///
    /// Not to be sent again (`errors.broken-body.retry`).
    BrokenBody,
    /// 400 `Too Many Books`, code `TOO_MANY`.
    ///
    /// The card has no room for another loan.
    ///
    /// Not to be sent again (`errors.too-many-books.retry`).
    TooManyBooks,
    /// 401 `Unknown Card`.
    ///
    /// The card is missing, malformed or revoked.
    ///
    /// Not to be sent again (`errors.unknown-card.retry`).
    UnknownCard,
    /// 404 `No Such Thing`.
    ///
    /// There is nothing by that name.
    ///
    /// Not to be sent again (`errors.no-such-thing.retry`).
    NoSuchThing,
    /// 503 `Closed`.
    ///
    /// The library is closed.
    ///
    /// May be sent again, with backoff (`errors.closed.retry`).
    Closed,
    /// 400, with a message that says: the card has no room for a line.
    ///
    /// The card is full.
    ///
    /// Not to be sent again (`errors.card-full.retry`).
    CardFull,
    /// 404, with a text that the contract does not show, code `NO_COPY`.
    ///
    /// There is nothing to copy from.
    ///
    /// May sometimes be sent again (`errors.no-copy-left.retry`).
    NoCopyLeft,
    /// 403, with a text that the contract does not show.
    ///
    /// The team has nothing wrapped.
    ///
    /// Not to be sent again (`errors.gift-forbidden.retry`).
    GiftForbidden,
    /// 500 `Shelf Locked`.
    ///
    /// Somebody holds the shelf.
    ///
    /// May be sent again, with backoff (`errors.shelf-locked.retry`).
    ShelfLocked,
    /// 429 `Too Fast`.
    ///
    /// More than the desk can take.
    ///
    /// May be sent again, with backoff (`errors.too-fast.retry`).
    TooFast,
    /// 429 `Banned`.
    ///
    /// Too fast for too long.
    ///
    /// Not to be sent again (`errors.banned.retry`).
    Banned,
}

impl ErrorKind {
    /// Every error, in the contract's order.
    pub const ALL: &'static [Self] = &[
        Self::BrokenBody,
        Self::TooManyBooks,
        Self::UnknownCard,
        Self::NoSuchThing,
        Self::Closed,
        Self::CardFull,
        Self::NoCopyLeft,
        Self::GiftForbidden,
        Self::ShelfLocked,
        Self::TooFast,
        Self::Banned,
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
                    cause: "The body breaks a constraint.",
                }
            }
            Self::TooManyBooks => {
                &ErrorRow {
                    id: "too-many-books",
                    status: 400,
                    text: ErrorText::Exact("Too Many Books"),
                    code: Some("TOO_MANY"),
                    retry: Retry::Never,
                    cause: "The card has no room for another loan.",
                }
            }
            Self::UnknownCard => {
                &ErrorRow {
                    id: "unknown-card",
                    status: 401,
                    text: ErrorText::Exact("Unknown Card"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The card is missing, malformed or revoked.",
                }
            }
            Self::NoSuchThing => {
                &ErrorRow {
                    id: "no-such-thing",
                    status: 404,
                    text: ErrorText::Exact("No Such Thing"),
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
                    cause: "The library is closed.",
                }
            }
            Self::CardFull => {
                &ErrorRow {
                    id: "card-full",
                    status: 400,
                    text: ErrorText::Saying("the card has no room for a line"),
                    code: None,
                    retry: Retry::Never,
                    cause: "The card is full.",
                }
            }
            Self::NoCopyLeft => {
                &ErrorRow {
                    id: "no-copy-left",
                    status: 404,
                    text: ErrorText::NotShown,
                    code: Some("NO_COPY"),
                    retry: Retry::Sometimes,
                    cause: "There is nothing to copy from.",
                }
            }
            Self::GiftForbidden => {
                &ErrorRow {
                    id: "gift-forbidden",
                    status: 403,
                    text: ErrorText::NotShown,
                    code: None,
                    retry: Retry::Never,
                    cause: "The team has nothing wrapped.",
                }
            }
            Self::ShelfLocked => {
                &ErrorRow {
                    id: "shelf-locked",
                    status: 500,
                    text: ErrorText::Exact("Shelf Locked"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "Somebody holds the shelf.",
                }
            }
            Self::TooFast => {
                &ErrorRow {
                    id: "too-fast",
                    status: 429,
                    text: ErrorText::Exact("Too Fast"),
                    code: None,
                    retry: Retry::Backoff,
                    cause: "More than the desk can take.",
                }
            }
            Self::Banned => {
                &ErrorRow {
                    id: "banned",
                    status: 429,
                    text: ErrorText::Exact("Banned"),
                    code: None,
                    retry: Retry::Never,
                    cause: "Too fast for too long.",
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
            constants: &[("ok", false)],
            code: true,
            details: true,
        },
        retry_after: "Come-Back",
        validation_failure: Self::BrokenBody,
        unknown_path: Self::NoSuchThing,
        shared: &[Self::Closed],
        by_clause: &[("operations.readBook.parameters.shelf", Self::NoSuchThing)],
    };
    fn row(self) -> &'static ErrorRow {
        Self::row(self)
    }
}
