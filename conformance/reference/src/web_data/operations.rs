//! The services: the work of operations beyond the contract's effects on stored resources.
//!
//! A service does not validate a body by its schema; that is done before the service is called.

use webdata_spec::model::Operation;

use super::{agents, scrape};
use crate::contract::request_error::RequestError;
use crate::contract::success::ServiceResult;
use crate::service::call::Call;

/// Returns whether the server implements an operation: the operation has a stored resource or a service.
#[must_use]
pub fn is_implemented(operation: &Operation) -> bool {
    operation.resource.is_some() || Service::find(&operation.id).is_some()
}

/// A service of the server, named after its operation.
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
    /// Returns the service of an operation, if there is one.
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
    /// The error of the contract for the circumstances of the request.
    pub(crate) fn perform(self, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
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
