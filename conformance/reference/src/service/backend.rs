//! What a server consists of behind HTTP: its contract, its world and what it gets wrong.
//!
//! It must not know a request, nor do anything.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use webdata_spec::Spec;

use super::kinds::Kinds;
use crate::contract::{Contract, ContractError};
use crate::faults::points::Faults;
use crate::options::Options;
use crate::world::World;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Backend {
    pub(crate) contract: Contract,
    pub(crate) world: World,
    pub(crate) kinds: Kinds,
    pub(crate) faults: Faults,
    /// Whether a null that is not allowed is taken for a property that is left out.
    pub(crate) takes_null: bool,
    /// Says that the server is to stop.
    pub(crate) stopping: CancellationToken,
}

impl Backend {
    /// The backend of a server that starts with nothing but what its options say.
    ///
    /// # Errors
    /// When the contract cannot be served.
    pub(crate) fn new(
        spec: Arc<Spec>,
        options: &Options,
        stopping: CancellationToken,
    ) -> Result<Self, ContractError> {
        let contract = Contract::new(spec)?;
        let world = World::new(&contract, options);
        let kinds = Kinds::new(&contract, &world.randomness.identities);
        let faults = Faults::new(options.fault.clone());
        Ok(Self { contract, world, kinds, faults, takes_null: options.takes_null, stopping })
    }
}
