//! The type [`ErrorBody`], from the page `types/error_body.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// The body of every response that is not a success.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ErrorBody {
    /// Always false (`ErrorBody.success.const`).
    #[model(constant = false)]
    pub success: bool,
    /// A human-readable message. Clients look the error up by this message.
    pub error: String,
    /// An additional code, which some endpoints send.
    pub code: Option<String>,
    /// Structured validation errors per field, when applicable.
    pub details: Option<serde_json::Value>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
