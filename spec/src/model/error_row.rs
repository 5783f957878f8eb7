//! Rows of the error catalogue.

use serde::Serialize;

use super::{ClauseId, Level};

/// One row of the error catalogue.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorRow {
    /// The identity, such as `invalid-token`.
    pub id: String,
    /// The HTTP status.
    pub status: u16,
    /// What the body's `error` member says.
    pub text: ErrorText,
    /// Words of which one stands in a message of the service's own, in any letter case; any message
    /// is right where there are none.
    pub words: Vec<String>,
    /// The gap that says that the text is not shown, where it is not.
    pub gap: Option<String>,
    /// The text of the body's `code` member, where the row has one.
    pub code: Option<String>,
    /// Whether a client may try again.
    pub retry: Retry,
    /// What leads to it, in our own words.
    pub cause: String,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

impl ErrorRow {
    /// The identity of one of the row's clauses, such as `errors.invalid-token.status`.
    #[must_use]
    pub fn clause(&self, part: &str) -> ClauseId {
        ClauseId::new(format!("errors.{}.{part}", self.id))
    }
}

/// What the contract shows of the text of an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ErrorText {
    /// The text is sent as it stands.
    Exact(String),
    /// The text is sent, or a message of the service's own instead.
    Free(String),
    /// A message is sent that says this, in words of its own.
    Saying(String),
    /// Not shown.
    NotShown,
}

impl ErrorText {
    /// The text of the contract, where it shows one to look the error up by.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        match self {
            Self::Exact(text) | Self::Free(text) => Some(text),
            Self::Saying(_) | Self::NotShown => None,
        }
    }
}

/// Whether a request that met an error may be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Retry {
    /// No.
    Never,
    /// Yes, with backoff.
    Backoff,
    /// It depends; the contract does not say on what.
    Sometimes,
}

impl Retry {
    /// The word that the pages have for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Backoff => "backoff",
            Self::Sometimes => "sometimes",
        }
    }

    /// What it says, as a short phrase.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            Self::Never => "not to be sent again",
            Self::Backoff => "may be sent again, with backoff",
            Self::Sometimes => "may sometimes be sent again",
        }
    }
}
