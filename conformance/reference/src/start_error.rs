//! Why a reference server cannot be started, or cannot have what it is asked for.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use webdata_spec::Diagnostics;

use super::StateMistake;

/// Why a reference server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The contract cannot be read.
    #[error("the contract cannot be read: {0}")]
    Contract(Box<Diagnostics>),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the operating system said.
        cause: io::Error,
    },
    /// The state cannot be kept in the file.
    #[error("the state file {}: {mistake}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        mistake: StateMistake,
    },
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
    /// A status is none of HTTP's.
    #[error("{place}: {status} is not an HTTP status")]
    Status {
        /// The clause.
        place: String,
        /// The number.
        status: u16,
    },
    /// A text cannot stand in an HTTP header.
    #[error("{place}: `{text}` cannot stand in an HTTP header")]
    Header {
        /// The clause.
        place: String,
        /// The text.
        text: String,
    },
}

/// A resource of this type cannot be created, because the server does not know how one starts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the reference server does not know how a `{type_name}` starts")]
pub struct UnknownKind {
    /// The type.
    pub type_name: String,
}
