//! The rows of an error catalogue, and the lookup of a response in one.

use serde_json::Value;

/// A row of an error catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorRow {
    /// The identity, such as `invalid-token`.
    pub id: &'static str,
    /// The HTTP status code.
    pub status: u16,
    /// The error text, as far as the contract shows it.
    pub text: ErrorText,
    /// The code, if the row has one.
    pub code: Option<&'static str>,
    /// Whether a client may retry.
    pub retry: Retry,
    /// The cause of the error.
    pub cause: &'static str,
}

/// The text of an error, as far as a contract shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorText {
    /// Exactly this text is sent.
    Exact(&'static str),
    /// This text is sent, or another message of the service.
    Free(&'static str),
    /// A message with this meaning is sent.
    Described(&'static str),
    /// The contract does not show the text.
    NotShown,
}

impl ErrorText {
    /// Returns the text for looking the error up, if one is shown.
    #[must_use]
    pub const fn shown(self) -> Option<&'static str> {
        match self {
            Self::Exact(text) | Self::Free(text) => Some(text),
            Self::Described(_) | Self::NotShown => None,
        }
    }

    /// Returns whether a response with this text can be the error.
    fn admits(self, text: Option<&str>) -> bool {
        match self {
            Self::Exact(exact) => text == Some(exact),
            Self::Free(_) | Self::Described(_) | Self::NotShown => true,
        }
    }
}

/// Whether a request that failed with an error may be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Retry {
    /// The request must not be repeated.
    Never,
    /// The request may be repeated, with backoff.
    Backoff,
    /// The request may sometimes be repeated; the contract does not say when.
    Sometimes,
}

/// Returns the error of a catalogue that a response is, by its status code and the properties `error` and
/// `code` of its body.
///
/// A row with a code is found by the code, and by its text if the text is exact; a row without a code by its
/// text. Otherwise, it is the row of the status code whose text is free. A row that shows neither text nor
/// code is never guessed, and neither is one whose text is only described.
pub fn identify<K: Copy>(
    catalogue: &[K],
    row: impl Fn(K) -> &'static ErrorRow,
    status: u16,
    body: &Value,
) -> Option<K> {
    let member = |name| body.get(name).and_then(Value::as_str);
    let (text, code) = (member("error"), member("code"));
    let find = |fits: &dyn Fn(&ErrorRow) -> bool| {
        let mut rows = catalogue.iter().copied();
        rows.find(|kind| row(*kind).status == status && fits(row(*kind)))
    };
    find(&|row| row.code.is_some() && row.code == code && row.text.admits(text))
        .or_else(|| find(&|row| row.code.is_none() && text.is_some() && row.text.shown() == text))
        .or_else(|| {
            let free = |row: &ErrorRow| matches!(row.text, ErrorText::Free(_));
            find(&|row| row.code.is_none() && text.is_some() && free(row))
        })
}
