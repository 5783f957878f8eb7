//! Removes the resources that a case created, and cancels the jobs that it started, by operations of the contract,
//! whatever its outcome. Nothing else is removed.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use webdata_cases::case::{Body, Endpoint, KeyName, Request};
use webdata_spec::Spec;
use webdata_spec::model::{ANY_VERSION, Operation, Precondition, ResourceEffect};

use super::RunContext;
use super::caller::build_request;
use super::client::ClientError;
use super::pace::WaitLimit;
use super::provision::identity;
use super::transport_failure;
use crate::judge::{HttpResponse, SERVER_ERROR};
use crate::outcome::{Outcome, OutcomeKind};
use crate::target::{CreatedResource, Entry};

/// The longest wait of a removal for its turn after the run was cancelled.
const MAX_WAIT_WHEN_CANCELLED: Duration = Duration::from_secs(10);

/// The time limit for removing what a case created, once the time of the run is over.
const REMOVAL_GRACE: Duration = Duration::from_millis(1500);

impl CreatedResource {
    /// Returns the resource that a request created, or the job that it started, if its response names it and the contract
    /// has an operation that deletes or cancels it.
    pub(super) fn from_response(
        spec: &Spec,
        request: &Request,
        response: &HttpResponse,
        leased: &[String],
    ) -> Option<Self> {
        let operation = spec.operations.get(request.operation.as_ref()?)?;
        let resource = operation.resource.as_ref()?;
        let end = match resource.effect {
            ResourceEffect::Creates => ResourceEffect::Deletes,
            ResourceEffect::Starts => ResourceEffect::Cancels,
            ResourceEffect::Reads
            | ResourceEffect::Lists
            | ResourceEffect::Updates
            | ResourceEffect::Replaces
            | ResourceEffect::Deletes
            | ResourceEffect::Cancels
            | ResourceEffect::Uses => return None,
        };
        let delete_operation = spec.operation_on(end, &resource.type_name)?;
        if !response.is_success() {
            return None;
        }
        let pointer = format!("{}/{}", resource.pointer(), resource.identity);
        let identity = identity(response, &pointer)?;
        let authorization = request.authorization.as_ref();
        let key =
            authorization.and_then(|authorization| authorization.key).unwrap_or(KeyName::Valid);
        let parents = request.parameters.iter();
        let parents = parents.map(|(name, argument)| (name.clone(), argument.text(leased)));
        let (delete_operation, parents) = (delete_operation.id.clone(), parents.collect());
        Some(Self { delete_operation, identity, parents, key })
    }
}

impl RunContext {
    /// Notes the resource that a request created, if it did. If that fails, a kill of this process leaves the resource on
    /// the server.
    pub(super) fn note_created(
        &self,
        request: &Request,
        response: &HttpResponse,
        leased: &[String],
    ) -> Option<CreatedResource> {
        let resource = CreatedResource::from_response(&self.spec, request, response, leased)?;
        if let Some(journal) = &self.target.journal {
            drop(journal.add(&Entry::Created(resource.clone())));
        }
        Some(resource)
    }

    /// Removes resources, the newest first, because a newer one may belong to an older one. A passed case becomes an
    /// error if a resource may still exist, and an interrupted case reports the resource, too.
    pub(super) async fn remove(&self, created: Vec<CreatedResource>, outcome: &mut Outcome) {
        let end = self.end().map(|(end, _)| end + REMOVAL_GRACE);
        for resource in created.into_iter().rev() {
            let CreatedResource { delete_operation, identity, .. } = &resource;
            let Some(operation) = self.spec.operations.get(delete_operation) else { continue };
            let removing = self.remove_one(operation, &resource, &mut outcome.throttled);
            let (failure, is_late) = match end {
                None => (removing.await, false),
                Some(end) => match timeout_at(end, removing).await {
                    Ok(failure) => (failure, end - REMOVAL_GRACE <= Instant::now()),
                    Err(_) => (Some(leftover(operation, identity, "the run is over")), true),
                },
            };
            let Some(failure) = failure else {
                if let Some(journal) = &self.target.journal {
                    journal.remove(&Entry::Created(resource));
                }
                continue;
            };
            if outcome.kind == OutcomeKind::Pass {
                outcome.set(OutcomeKind::Error, failure);
            } else if outcome.kind == OutcomeKind::Error && is_late {
                outcome.reason = format!("{}; {failure}", outcome.reason).into();
            }
        }
    }

