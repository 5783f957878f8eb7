//! What operations do beyond the effects that the contract writes down for stored resources.
//!
//! It must not validate a body by its schema: that is done before a service is called.

use webdata_spec::model::Operation;

use super::call::Call;
use super::{agents, scrape};
use crate::contract::refusal::Refusal;
use crate::contract::success::ServiceResult;

/// Returns whether the server does what an operation is for: something with stored resources, or
/// something that it has a service for. Of other operations the contract says nothing.
#[must_use]
pub fn is_implemented(operation: &Operation) -> bool {
    operation.resource.is_some() || Service::find(&operation.id).is_some()
}

/// A service of the server, by the operation that asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    Scrape,
    StartAgent,
    AgentStatus,
    AgentTrace,
    AgentSnapshot,
    CancelAgent,
}

impl Service {
    /// The service that an operation asks for, where it asks for one.
    pub(crate) fn find(operation: &str) -> Option<Self> {
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
    pub(crate) fn perform(self, call: &Call<'_>) -> Result<ServiceResult, Refusal> {
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
