//! The reasons why a reference server cannot be started.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use webdata_spec::Diagnostics;

use crate::contract::ContractError;
use crate::contract::extension::ExtensionError;
use crate::state::StateFileError;

/// The reason why a reference server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The contract cannot be read.
    #[error("the contract cannot be read: {0}; fix the pages that the message names")]
    Contract(Box<Diagnostics>),
    /// The extension of the contract has mistakes.
    #[error(transparent)]
    Extension(#[from] ExtensionError),
    /// The server cannot listen on the address.
    #[error(
        "cannot listen on {address}: {cause}; stop the program that uses the port, or choose another port (0 for any \
         free one) or address"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The state cannot be kept in the state file.
    #[error("the state file {}: {error}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// The problem with the file, and what to do about it.
        error: StateFileError,
    },
    /// The contract refers to something that it does not define, or that HTTP cannot express.
    #[error(transparent)]
    Unservable(#[from] ContractError),
}
