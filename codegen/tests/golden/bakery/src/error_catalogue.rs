//! The error catalogue: each error of the contract is a variant of [`ErrorKind`].
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error that the contract lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request breaks a constraint.
    ///
    /// 400 `Bad Request`, or another message. Not retryable (`errors.bad-request.retry`).
    #[error("bad-request", status = 400, free = "Bad Request", retry = Never)]
    BadRequest,
    /// The key is missing, malformed or revoked.
    ///
    /// 401 `Bad Key`. Not retryable (`errors.bad-key.retry`).
    #[error("bad-key", status = 401, exact = "Bad Key", retry = Never)]
    BadKey,
    /// There is nothing by that name.
    ///
    /// 404 `Not Here`. Not retryable (`errors.not-here.retry`).
    #[error("not-here", status = 404, exact = "Not Here", retry = Never)]
    NotHere,
    /// The bakery is closed.
    ///
    /// 503 `Closed`. Retryable, with backoff (`errors.closed.retry`).
    #[error("closed", status = 503, exact = "Closed", retry = Backoff)]
    Closed,
}

/// An error response that a server returns. It is made by `ErrorKind::….into()`, or by `?` from violations.
pub type ApiError = webdata_runtime::ApiError<ErrorKind>;
impl webdata_runtime::Catalogue for ErrorKind {
    const RESPONSE_RULES: &'static webdata_runtime::ResponseRules<Self> = &webdata_runtime::ResponseRules {
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
