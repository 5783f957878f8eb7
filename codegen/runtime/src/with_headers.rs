//! A response with the headers that the contract names.

/// The body of a response, and the headers that the contract names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WithHeaders<T, H> {
    /// The body; `()` if there is none.
    pub body: T,
    /// The headers.
    pub headers: H,
}

impl<T, H> WithHeaders<T, H> {
    /// Combines a body and headers.
    #[must_use]
    pub const fn new(body: T, headers: H) -> Self {
        Self { body, headers }
    }
}
