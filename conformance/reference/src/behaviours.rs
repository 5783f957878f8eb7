//! The behaviours of this server. The extension of a contract names the one that the server opens.
//!
//! A contract whose extension names none gets no behaviour, whatever its operations and types are called.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use webdata_spec::model::Operation;

use crate::contract::Contract;
use crate::contract::extension::{BehaviourName, Extension};
use crate::control::Operation as ControlOperation;
use crate::service::behaviour::{Behaviour, ContractOnly};
use crate::service::decisions::Decisions;
use crate::web_data::{self, WebData};
use crate::world::World;

/// Returns whether a server with an extension implements an operation. It does if the operation has a resource, or
/// if the behaviour performs it. An operation without situations also counts if its refusals depend on the key
/// alone: it gets an example response.
#[must_use]
pub fn is_implemented(extension: &Extension, operation: &Operation) -> bool {
    let is_performed = match extension.behaviour {
        Some(BehaviourName::WebData) => web_data::performs(&operation.id),
        None => false,
    };
    let is_example = operation.situations.is_empty()
        && operation
            .refusals
            .iter()
            .all(|refusal| refusal.is_unconditional() && operation.authentication.is_some());
    operation.resource.is_some() || is_performed || is_example
}

/// Opens the behaviour of a contract. Returns it with the operations that it adds to the control plane.
pub(crate) fn open(
    contract: &Arc<Contract>,
    world: &Arc<World>,
    decisions: &Arc<dyn Decisions>,
    stopping: CancellationToken,
) -> (Arc<dyn Behaviour>, Vec<ControlOperation>) {
    match contract.extension.behaviour {
        Some(BehaviourName::WebData) => {
            let service = Arc::new(WebData::new(contract, world, decisions, stopping));
            let operations = web_data::control::operations(&service);
            (service, operations)
        }
        None => (Arc::new(ContractOnly), Vec::new()),
    }
}
