//! The words of an error catalogue: what emitted catalogues are made of, and how an answer is
//! looked up in one.

use serde_json::Value;

/// One row of an error catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorRow {
    /// The identity, such as `invalid-token`.
    pub id: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What is shown of the text that says what went wrong.
    pub text: ErrorText,
    /// The further code, where the row has one.
    pub code: Option<&'static str>,
    /// Whether a client may try again.
    pub retry: Retry,
    /// What leads to it.
    pub cause: &'static str,
}

/// What a contract shows of the text of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorText {
    /// The text is sent as it stands.
    Exact(&'static str),
    /// The text is sent, or a message of the service's own instead.
    Free(&'static str),
    /// A message is sent that says this, in words of its own.
    Saying(&'static str),
    /// Not shown.
    NotShown,
}

impl ErrorText {
    /// The text to look the error up by, where one is shown.
    #[must_use]
    pub const fn shown(self) -> Option<&'static str> {
        match self {
            Self::Exact(text) | Self::Free(text) => Some(text),
            Self::Saying(_) | Self::NotShown => None,
        }
    }

    /// Whether an answer with this text can be the error.
    fn admits(self, text: Option<&str>) -> bool {
        match self {
            Self::Exact(exact) => text == Some(exact),
            Self::Free(_) | Self::Saying(_) | Self::NotShown => true,
        }
    }
}

/// Whether a request that met an error may be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Retry {
    /// No.
    Never,
    /// Yes, with backoff.
    Backoff,
    /// It depends; the contract does not say on what.
    Sometimes,
}

/// The error of a catalogue that an answer shows, by its status and the members `error` and `code`
/// of its body.
///
/// A row with a code is found by it, and by its text where that is exact; a row without one by its
/// text. What is left is the row of the status whose text is free. A row of which neither text nor
/// code is shown is never guessed, and neither is one that says something in words of its own.
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
