//! Why a reference server cannot be started.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use webdata_spec::Diagnostics;

use crate::contract::ContractError;
use crate::state::StateMistake;

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
    /// The contract names what it does not have, or what HTTP cannot say.
    #[error(transparent)]
    Unservable(#[from] ContractError),
}
