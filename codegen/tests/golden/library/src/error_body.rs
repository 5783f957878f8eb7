//! The type [`ErrorBody`], from the page `types/error_body.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// The body of every refusal.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct ErrorBody {
    /// Always false (`ErrorBody.ok.const`).
    #[model(constant = false)]
    pub ok: bool,
    /// What went wrong.
    pub error: String,
    /// The refusal, for machines.
    pub code: Option<String>,
    /// Whatever else there is to say.
    pub details: Option<serde_json::Value>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
