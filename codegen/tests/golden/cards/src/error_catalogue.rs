//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The body breaks a constraint of its schema.
    ///
    /// 400 `Broken Body`, or another message. Not retryable (`errors.broken-body.retry`).
    #[error("broken-body", status = 400, free = "Broken Body", retry = Never)]
    BrokenBody,
    /// The card's identity is no UUID.
    ///
    /// 400 `Invalid card ID`. Not retryable (`errors.invalid-card-id.retry`).
    #[error("invalid-card-id", status = 400, exact = "Invalid card ID", retry = Never)]
    InvalidCardId,
    /// The key is missing, malformed or revoked.
    ///
    /// 401 `Unknown Key`. Not retryable (`errors.unknown-key.retry`).
    #[error("unknown-key", status = 401, exact = "Unknown Key", retry = Never)]
    UnknownKey,
    /// The key is one for reading only.
    ///
    /// 403 `Not Allowed`. Not retryable (`errors.not-allowed.retry`).
    #[error("not-allowed", status = 403, exact = "Not Allowed", retry = Never)]
    NotAllowed,
    /// There is no such card or path.
    ///
    /// 404 `Not Found`. Not retryable (`errors.no-such-thing.retry`).
    #[error("no-such-thing", status = 404, exact = "Not Found", retry = Never)]
    NoSuchThing,
}

/// An error response that a server returns. It is made by `ErrorKind::….into()`, or by `?` from violations.
pub type ApiError = webdata_runtime::ApiError<ErrorKind>;
impl webdata_runtime::Catalogue for ErrorKind {
    const RESPONSE_RULES: &'static webdata_runtime::ResponseRules<Self> = &webdata_runtime::ResponseRules {
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
