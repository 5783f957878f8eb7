//! The Web Data Service of a server: what all modules of this folder share.
//!
//! This module only holds the parts; it does no work.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::monitors::{self, Monitors};
use super::scrape::price::SCRAPE_OPTIONS;
use super::world::ServiceState;
use crate::contract::operation::Request;
use crate::contract::{Contract, ContractError};
use crate::faults::points::Faults;
use crate::world::World;

/// The Web Data Service of a server.
#[derive(Debug)]
pub(crate) struct WebData {
    pub(super) contract: Arc<Contract>,
    pub(super) world: Arc<World>,
    pub(super) faults: Arc<Faults>,
    /// The kind of monitors, if the contract has a type for them.
    pub(super) monitors: Option<Monitors>,
    /// The validation of scrape options, if the contract has them.
    pub(super) scrape_options: Option<Arc<Request>>,
    pub(super) state: ServiceState,
    /// Signals that the server stops.
    pub(super) stopping: CancellationToken,
}

impl WebData {
    /// Creates the service of a server that has just started.
    ///
    /// # Errors
    /// The schema of the scrape options cannot be compiled.
    pub(crate) fn new(
        contract: &Arc<Contract>,
        world: &Arc<World>,
        faults: &Arc<Faults>,
        stopping: CancellationToken,
    ) -> Result<Self, ContractError> {
        let has_monitors = contract.spec.types.contains_key(monitors::TYPE);
        let identities = &world.randomness.identities;
        Ok(Self {
            monitors: has_monitors.then(|| Monitors::new(contract, Arc::clone(identities))),
            scrape_options: contract.request_of_type(SCRAPE_OPTIONS)?,
            state: ServiceState::new(world.clock.now()),
            contract: Arc::clone(contract),
            world: Arc::clone(world),
            faults: Arc::clone(faults),
            stopping,
        })
    }
}
