//! The words of an error catalogue: what emitted catalogues are made of.

/// One row of an error catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorRow {
    /// The identity, such as `invalid-token`.
    pub id: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The text that says what went wrong.
    pub text: &'static str,
    /// Whether another text may stand in its place.
    pub wording: Wording,
    /// The further code, where the row has one.
    pub code: Option<&'static str>,
    /// Whether a client may try again.
    pub retry: Retry,
}

/// Whether the text of an error is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wording {
    /// The text is sent as it stands.
    Exact,
    /// The service may send a message of its own instead.
    Free,
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
