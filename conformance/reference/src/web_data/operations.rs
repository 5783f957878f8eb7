//! The operations that this service performs.
//!
//! An operation does not validate a body by its schema; that is done before.

use crate::contract::errors::RequestError;
use crate::contract::success::ServiceResult;
use crate::service::behaviour::Call;
use crate::web_data::world::jobs::FIRST_GENERATION;
use crate::web_data::{WebData, agents, scrape};
use crate::world::teams::Team;

/// The path parameters of operations on jobs.
pub(super) const JOB_ID: &str = "jobId";
pub(super) const SNAPSHOT_ID: &str = "snapshotId";

/// An operation of this service, named after the operation of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Scrape,
    StartAgent,
    AgentStatus,
    AgentTrace,
    AgentSnapshot,
    CancelAgent,
}

impl Operation {
    /// Returns the operation with this identity in the contract.
    pub(crate) fn find(id: &str) -> Option<Self> {
        match id {
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
    pub(super) fn perform(
        self,
        service: &WebData,
        call: &Call<'_>,
    ) -> Result<ServiceResult, RequestError> {
        match self {
            Self::Scrape => scrape::operation(service, call),
            Self::StartAgent => agents::start(service, call),
            Self::AgentStatus => agents::status(service, call),
            Self::AgentTrace => agents::trace(service, call),
            Self::AgentSnapshot => agents::snapshot(service, call),
            Self::CancelAgent => agents::cancel(service, call),
        }
    }

    /// Returns path parameters with which the operation succeeds for a team now.
    pub(super) fn parameters(self, service: &WebData, team: &Team) -> Vec<(String, String)> {
        let now = service.world.clock.now();
        let jobs = service.state.jobs.lock().all().into_iter().rev();
        let mut jobs = jobs.filter(|(_, job)| job.team == *team);
        let job = jobs.find(|(_, job)| match self {
            Self::Scrape | Self::StartAgent => false,
            Self::AgentStatus => true,
            Self::AgentTrace => job.generation > FIRST_GENERATION,
            Self::AgentSnapshot => {
                job.generation > FIRST_GENERATION && job.artifact_time(now).is_some()
            }
            Self::CancelAgent => job.cancelled.is_none() && !job.has_ended(now),
        });
        let Some((id, job)) = job else { return Vec::new() };
        vec![(JOB_ID.to_owned(), id), (SNAPSHOT_ID.to_owned(), job.snapshot.to_string())]
    }
}
