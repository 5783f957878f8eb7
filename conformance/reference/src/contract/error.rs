//! The errors of a contract that cannot be served.

/// A name that the contract does not define, or a value that HTTP does not allow.
#[derive(Debug, thiserror::Error)]
pub enum ContractError {
    /// The contract names an error that is not in its catalogue.
    #[error("{place}: the catalogue has no error `{id}`")]
    Error {
        /// The clause.
        place: String,
        /// The identity of the error.
        id: String,
    },
    /// The contract names an authentication scheme that it does not define.
    #[error("{place}: there is no authentication scheme `{id}`")]
    Authentication {
        /// The clause.
        place: String,
        /// The identity of the scheme.
        id: String,
    },
    /// The contract names a type that it does not define.
    #[error("{place}: there is no type `{name}`")]
    Type {
        /// The clause.
        place: String,
        /// The name of the type.
        name: String,
    },
    /// A schema cannot be compiled.
    #[error("{place}: the schema cannot be compiled: {reason}")]
    Schema {
        /// The clause.
        place: String,
        /// Why the schema is invalid.
        reason: String,
    },
    /// A status code is outside the range of HTTP.
    #[error("{place}: {status} is not an HTTP status code")]
    Status {
        /// The clause.
        place: String,
        /// The number.
        status: u16,
    },
    /// A string is invalid in an HTTP header.
    #[error("{place}: `{text}` is not valid in an HTTP header")]
    Header {
        /// The clause.
        place: String,
        /// The string.
        text: String,
    },
}
