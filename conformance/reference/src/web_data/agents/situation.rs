//! The situations of agent jobs: the response that the contract gives for each situation.
//!
//! This module does not determine the situation of a job.

use serde_json::Value;
use webdata_spec::model::{Lifecycle, Situation, SituationResponse, SituationSuccess};

use crate::contract::Contract;
use crate::contract::request_error::RequestError;

/// The situation of a run that has used up the credits that its caller allowed.
pub(super) const LIMIT_REACHED: &str = "run-reaches-max-credits";

/// The type whose lifecycle has the situations.
const TYPE: &str = "AgentStatus";

/// Returns a situation whose response is a success, if the contract has it.
pub(super) fn success<'c>(
    contract: &'c Contract,
    id: &str,
) -> Option<(&'c Situation, &'c SituationSuccess)> {
    let situation = find(contract, id)?;
    match &situation.response {
        SituationResponse::Success(success) => Some((situation, success)),
        SituationResponse::Error(_) => None,
    }
}

/// Rejects a request in a situation.
///
/// # Errors
/// The error of the situation, if the contract has one.
pub(super) fn reject(contract: &Contract, id: &str) -> Result<(), RequestError> {
    match find(contract, id) {
        Some(situation) => contract.reject_at(situation.clause.as_str(), &Value::Null),
        None => Ok(()),
    }
}

/// Returns whether the contract shows a state of this name.
pub(super) fn has_state(contract: &Contract, name: &str) -> bool {
    lifecycles(contract).flat_map(|lifecycle| &lifecycle.states).any(|state| state == name)
}

fn find<'c>(contract: &'c Contract, id: &str) -> Option<&'c Situation> {
    let situations = lifecycles(contract).flat_map(|lifecycle| &lifecycle.situations);
    situations.into_iter().find(|situation| situation.id == id)
}

fn lifecycles(contract: &Contract) -> impl Iterator<Item = &Lifecycle> {
    contract.spec.lifecycles.iter().filter(|lifecycle| lifecycle.type_name == TYPE)
}
