//! Mistakes in the configuration of a client.

/// The reason why a client cannot be created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The base URL is invalid.
    #[error("the base URL {reason}; give one such as `https://api.example.com`")]
    BaseUrl {
        /// What is wrong with it.
        reason: String,
    },
    /// The key cannot be sent. The error does not repeat it.
    #[error("the key cannot be sent: {reason}")]
    Key {
        /// The reason and the remedy.
        reason: &'static str,
    },
    /// The key and the base URL are swapped. The error repeats neither.
    #[error("the base URL and the key are swapped; give the base URL first")]
    Swapped,
    /// A header of the builder cannot be sent. The error does not repeat its value.
    #[error("the header `{name}` cannot be sent: {reason}")]
    Header {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An operation cannot be called with this path.
    #[error("`{operation}` cannot be bound to `{path}`: {reason}")]
    Bind {
        /// The operation.
        operation: &'static str,
        /// The path that was given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No HTTP client can be created, for example without certificates.
    #[error("cannot make an HTTP client: {0}")]
    Http(String),
    /// No runtime can be created for a blocking client.
    #[error("cannot start the runtime of a blocking client: {0}")]
    Runtime(String),
}