    /// Sends a request that removes a resource, even after the run is over. Counts in `throttled` how often the server
    /// limited its rate.
    async fn send_removal(
        &self,
        removal: &Request,
        throttled: &mut usize,
    ) -> Result<HttpResponse, ClientError> {
        let time = if self.stop.is_cancelled() {
            Some(MAX_WAIT_WHEN_CANCELLED)
        } else {
            self.target.settings.rate.longest_wait
        };
        let is_limit = |response: &HttpResponse| Some(response.status) == self.pace.limit_status();
        let send = async || self.client.send(&self.target, removal, &[]).await;
        let until = WaitLimit::for_cleanup(time);
        let mut times = 0;
        loop {
            let paced = self.pace.send_paced(&until, is_limit, send).await;
            *throttled += paced.throttled;
            let response = paced.response;
            let is_failure = match &response {
                Ok(response) => response.status >= SERVER_ERROR,
                Err(error) => matches!(error, ClientError::Connect(_) | ClientError::Broken(_)),
            };
            // If the first attempt removed the resource, the second one does not find it, which is fine.
            if !is_failure || times == self.target.retries {
                return response;
            }
            times += 1;
            until.wait(sleep(transport_failure::wait_before_retry(times))).await?;
        }
    }

    /// Removes a resource, and counts in `throttled` how often the server limited the rate. Returns why it may still exist,
    /// if so.
    pub(super) async fn remove_one(
        &self,
        operation: &Operation,
        CreatedResource { identity, parents, key, .. }: &CreatedResource,
        throttled: &mut usize,
    ) -> Option<String> {
        let resource = operation.resource.as_ref()?;
        let parameter = resource.identified_by.as_ref()?;
        let shown = operation.endpoint.as_ref().map(|endpoint| {
            let path = format!("{}{}", self.spec.service.base_path, endpoint.path);
            Endpoint { method: endpoint.method.clone(), path }
        });
        let endpoint = shown.or_else(|| self.target.settings.bind.get(&operation.id).cloned())?;
        let named = [(parameter.as_str(), identity.as_str())].into_iter();
        let named = named.chain(parents.iter().map(|(name, id)| (name.as_str(), id.as_str())));
        let mut removal = build_request(&self.spec, &endpoint, named, Body::None, *key);
        if let Some(Precondition { header, .. }) = &operation.precondition {
            removal.headers.insert(header.clone(), ANY_VERSION.into());
        }
        let unknown = resource.unknown.iter().chain(resource.parents().flat_map(|it| &it.unknown));
        let mut unknown = unknown.filter_map(|error| self.spec.errors.get(error));
        let reason = match self.send_removal(&removal, throttled).await {
            Ok(response) if response.is_success() => return None,
            // The job may be over already.
            Ok(response) if resource.is_job && response.status < SERVER_ERROR => return None,
            Ok(response) if unknown.any(|row| row.status == response.status) => return None,
            Ok(response) => format!("{} got {}", operation.id, response.status),
            Err(error) => error.to_string(),
        };
        Some(leftover(operation, identity, &reason))
    }
}

/// Returns the message that a resource still exists.
fn leftover(operation: &Operation, identity: &str, reason: &str) -> String {
    let name =
        operation.resource.as_ref().map_or("resource", |resource| resource.type_name.as_str());
    format!("the {name} {identity}, which the case created, is still there: {reason}")
}
