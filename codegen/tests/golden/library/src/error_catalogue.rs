//! The error catalogue: each error of the contract is a variant of [`ErrorKind`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error that the contract lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The body breaks a constraint.
    ///
    /// 400 `Broken Body`, or another message. Not retryable (`errors.broken-body.retry`).
    #[error("broken-body", status = 400, free = "Broken Body", retry = Never)]
    BrokenBody,
    /// The card has no room for another loan.
    ///
    /// 400 `Too Many Books`, code `TOO_MANY`. Not retryable (`errors.too-many-books.retry`).
    #[error(
        "too-many-books",
        status = 400,
        exact = "Too Many Books",
        code = "TOO_MANY",
        retry = Never
    )]
    TooManyBooks,
    /// The card is missing, malformed or revoked.
    ///
    /// 401 `Unknown Card`. Not retryable (`errors.unknown-card.retry`).
    #[error("unknown-card", status = 401, exact = "Unknown Card", retry = Never)]
    UnknownCard,
    /// There is nothing by that name.
    ///
    /// 404 `No Such Thing`. Not retryable (`errors.no-such-thing.retry`).
    #[error("no-such-thing", status = 404, exact = "No Such Thing", retry = Never)]
    NoSuchThing,
    /// The library is closed.
    ///
    /// 503 `Closed`. Retryable, with backoff (`errors.closed.retry`).
    #[error("closed", status = 503, exact = "Closed", retry = Backoff)]
    Closed,
    /// The card is full.
    ///
    /// 400, with a message that says: the card has no room for a line. Not retryable
    /// (`errors.card-full.retry`).
    #[error(
        "card-full",
        status = 400,
        saying = "the card has no room for a line",
        retry = Never
    )]
    CardFull,
    /// There is nothing to copy from.
    ///
    /// 404, with a text that the contract does not show, code `NO_COPY`. Sometimes retryable
    /// (`errors.no-copy-left.retry`).
    #[error("no-copy-left", status = 404, code = "NO_COPY", retry = Sometimes)]
    NoCopyLeft,
    /// The team has nothing wrapped.
    ///
    /// 403, with a text that the contract does not show. Not retryable
    /// (`errors.gift-forbidden.retry`).
    #[error("gift-forbidden", status = 403, retry = Never)]
    GiftForbidden,
    /// Somebody holds the shelf.
    ///
    /// 500 `Shelf Locked`. Retryable, with backoff (`errors.shelf-locked.retry`).
    #[error("shelf-locked", status = 500, exact = "Shelf Locked", retry = Backoff)]
    ShelfLocked,
    /// More than the desk can take.
    ///
    /// 429 `Too Fast`. Retryable, with backoff (`errors.too-fast.retry`).
    #[error("too-fast", status = 429, exact = "Too Fast", retry = Backoff)]
    TooFast,
    /// Too fast for too long.
    ///
    /// 429 `Banned`. Not retryable (`errors.banned.retry`).
    #[error("banned", status = 429, exact = "Banned", retry = Never)]
    Banned,
}

/// An error response that a server returns. It is made by `ErrorKind::….into()`, or by `?` from violations.
pub type ApiError = webdata_runtime::ApiError<ErrorKind>;
impl webdata_runtime::Catalogue for ErrorKind {
    const RESPONSE_RULES: &'static webdata_runtime::ResponseRules<Self> = &webdata_runtime::ResponseRules {
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
