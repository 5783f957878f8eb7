//! The error catalogue.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

pub use webdata_runtime::{ErrorRow, ErrorText, Retry};

/// An error of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, webdata_runtime::ErrorRows)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The body breaks a constraint.
    ///
    /// 400 `bad`. Sometimes retryable (`errors.400.retry`).
    #[error("400", status = 400, exact = "bad", retry = Sometimes)]
    V400,
    /// There is nothing there.
    ///
    /// 404 `gone`. Not retryable (`errors.404.retry`).
    #[error("404", status = 404, exact = "gone", retry = Never)]
    V404,
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
        validation_failure: Self::V400,
        unknown_path: Self::V404,
        shared: &[Self::V400, Self::V404],
        by_clause: &[],
    };
    fn row(self) -> &'static ErrorRow {
        Self::row(self)
    }
}
