//! [`Failure`], [`CreateHeaders`], [`ReadHeaders`], [`ChangeHeaders`], [`PinnedHeaders`],
//! [`VersionHeaders`]: the types of the page `types/wire.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// Why a request was rejected.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Failure {
    /// What is wrong.
    pub error: String,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The headers of a request that creates.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct CreateHeaders {
    /// The same for each attempt.
    ///
    /// At most 64 characters (`CreateHeaders.Idempotency-Key.maxLength`).
    #[model("Idempotency-Key", max_length = 64)]
    pub idempotency_key: String,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The headers of a request that reads.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct ReadHeaders {
    /// The version that the client has.
    #[model("If-None-Match")]
    pub if_none_match: Option<String>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The headers of a request that may change any version.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct ChangeHeaders {
    /// The version that is to be changed.
    #[model("If-Match")]
    pub if_match: Option<String>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The headers of a request that changes one version.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct PinnedHeaders {
    /// The version that is to be changed, and no other.
    #[model("If-Match")]
    pub if_match: String,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The headers of a response that shows a draft.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct VersionHeaders {
    /// The version of the draft.
    #[model("ETag")]
    pub e_tag: String,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
