//! The backend: the contract, the world and the faults of a server, behind HTTP.
//!
//! This module only holds the parts; it handles no request.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::kinds::Kinds;
use crate::contract::Contract;
use crate::faults::points::Faults;
use crate::options::Options;
use crate::world::World;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct Backend {
    pub(crate) contract: Arc<Contract>,
    pub(crate) world: World,
    pub(crate) kinds: Kinds,
    pub(crate) faults: Faults,
    /// Whether a null is read as a missing property where the contract allows no null.
    pub(crate) accepts_null: bool,
    /// Signals that the server stops.
    pub(crate) stopping: CancellationToken,
}

impl Backend {
    /// Creates the backend of a new server from its options.
    pub(crate) fn new(
        contract: Arc<Contract>,
        options: &Options,
        stopping: CancellationToken,
    ) -> Self {
        let world = World::new(&contract, options);
        let kinds = Kinds::new(&contract, &world.randomness.identities);
        let faults = Faults::new(options.fault.clone());
        Self { contract, world, kinds, faults, accepts_null: options.accepts_null, stopping }
    }
}
