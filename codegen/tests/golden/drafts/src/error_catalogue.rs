//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request breaks a constraint.
    ///
    /// 400 `Bad Request`. Not retryable (`errors.bad-request.retry`).
    #[error("bad-request", status = 400, exact = "Bad Request", retry = Never)]
    BadRequest,
    /// The key is missing, malformed or revoked.
    ///
    /// 401 `Bad Key`. Not retryable (`errors.bad-key.retry`).
    #[error("bad-key", status = 401, exact = "Bad Key", retry = Never)]
    BadKey,
    /// The key may not do this.
    ///
    /// 403 `No Permission`. Not retryable (`errors.no-permission.retry`).
    #[error("no-permission", status = 403, exact = "No Permission", retry = Never)]
    NoPermission,
    /// There is no such draft or path.
    ///
    /// 404 `Not Here`. Not retryable (`errors.not-here.retry`).
    #[error("not-here", status = 404, exact = "Not Here", retry = Never)]
    NotHere,
    /// Somebody else has changed the draft.
    ///
    /// 412 `Version Differs`. Not retryable (`errors.version-differs.retry`).
    #[error("version-differs", status = 412, exact = "Version Differs", retry = Never)]
    VersionDiffers,
    /// The key belongs to another draft.
    ///
    /// 422 `Key Reused`. Not retryable (`errors.key-reused.retry`).
    #[error("key-reused", status = 422, exact = "Key Reused", retry = Never)]
    KeyReused,
    /// The request does not say which version it replaces.
    ///
    /// 428 `Version Missing`. Not retryable (`errors.version-missing.retry`).
    #[error("version-missing", status = 428, exact = "Version Missing", retry = Never)]
    VersionMissing,
    /// The editors are asleep.
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
            details: false,
        },
        retry_after: "Retry-After",
        validation_failure: Self::BadRequest,
        unknown_path: Self::NotHere,
        shared: &[Self::Closed],
        by_clause: &[("PinnedHeaders.If-Match", Self::VersionMissing)],
    };
    fn row(self) -> &'static ErrorRow {
        Self::row(self)
    }
}
