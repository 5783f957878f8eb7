//! Why a contract cannot be served.

/// What a contract names and does not have, or what HTTP cannot say.
#[derive(Debug, thiserror::Error)]
pub enum ContractError {
    /// The contract names an error that its catalogue does not have.
    #[error("{place}: the catalogue has no error `{id}`")]
    Error {
        /// The clause.
        place: String,
        /// The identity of the error.
        id: String,
    },
    /// The contract names an authentication scheme that it does not have.
    #[error("{place}: there is no authentication scheme `{id}`")]
    Authentication {
        /// The clause.
        place: String,
        /// The identity of the scheme.
        id: String,
    },
    /// The contract names a type that it does not have.
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
        /// What is wrong with it.
        reason: String,
    },
    /// A status code is none of HTTP's.
    #[error("{place}: {status} is not an HTTP status")]
    Status {
        /// The clause.
        place: String,
        /// The number.
        status: u16,
    },
    /// A string cannot stand in an HTTP header.
    #[error("{place}: `{text}` cannot stand in an HTTP header")]
    Header {
        /// The clause.
        place: String,
        /// The string.
        text: String,
    },
}
