//! The type [`Failure`], from the page `types/failure.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// The body of an error.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Failure {
    /// What went wrong.
    pub error: String,
    /// Details.
    pub details: Option<serde_json::Value>,
    /// Properties that the contract does not list. To send other properties, put them here. They are
    /// not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
