//! What operations do beyond the effects that the contract writes down for stored resources.
//!
//! It must not judge a body by its schema: that is done when a service is called.

use serde_json::Value;

use super::Shared;
use super::agents;
use super::answer::Found;
use super::contract::Operation;
use super::refusal::Refusal;
use super::scrape;
use super::teams::Team;

/// A service of the server, by the operation that asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    Scrape,
    StartAgent,
    AgentStatus,
    AgentTrace,
    AgentSnapshot,
    CancelAgent,
}

/// A request that is well formed, and that the sender's team may make.
pub(super) struct Call<'c> {
    pub(super) shared: &'c Shared,
    pub(super) team: &'c Team,
    operation: &'c Operation,
    parameters: &'c [(&'c str, String)],
    /// The body; null where there is none.
    pub(super) body: &'c Value,
}

impl Service {
    /// The service that an operation asks for, where it asks for one.
    pub(super) fn of(operation: &str) -> Option<Self> {
        match operation {
            "scrape" => Some(Self::Scrape),
            "startAgent" => Some(Self::StartAgent),
            "agentStatus" => Some(Self::AgentStatus),
            "agentTrace" => Some(Self::AgentTrace),
            "agentSnapshot" => Some(Self::AgentSnapshot),
            "cancelAgent" => Some(Self::CancelAgent),
            _ => None,
        }
    }

    /// Carries a request out.
    ///
    /// # Errors
    /// The refusal that the contract has for the circumstances.
    pub(super) fn perform(self, call: &Call<'_>) -> Result<Found, Refusal> {
        match self {
            Self::Scrape => scrape::operation(call),
            Self::StartAgent => agents::start(call),
            Self::AgentStatus => agents::status(call),
            Self::AgentTrace => agents::trace(call),
            Self::AgentSnapshot => agents::snapshot(call),
            Self::CancelAgent => agents::cancel(call),
        }
    }
}

impl<'c> Call<'c> {
    /// A call with these path parameters.
    pub(super) fn new(
        shared: &'c Shared,
        team: &'c Team,
        operation: &'c Operation,
        parameters: &'c [(&'c str, String)],
        body: &'c Value,
    ) -> Self {
        Self { shared, team, operation, parameters, body }
    }

    /// The identity of the operation.
    pub(super) fn operation(&self) -> &'c str {
        &self.operation.id
    }

    /// Refuses the call in a circumstance that the contract lists with its operation.
    ///
    /// # Errors
    /// The refusal, unless the contract has none of this identity.
    pub(super) fn refuse(&self, circumstance: &str) -> Result<(), Refusal> {
        let clause = format!("operations.{}.refusals.{circumstance}", self.operation.id);
        self.shared.contract.refuse_at(&clause, self.body)
    }

    /// A path parameter; empty where the path has no such parameter.
    pub(super) fn parameter(&self, name: &str) -> &'c str {
        let found = self.parameters.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, value)| value.as_str())
    }
}
