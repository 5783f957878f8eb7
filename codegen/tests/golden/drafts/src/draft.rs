//! [`Draft`], [`Drafts`], [`DraftContent`], [`DraftChange`]: the types of the page
//! `types/draft.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// A text that is being written.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Draft {
    /// Identifies the draft.
    ///
    /// A UUID (`Draft.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The text so far.
    pub text: Option<String>,
    /// Whether it can be printed.
    pub ready: Option<bool>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Several drafts.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Drafts(
    /// The value.
    pub Vec<Draft>,
);

/// The properties of a new draft.
///
/// No other properties (`DraftContent.additionalProperties`).
///
/// Plain `serde` drops other properties.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(closed)]
pub struct DraftContent {
    /// What it is about.
    pub title: String,
    /// The text so far.
    ///
    /// Defaults to `"(empty)"` (`DraftContent.text.default`).
    #[model(default = "(empty)")]
    pub text: Option<String>,
    /// Whether it can be printed.
    pub ready: Option<bool>,
}

/// A partial update of a draft.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct DraftChange {
    /// What it is about.
    pub title: Option<String>,
    /// The text so far.
    pub text: Option<String>,
    /// Whether it can be printed.
    pub ready: Option<bool>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
