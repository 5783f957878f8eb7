//! A call: a validated request to a service.
//!
//! This module does not carry a request out.

use serde_json::Value;

use crate::contract::Contract;
use crate::contract::operation::Operation;
use crate::contract::request_error::RequestError;
use crate::world::teams::Team;

/// A valid request that the sender's team may make.
pub(crate) struct Call<'c> {
    contract: &'c Contract,
    pub(crate) team: &'c Team,
    operation: &'c Operation,
    parameters: &'c [(&'c str, String)],
    /// The body; null if the request has none.
    pub(crate) body: &'c Value,
}

impl<'c> Call<'c> {
    /// Creates a call with these path parameters.
    pub(crate) fn new(
        contract: &'c Contract,
        team: &'c Team,
        operation: &'c Operation,
        parameters: &'c [(&'c str, String)],
        body: &'c Value,
    ) -> Self {
        Self { contract, team, operation, parameters, body }
    }

    /// Returns the identity of the operation.
    pub(crate) fn operation(&self) -> &'c str {
        &self.operation.id
    }

    /// Rejects the call in a circumstance that the contract lists with its operation.
    ///
    /// # Errors
    /// The error of the circumstance, if the contract lists it.
    pub(crate) fn reject(&self, circumstance: &str) -> Result<(), RequestError> {
        let clause = format!("operations.{}.refusals.{circumstance}", self.operation.id);
        self.contract.reject_at(&clause, self.body)
    }

    /// Returns a path parameter, or an empty string if the path has no such parameter.
    pub(crate) fn parameter(&self, name: &str) -> &'c str {
        let parameter = self.parameters.iter().find(|(known, _)| *known == name);
        parameter.map_or("", |(_, value)| value.as_str())
    }
}
