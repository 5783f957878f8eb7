//! The backend: the contract, the world, the behaviour and the decisions of a server, behind HTTP.
//!
//! This module only holds the parts; it handles no request.

use std::collections::HashMap;
use std::sync::Arc;

use crate::contract::Contract;
use crate::contract::errors::RequestError;
use crate::contract::operation::Operation;
use crate::service::behaviour::{Behaviour, Kind, PlainKind};
use crate::service::decisions::Decisions;
use crate::service::resource_types::ResourceType;
use crate::world::World;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct Backend {
    pub(crate) contract: Arc<Contract>,
    pub(crate) world: Arc<World>,
    pub(crate) behaviour: Arc<dyn Behaviour>,
    pub(crate) resource_types: Vec<Arc<ResourceType>>,
    /// The kinds of resource types that the server knows only from the contract, by type name.
    plain_kinds: HashMap<String, PlainKind>,
    pub(crate) decisions: Arc<dyn Decisions>,
}

impl Backend {
    pub(crate) fn new(
        contract: Arc<Contract>,
        world: Arc<World>,
        behaviour: Arc<dyn Behaviour>,
        decisions: Arc<dyn Decisions>,
    ) -> Self {
        Self {
            resource_types: ResourceType::all(&contract.spec, behaviour.names(), |operation| {
                behaviour.performs(operation)
            }),
            plain_kinds: PlainKind::all(&contract.spec, &world.randomness.identities),
            contract,
            world,
            behaviour,
            decisions,
        }
    }

    pub(crate) fn kind(&self, type_name: &str) -> Option<&dyn Kind> {
        let plain = || self.plain_kinds.get(type_name).map(|plain| plain as &dyn Kind);
        self.behaviour.kind(type_name).or_else(plain)
    }

    /// Puts an error into the operation's own error body, if the operation sends its errors in one.
    pub(crate) fn with_error_body(
        &self,
        operation: &Operation,
        error: RequestError,
    ) -> RequestError {
        if self.behaviour.has_own_error_body(&operation.id) {
            RequestError { row: operation.row(error.row), ..error }
        } else {
            error
        }
    }
}
