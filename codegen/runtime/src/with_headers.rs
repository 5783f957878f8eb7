//! A response whose headers the contract names, too.

/// The body of a response, and those of its headers that the contract names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WithHeaders<T, H> {
    /// The body; `()` where there is none.
    pub body: T,
    /// The headers.
    pub headers: H,
}

impl<T, H> WithHeaders<T, H> {
    /// Puts headers beside a body.
    #[must_use]
    pub const fn new(body: T, headers: H) -> Self {
        Self { body, headers }
    }
}
