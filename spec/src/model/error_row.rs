//! Rows of the error catalogue.

use serde::Serialize;

use super::{ClauseId, Level};

/// One row of the error catalogue.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorRow {
    /// The identity, such as `invalid-token`.
    pub id: String,
    /// The status code.
    pub status: u16,
    /// The string in the property `error` of the body.
    pub text: ErrorText,
    /// Words, of which at least one occurs in a message of the service's own, in any letter case. Without
    /// words, any message is correct.
    pub words: Vec<String>,
    /// The gap that says that the contract does not show the message, where that is so.
    pub gap: Option<String>,
    /// The string in the property `code` of the body, where the row has one.
    pub code: Option<String>,
    /// Whether a client may repeat the request.
    pub retry: Retry,
    /// What causes the error, in prose.
    pub cause: String,
    /// How firmly the contract states the error.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

impl ErrorRow {
    /// Returns the identity of a clause of the row, such as `errors.invalid-token.status`.
    #[must_use]
    pub fn clause(&self, part: &str) -> ClauseId {
        ClauseId::new(format!("errors.{}.{part}", self.id))
    }
}

/// What the contract shows of the message of an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ErrorText {
    /// The message itself; the service sends exactly this string.
    Exact(String),
    /// A message that the service may replace by another one.
    Free(String),
    /// What the message says; the service chooses the words.
    Described(String),
    /// Nothing.
    NotShown,
}

impl ErrorText {
    /// Returns the message of the contract, where it shows one to look the error up by.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        match self {
            Self::Exact(text) | Self::Free(text) => Some(text),
            Self::Described(_) | Self::NotShown => None,
        }
    }
}

/// Whether a client may repeat a request after an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Retry {
    /// Clients must not repeat the request.
    Never,
    /// Clients may repeat the request after a delay that grows.
    Backoff,
    /// Repeating the request may help; the contract does not say when.
    Sometimes,
}

impl Retry {
    /// Returns the name on the pages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Backoff => "backoff",
            Self::Sometimes => "sometimes",
        }
    }

    /// Returns a short phrase.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Never => "not retryable",
            Self::Backoff => "retryable, with backoff",
            Self::Sometimes => "sometimes retryable",
        }
    }
}
