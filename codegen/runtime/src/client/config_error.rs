//! What can be wrong with a client before anything is sent.

/// Why a client cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The base URL is none.
    #[error("the base URL {reason}; give one such as `https://api.example.com`")]
    BaseUrl {
        /// What is wrong with it.
        reason: String,
    },
    /// The key cannot be sent. It is not repeated here.
    #[error("the key cannot be sent: {reason}")]
    Key {
        /// What is wrong with it, and what helps.
        reason: &'static str,
    },
    /// The key is where the base URL belongs. Neither is repeated here.
    #[error("the base URL and the key are swapped; give the base URL first")]
    Swapped,
    /// A header of the builder's cannot be sent. Its value is not repeated here.
    #[error("the header `{name}` cannot be sent: {reason}")]
    Header {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An operation cannot be called this way.
    #[error("`{operation}` cannot be bound to `{path}`: {reason}")]
    Bind {
        /// The operation.
        operation: &'static str,
        /// The path that was given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no HTTP client to be had, for lack of certificates for example.
    #[error("cannot make an HTTP client: {0}")]
    Http(String),
    /// There is no runtime to be had for a client that blocks.
    #[error("cannot start the runtime of a blocking client: {0}")]
    Runtime(String),
}
