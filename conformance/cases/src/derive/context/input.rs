//! Says which parts a request has and what each can express. The values that cases send are unknown here.

use webdata_spec::model::Operation;

/// The part of a request that cases vary. The other parts stay valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    /// The body.
    Body,
    /// The query.
    Query,
    /// The headers that the contract describes.
    Headers,
}

impl Input {
    /// Returns the parts of the operation's requests. The body is always among them, even if the operation
    /// takes none.
    pub(crate) fn parts_of(operation: &Operation) -> Vec<Self> {
        let query = operation.query.as_ref().map(|_| Self::Query);
        let headers = operation.headers.as_ref().map(|_| Self::Headers);
        [Some(Self::Body), query, headers].into_iter().flatten().collect()
    }

    /// Returns the word for the part in identities; the body has none.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Body => "",
            Self::Query => "query",
            Self::Headers => "headers",
        }
    }
}
